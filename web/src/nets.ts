/* Which file has what bots have learned about a game (weights/). */
import type { Header } from "./engine";
import { fetchKept } from "./kept-file";

export interface NetFile {
  game: string;
  sheet: string /* "": any */;
  least: number;
  most: number /* seats that it is for */;
  url: string;
}

/* Those that fit a game, the best first: made for its sheet, then for any. */
export function netsFor(all: NetFile[], { game, sheet, sheetHash, seats }: Header): NetFile[] {
  const fit = all.filter((net) => net.game === game && net.least <= seats && seats <= net.most);
  const own = fit.filter((net) => !sheetHash && net.sheet === sheet);
  return [...own, ...fit.filter((net) => !net.sheet)];
}

/* A net; bots play as well offline. Null if it cannot be had. */
export const fetchNet = (url: string, all: NetFile[]): Promise<ArrayBuffer | null> =>
  fetchKept(
    "pipwright.nets",
    url,
    all.map((net) => net.url),
  );
