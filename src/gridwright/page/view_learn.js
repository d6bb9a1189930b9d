/** Techniques: a list by tier, and a page for each with an example to look at and puzzles that use it. */
import * as api from "./api.js";
import { bare, Board } from "./board.js";
import { button, el, genreChoice, head, link } from "./dom.js";
import { spoken, titled } from "./sentence.js";
import { settings } from "./settings.js";
import * as store from "./store.js";
import { readFact, Sheet } from "./sheet.js";
import { t } from "./texts.js";

/** @type {View} */
export async function show({ host, rest, asks }) {
  const genre = asks.get("genre") ?? undefined;
  return rest ? showOne(host, rest, genre) : showList(host, genre ?? "sudoku");
}

/** @param {HTMLElement} host @param {string} genre */
async function showList(host, genre) {
  const waiting = el("p", { role: "status" }, t("thinking"));
  head(host, t("nav-learn"), t("learn-lead"));
  host.append(waiting);
  const [{ genres }, { techniques }] = await Promise.all([api.genres(), api.techniques(genre)]);
  waiting.remove();
  const tiers = genres.find((each) => each.key === genre)?.tiers ?? [];
  const byTier = tiers.map((tier) => ({ ...tier, some: techniques.filter((each) => tier.techniques.includes(each.key)) })).filter(({ some }) => some.length);
  host.append(genreChoice(genres, genre, (key) => { location.hash = `learn?genre=${key}`; }),
    ...byTier.flatMap(({ name, some }) => [el("h2", {}, name), el("ul", { class: "cards small-cards" }, ...some.map((each) =>
      el("li", { class: "card" }, el("a", { href: `#technique/${encodeURIComponent(each.key)}?genre=${genre}` }, el("strong", {}, titled(each.name)),
        el("span", { class: "small" }, each.genres.join(", "))))))]));
}

/** @param {HTMLElement} host @param {string} key @param {string | undefined} genre */
async function showOne(host, key, genre) {
  const technique = await api.technique(key, genre);
  const { example, practise } = technique, of = example?.genre ?? technique.genres[0], name = encodeURIComponent(key);
  const solved = new Set(store.games().filter((game) => game.filled === 100).map((game) => game.id)), next = practise.find((id) => !solved.has(id)) ?? practise[0];
  head(host, titled(technique.name));
  host.append(el("p", { class: "small" }, technique.genres.join(", ")),
    el("p", {}, technique.holds ? `${t("why-it-holds")}: ${technique.holds}.` : ""),
    el("div", { class: "row" }, next && link(t("practise"), `#play?id=${next}&practise=${name}`, "primary"),
      next && link(t("practise-list"), `#genre/${of}?technique=${name}`), link(t("all-techniques"), `#learn?genre=${of}`)));
  if (!example) return;
  const { board: document_ } = await api.open({ puzzle: example.puzzle, genre: example.genre, id: example.id });
  const sheet = new Sheet(document_), board = new Board(sheet, settings);
  board.grid.hidden = true;
  /** @type {Record<string, string>} */
  const symbols = {};
  for (const fact of example.facts) {
    const [name, sign, symbol] = readFact(fact);
    if (sign === "=") symbols[name] = symbol;
  }
  const { step } = example, text = el("div", { class: "sentence" });
  const stages = [["show-board", null, ""], ["show-where", { ...step.evidence, ink: "" }, ""], ["show-why", step.evidence, step.sentence]];
  const keys = stages.map(([label, evidence, sentence], i) => button(`${i + 1}. ${t(label)}`, () => {
    board.showEvidence(evidence, i === 0 ? null : example.candidates);
    text.replaceChildren(sentence ? spoken(sentence, (places) => board.light(places)) : "");
    keys.forEach((each, j) => each.setAttribute("aria-pressed", String(i === j)));
  }));
  board.show(bare(symbols));
  host.append(el("h2", {}, t("example")), el("div", { class: "row" }, ...keys), text, el("div", { class: "example-board" }, board.root),
    link(t("play-it"), `#play?id=${example.id}&practise=${name}`));
  board.fit();
  keys[2].click();
  return () => board.close();
}
