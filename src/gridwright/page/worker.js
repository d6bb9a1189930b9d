/** The service worker: what was fetched once is there when nothing answers; the network is asked first, so that a new
 * version is seen at once. To end it, serve a file here that only calls `self.registration.unregister()`. */
const CACHE = "gridwright-1";
/** @param {string | Request} request  the server's word, not a guess */
const asked = (request) => new Request(request, { cache: "no-cache" });

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (event) => {
  event.waitUntil(keepAll().then(() => worker.skipWaiting()));
});

/** The page, and what it names: all its files. */
async function keepAll() {
  const page = await (await fetch(asked("./"))).text(), named = [...page.matchAll(/(?:href|src)="?(\w+\.\w+)/g)].map(([, name]) => name);
  return (await caches.open(CACHE)).addAll(["./", "index.html", ...named].map(asked));
}

worker.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((keys) => Promise.all(keys.filter((key) => /-\d+$/.test(key) && key !== CACHE).map((key) => caches.delete(key))))
    .then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const found = await fetch(asked(request)), response = new Response(found.body, found);
    response.headers.set("Cache-Control", "no-cache");
    if (response.ok) cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}
