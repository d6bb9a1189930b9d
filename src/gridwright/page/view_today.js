/** One puzzle a genre and tier for each date, the same everywhere; earlier days in a calendar. */
import * as api from "./api.js";
import { button, el, genreChoice, genreNamed, head, row, tierChoice, tierNamed, told } from "./dom.js";
import * as store from "./store.js";
import { language } from "./settings.js";
import { progress, t } from "./texts.js";
import { addressOf } from "./view_play.js";

/** @type {View} */
export async function show({ host, asks, announce }) {
  const { genres } = await api.genres();
  const now = isoDate(new Date());
  const date = asks.get("date") ?? "", genre = genreNamed(genres, asks.get("genre"));
  const chosen = { date: date <= now && new Date(date).getTime() ? date : now, genre: genre.key, tier: tierNamed(genre, asks.get("tier")) };
  const go = (changes) => {
    location.hash = `today?${new URLSearchParams({ ...chosen, ...changes })}`;
  };
  const said = el("p", { role: "status", class: "small" }), found = api.today(chosen).catch((error) => {
    said.textContent = told(error);
  });
  found.then((answer) => { said.textContent ||= answer?.seed ?? ""; });
  const playKey = button(t("play-it"), async () => {
    playKey.disabled = true;
    announce(t("thinking"));
    const answer = await found;
    if (answer) location.hash = addressOf(answer.puzzle, { genre: answer.genre, tier: answer.tier, name: chosen.date, id: api.hasServer ? undefined : answer.id });
    playKey.disabled = false;
  }, { class: "primary large" });
  head(host, t("nav-today"), t(api.hasServer ? "today-lead" : "today-stored"));
  host.append(row(genreChoice(genres, genre.key, (key) => go({ genre: key, tier: "" })),
      tierChoice(genre, chosen.tier, (tier) => go({ tier }))),
    row(el("strong", {}, longDate(chosen.date)), playKey), said, calendar(chosen, now, go));
}

/** Swedes write dates as ISO does. */
const isoDate = (date) => date.toLocaleDateString("sv");
const longDate = (date) => new Date(`${date}T12:00`).toLocaleDateString(language() === "de" ? "de" : "en-GB", { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** A month, Monday first; days to come cannot be chosen. */
function calendar(chosen, now, go) {
  const first = new Date(`${chosen.date.slice(0, 7)}-01T12:00`);
  const days = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const played = new Map(store.games().filter((game) => game.genre === chosen.genre && game.tier === chosen.tier).map((game) => [game.name, game.filled]));
  const month = (by) => {
    const date = isoDate(new Date(first.getFullYear(), first.getMonth() + by, 1, 12));
    go({ date: date > now ? now : date });
  };
  const blanks = Array.from({ length: (first.getDay() + 6) % 7 }, () => el("span", {}));
  const keys = Array.from({ length: days }, (_, i) => {
    const date = `${chosen.date.slice(0, 7)}-${String(i + 1).padStart(2, "0")}`, filled = played.get(date);
    return button(String(i + 1), () => go({ date }), { disabled: date > now, "aria-current": date === chosen.date && "date",
      "aria-label": `${longDate(date)}${filled === undefined ? "" : `, ${progress(filled)}`}`,
      class: filled === 100 ? "day done" : filled === undefined ? "day" : "day begun" });
  });
  const title = first.toLocaleDateString(language() === "de" ? "de" : "en-GB", { month: "long", year: "numeric" });
  return el("section", { class: "calendar", "aria-label": title }, row(button("◀", () => month(-1), { "aria-label": t("month-before") }),
    el("strong", {}, title), button("▶", () => month(1), { "aria-label": t("month-after"), disabled: now.startsWith(chosen.date.slice(0, 7)) })),
    el("div", { class: "days" }, ...blanks, ...keys));
}
