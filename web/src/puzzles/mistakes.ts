/* Costly choices that playing on has confirmed, as puzzles. */
import { splitRecord, writeHeader } from "../engine";
import type { Review } from "../report/thread";
import type { Choice, Split } from "../report/types";
import { costlyOf } from "../report/words";
import type { Puzzle } from "./read";
import { idOf } from "./read";

/* Whether the better line did come out ahead by more than two standard errors, and wins no less often. */
const isConfirmed = (split: Split | undefined): boolean =>
  !!split?.agrees && split.total > 2 * split.error;

/* A choice as a puzzle; null if it is none: it was the best, playing on does not confirm that, or its sheet is
 * somebody's own. */
export function puzzleOf(record: string, { card }: Review, choice: Choice): Puzzle | null {
  const { header, events } = splitRecord(record);
  const split = card.splits.find((each) => each.choice === choice.choice);
  if (!isConfirmed(split) || !choice.bestLine.length || header.sheetHash) return null;
  const begun = events.slice(0, choice.event).map((event) => `${event}\n`);
  const text = writeHeader({ ...header, dice: "" }) + begun.join("");
  return {
    id: idOf(`${text}${choice.seat}`),
    game: header.game,
    record: text,
    seat: choice.seat,
    best: choice.bestLine,
    own: true,
  };
}

export const mistakesOf = (record: string, review: Review, seat: number): Puzzle[] =>
  costlyOf(review.card, review.choices, seat).flatMap(
    (choice) => puzzleOf(record, review, choice) ?? [],
  );
