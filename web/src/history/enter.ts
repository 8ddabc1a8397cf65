/* How games come into the list: when they are over, when their report card is, and those that ended unseen. */
import { myName, shared } from "../app";
import { ownSheets } from "../engine";
import { helpIn } from "../help";
import type { Facts } from "../messages";
import type { Mine } from "../net";
import { api, codeOf, fetchRecord, fetchSheet, myTables, seatsOf } from "../net";
import type { Card } from "../report/types";
import type { Saved } from "../saved";
import { isOver, savedGames } from "../saved";
import { readSheet } from "../sheets";
import type { Finished } from "./entry";
import { botsAt, entryOf, keyOf, summaryOf, tableId } from "./entry";
import { addGame, allGames, knownIds, putGames } from "./shelf";

/* One after the other: a report card must find its game. */
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => undefined);
  return done;
}

/* A game at this device. One from before games had names is named by its record. */
export const ofDevice = ({ record, bots, id = "", taken }: Saved, at = Date.now()): Finished => ({
  record,
  id,
  bots,
  here: bots.flatMap((bot, seat) => (bot ? [] : seat)),
  where: "device",
  at,
  taken,
});

const hintsIn = (record: string, seat: number) => helpIn(record, seat).hints;
const entry = (game: Finished) => entryOf(shared().scribe, game, myName(), hintsIn);

export const enter = (game: Finished): Promise<void> => inTurn(() => addGame(entry(game)));

/* A finished report card belongs to every game with this record. */
export const reported = (record: string, card: Card): Promise<void> =>
  inTurn(async () => {
    const key = keyOf(record);
    const news = (await allGames()).flatMap((game) => {
      const report = game.key === key && !game.report ? summaryOf(card, game.me) : undefined;
      return report ? { ...game, report } : [];
    });
    if (news.length) await putGames(news);
  });

/* ---- Games that ended while nobody looked ---- */

/* A table of mine, if it is over; null if it is not, or nobody knows which seat was mine. */
async function ofTable(mine: Mine): Promise<Finished | null> {
  const { table, at, day } = mine,
    facts = await api<Facts>(`tables/${table}`),
    here = seatsOf(mine, facts);
  if (facts.phase !== "over" || !here?.length) return null;
  if (facts.own_sheet && !ownSheets.has(facts.sheet_hash)) await readSheet(await fetchSheet(table));
  return {
    record: await fetchRecord(table),
    id: tableId(table, facts.seats[here[0]!]?.name ?? ""),
    bots: botsAt(facts.seats),
    here,
    where: "server",
    at,
    day: facts.day ?? day,
  };
}

/* The last game at this device may have been over when the page was closed; a server's table may have ended without
 * us. */
export async function catchUp(): Promise<void> {
  for (const saved of savedGames())
    if (isOver(saved.record)) await enter(ofDevice(saved)).catch(() => undefined);
  const known = await knownIds();
  const missing = ({ table, key, gone, names, as = [] }: Mine) =>
    key && !gone && names && !as.some((name) => known.has(tableId(table, name)));
  for (const mine of myTables().filter(missing)) {
    try {
      const game = await ofTable(mine);
      if (game) await enter(game);
    } catch (why) {
      if (codeOf(why) === "offline") return; /* no server answers: the next time */
    }
  }
}
