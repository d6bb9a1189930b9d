/** One genre: its rules, the tiers, and the puzzles that are shipped. */
import * as api from "./api.js";
import { button, choice, el } from "./dom.js";
import * as store from "./store.js";
import { t } from "./texts.js";

const PAGE = 24;

/** @type {View} */
export async function show({ host, rest, asks }) {
  const { genres } = await api.genres();
  const genre = genres.find((each) => each.key === rest || each.aliases.includes(rest));
  if (!genre) throw new api.Refusal(t("no-genre", { genre: rest }), 404);
  document.title = `${genre.title} · Gridwright`;
  const technique = asks.get("technique") ?? "";
  const filter = { tier: asks.get("tier") ?? "", rows: technique ? "" : String(genre.size ?? ""), first: 0 };
  const tiers = genre.tiers.map((tier) => tier.name);
  const list = el("ul", { class: "cards small-cards" }), count = el("p", { role: "status", class: "small" });
  const more = button(t("more-puzzles"), () => {
    filter.first += PAGE;
    fill(false);
  });
  const fill = async (anew) => {
    if (anew) filter.first = 0;
    const { total, puzzles } = await api.corpus({ genre: genre.key, tier: filter.tier, technique, rows: Number(filter.rows) || undefined, first: filter.first, count: PAGE });
    if (anew) list.replaceChildren();
    list.append(...puzzles.map(puzzleCard));
    count.textContent = t("puzzles", { n: total });
    more.hidden = filter.first + PAGE >= total;
  };
  host.append(el("h1", {}, genre.title), el("details", { class: "rules" }, el("summary", {}, t("rules")), el("p", {}, genre.rulebook)),
    el("div", { class: "row" }, api.hasServer && el("a", { class: "button primary", href: `#make?genre=${genre.key}` }, t("nav-make")),
      api.hasServer && el("a", { class: "button", href: `#today?genre=${genre.key}` }, t("nav-today")), el("a", { class: "button", href: `#learn?genre=${genre.key}` }, t("nav-learn")),
      api.hasServer && el("a", { class: "button", href: `#bring?genre=${genre.key}` }, t("nav-bring"))),
    el("h2", {}, t("shipped")), choice(t("tier"), [["", t("any")], ...tiers.map((tier) => [tier, tier])], filter.tier, (tier) => {
      filter.tier = tier;
      fill(true);
    }), choice(t("size"), [["", t("any")], ...(genre.made ?? []).map((size) => [String(size), String(size)])], filter.rows, (rows) => {
      filter.rows = rows;
      fill(true);
    }), count, list, more);
  await fill(true);
  if (list.childElementCount || !filter.rows) return;
  filter.rows = "";
  /** @type {HTMLSelectElement} */ (host.querySelectorAll("select")[1]).value = "";
  await fill(true);
}

function puzzleCard(each) {
  const kept = store.games().find((game) => game.id === each.id);
  const number = each.id.split("/")[1];
  return el("li", { class: "card" }, el("a", { href: `#play?id=${each.id}` }, el("strong", {}, `${each.rows} × ${each.columns} · ${number}`),
    el("span", {}, [each.tier, each.hardest?.replaceAll("-", " ")].filter(Boolean).join(" · ")), kept && el("span", { class: "small" }, kept.filled === 100 ? t("done") : `${kept.filled} %`)));
}
