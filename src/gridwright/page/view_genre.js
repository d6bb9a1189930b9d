/** One genre: its rules, the tiers, and the puzzles that are shipped. */
import * as api from "./api.js";
import { button, card, el, head, link, row, sizeChoice, tierChoice, titled } from "./dom.js";
import * as store from "./store.js";
import { progress, t } from "./texts.js";

const PAGE = 24;

/** @type {View} */
export async function show({ host, rest, asks }) {
  const { genres, names } = await api.genres();
  const genre = genres.find((each) => each.key === rest || each.aliases.includes(rest));
  if (!genre) throw new api.Refusal(t("no-genre", { genre: rest }), 404);
  const technique = asks.get("technique") ?? "";
  const filter = { tier: asks.get("tier") ?? "", rows: technique ? "" : String(genre.size ?? ""), first: 0 };
  const list = el("ul", { class: "cards small-cards" }), count = el("p", { role: "status", class: "small" });
  const more = button(t("more"), () => {
    filter.first += PAGE;
    fill(false);
  });
  const pick = (name) => (value) => {
    filter[name] = value;
    fill(true);
  };
  const fill = async (anew) => {
    if (anew) filter.first = 0;
    const { total, puzzles } = await api.corpus({ genre: genre.key, tier: filter.tier, technique, rows: Number(filter.rows) || undefined, first: filter.first, count: PAGE });
    if (anew) list.replaceChildren();
    list.append(...puzzles.map((each) => puzzleCard(each, genre, names, technique && `&practise=${encodeURIComponent(technique)}`)));
    count.textContent = t("puzzles", { n: total });
    more.hidden = filter.first + PAGE >= total;
  };
  head(host, genre.title);
  host.append(el("details", {}, el("summary", {}, t("rules")), el("p", {}, genre.rulebook)),
    row(api.hasServer && link(t("nav-make"), `#make?genre=${genre.key}`, "primary"),
      link(t("nav-today"), `#today?genre=${genre.key}`), link(t("nav-learn"), `#learn?genre=${genre.key}`),
      api.hasServer && link(t("nav-bring"), `#bring?genre=${genre.key}`)),
    el("h2", {}, technique ? t("practising", { technique: titled(names[technique] ?? technique) }) : t("shipped")), tierChoice(genre, filter.tier, pick("tier"), [["", t("any")]]), sizeChoice(genre, filter.rows, pick("rows"), [["", t("any")]]), count, list, more);
  await fill(true);
  if (list.childElementCount || !filter.rows) return;
  filter.rows = "";
  /** @type {HTMLSelectElement} */ (host.querySelectorAll("select")[1]).value = "";
  await fill(true);
}

/** @param {string} practise  how the address goes on */
function puzzleCard(each, { tiers }, names, practise) {
  const kept = store.games().find((game) => game.id === each.id);
  const number = each.id.split("/")[1];
  return card(`#play?id=${each.id}${practise}`, `${each.rows} × ${each.columns} · ${number}`,
    [tiers.find(({ name }) => name === each.tier)?.title ?? each.tier, each.hardest && titled(names[each.hardest] ?? each.hardest)].filter(Boolean).join(" · "), kept ? progress(kept.filled) : "");
}
