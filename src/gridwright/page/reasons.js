/** What the page says about a puzzle: hints in stages, right so far?, proofs, the replay. */
import * as api from "./api.js";
import { bare } from "./board.js";
import { button, el, plain, row, set, spoken } from "./dom.js";
import { t } from "./texts.js";
import { positionAfter, storedConflicts, storedHint, wrongEntries } from "./trace.js";

const NEXT = /** @type {Record<string, string>} */ ({ nudge: "hint-where", where: "why", why: "hint-do", verdict: "hint-show" });

export class Reasons {
  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    this.body = el("div", { class: "reasons-body" });
    this.root = el("section", { class: "reasons", "aria-label": t("reasons"), hidden: true },
      button("×", () => this.close(), { class: "close", "aria-label": t("close") }), this.body);
    /** @type {Hint | null} */
    this.hint = null;
    this.stage = 0;
    /** @type {{explanation: Explanation, count: number} | null} */
    this.replaying = null;
    this.asking = 0;
  }

  #say(...content) {
    this.root.hidden = false;
    this.body.replaceChildren(...content);
    this.play.root.dataset.reasons = "open";
  }

  close() {
    const board = this.play.board;
    this.asking += 1;
    this.hint = null;
    clearInterval(this.player);
    const replayed = this.replaying;
    this.replaying = null;
    this.root.hidden = true;
    delete this.play.root.dataset.reasons;
    board.showEvidence(null, null);
    board.light([]);
    this.play.controls.enabled = !this.play.paused;
    if (replayed) this.play.refresh();
  }

  /** A change on the board: what was said of the position before is no longer said. */
  outdated() {
    if (this.hint || this.message) this.close();
    this.message = false;
  }

  /** Asks, and says what comes of it, unless something else was asked meanwhile. @template T @param {() => Promise<T>} ask
   * @param {(answer: T) => void} tell */
  async #ask(ask, tell) {
    const asking = (this.asking += 1);
    this.message = true;
    const waiting = setTimeout(() => this.#say(el("p", { class: "waiting" }, t("thinking"))), 250);
    try {
      const answer = await ask();
      if (asking === this.asking) tell(answer);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (asking === this.asking) this.#tell(error.message);
    } finally {
      clearTimeout(waiting);
    }
  }

  /** An answer, or what the stored trace says where nobody answers. @template T @param {Promise<T>} answer
   * @param {(explanation: Explanation) => any} stored @returns {Promise<T>} */
  #orStored(answer, stored) {
    return answer.catch((error) => {
      if (!(error instanceof api.Refusal && error.lost && this.play.explanation)) throw error;
      return stored(this.play.explanation);
    });
  }

  #tell(sentence, ...more) {
    this.#say(this.#spoken(sentence), ...more);
    this.play.announce(plain(sentence));
  }

  #spoken(sentence) {
    return spoken(sentence, (places) => this.play.board.light(places));
  }

  /** The first stage of a hint, or the next of the one that is shown. */
  askHint() {
    if (this.hint && this.stage + 1 < this.hint.stages.length) return this.#showStage(this.stage + 1);
    if (this.replaying) this.close();
    const { sheet, game, settings } = this.play;
    const { practised = "", request: { practise } } = this.play;
    return this.#ask(() => this.#orStored(api.hint({ ...this.play.asked(), technique: practise }), (explanation) => {
      const stored = storedHint(sheet, game, explanation, settings.marksCount);
      return { ...stored, missing: practise && stored.technique && stored.technique.key !== practise ? { name: practised } : null };
    }), (hint) => {
      this.hint = hint;
      game.hints += hint.status === "step" ? 1 : 0;
      this.#showStage(0);
    });
  }

  #showStage(number) {
    const hint = /** @type {Hint} */ (this.hint), stage = hint.stages[number];
    this.stage = number;
    if (stage.stage === "do") return this.#follow(hint, stage.facts ?? []);
    const told = hint.stages.slice(0, number + 1).map((each) => this.#spoken(each.sentence));
    told.forEach((sentence, i) => sentence.classList.toggle("earlier", i < number));
    const missing = hint.missing ? t("practise-none", { technique: hint.missing.name }) : "";
    const more = number + 1 < hint.stages.length && NEXT[stage.stage];
    const keys = more ? [button(t(more), () => this.askHint(), { class: "primary" })] : [];
    this.#say(...(missing ? [el("p", { class: "earlier" }, missing)] : []), ...told, row(...keys));
    this.play.board.showEvidence(stage.evidence, stage.stage === "why" ? hint.candidates : null);
    if (stage.places && !stage.evidence) this.play.board.light(stage.places);
    this.play.announce(`${number ? "" : missing} ${plain(stage.sentence)}`.trim());
  }

  #follow(hint, facts) {
    const { controls } = this.play, said = plain(hint.stages[hint.stages.length - 1].sentence);
    this.close();
    controls.do(() => controls.moves.follow(facts, hint.candidates));
    this.play.notice.textContent ||= said;
    this.play.announce(said);
  }

  check() {
    const { sheet, game, settings } = this.play;
    const quiet = settings.conflicts === "off";
    return this.#ask(() => this.#orStored(api.check({ ...this.play.asked(), ask: quiet ? ["right"] : ["right", "conflicts"] }), ({ solution }) => ({
      right: solution ? !wrongEntries(sheet, game, solution).length : null, conflicts: quiet ? [] : storedConflicts(sheet, game, solution),
    })), ({ right = null, conflicts = [] }) => {
      this.play.showConflicts(conflicts);
      if (right) this.play.checkSolved(true);
      const said = right === null ? "right-unknown" : right ? "right-yes" : "right-no";
      const show = right === false && button(t("right-show"), () => this.askHint());
      this.#tell(t(said), ...conflicts.slice(0, 4).map(({ sentence }) => this.#spoken(sentence)), ...(show ? [show] : []));
    });
  }

  askWhy() {
    const { sheet, game, controls } = this.play;
    const name = controls.targets[0] ?? controls.touched, place = sheet.byName.get(name);
    if (!place) return this.#tell(t("why-which"));
    if (place.given !== undefined) return this.#tell(t("why-given", { cell: place.said }));
    const symbol = game.get("entry", name);
    if (symbol) return this.#proof(`${name}=${symbol}`, place.said, symbol);
    return this.#tell(t("why-empty", { cell: place.said }), button(t("why-reveal"), () => this.#ask(() => this.play.explained(), (explanation) => {
      const value = explanation?.solution?.[sheet.numbers.get(name) ?? -1];
      if (value) this.#proof(`${name}=${value}`, place.said, value);
      else this.#tell(t("why-unknown"));
    })));
  }

  #proof(fact, said, symbol) {
    return this.#ask(() => api.why({ ...this.play.asked([]), fact }), (proof) => {
      const root = proof.steps[proof.steps.length - 1];
      this.#tell(t("why-head", { cell: said, value: symbol }),
        root ? el("ul", { class: "proof" }, this.#branch(root, proof, new Set())) : this.#spoken(proof.text));
    });
  }

  /** A step of a proof and, folded, what it rests on. */
  #branch(step, proof, above) {
    const { sheet } = this.play;
    const show = () => this.play.board.showEvidence(step.evidence, positionAfter(sheet, proof, step.number - 1).candidates);
    const sentence = this.#spoken(step.sentence);
    const below = step.premises.filter((number) => !above.has(number) && number !== step.number);
    const head = button(step.technique.name, show, { class: "technique" });
    if (!below.length) return el("li", {}, head, sentence);
    const folded = el("details", {}, el("summary", {}, t("rests-on", { n: below.length })));
    folded.addEventListener("toggle", () => {
      if (!folded.open || folded.querySelector("ul")) return;
      folded.append(el("ul", {}, ...below.map((number) => this.#branch(proof.steps[number - 1], proof, new Set([...above, step.number])))));
    });
    return el("li", {}, head, sentence, folded);
  }

  async replay() {
    await this.#ask(() => this.play.explained(), (explanation) => {
      if (!explanation) return this.#tell(t("why-unknown"));
      this.play.controls.enabled = false;
      this.replaying = { explanation, count: 0 };
      const { steps } = explanation;
      const slider = el("input", { type: "range", min: 0, max: steps.length, value: 0, "aria-label": t("replay-step"),
        oninput: () => this.#goTo(Number(slider.value)) });
      const key = (sign, text, act) => button(sign, act, { "aria-label": t(text), class: "key" }), go = (by) => this.#goTo((this.replaying?.count ?? 0) + by);
      const list = el("ol", { class: "steps" }, ...steps.map((step, i) => el("li", {}, button(step.technique.name, () => this.#goTo(i)))));
      const playing = key("▶", "replay-play", () => this.#playOn(playing));
      this.sentence = el("div");
      this.slider = slider;
      this.#say(row(key("◀", "replay-back", () => go(-1)), playing, key("▶︎|", "replay-on", () => go(1)), slider), this.sentence,
        el("details", {}, el("summary", {}, t("steps", { n: steps.length })), list));
      this.play.root.dataset.reasons = "replay";
      this.#goTo(0);
    });
  }

  #playOn(key) {
    const running = this.player;
    clearInterval(running);
    this.player = undefined;
    key.textContent = running ? "▶" : "❚❚";
    if (running) return;
    this.player = setInterval(() => {
      const { count = 0, explanation } = this.replaying ?? {};
      if (count < (explanation?.steps.length ?? 0)) this.#goTo(count + 1);
      else this.#playOn(key);
    }, 1500);
  }

  #goTo(count) {
    if (!this.replaying) return;
    const { explanation } = this.replaying, { sheet, board } = this.play;
    count = Math.max(0, Math.min(explanation.steps.length, count));
    this.replaying.count = count;
    const { symbols, candidates } = positionAfter(sheet, explanation, count), step = explanation.steps[count];
    board.candidates = null;
    board.evidence = "";
    board.show(bare(symbols));
    board.showEvidence(step?.evidence ?? null, candidates);
    board.markWrong([]);
    if (this.slider) this.slider.value = String(count);
    this.sentence?.replaceChildren(step ? el("p", { class: "earlier" }, `${count + 1}. ${step.technique.name}`) : "",
      this.#spoken(step ? step.sentence : explanation.text));
    this.body.querySelectorAll(".steps button").forEach((key, i) => set(key, { "aria-current": i === count && "step" }));
    this.play.announce(plain(step ? step.sentence : explanation.text));
  }
}
