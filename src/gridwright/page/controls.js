/** Between the player's hands and the game: one path for all pointers, selection, cursor, mode and tool. `keys.js` is the
 * keyboard's half. */
import { set } from "./dom.js";
import { between } from "./geometry.js";
import { onKey } from "./keys.js";
import { Moves } from "./moves.js";
import { beginStroke } from "./strokes.js";

export class Controls {
  /** @param {Sheet} sheet @param {Game} game @param {Board} board @param {Settings} settings @param {Listener} listener */
  constructor(sheet, game, board, settings, listener) {
    this.sheet = sheet;
    this.game = game;
    this.board = board;
    this.settings = settings;
    this.moves = new Moves(sheet, game, settings);
    this.listener = listener;
    /** @type {Set<string>} */
    this.selection = new Set();
    /** @type {string} where the cursor stands */
    this.cursor = board.geometry.stops[0]?.name ?? "";
    /** @type {Mode} */
    this.mode = "value";
    /** @type {string | null} the value that taps write; null where they go through the cycle */
    this.tool = null;
    this.colour = "1";
    /** Is every tap one more place of the selection? */
    this.adding = false;
    this.panning = false;
    this.penDown = false;
    /** The line that was written last. */
    this.touched = "";
    this.enabled = true;
    /** @type {Map<number, {clientX: number, clientY: number}>} */
    this.pointers = new Map();
    /** @type {Stroke | null} */
    this.stroke = null;
    /** @type {{text: string, time: number, stroke?: unknown}} the digits of a number that may go on */
    this.typed = { text: "", time: 0 };
    this.shiftUp = 0;
    const { root, grid } = board;
    const prevent = (event) => event.preventDefault();
    set(root, { onpointerdown: (event) => this.#down(event), onpointermove: (event) => this.#move(event), onpointerup: (event) => this.#up(event),
      onpointercancel: (event) => this.#cancel(event), oncontextmenu: prevent, ondblclick: prevent });
    root.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    grid.addEventListener("keydown", (event) => onKey(this, event));
    grid.addEventListener("keyup", (event) => {
      if (event.key === "Shift") this.shiftUp = event.timeStamp;
    });
    grid.addEventListener("focusin", (event) => {
      const name = /** @type {HTMLElement} */ (event.target).dataset.stop;
      if (name) this.cursor = name;
      listener.refresh();
    });
    grid.addEventListener("focusout", () => listener.refresh());
  }

  /** Does the board have the keyboard? */
  get focused() {
    return this.board.grid.contains(document.activeElement);
  }

  /** The places that keys and pad write into. */
  get targets() {
    if (this.selection.size) return [...this.selection];
    return (this.focused || !this.sheet.selects) && this.sheet.byName.has(this.cursor) ? [this.cursor] : [];
  }

  commit() {
    if (this.game.commit()) this.listener.changed();
    this.listener.refresh();
  }

  /** @param {() => void} changes */
  do(changes) {
    if (!this.enabled) return;
    this.game.begin();
    changes();
    this.commit();
  }

  enter(symbol, mode = this.mode) {
    this.do(() => this.moves.enter(this.targets, symbol, mode));
  }

  erase() {
    this.do(() => this.moves.erase(this.targets, this.mode));
  }

  fillMarks() {
    this.do(() => this.moves.fillMarks(this.selection.size > 1 ? [...this.selection] : this.sheet.names));
  }

  undo() {
    if (this.enabled && this.game.undo()) this.listener.changed();
    this.listener.refresh();
  }

  redo() {
    if (this.enabled && this.game.redo()) this.listener.changed();
    this.listener.refresh();
  }

  setMode(mode) {
    this.mode = mode;
    this.panning = false;
    this.listener.refresh();
  }

  /** The colour of strokes; what is selected may get it at once. */
  setColour(colour, enters) {
    this.colour = colour;
    if (enters) this.enter(colour, "colour");
    this.listener.refresh();
  }

  setTool(tool) {
    this.tool = tool;
    this.setMode("value");
  }

  /** @param {Iterable<string>} names */
  select(names) {
    this.selection = new Set(names);
    this.listener.refresh();
  }

  /** A second tap on the same place selects all that have what it has. */
  selected(name) {
    const now = performance.now();
    const { tapped } = this, again = tapped && name && tapped.name === name && now - tapped.time < 350 && this.selection.size === 1;
    this.tapped = { name, time: now };
    if (!again) return;
    const layer = this.mode === "value" ? "entry" : this.mode;
    const of = (place) => (layer === "entry" ? this.sheet.at(this.game, place) : this.game.get(layer, place));
    const wanted = of(name);
    if (wanted) this.select(this.sheet.names.filter((place) => of(place) === wanted));
  }

  #down(event) {
    if (!this.enabled || (event.pointerType === "mouse" && event.button === 1)) return;
    event.preventDefault();
    this.pointers.set(event.pointerId, { clientX: event.clientX, clientY: event.clientY });
    try {
      this.board.root.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is gone already cannot be captured; its stroke is as short as it was.
    }
    if (this.pointers.size > 1) {
      this.#abandon();
    } else if (!this.panning) {
      this.last = this.board.pointAt(event);
      this.stroke = beginStroke(this, this.last, event);
    }
    this.board.stand(this.cursor, true);
    this.listener.refresh();
  }

  #move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const after = { clientX: event.clientX, clientY: event.clientY };
    if (this.pointers.size > 1) this.#pinch(event.pointerId, before, after);
    else if (this.panning) this.#pan(after.clientX - before.clientX, after.clientY - before.clientY);
    this.pointers.set(event.pointerId, after);
    if (this.stroke?.ended) this.stroke = null;
    if (!this.stroke || !this.last) return;
    const point = this.board.pointAt(event);
    for (const passed of between(this.last, point, this.sheet.cell / 5)) this.stroke.over(passed);
    this.last = point;
    this.listener.refresh();
  }

  #up(event) {
    if (!this.pointers.delete(event.pointerId) || !this.stroke) return;
    const stroke = this.stroke;
    this.stroke = null;
    if (!stroke.ended) stroke.lift();
    this.board.stand(this.cursor, true);
    this.listener.refresh();
  }

  #cancel(event) {
    this.pointers.delete(event.pointerId);
    this.#abandon();
  }

  /** Takes back the stroke that is going on: it was the beginning of something else. */
  #abandon() {
    if (!this.stroke?.ended) this.stroke?.cancel();
    this.stroke = null;
    this.listener.refresh();
  }

  #pinch(moved, before, after) {
    const other = [...this.pointers].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    const far = (a) => Math.hypot(a.clientX - other.clientX, a.clientY - other.clientY);
    this.board.zoomBy(far(after) / Math.max(1, far(before)),
      { clientX: (after.clientX + other.clientX) / 2, clientY: (after.clientY + other.clientY) / 2 });
    this.#pan((after.clientX - before.clientX) / 2, (after.clientY - before.clientY) / 2);
  }

  #pan(x, y) {
    const { scale } = this.board.zoom;
    this.board.setZoom({ scale, x: this.board.zoom.x + x, y: this.board.zoom.y + y });
  }

  #wheel(event) {
    if (event.ctrlKey || event.metaKey) this.board.zoomBy(Math.exp(-event.deltaY / 300), event);
    else if (this.board.zoom.scale > 1) this.#pan(-event.deltaX, -event.deltaY);
    else return;
    event.preventDefault();
  }
}
