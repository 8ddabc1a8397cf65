/* Bots in their own thread (bots.ts). */
import { ownSheetOf } from "./engine";
import type { Ask } from "./local";

/* The thread begins with the first question. One that fails is given up, and the next question begins another. */
export function askWorker(url: string, names: string[]): Ask {
  const waiting = new Map<number, { done(events: string[]): void; failed(error: Error): void }>();
  let worker: Worker | null = null;
  let last = 0;
  const giveUp = (why: string) => {
    worker?.terminate();
    worker = null;
    for (const call of waiting.values()) call.failed(new Error(why));
    waiting.clear();
  };
  const begin = () => {
    const made = new Worker(url, { type: "module" });
    made.onmessage = ({ data }) => {
      if (!data.events) return giveUp(data.error);
      waiting.get(data.id)?.done(data.events);
      waiting.delete(data.id);
    };
    made.onerror = (event) =>
      giveUp(event.message || url); /* a script that does not load has no message */
    return made;
  };
  return (record, bot, seat, stream) =>
    new Promise((done, failed) => {
      waiting.set(++last, { done, failed });
      (worker ??= begin()).postMessage({
        id: last,
        record,
        own: ownSheetOf(record),
        bot: Math.max(0, names.indexOf(bot)),
        seat,
        stream,
      });
    });
}
