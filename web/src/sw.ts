/* Keeps this build of the client in the browser, so that it opens and plays without a network. */
declare const FILES: string[];
declare const VERSION: string;
declare const self: ServiceWorkerGlobalScope;

const CACHE = `pipwright-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const drop = async () => {
    for (const name of await caches.keys()) if (name.startsWith("pipwright-") && name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(drop());
});

/* Hashed files never change; the page itself is asked for anew and taken from here when that fails. */
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  const kept = () => caches.match(request.mode === "navigate" ? "./" : request, { ignoreSearch: true, ignoreVary: true });
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async () => (await kept()) ?? Response.error()));
  } else {
    event.respondWith(kept().then((found) => found ?? fetch(request)));
  }
});
export {};
