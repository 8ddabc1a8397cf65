/* Bots in their own thread (bots.ts). */
import { ownSheetOf } from "./engine";
import type { Ask } from "./local";
import type { Choice } from "./report/types";
import type { Candidate, Judged } from "./reviewer";

/* Asks, and waits for the answer; every question has one. */
export interface Thread {
  call(question: { record?: string } & Record<string, unknown>): Promise<any>;
  end(): void;
}

/* The thread begins with the first question. One that fails is given up, and the next question begins another. */
export function thread(url: string): Thread {
  const waiting = new Map<number, { done(events: unknown): void; failed(error: Error): void }>();
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
  return {
    call: (question) =>
      new Promise((done, failed) => {
        waiting.set(++last, { done, failed });
        const own = question.record && ownSheetOf(question.record);
        (worker ??= begin()).postMessage({ id: last, own, ...question });
      }),
    end: () => giveUp(""),
  };
}

/* What a seat may do, the best first, at most so many; none if nobody has learned anything about the setup. */
export type Rank = (record: string, seat: number, most: number) => Promise<Candidate[]>;

/* What a line of a seat would cost; none as above. */
export type Judge = (record: string, seat: number, line: string[]) => Promise<Judged[]>;

/* What the choices of a record from an event on have cost; none, again, if nobody has learned anything about it. */
export type ChoicesFrom = (record: string, event: number) => Promise<Choice[]>;

export function askWorker(
  url: string,
  names: string[],
): Ask & { rank: Rank; judge: Judge; choicesFrom: ChoicesFrom } {
  const { call } = thread(url);
  const ask: Ask = (record, bot, seat, stream) =>
    call({ record, bot: Math.max(0, names.indexOf(bot)), seat, stream });
  return Object.assign(ask, {
    rank: ((record, seat, most) => call({ record, seat, rank: most })) as Rank,
    judge: ((record, seat, line) => call({ record, seat, line })) as Judge,
    choicesFrom: ((record, event) => call({ record, from: event })) as ChoicesFrom,
  });
}
