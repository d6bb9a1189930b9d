/** A puzzle made to order; the next one is prepared while the first is played. */
import * as api from "./api.js";
import { button, choice, el, genreChoice, genreNamed, head, row, sizeChoice, tierChoice, tierNamed, titled, told } from "./dom.js";
import { t } from "./texts.js";
import { addressOf, byTier, exampleBoard, formOf } from "./view_learn.js";
import { addressOf as gameAddress } from "./view_play.js";

/** The next puzzle by its recipe, made while the one before is played. @type {Map<string, Promise<any>>} */
const prepared = new Map();

/** @type {View} */
export async function show({ host, asks, announce }) {
  const { genres } = await api.genres();
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
    const { signal } = working, cancelled = new Promise((_, reject) => signal.addEventListener("abort", reject));
    [make.hidden, stop.hidden, bar.hidden] = [true, false, false];
    announce(t("making"));
    try {
      const key = JSON.stringify(recipe);
      const made = await Promise.race([cancelled, prepared.get(key) ?? generated(recipe, signal, (event) => {
        const worst = Object.entries(event.rejections ?? {}).sort((a, b) => b[1] - a[1])[0];
        said.textContent = t("attempts", { n: event.attempts, seconds: Math.round(event.seconds) }) + (worst ? ` · ${worst[0]}: ${worst[1]}` : "");
      })]);
      prepared.delete(key);
      prepared.set(key, generated(recipe, AbortSignal.timeout(120_000), () => {}));
      prepared.get(key)?.catch(() => prepared.delete(key));
      location.hash = gameAddress(made.document.puzzle, { genre: genre.key, tier: recipe.tier });
    } catch (error) {
      said.textContent = signal.aborted ? t("cancelled") : told(error);
    }
    [make.hidden, stop.hidden, bar.hidden] = [false, true, true];
  };
  const { root, wishes, close } = techniqueWishes(genre, (await api.techniques(genre.key)).techniques);
  const variants = Object.entries(genre.variants);
  const variant = choice(t("variant"), [["", t("none")], ...variants.map(([key, what]) => [key, `${key}: ${what}`])], "", (key) => { recipe.variants = key ? [key] : undefined; });
  const symmetry = choice(t("symmetry"), [["", t("none")], ["turn-180", t("half-turn")], ["mirror-left-right", t("mirror")], ["diagonals", t("diagonals")]], "",
    (key) => { recipe.symmetry = key || undefined; });
  head(host, t("nav-make"));
  host.append(el("div", {}, genreChoice(genres, genre.key, (key) => { location.hash = `make?genre=${key}`; }),
    tierChoice(genre, recipe.tier, (tier) => { recipe.tier = tier; }),
    sizeChoice(genre, String(genre.size), (size) => { recipe.size = Number(size); }), variants.length > 0 && variant, genre.symmetric && symmetry), root,
    row(make, stop), bar, said);
  return () => {
    working?.abort();
    close();
  };
}

async function generated(recipe, signal, progress) {
  for await (const event of api.generate(recipe, signal)) {
    if (event.event === "made") return event;
    if (event.event === "none") throw new api.Refusal(event.error, 422);
    progress(event);
  }
  throw new api.Refusal(t("no-server"), 0);
}

/** What techniques a puzzle is to need, use or do without, by tier; each with a line, and a picture once it is seen. */
function techniqueWishes(genre, techniques) {
  /** @type {Map<string, HTMLSelectElement>} */
  const selects = new Map();
  /** @type {import("./board.js").Board[]} */
  const boards = [];
  const seen = new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting).forEach(async ({ target }) => {
    seen.unobserve(target);
    const { example } = await api.technique(/** @type {HTMLElement} */ (target).dataset.key ?? "", genre.key);
    if (!example) return target.remove();
    const board = await exampleBoard(example);
    board.showEvidence(example.step.evidence, example.candidates);
    target.append(board.root);
    boards.push(board);
  }));
  const wish = (key, name) => {
    const select = el("select", { "aria-label": name }, ...["", "uses", "needs", "without"].map((each) => el("option", { value: each }, t(`wish-${each || "any"}`))));
    selects.set(key, select);
    return select;
  };
  const item = (tier, forms) => {
    const [first] = forms, picture = el("div", { class: "wish-picture", "data-key": first.key }), name = titled(first.name);
    seen.observe(picture);
    return el("li", {}, picture, el("div", {}, el("a", { href: addressOf(first.key, genre.key) }, name), el("span", { class: "small" }, ` ${tier}`),
      el("p", { class: "small" }, first.seen ?? first.holds ?? ""), ...forms.map(({ key }) => (forms.length > 1 ? el("label", { class: "field" }, wish(key, key), formOf(key)) : wish(key, name)))));
  };
  return {
    root: el("details", { class: "wishes" }, el("summary", {}, t("techniques")),
      el("ul", {}, ...byTier(genre, techniques).flatMap(({ tier, some }) => some.map((forms) => item(tier, forms))))),
    wishes: () => Object.fromEntries(["uses", "needs", "without"].map((kind) => [kind, [...selects].filter(([, { value }]) => value === kind).map(([key]) => key)])),
    close: () => [seen.disconnect(), ...boards.map((board) => board.close())],
  };
}
