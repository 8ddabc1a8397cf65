/* When a puzzle comes again, and which is that of the day. Days are counted in whole numbers; a day is that of whoever
 * plays, so that nobody's ends in the afternoon. */

/* Days until a puzzle in each box comes again. */
export const INTERVALS = [1, 3, 7, 21, 60];

export const dayOf = (date: Date): number =>
  Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86400000);

/* Where a puzzle is: its box, and the day on which it is due. */
export interface Box {
  box: number;
  due: number;
}
export type Boxes = Record<string, Box>;

/* After an answer. What was right moves on one box, but not before its day; what was wrong goes back to the first. */
export function answered(before: Box | undefined, right: boolean, today: number): Box {
  if (right && before && before.due > today) return before;
  const box = right ? Math.min((before?.box ?? -1) + 1, INTERVALS.length - 1) : 0;
  return { box, due: today + INTERVALS[box]! };
}

/* Those that are due or were never tried, in an order in which due ones come before new ones; then all others, the
 * next one first. */
export function queue<P extends { id: string }>(all: P[], boxes: Boxes, today: number): P[] {
  const due = (puzzle: P) => boxes[puzzle.id]?.due;
  const known = all.filter((puzzle) => due(puzzle) !== undefined);
  const byDay = (some: P[]) => [...some].sort((a, b) => due(a)! - due(b)!);
  return [
    ...byDay(known.filter((puzzle) => due(puzzle)! <= today)),
    ...all.filter((puzzle) => due(puzzle) === undefined),
    ...byDay(known.filter((puzzle) => due(puzzle)! > today)),
  ];
}

/* How many of them wait for today, new ones left out. */
export const dueCount = (all: { id: string }[], boxes: Boxes, today: number): number =>
  all.filter(({ id }) => (boxes[id]?.due ?? Infinity) <= today).length;

/* One's own mistakes come first: those that are due or new, then the shipped ones. */
export function nextOf<P extends { id: string }>(
  own: P[],
  shipped: P[],
  boxes: Boxes,
  today: number,
  except = "",
): P | undefined {
  const waits = (puzzle: P) => (boxes[puzzle.id]?.due ?? today) <= today;
  const others = (all: P[]) =>
    queue(
      all.filter(({ id }) => id !== except),
      boxes,
      today,
    );
  const mine = others(own),
    theirs = others(shipped);
  return mine.find(waits) ?? theirs.find(waits) ?? others([...own, ...shipped])[0];
}

/* The same for everybody on that day; all of a set come before one comes again. */
export const ofTheDay = <P>(all: P[], day: number): P | undefined => all[day % all.length];

/* Days in a row on which the puzzle of the day was solved. */
export interface Streak {
  last: number;
  days: number;
}
export function solvedOn(before: Streak | undefined, today: number): Streak {
  if (before?.last === today) return before;
  return { last: today, days: before?.last === today - 1 ? before.days + 1 : 1 };
}
export const streakAt = (streak: Streak | undefined, today: number): number =>
  streak && streak.last >= today - 1 ? streak.days : 0;
