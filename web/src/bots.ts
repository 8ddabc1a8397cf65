/* The bots' own thread: it gets a record and a seat, and answers with an event. */
import { compile, Engine, ownSheets } from "./engine";
import { Positions } from "./positions";

declare const ENGINE: string;
declare const self: DedicatedWorkerGlobalScope;

const ready = compile(ENGINE).then((module) => {
  const engine = new Engine(module);
  return { engine, positions: new Positions(engine) };
});

self.onmessage = async ({ data }) => {
  const { id, record, own, bot, seat, stream } = data;
  try {
    const { engine, positions } = await ready;
    if (own) ownSheets.set(own.sheet_hash, own);
    positions.standAt(0, record);
    self.postMessage({ id, event: engine.choose(bot, seat, stream) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
};
