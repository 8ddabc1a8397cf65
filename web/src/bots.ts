/* The bots' own thread: it gets a record and a seat, and answers with the events of a turn, or with a ranking of
 * what the seat can do, or with what a line costs, or choices have cost. A thread of its own, made of the same
 * script, reviews games (report/thread.ts). */
import { compile, ownSheets, splitRecord } from "./engine";
import type { NetFile } from "./nets";
import { fetchNet, netsFor } from "./nets";
import { Positions } from "./positions";
import { Reviewer } from "./reviewer";

declare const ENGINES: string[]; /* the quickest first */
declare const NETS: NetFile[];
declare const self: DedicatedWorkerGlobalScope;

/* The first that this browser can run; one that cannot be fetched is no reason to take another. */
const compileAny = ([first, ...others]: string[]): Promise<WebAssembly.Module> =>
  compile(first!).catch((error) => {
    if (!others.length || !(error instanceof WebAssembly.CompileError)) throw error;
    return compileAny(others);
  });

const ready = compileAny(ENGINES).then((module) => {
  const engine = new Reviewer(module);
  return { engine, positions: new Positions(engine), ...engine.catalogue() };
});

/* Nets that the engine has, or could not take; the others are tried again. */
const settled = new Set<string>();

/* The first net that fits and can be had. Without one, bots play as well as they can. */
async function bringNet(engine: Reviewer, record: string): Promise<void> {
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

const SLICE_MS = 120; /* of a review, until it tells how far it is */

/* Why a game cannot be reviewed: nobody has learned anything about its setup, or it is out of reach. */
const unknown = (record: string) =>
  netsFor(NETS, splitRecord(record).header).length ? "unreachable" : "no-net";

async function answer(asked: any): Promise<void> {
  const { id, record, own, bot, seat, stream, rank, line, versus, playouts, from, sharp } = asked;
  const judges = rank || line || versus || from !== undefined;
  try {
    const { engine, positions, bots, learned } = await ready;
    if (own) ownSheets.set(own.sheet_hash, own);
    if (record && (judges || sharp || learned.includes(bots[bot]!))) await bringNet(engine, record);
    let events: unknown;
    if (bot === undefined && !judges) {
      if (sharp) engine.read(record);
      if (sharp && !engine.begin(sharp)) throw unknown(record);
      events = engine.slice(SLICE_MS);
    } else {
      positions.standAt(0, record);
      events = rank
        ? engine.rank(seat, rank)
        : line
          ? engine.judge(seat, line)
          : versus
            ? engine.versus(seat, versus, playouts)
            : from !== undefined
              ? engine.choicesFrom(from)
              : engine.choose(bot, seat, stream);
    }
    self.postMessage({ id, events });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
}

self.onmessage = ({ data }) => (last = last.then(() => answer(data)));
