/** Sentences on the page: every name in one can be pointed at or tapped, and lights its places. */
import { el } from "./dom.js";

/** @param {Sentence} sentence */
export const plain = (sentence) => (typeof sentence === "string" ? sentence : sentence.map((piece) => piece.text).join(""));

/** What sentences call "an X-wing" is a title without its article. @param {string} name */
export const titled = (name) => name.replace(/^(an?|eine?) /, "").replace(/^./, (letter) => letter.toUpperCase());

/** @param {Sentence} sentence @param {(places: string[]) => void} light */
export function spoken(sentence, light) {
  if (typeof sentence === "string") return el("p", {}, sentence);
  return el("p", {}, ...sentence.map(({ text, places }) => {
    if (!places) return text;
    const on = () => light(places), off = () => light([]);
    return el("span", { role: "button", tabindex: 0, class: "name", onpointerenter: on, onpointerleave: off, onfocus: on,
      onblur: off, onclick: on }, text);
  }));
}
