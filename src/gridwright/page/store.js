/** Games that are kept in this browser, each under its puzzle, and answers that let one play on without a server. */

const GAME = "gridwright.game.";
const LIST = "gridwright.games";
/** Games that are kept; beyond that the one that was left alone longest goes. */
const MOST = 60;

/** The same for the same puzzle, short enough for a name. @param {string} genre @param {unknown} puzzle */
export function keyOf(genre, puzzle) {
  const text = `${genre} ${typeof puzzle === "string" ? puzzle : JSON.stringify(puzzle)}`;
  let high = 0xdeadbeef, low = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    high = Math.imul(high ^ text.charCodeAt(i), 2654435761);
    low = Math.imul(low ^ text.charCodeAt(i), 1597334677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
}

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

/** @returns {Promise<IDBObjectStore>} @param {IDBTransactionMode} mode */
function answers(mode) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("gridwright", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("answers");
    opening.onsuccess = () => resolve(opening.result.transaction("answers", mode).objectStore("answers"));
    opening.onerror = () => reject(opening.error);
  });
}

/** @param {string} key @param {unknown} answer */
export async function keepAnswer(key, answer) {
  try {
    (await answers("readwrite")).put(answer, key);
  } catch {
    // Nothing is lost but play without a server.
  }
}

/** @param {string} key @returns {Promise<any>} undefined where nothing is kept */
export async function keptAnswer(key) {
  try {
    const reading = (await answers("readonly")).get(key);
    return await new Promise((resolve) => {
      reading.onsuccess = () => resolve(reading.result);
      reading.onerror = () => resolve(undefined);
    });
  } catch {
    return undefined;
  }
}
