/* Keeps this build of the client in the browser, so that it opens and plays without a network. */
declare const FILES: string[];
declare const VERSION: string;
declare const self: ServiceWorkerGlobalScope;

const CACHE = `pipwright-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

/* The build before this one stays: pages that are open may still want parts of it. */
self.addEventListener("activate", (event) => {
  const drop = async () => {
    const others = (await caches.keys()).filter(
      (name) => name.startsWith("pipwright-") && name !== CACHE,
    );
    for (const name of others.slice(0, -1)) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(drop());
});

/* Hashed files never change; a page is asked for anew and taken from here when that fails. What the server says is
 * never kept. */
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const root = new URL("./", location.href).href;
  if (
    request.method !== "GET" ||
    !request.url.startsWith(root) ||
    request.url.startsWith(`${root}api/`)
  )
    return;
  const page = request.url.startsWith(`${root}t/`) ? "t/index.html" : "./";
  const wanted = request.mode === "navigate" ? root + page.replace("./", "") : request;
  const how = { ignoreSearch: true, ignoreVary: true };
  const kept = async () =>
    (await caches.match(wanted, { ...how, cacheName: CACHE })) ?? caches.match(wanted, how);
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await kept()) ?? Response.error()));
  } else {
    event.respondWith(kept().then((found) => found ?? fetch(request)));
  }
});

export {};
