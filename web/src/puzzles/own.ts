/* What this device keeps of puzzles: those from one's own games, the boxes, and the days in a row. */
import { packRecord, unpackRecord } from "../app";
import { load, save } from "../store";
import type { Puzzle } from "./read";
import type { Boxes, Streak } from "./schedule";

const MOST = 60; /* the latest ones */

interface Kept extends Omit<Puzzle, "record"> {
  packed: string;
}
const kept = () => load<Kept[]>("puzzles.own", []);

/* Adds those that are new. */
export async function keepMistakes(puzzles: Puzzle[]): Promise<void> {
  const packed = await Promise.all(
    puzzles.map(async ({ record, ...puzzle }) => ({ ...puzzle, packed: await packRecord(record) })),
  );
  const fresh = packed.filter(({ id }) => !kept().some((each) => each.id === id));
  if (fresh.length) save("puzzles.own", [...fresh, ...kept()].slice(0, MOST));
}

export const mistakes = (): Promise<Puzzle[]> =>
  Promise.all(
    kept().map(async ({ packed, ...puzzle }) => ({
      ...puzzle,
      record: await unpackRecord(packed),
    })),
  );

/* How many there are of a game, without reading them. */
export const mistakeIds = (game: string): { id: string }[] =>
  kept().filter((each) => each.game === game);

export const boxes = () => load<Boxes>("puzzles.boxes", {});
export const saveBoxes = (all: Boxes) => save("puzzles.boxes", all);
export const streaks = () => load<Record<string, Streak>>("puzzles.days", {});
export const saveStreaks = (all: Record<string, Streak>) => save("puzzles.days", all);
