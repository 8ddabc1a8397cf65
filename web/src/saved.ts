/* Games at this device that go on later. */
import type { OwnSheet } from "./engine";
import { ownSheetOf, ownSheets, splitRecord } from "./engine";
import { load, save } from "./store";

export interface Saved {
  record: string;
  bots: (string | null)[];
  me: number;
  own?: OwnSheet;
  id?: string /* by which the list of finished games knows it */;
  taken?: "same" | "whatif" /* begun with another game's dice, or from a point of it */;
  dice?: string[] /* rolls that are to come, if the record does not say whence; those beyond them are chance */;
}

/* The one that is played, and the one that was left for it. Each brings the sheet that it is played on. */
const GAMES = ["game", "game.before"];

function keepAs(key: string, saved: Saved | undefined): void {
  save(key, saved && { ...saved, own: ownSheetOf(saved.record) });
}

/* The one that is played. */
export function keepGame(saved: Saved): void {
  keepAs(GAMES[0]!, saved);
}

export function keepGames(all: Saved[]): void {
  GAMES.forEach((key, i) => keepAs(key, all[i]));
}

export function savedGames(): Saved[] {
  const all = GAMES.flatMap((key) => load<Saved | null>(key, null) ?? []);
  for (const { own } of all)
    if (own && !ownSheets.has(own.sheet_hash)) ownSheets.set(own.sheet_hash, own);
  return all;
}

export const isOver = (record: string) => /^=/m.test(record);

/* Whether it is not over and a person has played in it. */
export const worthKeeping = ({ record, bots }: Saved) =>
  !isOver(record) &&
  splitRecord(record).events.some((event) => !event.startsWith("*") && !bots[parseInt(event)]);
