/** What the page asks for: of the server, or of the files of an exported folder. */
import { keepAnswer, keptAnswer, keyOf } from "./store.js";
import { language, voice } from "./settings.js";
import { t } from "./texts.js";

export const hasServer = document.querySelector("meta[name=gridwright]")?.getAttribute("content") !== "data";
const BASE = "api/v1/";

/** An answer that says no, in a sentence; `lost` where nobody answered. */
export class Refusal extends Error {
  /** @param {string} message @param {number} status */
  constructor(message, status) {
    super(message);
    this.status = status;
  }

  get lost() {
    return this.status === 0;
  }
}

/** @param {string} path @param {RequestInit} [init] @param {boolean} [again] @returns {Promise<Response>} */
async function request(path, init, again = true) {
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    throw new Refusal(t("no-server"), 0);
  }
  if (response.ok) return response;
  if (response.status === 503 && again) return request(path, init, false);
  let message = `${response.status} ${response.statusText}`;
  try {
    message = (await response.json()).error ?? message;
  } catch {
    // An answer that is no JSON has no sentence.
  }
  throw new Refusal(message, response.status);
}

/** @param {string} name @param {Fields} body @param {AbortSignal} [signal] */
async function send(name, body, signal) {
  if (!hasServer) throw new Refusal(t("needs-server"), 0);
  return request(BASE + name, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
}

/** @param {string} name @param {Fields} body @param {AbortSignal} [signal] */
const post = async (name, body, signal) => (await send(name, { voice: voice(), ...body }, signal)).json();

/** A list that is asked for, or read from a file. @param {string} name @param {Record<string, string | number | undefined>} asks
 * @param {string} file  its address in an exported folder, without the language */
async function get(name, asks, file) {
  if (!hasServer) return (await request(`data/${file}${language() === "de" && !file.startsWith("corpus") ? ".de" : ""}.json`)).json();
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(asks)) if (value !== undefined && value !== "") query.set(key, String(value));
  return (await request(`${BASE}${name}?${query}`)).json();
}

/** @returns {Promise<{genres: GenreListing[], names: Record<string, string>}>} */
export const genres = () => get("genres", { voice: voice() }, "genres");
/** @param {string} [genre] @returns {Promise<{techniques: TechniqueListing[]}>} */
export const techniques = (genre) => get("techniques", { genre, voice: voice() }, "techniques");
/** @param {string} key @param {string} [genre] @returns {Promise<TechniqueListing>} */
export const technique = (key, genre) =>
  get(`techniques/${encodeURIComponent(key)}`, { genre, voice: voice() }, `techniques/${encodeURIComponent(key)}`);

/** @param {{genre?: string, tier?: string, technique?: string, rows?: number, first?: number, count?: number}} asks
 * @returns {Promise<{total: number, puzzles: CorpusListing[]}>} */
export async function corpus(asks) {
  /** @type {{total: number, puzzles: CorpusListing[]}} */
  const answer = await get("corpus", asks, `corpus/${asks.genre}`);
  if (hasServer) return answer;
  const puzzles = answer.puzzles.filter((each) => (!asks.tier || each.tier === asks.tier)
    && (!asks.technique || asks.technique in each.techniques) && (!asks.rows || each.rows === asks.rows));
  return { total: puzzles.length, puzzles: puzzles.slice(asks.first ?? 0, (asks.first ?? 0) + (asks.count ?? 50)) };
}

/** @param {string} id */
export const corpusEntry = (id) => get(`corpus/${id}`, {}, `puzzles/${id}`);
/** @param {Record<string, string>} asks */
export const today = (asks) => get("today", asks, "today");

/** @param {string} genre @returns {Promise<{board: any}>} */
export const blank = (genre) => get("blank", { genre }, "");

/** A puzzle's board, and its explanation where it came with it or was kept.
 * @param {PuzzleRequest} asked @returns {Promise<{board: BoardDocument, explanation: Explanation | null}>} */
export async function open(asked) {
  if (!hasServer) {
    if (!asked.id) throw new Refusal(t("needs-server"), 0);
    const bundle = await corpusEntry(asked.id);
    return { board: bundle.board, explanation: bundle.explain };
  }
  const key = keyOf(`${asked.genre} ${voice()}`, asked.puzzle);
  try {
    const { puzzle, genre, format } = asked;
    const board = await post("board", { puzzle, genre, format });
    const kept = await keptAnswer(key);
    if (!kept) keepAnswer(key, { board, explanation: null });
    return { board, explanation: kept?.explanation ?? null };
  } catch (error) {
    const kept = error instanceof Refusal && error.lost && (await keptAnswer(key));
    if (kept) return kept;
    throw error;
  }
}

/** The whole trace of a puzzle, kept for when the server is gone. @param {PuzzleRequest} asked @param {BoardDocument} board
 * @returns {Promise<Explanation>} */
export async function explanationOf(asked, board) {
  const { puzzle, genre, format } = asked;
  const explanation = await post("explain", { puzzle, genre, format });
  keepAnswer(keyOf(`${asked.genre} ${voice()}`, asked.puzzle), { board, explanation });
  return explanation;
}

/** @type {(fields: Fields) => Promise<Hint>} */
export const hint = (fields) => post("hint", fields);
/** @type {(fields: Fields) => Promise<{conflicts?: {sentence: Sentence, places: string[]}[], right?: boolean | null, solved: boolean}>} */
export const check = (fields) => post("check", fields);
/** @type {(fields: Fields) => Promise<Explanation>} */
export const why = (fields) => post("why", fields);
/** @type {(fields: Fields, signal?: AbortSignal) => Promise<any>} */
export const grade = (fields, signal) => post("grade", fields, signal);
export const convert = (/** @type {Fields} */ fields) => post("convert", fields);
export const board = (/** @type {Fields} */ fields) => post("board", fields);
export const picture = (/** @type {Fields} */ fields) => post("draw", fields);

/** The events of a generation, as they come; to abort is to cancel. @param {Fields} recipe
 * @param {AbortSignal} signal @returns {AsyncGenerator<any>} */
export async function* generate(recipe, signal) {
  const response = await send("generate", recipe, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const lines = (rest + (value ?? "")).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim()) yield JSON.parse(line);
    if (done) break;
  }
  if (rest.trim()) yield JSON.parse(rest);
}
