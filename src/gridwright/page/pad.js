/** The keys under the board: modes, values, what undoes. A pointer that presses them leaves the focus on the board. */
import { button, el, icon, set } from "./dom.js";
import { cross, square, star } from "./shapes.js";
import { t } from "./texts.js";

const HOLD = 300, REPEAT = 60;

export class Pad {
  /** @param {Controls} controls @param {{trial(): void}} view */
  constructor(controls, view) {
    this.controls = controls;
    const { input } = controls.sheet;
    /** @type {[HTMLElement, () => boolean][]} keys that are pressed while something holds */
    this.states = [];
    const modes = this.#modes();
    this.values = el("div", { class: "pad-values", role: "group", "aria-label": t("values") });
    const tools = el("div", { class: "pad-tools", role: "group", "aria-label": t("tools") },
      this.#holding("undo", t("undo"), () => controls.undo()), this.#holding("redo", t("redo"), () => controls.redo()),
      this.#key("erase", t("erase"), () => controls.erase()),
      input.stroke === "select" && this.#key("marks", t("fill-marks"), () => controls.fillMarks()),
      input.stroke === "select" && this.#toggle("several", t("select-more"), () => { controls.adding = !controls.adding; }, () => controls.adding),
      this.#toggle("trial", t("trial"), () => view.trial(), () => controls.game.trials.length > 0),
      this.#key("smaller", t("zoom-out"), () => controls.board.zoomBy(1 / 1.5), "zoom-key"), this.#key("larger", t("zoom-in"), () => controls.board.zoomBy(1.5), "zoom-key"),
      this.#toggle("pan", t("pan"), () => { controls.panning = !controls.panning; }, () => controls.panning, "zoom-key"));
    this.root = el("div", { class: `pad pad-${input.stroke}` }, modes, this.values, tools);
    this.root.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  #modes() {
    const { controls } = this, { input } = controls.sheet;
    /** @type {HTMLElement[]} */
    const keys = [];
    if (input.stroke === "select") {
      for (const mode of /** @type {Mode[]} */ (["value", ...input.marks])) {
        keys.push(this.#toggle(t(`mode-${mode}`), t(`mode-${mode}-long`), () => controls.setMode(mode), () => controls.mode === mode));
      }
    } else {
      keys.push(this.#toggle(t("tool-cycle"), t("tool-cycle-long"), () => controls.setTool(null), () => controls.mode === "value" && controls.tool === null));
      for (const symbol of new Set([input.first, input.second, ...input.cycle])) {
        if (symbol) keys.push(this.#shapeKey(symbol));
      }
      keys.push(this.#toggle(t("mode-colour"), t("mode-colour-long"), () => controls.setMode("colour"), () => controls.mode === "colour"));
    }
    return el("div", { class: "pad-modes", role: "group", "aria-label": t("modes") }, ...keys);
  }

  #shapeKey(symbol) {
    const { controls } = this;
    const value = controls.sheet.document.values.flat().find((each) => each.symbol === symbol);
    const key = this.#toggle("", value?.name ?? symbol, () => controls.setTool(symbol), () => controls.mode === "value" && controls.tool === symbol);
    const data = { star: star(12, 12, 9), dot: cross(12, 12, 5), cross: cross(12, 12, 5), shade: square(12, 12, 8), line: "M3 12H21",
      "double-line": "M3 9H21M3 15H21" }[value?.shape ?? ""];
    key.append(data ? icon(data, value?.shape === "star" || value?.shape === "shade" ? "solid" : "stroked") : symbol);
    return key;
  }

  #key(label, name, act, kind = "") {
    return button(label, act, { class: `key ${kind}`, "aria-label": name, title: name });
  }

  #toggle(label, name, act, pressed, kind = "") {
    const key = this.#key(label, name, () => {
      act();
      this.controls.listener.refresh();
    }, kind);
    this.states.push([key, pressed]);
    return key;
  }

  /** A key that goes on while it is held. @param {string} label @param {string} name @param {() => void} act */
  #holding(label, name, act) {
    const key = this.#key(label, name, () => {});
    let timer = 0, held = false;
    const stop = () => clearTimeout(timer);
    const repeat = () => {
      held = true;
      act();
      timer = setTimeout(repeat, REPEAT);
    };
    key.addEventListener("pointerdown", () => {
      held = false;
      stop();
      timer = setTimeout(repeat, HOLD);
    });
    set(key, { onpointerup: stop, onpointercancel: stop, onpointerleave: stop });
    key.addEventListener("click", () => {
      stop();
      if (!held) act();
      held = false;
    });
    return key;
  }

  /** Shows what is pressed, and the keys of the mode. */
  refresh() {
    const { controls } = this, { sheet } = controls;
    for (const [key, pressed] of this.states) {
      if (key.getAttribute("aria-pressed") !== String(pressed())) key.setAttribute("aria-pressed", String(pressed()));
    }
    const colours = controls.mode === "colour";
    if (this.shown !== (colours ? "colours" : "values")) {
      this.shown = colours ? "colours" : "values";
      const symbols = new Set(sheet.places.flatMap((place) => sheet.valuesOf(place).map((value) => value.symbol)));
      this.values.replaceChildren(...(colours ? this.#colourKeys() : sheet.input.stroke === "select" ? [...symbols].map((symbol) => this.#valueKey(symbol)) : []));
      this.values.dataset.count = String(this.values.children.length);
    }
    this.values.dataset.mode = controls.mode;
    this.#count();
  }

  #colourKeys() {
    return Array.from({ length: 9 }, (_, i) => {
      const colour = String(i + 1);
      const key = this.#key("ABCDEFGHI"[i], t("colour", { n: colour }), () => {
        this.controls.colour = colour;
        if (this.controls.sheet.input.stroke === "select") this.controls.enter(colour, "colour");
        this.controls.listener.refresh();
      }, `colour-key colour-${colour}`);
      if (this.controls.sheet.input.stroke !== "select") this.states.push([key, () => this.controls.colour === colour]);
      return key;
    });
  }

  #valueKey(symbol) {
    const key = this.#key(symbol, symbol, () => this.controls.enter(symbol), "value-key");
    key.dataset.symbol = symbol;
    return key;
  }

  /** Values that stand as often as there are rows are done. */
  #count() {
    if (this.shown !== "values" || this.controls.sheet.input.stroke !== "select") return;
    const symbols = this.controls.sheet.symbols(this.controls.game), { rows } = this.controls.sheet.document;
    for (const key of this.values.children) {
      const { symbol } = /** @type {HTMLElement} */ (key).dataset;
      key.classList.toggle("done", symbols.filter((each) => each === symbol).length >= rows);
    }
  }
}
