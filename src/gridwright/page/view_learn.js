/** Techniques: a list by tier, and a page for each with an example to look at and puzzles that use it. */
import * as api from "./api.js";
import { bare, Board } from "./board.js";
import { button, card, el, genreChoice, genreNamed, head, link, row, spoken, titled } from "./dom.js";
import { settings } from "./settings.js";
import * as store from "./store.js";
import { readFact, Sheet } from "./sheet.js";
import { t } from "./texts.js";

/** @type {View} */
export async function show({ host, rest, asks }) {
  const genre = asks.get("genre");
  return rest ? showOne(host, rest, genre ?? undefined) : showList(host, genre);
}

export const addressOf = (key, genre) => `#technique/${encodeURIComponent(key)}${genre ? `?genre=${genre}` : ""}`;

/** The techniques of a genre by tier; forms of one that are called alike are together. @type {ByTier} */
export function byTier({ tiers }, techniques) {
  const sizes = techniques.flatMap((each) => each.sizes.map(({ key }) => ({ ...each, key })));
  return tiers.map(({ title, techniques: keys }) => {
    const some = sizes.filter((each) => keys.includes(each.key)), names = [...new Set(some.map((each) => each.name))];
    return { tier: title, some: names.map((called) => some.filter((each) => each.name === called)) };
  }).filter(({ some }) => some.length);
}

/** What tells the forms of one technique apart. @param {string} key */
export const formOf = (key) => key.replaceAll("-", " ");

async function showList(host, wanted) {
  const { genres } = await api.genres(), genre = genreNamed(genres, wanted), { techniques } = await api.techniques(genre.key);
  const listed = (forms, [{ key, name, seen }] = forms) => card(addressOf(key, genre.key), titled(name), "", seen ?? "", forms.length > 1 && el("p", { class: "forms" }, ...forms.map((form) => el("a", { href: addressOf(form.key, genre.key) }, formOf(form.key)))));
  head(host, t("nav-learn"), t("learn-lead"));
  host.append(genreChoice(genres, genre.key, (key) => { location.hash = `learn?genre=${key}`; }),
    ...byTier(genre, techniques).flatMap(({ tier, some }) => [el("h2", {}, tier), el("ul", { class: "cards small-cards" }, ...some.map((forms) => listed(forms)))]));
  if (api.hasServer && (await api.candidates()).there) host.append(row(link(t("candidates"), "#candidates")));
}

/** A position that is only looked at. @param {BoardDocument} printed @param {Record<string, string>} symbols */
export function pictured(printed, symbols) {
  const board = new Board(new Sheet(printed), settings);
  board.grid.hidden = true;
  board.show(bare(symbols));
  return board;
}

/** The board of an example before its step. @param {any} example */
export async function exampleBoard({ puzzle, genre, id, facts }) {
  const { board } = await api.open({ puzzle, genre, id });
  return pictured(board, Object.fromEntries(facts.map(readFact).filter(([, sign]) => sign === "=").map(([name, , symbol]) => [name, symbol])));
}

async function showOne(host, key, genre) {
  const { techniques } = await api.techniques(genre), known = techniques.find((each) => each.sizes.some((size) => size.key === key));
  if (known) head(host, titled(known.name));
  const waiting = el("p", { role: "status" }, t("thinking"));
  host.append(el("p", { class: "small" }, known?.genres.join(", ") ?? ""), known?.seen ? el("p", {}, known.seen) : "",
    known?.holds ? el("p", {}, `${t("why-it-holds")}: ${known.holds}.`) : "", waiting);
  const { example, practise, genres } = await api.technique(key, genre), of = genre ?? example?.genre ?? genres[0], name = encodeURIComponent(key);
  const solved = new Set(store.games().filter((game) => game.filled === 100).map((game) => game.id)), next = practise.find((id) => !solved.has(id)) ?? practise[0];
  waiting.replaceWith(row(next && link(t("practise"), `#play?id=${next}&practise=${name}`, "primary"), next && link(t("practise-list"), `#genre/${of}?technique=${name}`),
    ...(known?.sizes ?? []).map((size) => size.key !== key && link(formOf(size.key), addressOf(size.key, genre))), link(t("all-techniques"), `#learn?genre=${of}`)));
  if (!example) return;
  const board = await exampleBoard(example), { step, candidates } = example, text = el("div");
  const stages = [["show-board", null, ""], ["show-where", { ...step.evidence, ink: "" }, ""], ["show-why", step.evidence, step.sentence]];
  const keys = stages.map(([label, evidence, sentence], i) => button(`${i + 1}. ${t(label)}`, () => {
    board.showEvidence(evidence, i === 0 ? null : candidates);
    text.replaceChildren(sentence ? spoken(sentence, (places) => board.light(places)) : "");
    keys.forEach((each, j) => each.setAttribute("aria-pressed", String(i === j)));
  }));
  host.append(el("h2", {}, t("example")), row(...keys), text, el("div", { class: "example-board" }, board.root),
    link(t("play-it"), `#play?id=${example.id}&practise=${name}`));
  board.fit();
  keys[2].click();
  return () => board.close();
}
