/** Games that are kept in this browser, each under its puzzle, and answers that let one play on without a server. */

const GAME = "gridwright.game.";
const LIST = "gridwright.games";
/** Games that are kept; beyond that the one that was left alone longest goes. */
const MOST = 60;

/** The same for the same puzzle. @param {string} genre @param {unknown} puzzle */
export const keyOf = (genre, puzzle) => `${genre} ${typeof puzzle === "string" ? puzzle : JSON.stringify(puzzle)}`;

/** What is kept under a name; null where nothing is, or nothing that can be read. @param {string} name */
export function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @returns {Kept[]} the last one played first */
export const games = () => read(LIST) ?? [];
/** @param {string} key @returns {SavedGame | null} */
export const load = (key) => read(GAME + key);

/** @param {Kept} kept @param {SavedGame} game */
export function save(kept, game) {
  const others = games().filter((other) => other.key !== kept.key);
  try {
    for (const old of others.splice(MOST - 1)) localStorage.removeItem(GAME + old.key);
    localStorage.setItem(GAME + kept.key, JSON.stringify(game));
    localStorage.setItem(LIST, JSON.stringify([kept, ...others]));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} key */
export function forget(key) {
  localStorage.removeItem(GAME + key);
  localStorage.setItem(LIST, JSON.stringify(games().filter((kept) => kept.key !== key)));
}

// Answers, by what was asked: too large for localStorage

const ANSWERS = "gridwright-answers";
/** Answers that are kept. */
const MOST_ANSWERS = 150;

/** Where nothing can be kept, nothing is lost but play without a server. */
const opened = () => globalThis.caches?.open(ANSWERS).catch(() => undefined);
const named = (key) => `answers/${encodeURIComponent(key)}`;

/** @param {string} key @param {unknown} answer */
export async function keepAnswer(key, answer) {
  const cache = await opened();
  await cache?.put(named(key), new Response(JSON.stringify(answer))).catch(() => {});
  for (const old of (await cache?.keys())?.slice(0, -MOST_ANSWERS) ?? []) await cache?.delete(old);
}

/** @param {string} key @returns {Promise<any>} undefined where nothing is kept */
export const keptAnswer = async (key) => (await (await opened())?.match(named(key)))?.json();
