/* The bots' own thread: it gets a record and a seat, and answers with the events of a turn. */
import { compile, Engine, ownSheets, splitRecord } from "./engine";
import type { NetFile } from "./nets";
import { fetchNet, netsFor } from "./nets";
import { Positions } from "./positions";

declare const ENGINE: string;
declare const NETS: NetFile[];
declare const self: DedicatedWorkerGlobalScope;

const ready = compile(ENGINE).then((module) => {
  const engine = new Engine(module);
  return { engine, positions: new Positions(engine), ...engine.catalogue() };
});

/* Nets that the engine has, or could not take; the others are tried again. */
const settled = new Set<string>();

/* The first net that fits and can be had. Without one, bots play as well as they can. */
async function bringNet(engine: Engine, record: string): Promise<void> {
  for (const { url } of netsFor(NETS, splitRecord(record).header)) {
    if (settled.has(url)) return;
    const file = await fetchNet(url, NETS).catch(() => null);
    if (!file) continue;
    settled.add(url);
    if (engine.takeNet(new Uint8Array(file))) return;
  }
}

/* One after the other: a net is waited for. */
let last: Promise<unknown> = Promise.resolve();

async function answer(data: any): Promise<void> {
  const { id, record, own, bot, seat, stream } = data;
  try {
    const { engine, positions, bots, learned } = await ready;
    if (own) ownSheets.set(own.sheet_hash, own);
    if (learned.includes(bots[bot]!)) await bringNet(engine, record);
    positions.standAt(0, record);
    self.postMessage({ id, events: engine.choose(bot, seat, stream) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
}

self.onmessage = ({ data }) => (last = last.then(() => answer(data)));
