/* The file that takes one's games to another browser: written, read strictly, and merged. */
import type { OwnSheet } from "../engine";
import { jsonFault } from "./json-fault";
import type { Kept, PlayedSeat, Summary } from "./types";

export const VERSION = 1;
const KIND = "pipwright games";

/* Why a file is not taken: the text is `history.bad.CODE`, and `values` fill it. */
export class BadFile extends Error {
  constructor(
    readonly code: "json" | "kind" | "newer" | "value" | "twice" | "record",
    readonly values: Record<string, string | number> = {},
  ) {
    super(`${code} ${JSON.stringify(values)}`);
  }
}

export function writeFile(games: Kept[], now: number): string {
  const head = { kind: KIND, version: VERSION, made: new Date(now).toISOString() };
  return `${JSON.stringify({ ...head, games }, null, 1)}\n`;
}

/* ---- What a value may be; `where` is told if it is not ---- */

type Read<T> = (value: unknown, where: string) => T;
const need = (good: boolean, where: string) => {
  if (!good) throw new BadFile("value", { where });
};
const text =
  (most: number, least = 0): Read<string> =>
  (value, where) => {
    need(typeof value === "string" && value.length >= least && value.length <= most, where);
    return value as string;
  };
const oneOf =
  <T extends string>(...all: T[]): Read<T> =>
  (value, where) => {
    need(all.includes(value as T), where);
    return value as T;
  };
const num: Read<number> = (value, where) => {
  need(typeof value === "number" && Number.isFinite(value), where);
  return value as number;
};
const whole =
  (least: number, most: number): Read<number> =>
  (value, where) => {
    need(Number.isInteger(value) && Number(value) >= least && Number(value) <= most, where);
    return value as number;
  };
const flag: Read<boolean> = (value, where) => {
  need(typeof value === "boolean", where);
  return value as boolean;
};
const maybe =
  <T>(read: Read<T>): Read<T | undefined> =>
  (value, where) =>
    value === undefined ? undefined : read(value, where);
const plain: Read<Record<string, unknown>> = (value, where) => {
  need(typeof value === "object" && value !== null && !Array.isArray(value), where);
  return value as Record<string, unknown>;
};
const list =
  <T>(read: Read<T>, least: number, most: number): Read<T[]> =>
  (value, where) => {
    need(Array.isArray(value) && value.length >= least && value.length <= most, where);
    return (value as unknown[]).map((each, i) => read(each, `${where}[${i}]`));
  };
/* Exactly these parts; what a later version may have besides is left out. */
const parts =
  <T extends object>(all: { [K in keyof Required<T>]: Read<T[K]> }): Read<T> =>
  (value, where) => {
    const from = plain(value, where);
    const read = Object.entries<Read<unknown>>(all).map(([name, of]) => [
      name,
      of(from[name], where ? `${where}.${name}` : name),
    ]);
    return Object.fromEntries(read.filter(([, part]) => part !== undefined)) as T;
  };
const options: Read<Record<string, string>> = (value, where) =>
  Object.fromEntries(
    Object.entries(plain(value, where)).map(([name, of]) => [
      name,
      text(100)(of, `${where}.${name}`),
    ]),
  );

const MOST = 1e7; /* of anything that is counted */
const titles = parts<{ en: string; de: string }>({ en: text(200), de: text(200) });
const seat = parts<PlayedSeat>({
  name: text(200),
  bot: maybe(text(200)),
  points: whole(-MOST, MOST),
  place: maybe(whole(1, 99)),
  resigned: maybe(flag),
  here: maybe(flag),
});
const summary = parts<Summary>({
  counts: oneOf("points", "win", "team"),
  adjusted: num,
  luck: num,
  loss: num,
  choices: whole(1, MOST),
  best: whole(0, MOST),
  near: whole(0, MOST),
});
const ownSheet = parts<OwnSheet>({
  game: text(100, 1),
  sheet: text(100, 1),
  title: titles,
  sheet_hash: (value, where) => {
    need(typeof value === "string" && /^[0-9a-f]{8,128}$/.test(value), where);
    return value as string;
  },
  data: (value, where) => {
    need(typeof value === "string" && /^[A-Za-z0-9+/]*={0,2}$/.test(value), where);
    return value as string;
  },
});
const game: Read<Kept> = (value, where) => {
  const read = parts<Kept>({
    id: text(100, 1),
    key: text(100, 1),
    at: whole(0, 8.64e15),
    game: text(100, 1),
    sheet: text(100, 1),
    title: maybe(titles),
    options,
    seats: list(seat, 1, 99),
    me: whole(-1, 98),
    won: maybe(flag),
    where: oneOf("device", "server"),
    day: maybe(whole(0, MOST)),
    taken: maybe(oneOf("same", "whatif")),
    hints: whole(0, MOST),
    report: maybe(summary),
    record: maybe(text(1e6, 1)),
    own: maybe(ownSheet),
  })(value, where);
  need(read.me < read.seats.length, `${where}.me`);
  return read;
};

/* Throws BadFile. */
export function readFile(content: string): Kept[] {
  let all: unknown;
  try {
    all = JSON.parse(content.replace(/^\ufeff/, ""));
  } catch {
    throw new BadFile("json", jsonFault(content.replace(/^\ufeff/, "")));
  }
  const { kind, version, games } = (all ?? {}) as Record<string, unknown>;
  if (kind !== KIND) throw new BadFile("kind");
  if (typeof version === "number" && version > VERSION) throw new BadFile("newer", { n: version });
  need(version === VERSION, "version");
  const read = list(game, 0, 1e6)(games, "games"),
    seen = new Map<string, number>();
  for (const [i, { id }] of read.entries()) {
    if (seen.has(id))
      throw new BadFile("twice", { where: `games[${i}]`, other: `games[${seen.get(id)}]` });
    seen.set(id, i);
  }
  return read;
}

/* ---- Merging ---- */

export interface Merged {
  changed: Kept[] /* what has to be written: new ones, and those that know more now */;
  added: number;
  filled: number;
}

/* What is here stays as it is; a game that is here learns what it lacks. */
export function merge(here: Kept[], come: Kept[]): Merged {
  const known = new Map(here.map((each) => [each.id, each]));
  const changed: Kept[] = [];
  let added = 0;
  for (const each of come) {
    const mine = known.get(each.id);
    if (!mine) added++;
    else if ((mine.record || !each.record) && (mine.report || !each.report)) continue;
    changed.push(
      mine
        ? {
            ...mine,
            ...(!mine.record && each.record && { record: each.record, own: each.own }),
            report: mine.report ?? each.report,
          }
        : each,
    );
  }
  return { changed, added, filled: changed.length - added };
}
