/* What help somebody had in a game: the report card tells. It is kept by seat and by the roll that it followed, so
 * that a game that branches off another has what came before, and nothing of what came after. */
import { splitRecord } from "./engine";
import { load, save } from "./store";

export interface Help {
  hints: number;
  asked: number /* how often the tutor asked ... */;
  followed: number /* ... and something else was played then */;
}
const NONE: Help = { hints: 0, asked: 0, followed: 0 };

const KEPT = 300; /* places where somebody was helped */
type Place = [key: string, hints: number, asked: number, followed: number];

/* 53 bits of a text, after those of another. */
function mix(before: number, text: string): number {
  let a = 0xdeadbeef ^ before,
    b = 0x41c6ce57 ^ Math.floor(before / 2 ** 32);
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 2654435761);
    b = Math.imul(b ^ text.charCodeAt(i), 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

/* The start of a game, and each of its rolls: where its dice come from, and all that happened until then. */
function places(record: string): string[] {
  const { head, events } = splitRecord(record);
  let sum = mix(0, /^game .*$/m.exec(head)?.[0] ?? "");
  const found = [sum.toString(36)];
  for (const event of events) {
    sum = mix(sum, event);
    if (event.startsWith("*")) found.push(sum.toString(36));
  }
  return found;
}

const all = () => load<Place[]>("help", []);

/* What a seat had in all of a game. */
export function helpIn(record: string, seat: number): Help {
  const here = new Set(places(record).map((place) => `${place}:${seat}`));
  return all()
    .filter(([key]) => here.has(key))
    .reduce(
      (sum, [, hints, asked, followed]) => ({
        hints: sum.hints + hints,
        asked: sum.asked + asked,
        followed: sum.followed + followed,
      }),
      NONE,
    );
}

/* One more of something where the record ends. */
export function countHelp(record: string, seat: number, what: keyof Help): void {
  const key = `${places(record).at(-1)}:${seat}`;
  const [, hints, asked, followed] = all().find(([each]) => each === key) ?? [key, 0, 0, 0];
  const now = { hints, asked, followed };
  now[what]++;
  const others = all().filter(([each]) => each !== key);
  save("help", [[key, now.hints, now.asked, now.followed], ...others].slice(0, KEPT));
}
