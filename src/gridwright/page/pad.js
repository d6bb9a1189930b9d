/** The keys under the board: modes, values, what undoes. A pointer that presses them leaves the focus on the board. */
import { button, el, icon, set } from "./dom.js";
import { LETTERS, shapeOf } from "./shapes.js";
import { t } from "./texts.js";

const HOLD = 300, REPEAT = 60;

export class Pad {
  /** @param {Controls} controls @param {{trial(): void} | null} view  null where a puzzle is set, not played */
  constructor(controls, view) {
    this.controls = controls;
    const { selects, input } = controls.sheet;
    /** @type {[HTMLElement, () => boolean][]} keys that are pressed while something holds */
    this.states = [];
    this.values = el("div", { class: "pad-values", role: "group", "aria-label": t("values") });
    const flip = (name, text, option, kind) => this.#toggle(name, t(text), () => { controls[option] = !controls[option]; }, () => controls[option], kind);
    const tools = el("div", { class: "pad-tools", role: "group", "aria-label": t("tools") },
      this.#holding("undo", () => controls.undo()), this.#holding("redo", () => controls.redo()),
      this.#key("erase", t("erase"), () => controls.erase()),
      view && selects && this.#key("marks", t("fill-marks"), () => controls.fillMarks()),
      selects && flip("several", "select-more", "adding", ""),
      view && this.#toggle("trial", t("trial"), () => view.trial(), () => controls.game.trials.length > 0),
      this.#key("smaller", t("zoom-out"), () => controls.board.zoomBy(1 / 1.5), "zoom-key"), this.#key("larger", t("zoom-in"), () => controls.board.zoomBy(1.5), "zoom-key"),
      flip("pan", "pan", "panning", "zoom-key"));
    this.root = el("div", { class: `pad pad-${input.stroke}` }, view && this.#modes(), this.values, tools);
    this.root.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  #modes() {
    const { controls } = this, { selects, input } = controls.sheet;
    const mode = (name) => this.#toggle(t(`mode-${name}`), t(`mode-${name}-long`), () => controls.setMode(name), () => controls.mode === name);
    const tool = (label, name, symbol) => this.#toggle(label, name, () => controls.setTool(symbol), () => controls.mode === "value" && controls.tool === symbol);
    const symbols = [...new Set([input.first, input.second, ...input.cycle])].filter(Boolean);
    const keys = selects ? ["value", ...input.marks].map(mode) : [tool(t("tool-cycle"), t("tool-cycle-long"), null), ...symbols.map((symbol) => {
      const value = controls.sheet.document.values.flat().find((each) => each.symbol === symbol), key = tool("", value?.name ?? symbol, symbol);
      const shape = value?.shape ?? "", data = shapeOf(value)?.(12, 12, /dot|cross/.test(shape) ? 50 : 24);
      key.append(data ? icon(data, /dot|cross|line/.test(shape) ? "" : "solid") : String(symbol));
      return key;
    }), mode("colour")];
    return el("div", { class: "pad-modes", role: "group", "aria-label": t("modes") }, ...keys);
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

  /** A key that goes on while it is held. */
  #holding(name, act) {
    const key = this.#key(name, t(name), () => {
      stop();
      if (!held) act();
      held = false;
    });
    let timer = 0, held = false;
    const stop = () => clearTimeout(timer);
    const repeat = () => {
      held = true;
      act();
      timer = setTimeout(repeat, REPEAT);
    };
    const hold = () => {
      held = false;
      stop();
      timer = setTimeout(repeat, HOLD);
    };
    set(key, { onpointerdown: hold, onpointerup: stop, onpointercancel: stop, onpointerleave: stop });
    return key;
  }

  /** Shows what is pressed, and the keys of the mode. */
  refresh() {
    const { controls } = this, { sheet, mode } = controls, shown = mode === "colour" ? "colours" : sheet.selects ? "values" : "";
    if (this.shown !== shown) {
      this.shown = shown;
      this.values.replaceChildren(...(shown === "colours" ? this.#colourKeys() : shown ? this.#valueKeys() : []));
      const { length } = this.values.children, rows = (most) => String(Math.ceil(length / Math.ceil(length / most)));
      this.values.style.setProperty("--below", rows(6));
      this.values.style.setProperty("--beside", rows(4));
    }
    this.values.dataset.mode = mode;
    this.states = this.states.filter(([key]) => this.root.contains(key));
    for (const [key, pressed] of this.states) set(key, { "aria-pressed": String(pressed()) });
    if (shown === "values" && this.most) this.#count(this.most);
  }

  #colourKeys() {
    const { controls } = this, { selects } = controls.sheet;
    return [...LETTERS].map((letter, i) => {
      const colour = String(i + 1), act = () => controls.setColour(colour, selects), kind = `colour-key colour-${colour}`, name = t("colour", { n: letter });
      return selects ? this.#key(letter, name, act, kind) : this.#toggle(letter, name, act, () => controls.colour === colour, kind);
    });
  }

  #valueKeys() {
    const { sheet } = this.controls, symbols = [...new Set(sheet.names.flatMap((name) => sheet.symbolsOf(name)))];
    /** How often a value stands in the end; 0 where that is open. */
    this.most = sheet.rulesAt.every((rules) => rules.some((rule) => rule.kind === "all-different" && rule.places?.length === symbols.length))
      ? sheet.places.length / symbols.length : 0;
    return symbols.map((symbol) => {
      const key = this.#key(symbol, symbol, () => this.controls.enter(symbol), "value-key");
      key.dataset.symbol = symbol;
      return key;
    });
  }

  /** Values that stand as often as they can are done. */
  #count(most) {
    const symbols = this.controls.sheet.symbols(this.controls.game);
    for (const key of /** @type {Iterable<HTMLElement>} */ (this.values.children)) {
      key.classList.toggle("done", symbols.filter((each) => each === key.dataset.symbol).length >= most);
    }
  }
}
