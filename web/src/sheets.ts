/* Sheets of one's own: files that the server reads once; kept by their hash, to be chosen again. */

import type { OwnSheet } from "./engine";
import { ownSheets } from "./engine";
import { api } from "./net";
import { load, save } from "./store";

interface Kept extends OwnSheet {
  text: string;
} /* the file itself, for tables on a server */

const KEPT_MAX = 8;
let kept: Kept[] = load<Kept[]>("sheets", []);
for (const each of kept) ownSheets.set(each.sheet_hash, each);

export const sheetsOf = (game: string): Kept[] => kept.filter((each) => each.game === game);
export const ownSheet = (hash: string): Kept | undefined =>
  kept.find((each) => each.sheet_hash === hash);

/* Reads a sheet file; games on it can be shown until the page is left. Throws Refused, whose body may have `faults`. */
export async function readSheet(text: string): Promise<Kept> {
  const read: Kept = { ...(await api<OwnSheet>("sheets", { own: text })), text };
  ownSheets.set(read.sheet_hash, read);
  return read;
}

/* The same, for a sheet of one's own: it is there the next time. */
export async function keepSheet(text: string): Promise<Kept> {
  const read = await readSheet(text);
  kept = [read, ...kept.filter((each) => each.sheet_hash !== read.sheet_hash)].slice(0, KEPT_MAX);
  save("sheets", kept);
  return read;
}
