/** The view in which a puzzle is played: board, pad, reasons, clock. It keeps the game and says when it is solved. */
import * as api from "./api.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { button, el, icon, link, plain, titled } from "./dom.js";
import { STEPS } from "./geometry.js";
import { Game, LAYERS } from "./game.js";
import { Pad } from "./pad.js";
import { Reasons } from "./reasons.js";
import { settings } from "./settings.js";
import { LETTERS } from "./shapes.js";
import { Sheet } from "./sheet.js";
import { keysDialog, rulesDialog, shareDialog } from "./dialogs.js";
import * as store from "./store.js";
import { t } from "./texts.js";
import { storedConflicts } from "./trace.js";

/** How long after a stroke the server is asked about rules that the page cannot check. */
const CHECK_DELAY = 350;

export class Play {
  /** @param {GameRequest} request @param {BoardDocument} board_
   * @param {Explanation | null} explanation @param {SavedGame | null} saved @param {(text: string) => void} announce */
  constructor(request, board_, explanation, saved, announce) {
    this.request = { ...request, genre: board_.genre };
    this.sheet = new Sheet(board_);
    this.game = new Game(saved ?? {});
    this.explanation = explanation;
    this.announce = announce;
    this.settings = settings;
    this.paused = false;
    this.key = store.keyOf(board_.genre, board_.puzzle.puzzle);
    this.board = new Board(this.sheet, settings);
    this.controls = new Controls(this.sheet, this.game, this.board, settings, {
      changed: () => this.#changed(), refresh: () => this.refresh(), asked: (what) => this.#asked(what) });
    this.pad = new Pad(this.controls, { trial: () => this.#trial() });
    this.reasons = new Reasons(this);
    /** @type {Map<string, string>} what each label was made of */
    this.labelled = new Map();
    /** @type {string[]} places in conflict */
    this.reported = [];
    this.clock = el("span", { class: "clock", "aria-label": t("time") });
    this.pauseKey = button("pause", () => this.pause(!this.paused), { class: "plain", "aria-label": t("pause"), title: t("pause") });
    this.notice = el("p", { class: "notice" });
    this.practice = el("p", { class: "practice", hidden: true });
    this.trialBar = el("div", { class: "trial-bar", hidden: true });
    this.root = this.#layout();
    const { signal } = this.#leave;
    document.addEventListener("visibilitychange", () => document.hidden && this.save(), { signal });
    addEventListener("pagehide", () => this.save(), { signal });
    this.ticking = setInterval(() => this.#tick(), 1000);
    this.refresh();
    this.#showTrials();
    this.#showPractice();
    if (this.game.solved) this.#celebrate(false);
    else this.#conflicts();
    if (!explanation && api.hasServer) setTimeout(() => this.explained().catch(() => {}), 1500);
  }

  #leave = new AbortController();

  #layout() {
    const { title } = this.sheet.document;
    const more = el("details", { class: "menu" }, el("summary", { class: "plain", "aria-label": t("more") }, icon("more")), el("div", { class: "menu-list" },
      button(t("replay"), () => this.reasons.replay()), button(t("rules"), () => rulesDialog(this.sheet.document)),
      button(t("share"), () => shareDialog(this)), button(t("print"), () => print()), button(t("keys"), () => keysDialog(this.sheet)),
      button(t("restart"), () => this.restart()), link(t("to-start"), "#")));
    more.addEventListener("click", (event) => {
      if (event.target instanceof HTMLButtonElement) more.open = false;
    });
    more.addEventListener("focusout", (event) => {
      if (!more.contains(/** @type {Node | null} */ (event.relatedTarget))) more.open = false;
    });
    const about = [this.request.name, this.request.tier].filter(Boolean).join(" · ");
    const cover = button(t("go-on"), () => this.pause(false), { class: "primary" });
    const escaped = (event) => {
      if (event.key === "Escape" && !this.reasons.root.hidden) this.reasons.close();
    };
    return el("section", { class: "play", "aria-label": title, onkeydown: escaped },
      el("div", { class: "play-top" }, el("h1", {}, title), el("span", { class: "about" }, about), settings.timer && this.clock, this.pauseKey, more),
      el("div", { class: "play-board" }, this.board.root, el("div", { class: "cover" }, cover)),
      el("div", { class: "play-side" }, this.trialBar, this.practice, this.notice, this.reasons.root, this.pad.root,
        el("div", { class: "actions", role: "group", "aria-label": t("reasons") },
          button(t("hint"), () => this.reasons.askHint(), { class: "primary", "data-action": "hint" }),
          button(t("check"), () => this.reasons.check(), { "data-action": "check", title: t("check-long") }),
          button(t("why"), () => this.reasons.askWhy(), { "data-action": "why" }))));
  }

  /** What the server is asked about. */
  asked(facts = this.sheet.facts(this.game, settings.marksCount)) {
    const { puzzle, genre, format } = this.request;
    return { puzzle, genre, format, facts };
  }

  /** The stored trace, asked for where it is not there yet. @returns {Promise<Explanation | null>} */
  async explained() {
    this.explanation ??= await api.explanationOf(this.request, this.sheet.document);
    return this.explanation;
  }

  close() {
    this.save();
    this.reasons.close();
    this.#leave.abort();
    clearInterval(this.ticking);
    clearTimeout(this.checking);
    clearTimeout(this.saving);
    this.board.close();
  }

  #changed() {
    this.reasons.outdated();
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), 250);
    this.game.solved = false;
    delete this.root.dataset.solved;
    this.#showTrials();
    const conflicts = this.#conflicts();
    this.#announceChange(conflicts);
    this.checkSolved();
  }

  save() {
    const { sheet, game, request: { puzzle, id, tier, name, practise } } = this, { genre, title } = sheet.document;
    if (game.isEmpty() && !game.done.length && !game.undone.length && !store.load(this.key)) return;
    const open = sheet.names.filter((each) => !sheet.isGiven(each)), filled = open.filter((each) => game.get("entry", each)).length;
    const kept = store.save({ key: this.key, genre, title, puzzle, id, tier, name, practise, filled: game.solved ? 100 : Math.floor((100 * filled) / (open.length + 1)) }, game.saved());
    if (!kept) this.notice.textContent = t("not-kept");
  }

  /** Marks what breaks a rule, as far as the player wants to know it; says which. */
  #conflicts() {
    clearTimeout(this.checking);
    if (settings.conflicts !== "live") {
      this.showConflicts([]);
      return [];
    }
    const found = this.sheet.conflicts(this.sheet.symbols(this.game));
    this.showConflicts(found);
    if (this.sheet.hasOtherRules() && Object.keys(this.game.layers.entry).length) {
      this.checking = setTimeout(() => this.#askConflicts(), CHECK_DELAY);
    }
    return found;
  }

  async #askConflicts() {
    const mark = this.game.fingerprint();
    try {
      const { conflicts = [] } = await api.check({ ...this.asked(this.sheet.facts(this.game, false)), ask: ["conflicts"] });
      if (mark !== this.game.fingerprint() || !this.root.isConnected) return;
      const before = this.reported.length;
      this.showConflicts(conflicts);
      if (conflicts.length && !before && !this.notice.dataset.announced) this.announce(plain(conflicts[0].sentence));
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (error.lost) this.showConflicts(storedConflicts(this.sheet, this.game, this.explanation?.solution));
    }
  }

