/** Elements made without markup: text is always text, never HTML. Names in sentences light their places. */
import { t } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";

/** `onclick` and the like are listeners. @type {Dom["el"]} */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  element.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child || child === "")));
  return element;
}

/** @type {Dom["svg"]} */
export function svg(tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  set(element, attributes);
  return element;
}

/** @type {Dom["set"]} */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Its label is a text, or the name of an icon. @type {Dom["button"]} */
export function button(label, onclick, attributes = {}) {
  return el("button", { type: "button", onclick, ...attributes }, label in ICONS ? icon(label) : label);
}

/** Things side by side. @param {...any} children */
export const row = (...children) => el("div", { class: "row" }, ...children);

/** A link that looks like a button. @param {string} text @param {string} href @param {string} [kind] */
export const link = (text, href, kind = "") => el("a", { class: `button ${kind}`, href }, text);

/** A card that leads somewhere. @type {Dom["card"]} */
export const card = (href, title, line, small, ...more) => el("li", { class: "card" }, el("a", { href }, el("strong", {}, title),
  line && el("span", {}, line), small && el("span", { class: "small" }, small)), ...more);

/** The head of a view, and the title of the window. @type {Dom["head"]} */
export function head(host, title, lead) {
  document.title = `${title} · Gridwright`;
  host.append(el("h1", {}, title), lead ? el("p", { class: "lead" }, lead) : "");
}

/** What an error says. @param {unknown} error */
export const told = (error) => (error instanceof Error ? error.message : String(error));

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

/** @type {Record<string, string>} drawn in a square of 24 */
const ICONS = {
  undo: "M9 5L4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  redo: "M15 5l5 5-5 5M20 10H10a5 5 0 0 0 0 10h3",
  erase: "M9 5h11v14H9l-6-7zM12 9.5l5 5M17 9.5l-5 5",
  marks: "M5 5h14v14H5zM9 9h.01M12 9h.01M15 9h.01M9 12h.01M12 12h.01M15 12h.01M9 15h.01M12 15h.01",
  several: "M4 4h9v9H4zM17 9h3v11H9v-3",
  trial: "M7 4v16M7 15c0-5 10-3 10-8M14 9l3-3 3 3",
  larger: "M12 5v14M5 12h14",
  smaller: "M5 12h14",
  pan: "M12 3v18M3 12h18M9 6l3-3 3 3M9 18l3 3 3-3M6 9l-3 3 3 3M18 9l3 3-3 3",
  pause: "M9 5v14M15 5v14",
  go: "M8 5l11 7-11 7z",
  more: "M12 6h.01M12 12h.01M12 18h.01",
};

/** @param {string} name  or path data @param {string} [manner] */
export function icon(name, manner = "") {
  const picture = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" });
  picture.append(svg("path", { d: ICONS[name] ?? name, class: manner }));
  return picture;
}

/** A choice with a label. @type {Dom["choice"]} */
export function choice(label, options, chosen, changed) {
  const select = el("select", { onchange: () => changed(select.value) },
    ...options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)));
  return el("label", { class: "field" }, el("span", {}, label), select);
}

/** The genre of a name, or the usual one. @type {Dom["genreNamed"]} */
export const genreNamed = (genres, name) => [name, "sudoku"].map((wanted) => genres.find(({ key, aliases }) => key === wanted || aliases.includes(wanted ?? ""))).find(Boolean) ?? genres[0];

/** The tier of a name, or the second one. @type {Dom["tierNamed"]} */
export const tierNamed = ({ tiers }, name) => (tiers.find((tier) => tier.name === name) ?? tiers[1] ?? tiers[0])?.name;

/** @type {Dom["tierChoice"]} */
export const tierChoice = ({ tiers }, chosen, changed, before = []) => choice(t("tier"), [...before, ...tiers.map(({ name, title }) => [name, title])], chosen, changed);

/** @type {Dom["sizeChoice"]} */
export const sizeChoice = ({ made = [] }, chosen, changed, before = []) => choice(t("size"), [...before, ...made.map((rows) => [`${rows}`, `${rows}`])], chosen, changed);

/** What else a genre is called, and its variants. @param {GenreListing} genre */
export const otherNames = ({ aliases, variants }) => [...new Set([...aliases, ...Object.keys(variants)])].join(", ").replaceAll("-", " ");

/** A choice of genres, by all that they are called. @type {Dom["genreChoice"]} */
export const genreChoice = (genres, chosen, changed, before = []) =>
  choice(t("genre"), [...before, ...genres.map((each) => [each.key, [each.title, otherNames(each)].join(": ")])], chosen, changed);

/** A checkbox with a label. @type {Dom["check"]} */
export function check(label, checked, changed) {
  const input = el("input", { type: "checkbox", checked, onchange: () => changed(input.checked) });
  return el("label", { class: "check" }, input, el("span", {}, label));
}

const SHAPES = new Set(["svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
  "title", "desc"]);

/** Puts a piece of SVG into a group. Only shapes and their plain attributes get in, whoever wrote it.
 * @param {Element} host @param {string} markup */
export function draw(host, markup) {
  host.replaceChildren();
  if (!markup) return;
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
  if (parsed.querySelector("parsererror")) return;
  for (const element of [...parsed.documentElement.querySelectorAll("*")]) {
    if (!SHAPES.has(element.localName)) element.remove();
    for (const { name } of [...element.attributes]) {
      if (/^on|href|style|^id$/i.test(name)) element.removeAttribute(name);
    }
  }
  host.append(...document.importNode(parsed.documentElement, true).childNodes);
}
