/* What is kept of a game that is over, told by its record. */
import type { Engine } from "../engine";
import { ownSheetOf, seatNames, splitRecord } from "../engine";
import type { SeatFacts } from "../messages";
import type { Card } from "../report/types";
import type { Kept, Played, PlayedSeat, Summary, Taken } from "./types";

export interface Finished {
  record: string;
  id: string /* "": its record names it */;
  bots: (string | null)[];
  here: number[] /* seats of people at this device */;
  where: Played["where"];
  at: number;
  day?: number;
  taken?: Taken;
}

/* 64 bits that tell texts apart. They prove nothing, and need no secure context. */
export function fingerprint(text: string): string {
  let a = 0x811c9dc5,
    b = 0x1b873593;
  for (const byte of new TextEncoder().encode(text)) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul((b << 5) ^ (b >>> 27) ^ byte, 0x85ebca6b);
  }
  const hex = (n: number) => (n >>> 0).toString(16).padStart(8, "0");
  return hex(a ^ (a >>> 15)) + hex(b ^ (b >>> 13));
}

/* The same for all who have the record; the secret of a daily challenge is told only after its day. */
export const keyOf = (record: string) => fingerprint(record.replace(/^fair-secret .*\n/m, ""));

/* A table on a server as whoever sat there under this name has it. */
export const tableId = (table: string, name: string) => fingerprint(`table ${table} ${name}`);

/* The levels of bots that were bots from the start: one that stands in for a person is none. */
export const botsAt = (seats: SeatFacts[]) =>
  seats.map(({ is, name, level }) =>
    is === "bot" && (!name || name.startsWith("bot:")) ? (level ?? "bot") : null,
  );

/* Of several people at one device it counts for the one who has the name of the settings, else for the first. */
export const seatOfMine = (here: number[], names: string[], own: string): number =>
  here.find((seat) => names[seat] === own) ?? here[0] ?? -1;

/* Who resigned has no place; nor has anybody who plays alone. */
function placeOf(seat: number, points: number[], winners: number[], resigned: number[]) {
  if (points.length === 1 || resigned.includes(seat)) return undefined;
  if (winners.includes(seat)) return 1;
  const ahead = points.filter(
    (other, each) => other > points[seat]! && !resigned.includes(each),
  ).length;
  return Math.max(2, 1 + ahead);
}

/* `hints` that a seat had in a record. Throws BadRecord. */
export function entryOf(
  engine: Engine,
  game: Finished,
  own: string,
  hints: (record: string, seat: number) => number,
): Kept {
  engine.read(game.record);
  const record = engine.record(),
    { header } = splitRecord(record),
    { winners, won, resigned } = engine.status();
  const names = seatNames(header),
    points = names.map((_, seat) => engine.total(seat, seat));
  const seats = names.map((name, seat): PlayedSeat => {
    const place =
      won === undefined
        ? placeOf(seat, points, winners, resigned)
        : undefined; /* one score for all */
    return {
      name,
      points: points[seat]!,
      ...(game.bots[seat] && !game.here.includes(seat) && { bot: game.bots[seat]! }),
      ...(place && { place }),
      ...(resigned.includes(seat) && { resigned: true }),
      ...(game.here.includes(seat) && { here: true }),
    };
  });
  const sheet = ownSheetOf(record),
    me = seatOfMine(game.here, names, own);
  return {
    id: game.id || keyOf(record),
    key: keyOf(record),
    at: game.at,
    game: header.game,
    sheet: header.sheet,
    ...(sheet && { title: sheet.title, own: sheet }),
    options: header.options,
    seats,
    me,
    ...(won !== undefined && { won }),
    where: game.where,
    ...(game.day !== undefined && { day: game.day }),
    ...(game.taken && { taken: game.taken }),
    hints: hints(record, me),
    record,
  };
}

/* What a finished report card says of a seat; nothing of who had nothing to choose. */
export function summaryOf(card: Card, seat: number): Summary | undefined {
  const of = card.cards[seat];
  if (card.stage !== "done" || !of?.choices) return undefined;
  const { choices, best, near } = of;
  const counts = card.team ? "team" : card.counts;
  return {
    counts,
    adjusted: card.team ? of.end.win - of.luckWin : of.end.value - of.luck,
    luck: card.team ? of.luckWin : of.luck,
    loss: (counts === "points" ? of.loss : of.lossWin) / choices,
    choices,
    best,
    near,
  };
}
