/* Which file has what bots have learned about a game (weights/). */
import type { Header } from "./engine";

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

/* A net, from the browser if it was fetched before: bots play as well offline. Those of earlier builds are dropped.
 * Null if it cannot be had. */
export async function fetchNet(url: string, all: NetFile[]): Promise<ArrayBuffer | null> {
  const cache = await globalThis.caches?.open("pipwright.nets").catch(() => undefined);
  const kept = await cache?.match(url);
  if (kept) return kept.arrayBuffer();
  if (!navigator.onLine) return null;
  const response = await fetch(url);
  if (!response.ok) return null;
  const file = await response.arrayBuffer();
  if (cache) await keepNet(cache, url, file, all).catch(() => undefined); /* there may be no room */
  return file;
}

async function keepNet(
  cache: Cache,
  url: string,
  file: ArrayBuffer,
  all: NetFile[],
): Promise<void> {
  for (const old of await cache.keys())
    if (!all.some((net) => old.url.endsWith(`/${net.url}`))) await cache.delete(old);
  await cache.put(url, new Response(file));
}
