/** A puzzle made to order; the next one is prepared while the first is played. */
import * as api from "./api.js";
import { button, choice, el, genreChoice, genreNamed, head, tierChoice, tierNamed, told } from "./dom.js";
import { titled } from "./sentence.js";
import { t } from "./texts.js";
import { addressOf } from "./view_play.js";

/** The next puzzle by its recipe, made while the one before is played. @type {Map<string, Promise<any>>} */
const prepared = new Map();

/** @type {View} */
export async function show({ host, asks, announce }) {
  const { genres, names } = await api.genres();
  const genre = genreNamed(genres, asks.get("genre"));
  /** @type {Record<string, any>} */
  const recipe = { genre: genre.key, tier: tierNamed(genre, asks.get("tier")) };
  if (genre.size) recipe.size = genre.size;
  const said = el("p", { role: "status" }), bar = el("progress", { hidden: true, "aria-label": t("making") });
  /** @type {AbortController | null} */
  let working = null;
  const make = button(t("make-it"), () => start(), { class: "primary large" });
  const stop = button(t("cancel"), () => working?.abort(), { hidden: true });
  const start = async () => {
    Object.assign(recipe, wishes());
    working = new AbortController();
    [make.hidden, stop.hidden, bar.hidden] = [true, false, false];
    announce(t("making"));
    try {
      const key = JSON.stringify(recipe);
      const made = await (prepared.get(key) ?? generated(recipe, working.signal, (event) => {
        const worst = Object.entries(event.rejections ?? {}).sort((a, b) => b[1] - a[1])[0];
        said.textContent = t("attempts", { n: event.attempts, seconds: Math.round(event.seconds) }) + (worst ? ` · ${worst[0]}: ${worst[1]}` : "");
      }));
      prepared.delete(key);
      prepared.set(key, generated(recipe, AbortSignal.timeout(120_000), () => {}));
      prepared.get(key)?.catch(() => prepared.delete(key));
      location.hash = addressOf(made.document.puzzle, { genre: genre.key, tier: recipe.tier });
    } catch (error) {
      said.textContent = working.signal.aborted ? t("cancelled") : told(error);
    }
    [make.hidden, stop.hidden, bar.hidden] = [false, true, true];
  };
  const { root, wishes } = techniqueWishes(genre, names);
  const variants = Object.entries(genre.variants);
  const variant = choice(t("variant"), [["", t("none")], ...variants.map(([key, what]) => [key, `${key}: ${what}`])], "", (key) => { recipe.variants = key ? [key] : undefined; });
  const symmetry = choice(t("symmetry"), [["", t("none")], ["turn-180", t("half-turn")], ["mirror-left-right", t("mirror")], ["diagonals", t("diagonals")]], "",
    (key) => { recipe.symmetry = key || undefined; });
  head(host, t("nav-make"));
  host.append(el("div", { class: "form" }, genreChoice(genres, genre.key, (key) => { location.hash = `make?genre=${key}`; }),
    tierChoice(genre, recipe.tier, (tier) => { recipe.tier = tier; }),
    choice(t("size"), (genre.made ?? []).map((size) => [String(size), String(size)]), String(genre.size), (size) => { recipe.size = Number(size); }), variants.length > 0 && variant, genre.symmetric && symmetry), root,
    el("div", { class: "row" }, make, stop), bar, said);
  return () => working?.abort();
}

async function generated(recipe, signal, progress) {
  for await (const event of api.generate(recipe, signal)) {
    if (event.event === "made") return event;
    if (event.event === "none") throw new api.Refusal(event.error, 422);
    progress(event);
  }
  throw new api.Refusal(t("no-server"), 0);
}

/** What techniques a puzzle is to need, use or do without, by tier. @param {GenreListing} genre @param {Record<string, string>} names */
function techniqueWishes(genre, names) {
  const rows = genre.tiers.flatMap((tier) => tier.techniques.map((key) => ({ key, tier: tier.name, select: el("select", { "aria-label": titled(names[key]) },
    ...["", "uses", "needs", "without"].map((wish) => el("option", { value: wish }, t(`wish-${wish || "any"}`)))) })));
  return {
    root: el("details", { class: "wishes" }, el("summary", {}, t("techniques")), el("ul", {}, ...rows.map(({ key, tier, select }) =>
      el("li", {}, el("a", { href: `#technique/${encodeURIComponent(key)}?genre=${genre.key}` }, titled(names[key])), el("span", { class: "small" }, tier), select)))),
    wishes: () => Object.fromEntries(["uses", "needs", "without"].map((wish) => [wish, rows.filter(({ select }) => select.value === wish).map(({ key }) => key)])),
  };
}
