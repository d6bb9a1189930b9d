/** What a player has chosen, kept in this browser. */
import { read } from "./store.js";

/** @type {Settings} */
const DEFAULTS = {
  language: "",
  voice: "teacher",
  theme: "auto",
  conflicts: "live",
  completion: "always",
  autoCross: true,
  crossFirst: true,
  tidyMarks: true,
  marksCount: true,
  coordinates: true,
  letters: false,
  timer: true,
};

const KEY = "gridwright.settings";

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read(KEY) };

/** @param {Partial<Settings>} changes */
export function change(changes) {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage a choice lasts as long as the page.
  }
  apply();
}

/** The language of the page: as chosen, or the browser's. */
export function language() {
  return (settings.language || navigator.language.slice(0, 2)) === "de" ? "de" : "en";
}

/** Who tells, in the page's language. */
export function voice() {
  return language() === "de" ? "de" : settings.voice;
}

/** Puts the choices that style sheets read on the page. */
export function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = settings.theme;
  dataset.letters = String(settings.letters);
  document.documentElement.lang = language();
}
