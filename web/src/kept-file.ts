/* A file that is not stored with the page but kept once it was fetched, so that it is there offline. */

/* From the browser if it was fetched before; those that no build of today names are dropped. Null if it cannot be
 * had. */
export async function fetchKept(
  place: string,
  url: string,
  all: string[],
): Promise<ArrayBuffer | null> {
  const cache = await globalThis.caches?.open(place).catch(() => undefined);
  const kept = await cache?.match(url);
  if (kept) return kept.arrayBuffer();
  if (!navigator.onLine) return null;
  const response = await fetch(url);
  if (!response.ok) return null;
  const file = await response.arrayBuffer();
  if (cache) await keep(cache, url, file, all).catch(() => undefined); /* there may be no room */
  return file;
}

async function keep(cache: Cache, url: string, file: ArrayBuffer, all: string[]): Promise<void> {
  for (const old of await cache.keys())
    if (!all.some((each) => old.url.endsWith(`/${each}`))) await cache.delete(old);
  await cache.put(url, new Response(file));
}
