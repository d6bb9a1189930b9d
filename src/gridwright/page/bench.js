/** A setter's bench: a board whose givens and clues are open to change, judged at once. */
import * as api from "./api.js";
import { bare, Board } from "./board.js";
import { changedClue, KEYS } from "./clues.js";
import { Controls } from "./controls.js";
import { button, el } from "./dom.js";
import { Game } from "./game.js";
import { Pad } from "./pad.js";
import { settings } from "./settings.js";
import { readFact, Sheet } from "./sheet.js";
import { t } from "./texts.js";
import { addressOf } from "./view_play.js";

export class Bench {
  /** @param {string} genre @param {ClueKind[]} kinds  of clues @param {(texts: Record<string, string>) => void} tell  how the
   * puzzle is written now */
  constructor(genre, kinds, tell) {
    this.genre = genre;
    this.tell = tell;
    this.verdict = el("p", { class: "verdict", role: "status" });
    /** Boards before each change of a clue. @type {any[]} */
    this.history = [];
    const cage = kinds.find(({ form }) => form === "cages");
    this.typed = el("input", { "aria-label": t("clue"), placeholder: t("clue"), size: 6,
      onkeydown: (event) => event.key === "Enter" && cage && this.#change(cage, "") });
    this.place = el("div", { class: "bench-board" });
    this.padPlace = el("div", {});
    /** @type {Sheet} */ this.sheet;
    /** @type {Game} */ this.game;
    /** @type {Board} */ this.picture;
    /** @type {Controls} */ this.controls;
    const keys = kinds.filter(({ form }) => !["", "height-and-width"].includes(form)).flatMap((kind) =>
      (KEYS[kind.form] ?? [t(`clue-${kind.form === "number" ? kind.form : kind.key}`).replace(/^clue-/, "")]).map((key) => button(key, () => this.#change(kind, key), { title: kind.meaning })));
    this.root = el("div", { class: "bench" }, this.place, el("div", {}, this.verdict, this.padPlace,
      el("div", { class: "row", hidden: !keys.length }, this.typed, ...keys), button(t("play-it"), () => this.#play(), { class: "primary" })));
  }

  /** Shows a board: rows, columns, clues, givens; what is selected stays so. @param {any} board */
  async open(board) {
    this.board = board;
    /** @type {BoardDocument} */
    const printed = await api.board({ puzzle: { ...board, givens: [] }, genre: this.genre });
    if (printed.input.stroke === "paint") printed.input = { ...printed.input, stroke: "select", cycle: [], auto: null };
    this.close();
    const selection = this.sheet?.names.length === printed.places.length ? this.controls.selection : new Set();
    const sheet = new Sheet(printed), game = new Game(), picture = new Board(sheet, settings);
    game.do(() => {
      for (const [name, , symbol] of (board.givens ?? []).map(readFact)) game.set("entry", name, symbol);
    });
    game.done = [];
    const controls = new Controls(sheet, game, picture, { ...settings, autoCross: false, tidyMarks: false },
      { changed: () => this.#changed(), refresh: () => this.#refresh(), asked: () => {} });
    Object.assign(this, { sheet, game, picture, controls });
    const undo = controls.undo.bind(controls);
    controls.undo = () => (game.done.length || !this.history.length ? undo() : void this.open(this.history.pop()).then(() => this.#write()));
    this.pad = new Pad(controls, null);
    controls.selection = selection;
    this.place.replaceChildren(picture.root);
    this.padPlace.replaceChildren(this.pad.root);
    this.#refresh();
    picture.fit();
    this.#say(t("thinking"), "");
    this.waiting = setTimeout(() => this.#judge(), 300);
  }

  close() {
    this.asking?.abort();
    clearTimeout(this.waiting);
    this.picture?.close();
  }

  /** The board as it stands. */
  puzzle() {
    return { ...this.board, givens: Object.entries(this.game.layers.entry).map(([name, symbol]) => `${name}=${symbol}`) };
  }

  async #change(kind, key) {
    const chosen = this.controls.targets, { columns, clues = {} } = this.board;
    const cells = chosen.map((name) => /** @type {RegExpExecArray} */ (/^r(\d+)c(\d+)$/.exec(name))).map(([, row, column]) => (Number(row) - 1) * columns + Number(column) - 1);
    this.history.push(this.puzzle());
    // A change that is no puzzle yet is kept: the next one may complete it.
    this.board = { ...this.puzzle(), clues: { ...clues, [kind.key]: changedClue(clues[kind.key], kind, cells, key, this.typed.value, this.board) } };
    this.typed.value = "";
    try {
      await this.open(this.board);
      this.#write();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.#say(error.message, "none");
    }
  }

  #changed() {
    clearTimeout(this.waiting);
    this.#say(t("thinking"), "");
    this.waiting = setTimeout(() => {
      this.#judge();
      this.#write();
    }, 300);
  }

  async #write() {
    const converted = await this.#converted();
    if (converted) this.tell(converted.texts);
  }

  /** The puzzle in other forms; where it is none, that is said. */
  async #converted() {
    try {
      return await api.convert({ puzzle: this.puzzle(), genre: this.genre });
    } catch (error) {
      this.#say(String(error), "none");
    }
  }

  #say(text, status) {
    this.verdict.textContent = text;
    this.verdict.dataset.status = status;
  }

  async #judge() {
    this.asking?.abort();
    this.asking = new AbortController();
    try {
      const { status, grade, differ } = await api.grade({ puzzle: this.puzzle(), genre: this.genre }, this.asking.signal);
      this.picture.markWrong(status === "several" ? differ : []);
      this.#say(`${t(`status-${status}`, { n: differ.length })}${grade?.tier ? ` · ${grade.tier} (${grade.rating})` : ""}`, status);
    } catch (error) {
      if (error instanceof api.Refusal) this.#say(error.message, "none");
    }
  }

  #refresh() {
    const { picture, controls, game, sheet } = this;
    picture.show(bare(game.layers.entry));
    picture.select([...controls.selection], controls.focused ? controls.cursor : null);
    picture.stand(controls.cursor, false);
    for (const { name, said } of picture.geometry.stops) picture.label(name, `${said}, ${sheet.at(game, name) || t("empty")}`, controls.selection.has(name));
    this.pad?.refresh();
  }

  async #play() {
    const converted = await this.#converted();
    if (converted) location.hash = addressOf(converted.puzzle.puzzle, { genre: this.genre });
  }
}
