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
  const { status, statusText } = response, { error = `${status} ${statusText}` } = await response.json().catch(() => ({}));
  throw new Refusal(error, status);
}

async function send(name, body, signal) {
  if (!hasServer) throw new Refusal(t("needs-server"), 0);
  return request(BASE + name, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
}

const post = async (name, body, signal) => (await send(name, { voice: voice(), ...body }, signal)).json();

/** A list that is asked for, or read from a file. @param {string} file  its address in an exported folder, without the language */
async function get(name, asks, file) {
  if (!hasServer) return (await request(`data/${file}${language() === "de" && !file.startsWith("corpus") ? ".de" : ""}.json`)).json();
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(asks)) if (value !== undefined && value !== "") query.set(key, String(value));
  return (await request(`${BASE}${name}?${query}`)).json();
}

/** @type {Api["genres"]} */
export const genres = () => get("genres", { voice: voice() }, "genres");
/** @type {Api["techniques"]} */
export const techniques = (genre) => get("techniques", { genre, voice: voice() }, "techniques");
/** @type {Api["technique"]} */
export const technique = (key, genre, path = `techniques/${encodeURIComponent(key)}`) => get(path, { genre, voice: voice() }, path);

/** @type {Api["corpus"]} */
export async function corpus(asks) {
  const answer = await get("corpus", asks, `corpus/${asks.genre}`), { tier, technique: used, rows, first = 0, count = 50 } = asks;
  if (hasServer) return answer;
  const puzzles = answer.puzzles.filter((each) => (!tier || each.tier === tier) && (!used || used in each.techniques) && (!rows || each.rows === rows));
  return { total: puzzles.length, puzzles: puzzles.slice(first, first + count) };
}

/** @param {string} id */
export const corpusEntry = (id) => get(`corpus/${id}`, {}, `puzzles/${id}`);
/** The puzzle of a date; where nobody makes one, one of those that are here. @param {Record<string, string>} asks */
export async function today(asks) {
  if (hasServer) return get("today", asks, "");
  const { puzzles } = await corpus({ genre: asks.genre, tier: asks.tier, count: Infinity });
  if (!puzzles.length) throw new Refusal(t("no-puzzle"), 404);
  return puzzles[Math.floor(Date.parse(asks.date) / 86_400_000) % puzzles.length];
}

/** @param {string} genre @returns {Promise<{board: any}>} */
export const blank = (genre) => get("blank", { genre }, "");

export const candidates = () => get("candidates", {}, "candidates");
/** @param {number} number @param {Fields} [decision]  what is decided about it first */
export const candidate = (number, decision) => (decision ? post(`candidates/${number}`, decision) : get(`candidates/${number}`, { voice: voice() }, ""));

/** A puzzle's board, and its explanation where it came with it or was kept. @type {Api["open"]} */
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

/** The whole trace of a puzzle, kept for when the server is gone. @type {Api["explanationOf"]} */
export async function explanationOf(asked, board) {
  const { puzzle, genre, format } = asked;
  const explanation = await post("explain", { puzzle, genre, format });
  keepAnswer(keyOf(`${asked.genre} ${voice()}`, asked.puzzle), { board, explanation });
  return explanation;
}

/** @type {Api["hint"]} */
export const hint = (fields) => post("hint", fields);
/** @type {Api["check"]} */
export const check = (fields) => post("check", fields);
/** @type {Api["why"]} */
export const why = (fields) => post("why", fields);
/** @type {Api["grade"]} */
export const grade = (fields, signal) => post("grade", fields, signal);
export const convert = (fields) => post("convert", fields);
export const board = (fields) => post("board", fields);
export const picture = (fields) => post("draw", fields);

/** The events of a generation, as they come; to abort is to cancel. @param {Fields} recipe
 * @param {AbortSignal} signal @returns {AsyncGenerator<any>} */
export async function* generate(recipe, signal) {
  const response = await send("generate", { voice: voice(), ...recipe }, signal);
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
