/* What an answer was worth. */
import type { Engine } from "../engine";
import type { Choice } from "../report/types";
import type { Puzzle } from "./read";

export interface Verdict {
  right: boolean /* the best, or nearly as good */;
  best: boolean;
  cost?: { loss: number; lossWin: number } /* where somebody can say it */;
}

/* An answer may be several choices, one after the other. */
export function verdictOf(choices: Pick<Choice, "isBest" | "isNear" | "loss" | "lossWin">[]) {
  const sum = (key: "loss" | "lossWin") => choices.reduce((all, each) => all + each[key], 0);
  return {
    right: choices.every(({ isNear }) => isNear),
    best: choices.every(({ isBest }) => isBest),
    cost: { loss: sum("loss"), lossWin: sum("lossWin") },
  };
}

function hashAfter(engine: Engine, { record, seat }: Puzzle, line: string[]): string {
  engine.read(record);
  for (const move of line) engine.play(`${seat} ${move}`);
  return engine.hash();
}

/* Without a net, which may be out of reach, an answer is compared with the two that the puzzle knows. */
export function verdictByLines(engine: Engine, puzzle: Puzzle, line: string[]): Verdict {
  const led = hashAfter(engine, puzzle, line);
  const best = led === hashAfter(engine, puzzle, puzzle.best);
  const next = !!puzzle.next && led === hashAfter(engine, puzzle, puzzle.next);
  return { right: best, best, cost: best || !next ? undefined : puzzle.lacks };
}
