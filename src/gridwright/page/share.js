/** Links that hold a puzzle, and how far somebody is: a version, then packed JSON, in letters that a URL takes. */
import { LAYERS } from "./game.js";

const VERSION = 1;
/** Characters of a link, and of what it unpacks to: more is no puzzle. */
const LONGEST = 60_000;
const LARGEST = 1_000_000;

/** @param {Shared} shared @returns {Promise<string>} */
export async function pack(shared) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  const text = String.fromCharCode(VERSION, ...packed);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @param {string} text @returns {Promise<Shared>} throws an Error where it is no such text */
export async function unpack(text) {
  if (text.length > LONGEST || !/^[\w-]+$/.test(text)) throw new Error("no link of this page");
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  if (bytes[0] !== VERSION) throw new Error(`a link of version ${bytes[0]}, expected ${VERSION}`);
  const stream = new Blob([bytes.slice(1)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let json = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    json += decoder.decode(value, { stream: true });
    if (json.length > LARGEST) throw new Error("a link that unpacks to too much");
  }
  return checked(JSON.parse(json));
}

/** A stranger wrote it: only what has the right shape gets through. @param {any} data @returns {Shared} */
function checked(data) {
  const isPuzzle = typeof data?.puzzle === "string" || (typeof data?.puzzle === "object" && data.puzzle !== null);
  if (!isPuzzle || typeof data.genre !== "string") throw new Error("a link without a puzzle");
  /** @type {Shared} */
  const shared = { genre: data.genre, puzzle: data.puzzle };
  if (/^[\w-]+\/\d+$/.test(data.id)) shared.id = data.id;
  if (typeof data.layers === "object" && data.layers) {
    shared.layers = /** @type {Layers} */ (Object.fromEntries(LAYERS.map((layer) => [layer,
      Object.fromEntries(Object.entries(data.layers[layer] ?? {}).filter(([, value]) => typeof value === "string"))])));
    if (Number.isFinite(data.seconds)) shared.seconds = data.seconds;
  }
  return shared;
}
