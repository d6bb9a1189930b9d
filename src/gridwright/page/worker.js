/**
 * The service worker: what was fetched once is there when nothing answers. The network is asked first, so that a new
 * version is seen at once; requests that change with the position are never kept. To end it, serve a file here that
 * only calls `self.registration.unregister()`.
 */
const CACHE = "gridwright-1";
const PAGE = ["./", "index.html", "style.css", "icon.svg", "main.js", "api.js", "board.js", "controls.js", "dialogs.js", "dom.js", "game.js", "geometry.js",
  "keys.js", "moves.js", "pad.js", "play.js", "reasons.js", "sentence.js", "settings.js", "shapes.js", "share.js", "sheet.js", "store.js", "strokes.js", "texts.js",
  "trace.js", "view_start.js", "view_genre.js", "view_play.js", "view_today.js", "view_make.js", "view_bring.js", "view_learn.js", "view_settings.js"];

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(PAGE)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((keys) => Promise.all(keys.filter((key) => key !== CACHE).map((key) => caches.delete(key))))
    .then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw error;
  }
}