  /** @param {Conflict[]} conflicts */
  showConflicts(conflicts) {
    this.reported = conflicts.flatMap((conflict) => conflict.places);
    this.board.markWrong(this.reported);
    this.notice.textContent = conflicts.length ? sentenceCase(plain(conflicts[0].sentence)) : "";
    this.notice.classList.toggle("is-wrong", conflicts.length > 0);
    this.#labels();
  }

  #announceChange(conflicts) {
    const stroke = this.game.done[this.game.done.length - 1] ?? [];
    const entries = stroke.filter(([layer]) => layer === "entry");
    const own = entries.filter(([, name]) => !this.game.get("auto", name));
    let said = "";
    if (own.length === 1) said = `${this.#said(own[0][1])} ${this.#valueSaid(own[0][1]) || t("empty")}`;
    else if (stroke.length) said = t("changed", { n: new Set(stroke.map(([, name]) => name)).size });
    const against = new Set(conflicts.flatMap((conflict) => conflict.places).filter((name) => name !== own[0]?.[1]));
    if (against.size) said += `, ${t("conflicts-with", { cells: [...against].slice(0, 4).map((name) => this.#said(name)).join(", ") })}`;
    this.notice.dataset.announced = against.size ? "1" : "";
    if (said) this.announce(said);
  }

  /** @param {boolean} [asked]  did the player ask? */
  async checkSolved(asked = false) {
    const { game, sheet } = this, { completion } = settings;
    if (game.solved || game.trials.length || (completion === "manual" && !asked)) return;
    const symbols = sheet.symbols(game);
    if (completion === "guarded" && !asked && symbols.some((symbol) => !symbol)) return;
    const completed = sheet.completed(symbols);
    if (completed.some((symbol) => !symbol) || sheet.conflicts(completed).length) return;
    const mark = game.fingerprint();
    const { solution } = this.explanation ?? {};
    let solved = solution ? completed.every((symbol, number) => symbol === solution[number]) : !sheet.hasOtherRules();
    if (!solved) {
      try {
        const facts = sheet.names.flatMap((name, number) => (sheet.isGiven(name) ? [] : [`${name}=${completed[number]}`]));
        solved = (await api.check({ ...this.asked(facts), ask: ["conflicts"] })).solved;
      } catch (error) {
        if (!(error instanceof api.Refusal)) throw error;
      }
    }
    if (!solved || mark !== game.fingerprint()) return;
    game.solved = true;
    this.save();
    this.announce(t("solved"));
    this.#celebrate(true);
  }

  #celebrate(now) {
    const { genre, tier, name, id, practise } = this.request;
    const next = practise ? `technique/${practise}?genre=${genre}` : `${id ? `genre/${genre}?` : `${name ? "today" : "make"}?genre=${genre}&`}tier=${tier ?? ""}`;
    this.root.dataset.solved = now ? "now" : "before";
    this.notice.classList.remove("is-wrong");
    this.notice.replaceChildren(el("strong", {}, t("solved")), ` ${clock(this.game.seconds)}`,
      this.game.hints ? ` · ${t("hints-taken", { n: this.game.hints })}` : "",
      " ", link(t("next-puzzle"), `#${next}`));
  }

  restart() {
    this.reasons.close();
    this.controls.do(() => {
      for (const layer of LAYERS) {
        for (const name of Object.keys(this.game.layers[layer])) this.game.set(layer, name, "");
      }
    });
    this.notice.textContent = t("restarted");
    this.game.trials = [];
    this.#showTrials();
  }

  #trial() {
    this.game.beginTrial();
    this.announce(t("trial-begun"));
    this.#showTrials();
    this.save();
    this.refresh();
  }

  #endTrial(keep) {
    if (keep) this.game.keepTrial();
    else this.game.rejectTrial();
    this.announce(t(keep ? "trial-kept" : "trial-rejected"));
    this.#changed();
    this.refresh();
  }

  #showTrials() {
    const depth = this.game.trials.length;
    this.trialBar.hidden = !depth;
    this.trialBar.replaceChildren(el("span", {}, t("trial-depth", { n: depth })),
      button(t("trial-keep"), () => this.#endTrial(true)), button(t("trial-reject"), () => this.#endTrial(false)));
  }

  /** What is practised, and a key that ends it. */
  async #showPractice() {
    const { practise } = this.request;
    this.practice.hidden = !practise;
    if (!practise) return;
    const { names } = await api.genres();
    this.practised = names[practise] ?? practise;
    this.practice.replaceChildren(el("span", {}, t("practising", { technique: titled(this.practised) })), button("×", () => {
      this.request.practise = undefined;
      this.reasons.close();
      this.save();
      this.#showPractice();
    }, { class: "close", "aria-label": t("practise-off") }));
  }

  #tick() {
    if (document.hidden || this.paused || this.game.solved) return;
    this.game.seconds += 1;
    this.#showClock();
  }

  #showClock() {
    this.clock.textContent = clock(this.game.seconds);
  }

  pause(paused) {
    this.paused = paused;
    this.root.toggleAttribute("data-paused", paused);
    this.controls.enabled = !paused;
    this.pauseKey.replaceChildren(icon(paused ? "go" : "pause"));
    if (!paused) this.board.stand(this.controls.cursor, true);
    else /** @type {HTMLElement} */ (this.root.querySelector(".cover button")).focus();
    this.save();
  }

  refresh() {
    if (this.reasons?.replaying) return;
    const { game, controls } = this, { selection, cursor } = controls;
    this.board.show({ ...game.layers, tried: game.tried() });
    this.board.select([...selection], controls.focused && !(selection.size === 1 && selection.has(cursor)) ? cursor : null);
    this.board.stand(controls.cursor, false);
    this.#labels();
    this.pad?.refresh();
    this.#showClock();
  }

  #labels() {
    const wrong = new Set(this.reported), { selection } = this.controls, draws = this.sheet.input.stroke === "draw";
    for (const { name } of this.board.geometry.stops) {
      const sign = [wrong.has(name), selection.has(name), ...(draws ? this.#linesSaid(name) : LAYERS.map((layer) => this.game.get(layer, name)))].join("|");
      if (this.labelled.get(name) === sign) continue;
      this.labelled.set(name, sign);
      this.board.label(name, this.#label(name, wrong.has(name)), selection.has(name));
    }
  }

  #label(name, wrong) {
    const { sheet, game } = this, place = sheet.byName.get(name), entered = sheet.at(game, name);
    const noted = (/** @type {Marks} */ mode, said = (mark) => mark) => game.get(mode, name) && `${t(`mode-${mode}`)} ${[...game.get(mode, name)].map(said).join(" ")}`;
    return [this.#said(name), sheet.printed.get(name)?.printed, ...(place ? [this.#valueSaid(name) || t("empty")] : this.#linesSaid(name)), place?.given !== undefined && t("given"),
      !entered && noted("corner"), !entered && noted("centre"), noted("colour", (colour) => LETTERS[colour - 1]), wrong && t("wrong")].filter(Boolean).join(", ");
  }

  #said(name) {
    return this.sheet.byName.get(name)?.said ?? this.board.geometry.stopByName.get(name)?.said ?? name;
  }

  #valueSaid(name) {
    const symbol = this.sheet.at(this.game, name);
    return symbol && (this.sheet.value(name, symbol)?.name ?? symbol);
  }

  /** What is drawn on the sides of a cell. */
  #linesSaid(name) {
    const { geometry } = this.board, stop = geometry.stopByName.get(name);
    if (!stop) return [];
    return Object.keys(STEPS).flatMap((way) => {
      const line = geometry.lineTowards(stop, /** @type {Direction} */ (way));
      const value = line && this.#valueSaid(line.name);
      return value ? [`${t(`side-${way}`)}: ${value}`, this.reported.includes(line.name) && t("wrong")] : [];
    });
  }

  #asked(what) {
    if (what === "hint") this.reasons.askHint();
    else if (what === "trial") this.#trial();
    else if (what === "pause") this.pause(!this.paused);
    else if (what === "help") keysDialog(this.sheet);
    else this.#readGroup(what);
  }

  /** Says what stands in the row, column or region of the cursor. */
  #readGroup(what) {
    const number = this.sheet.numbers.get(this.controls.cursor) ?? -1;
    const { groups, places } = this.sheet.document;
    const found = groups.filter((group) => group.places.includes(number)
      && (what === "region" ? !["row", "column"].includes(group.kind) : group.kind === what));
    if (!found.length) return this.announce(t("no-group"));
    this.announce(found.map((group) => `${group.name}: ${group.places.map((place) => this.#valueSaid(places[place].name) || t("empty")).join(", ")}`).join(". "));
  }
}

function clock(seconds) {
  const two = (n) => String(n).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  return `${hours ? `${hours}:` : ""}${hours ? two(Math.floor(seconds / 60) % 60) : Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

const sentenceCase = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
