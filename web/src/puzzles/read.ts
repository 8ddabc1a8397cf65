/* Puzzles: records up to a choice, with the answer in their headers (docs/review.md). */

export interface Puzzle {
  id: string;
  game: string;
  record: string /* up to the choice */;
  seat: number;
  best: string[];
  next?: string[] /* the second best, and what it lacks ... */;
  lacks?: { loss: number; lossWin: number };
  played?: Played /* ... and what playing both on has shown */;
  own?: boolean /* one's own mistake */;
}

/* What the best line brought more, on average of so many times. */
export interface Played {
  samples: number;
  total: number;
  error: number;
  won: number;
  wonError: number;
  items: { name: string; points: number }[];
}

/* FNV-1a: the same puzzle has the same name on every device. */
export function idOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++)
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(36);
}

const FIRST = "pipwright record 1\n";
const numbers = (text = "") => text.split(" ").map(Number);

/* "red 4.000 0.900, special chambers 1.000 0.200" */
const itemsOf = (text = "") =>
  text
    .split(", ")
    .filter(Boolean)
    .map((item) => {
      const words = item.split(" ");
      return { name: words.slice(0, -2).join(" "), points: Number(words.at(-2)) };
    });

function readOne(text: string): Puzzle {
  const about: Record<string, string> = {};
  const record = text.replace(/^puzzle-(\w+) (.*)\n/gm, (_, key: string, value: string) => {
    about[key] = value;
    return "";
  });
  const [loss = 0, lossWin = 0] = numbers(about.lacks);
  const [samples = 0, total = 0, error = 0, won = 0, wonError = 0] = numbers(about.played);
  return {
    id: idOf(`${record}${about.seat}`),
    game: /^game (.*)$/m.exec(record)![1]!,
    record,
    seat: Number(about.seat),
    best: about.best!.split(", "),
    next: about.next!.split(", "),
    lacks: { loss, lossWin },
    played: { samples, total, error, won, wonError, items: itemsOf(about.items) },
  };
}

export const readPuzzles = (text: string): Puzzle[] =>
  text
    .split(FIRST)
    .filter(Boolean)
    .map((each) => readOne(FIRST + each));
