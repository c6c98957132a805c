// The service worker: what the pages are made of is at hand without a network. It never touches /api or /ws, so nothing that is
// somebody's is ever kept. FILES and VERSION are written in by tools/pwa.mjs.
const FILES = [];
const VERSION = "";
const KEPT = `kafenio-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES.map((path) => new Request(path, { cache: "reload" })))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request, { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== self.location.origin || /^\/(api|ws)\//.test(pathname)) return;
  if (mode === "navigate") event.respondWith(page(event.request));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(event.request));
});

/** The page of now; without a network the one that is kept: it is the same for everybody, and says itself what works. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match("/", { cacheName: KEPT });
    if (kept) return kept;
    throw error;
  }
}

/** A file with a hash in its name never changes. */
async function asset(request) {
  const kept = await caches.match(request.url, { cacheName: KEPT });
  if (kept) return kept;
  const found = await fetch(request);
  if (found.ok) await (await caches.open(KEPT)).put(request.url, found.clone());
  return found;
}
