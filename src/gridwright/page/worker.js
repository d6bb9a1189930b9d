/** The service worker: what was fetched once is there when nothing answers; the network is asked first, so that a new
 * version is seen at once. To end it, serve a file here that only calls `self.registration.unregister()`. */
const CACHE = "gridwright-1";
const MODULES = `api bench board clues controls dialogs dom game geometry keys main moves pad play reasons sentence settings
  shapes share sheet store strokes texts trace view_bring view_candidates view_genre view_learn view_make view_play
  view_settings view_start view_today`;
const PAGE = ["./", "index.html", "style.css", "icon.svg", ...MODULES.split(/\s+/).map((name) => `${name}.js`)];
/** @param {string | Request} request  the server's word, not a guess */
const asked = (request) => new Request(request, { cache: "no-cache" });

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(PAGE.map(asked))).then(() => worker.skipWaiting()));
});

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
