/** The board on the screen: a picture in layers, a path for all shapes of a kind, and over it the grid that keyboards and
 * screen readers stand on. It knows no rules. */
import { draw, el, set, svg } from "./dom.js";
import { Geometry } from "./geometry.js";
import { along, LETTERS, outline, PATTERNS, ring, segment, shapeOf, square } from "./shapes.js";
import { t } from "./texts.js";

const LAYERS = ["surface", "evidence", "colours", "print", "shapes", "texts", "marks", "ink", "wrong", "lit",
  "selected"];
/** Where corner marks stand, in the order in which they are filled: shares of the room for marks. */
const CORNERS = [[0.12, 0.12], [0.88, 0.12], [0.12, 0.88], [0.88, 0.88], [0.5, 0.12], [0.5, 0.88], [0.12, 0.5], [0.88, 0.5]];
/** Pixels of a cell that a small board does not outgrow. */
const LARGEST = 92;

export class Board {
  /** @param {Sheet} sheet @param {{coordinates: boolean}} options */
  constructor(sheet, options) {
    this.sheet = sheet;
    this.geometry = new Geometry(sheet);
    const { view_box: [left, top], bare: inside } = sheet.document.svg;
    /** What is shown: numbers of rows and columns stand on the left and above only. */
    this.box = options.coordinates ? [left, top, inside[0] + inside[2] - left, inside[1] + inside[3] - top] : inside;
    this.picture = svg("svg", { viewBox: this.box.join(" "), class: "board-picture", "aria-hidden": "true" });
    /** @type {Record<string, SVGGElement>} */
    this.layers = {};
    for (const name of LAYERS) this.picture.append((this.layers[name] = svg("g", { class: `layer-${name}` })));
    draw(this.layers.surface, sheet.document.svg.surface);
    for (const tinted of this.layers.surface.querySelectorAll("[data-tint]")) tinted.after(patterned(tinted.cloneNode(), tinted.getAttribute("data-tint")));
    this.picture.prepend(patterns());
    draw(this.layers.print, sheet.document.svg.print);
    if (!options.coordinates) this.layers.print.querySelector(".axis")?.remove();
    /** @type {Map<string, HTMLElement>} */
    this.cells = new Map();
    this.grid = this.#grid();
    this.stage = el("div", { class: "board-stage" }, this.picture, this.grid);
    this.root = el("div", { class: "board" }, this.stage);
    this.zoom = { scale: 1, x: 0, y: 0 };
    /** @type {Map<string, string>} what was drawn at each place last */
    this.drawn = new Map();
    /** @type {Map<string, SVGElement[]>} */
    this.textsAt = new Map();
    /** @type {Map<string, Map<string, string>>} path data by class and place */
    this.paths = new Map();
    this.position = bare({});
    /** @type {string[] | null} */
    this.candidates = null;
    this.evidence = "";
    /** The cell that is the tab stop. */
    this.standing = "";
    this.fitting = new ResizeObserver(() => this.fit());
    this.fitting.observe(this.root);
  }

  close() {
    this.fitting.disconnect();
  }

  #grid() {
    const { rows, columns, title, holes } = this.sheet.document;
    const grid = el("div", { role: "grid", class: "board-grid", "aria-label": t("board", { title, rows, columns }),
      "aria-rowcount": rows, "aria-colcount": columns, "aria-multiselectable": this.sheet.selects });
    /** @type {Map<number, Stop[]>} */
    const byRow = new Map();
    for (const stop of this.geometry.stops) byRow.set(stop.row, [...(byRow.get(stop.row) ?? []), stop]);
    const { margin, cell } = this.geometry, [left, top, width, height] = this.box;
    const share = (value) => `${100 * value}%`;
    for (const [row, stops] of [...byRow].sort(([a], [b]) => a - b)) {
      const line = el("div", { role: "row", class: "board-row", "aria-rowindex": Math.ceil(row) });
      line.style.top = share((margin + (row - 1) * cell - top) / height);
      line.style.height = share(cell / height);
      for (const stop of stops.sort((a, b) => a.column - b.column)) {
        const box = el("div", { role: "gridcell", class: "board-cell", tabindex: -1, "data-stop": stop.name,
          "aria-colindex": Math.ceil(stop.column) });
        box.style.left = share((stop.x - cell / 2 - left) / width);
        box.style.width = share(cell / width);
        this.cells.set(stop.name, box);
        line.append(box);
      }
      grid.append(line);
    }
    if (holes.length) grid.setAttribute("aria-description", t("holes", { cells: holes.join(", ") }));
    return grid;
  }

  label(name, label, selected) {
    const cell = this.cells.get(name);
    if (cell) set(cell, { "aria-label": label, "aria-selected": this.sheet.selects && String(selected) });
  }

  /** Makes a cell the one tab stop. */
  stand(name, focus) {
    if (this.standing !== name) {
      this.cells.get(this.standing)?.setAttribute("tabindex", "-1");
      this.cells.get(name)?.setAttribute("tabindex", "0");
      this.standing = name;
    }
    if (focus) this.cells.get(name)?.focus({ preventScroll: true });
  }

  /** Shows a position; only what differs from the last is drawn. @param {Position} position */
  show(position) {
    this.position = position;
    const { entry, auto, colour, corner, centre, tried } = position, changed = new Set();
    for (const place of this.sheet.places) {
      const { name } = place, layers = this.candidates ? [entry, auto, colour] : [entry, auto, colour, corner, centre];
      const sign = `${layers.map((layer) => layer[name]).join("|")} ${tried.get(name)}`;
      if (this.drawn.get(name) === sign) continue;
      this.drawn.set(name, sign);
      for (const element of this.textsAt.get(name) ?? []) element.remove();
      this.textsAt.delete(name);
      for (const [key, data] of this.paths) if (data.delete(name)) changed.add(key);
      this.#colours(place, colour[name] ?? "", changed);
      if (place.given !== undefined) continue;
      if (entry[name]) this.#value(place, entry[name], `${auto[name] ? " auto" : ""}${tried.get(name) ? " tried" : ""}`, changed);
      else if (!this.candidates) this.#marks(place, corner[name] ?? "", centre[name] ?? "");
    }
    for (const key of changed) this.#join(key);
  }

  #value(place, symbol, manner, changed) {
    const value = this.sheet.value(place.name, symbol);
    if (!value) return;
    const { cell } = this.sheet, [x, y] = place.at, { shape } = value, drawn = shapeOf(value);
    if (drawn) {
      // A cross beside what is printed, not over it.
      const aside = /dot|cross/.test(shape) && this.sheet.printed.get(place.name)?.printed ? 0.3 * cell : 0;
      const data = place.line && shape.endsWith("line") ? segment(place.line) : drawn(x + aside, y - aside, cell);
      return this.#put(`shape-${shape}${manner}`, place.name, data, changed);
    }
    const spot = place.kind === "cell" ? this.sheet.document.layout.value : { x: 0.5, y: 0.5, size: 0.34 };
    this.#text("texts", place.name, symbol, x + (spot.x - 0.5) * cell, y + (spot.y - 0.5) * cell, spot.size * cell, `value${manner}`);
  }

  /** Writes into the room for marks, at shares of it. */
  #note(place, text, right, down, size, kind) {
    const { cell, document: { layout: { marks } } } = this.sheet, [x, y] = place.at;
    const [left, top, room] = place.kind === "cell" ? [x + (marks.x - 0.5) * cell, y + (marks.y - 0.5) * cell, marks.room * cell] : [x - 10, y - 10, 20];
    if (text) this.#text("marks", place.name, text, left + right * room, top + down * room, size * room, kind);
  }

  #marks(place, corner, centre) {
    [...corner].forEach((text, i, all) => {
      if (all.length > CORNERS.length) this.#note(place, text, 0.1 + 0.2 * (i % 5), 0.12 + 0.19 * Math.floor(i / 5), 0.17, "corner");
      else this.#note(place, text, CORNERS[i][0], CORNERS[i][1], 0.27, "corner");
    });
    this.#note(place, centre, 0.5, 0.5, Math.min(0.32, 1.55 / centre.length), "centre");
  }

  #colours(place, colours, changed) {
    const [x, y] = place.at, { cell } = this.sheet, { line } = place, half = cell / 2, count = colours.length, width = cell / count;
    [...colours].forEach((colour, i) => {
      const number = Number(colour), left = x - half + i * width, { kind, data, at } = line
        ? { kind: "stroke-colour", data: segment([...along(line, i / count), ...along(line, (i + 1) / count)]), at: along(line, (i + 0.5) / count) }
        : place.kind === "cell" ? { kind: "colour", data: `M${left} ${y - half}h${width}v${cell}h${-width}Z`, at: [left + width - 5, y + half - 5] }
          : { kind: "stroke-colour", data: ring(x, y, Math.max(2, 8 - 4 * i)), at: [x + 6 * i, y] };
      this.#put(`${kind} colour-${number}`, place.name, data, changed);
      this.#text("marks", place.name, LETTERS[number - 1] ?? "", at[0], at[1], 7, "colour-letter");
    });
  }

  #put(key, name, data, changed) {
    let paths = this.paths.get(key);
    if (!paths) this.paths.set(key, (paths = new Map()));
    paths.set(name, data);
    changed.add(key);
  }

  /** Draws all shapes of a class as one path, with a second one over it where two tell more. */
  #join(key) {
    const coloured = /colour-(\d)/.exec(key), layer = this.layers[coloured ? "colours" : "shapes"];
    let path = [...layer.children].find((child) => child.getAttribute("class") === key);
    if (!path) {
      layer.append((path = svg("path", { class: key })));
      if (coloured) layer.append(patterned(path.cloneNode(), Number(coloured[1]) - 1));
      else if (key.includes("double")) layer.append(svg("path", { class: "backing" }));
    }
    const data = [...(this.paths.get(key)?.values() ?? [])].join("");
    path.setAttribute("d", data);
    if (path.nextElementSibling?.matches(".backing, .pattern")) path.nextElementSibling.setAttribute("d", data);
  }

  #text(layer, name, text, x, y, size, kind) {
    const element = svg("text", { class: kind, x, y: y + 0.36 * size, "font-size": size, "data-place": name });
    element.textContent = text;
    this.layers[layer].append(element);
    this.textsAt.set(name, [...(this.textsAt.get(name) ?? []), element]);
  }

  /** The evidence of a step, and what is still open to each place while it is shown. @param {Evidence | null} evidence
   * @param {string[] | null} candidates */
  showEvidence(evidence, candidates) {
    const sign = JSON.stringify([evidence, candidates]);
    if (sign === this.evidence) return;
    this.evidence = sign;
    draw(this.layers.evidence, evidence?.surface ?? "");
    draw(this.layers.ink, evidence?.ink ?? "");
    const pencilled = this.sheet.selects && evidence && candidates;
    this.candidates = pencilled ? candidates : null;
    this.drawn.clear();
    this.show(this.position);
    if (!pencilled) return;
    const { across } = this.sheet.document.layout.marks;
    this.sheet.places.forEach((place, number) => {
      if (place.given !== undefined || this.position.entry[place.name] || place.kind !== "cell") return;
      this.sheet.symbolsOf(place.name).forEach((symbol, i, { length }) => {
        const noted = this.layers.ink.querySelector(`[data-place="${place.name}"][data-value="${CSS.escape(symbol)}"]`);
        if (noted || length < 3 || !candidates[number]?.includes(symbol)) return;
        this.#note(place, symbol, (i % across + 0.5) / across, (Math.floor(i / across) + 0.5) / across, 0.86 / across, "candidate");
      });
    });
  }

  markWrong(names) {
    const places = this.#named(names), { cell } = this.sheet;
    const corners = places.filter((place) => place.kind === "cell").map(({ at: [x, y] }) =>
      `M${x + cell / 2 - 2} ${y - cell / 2 + 2}h-11l11 11Z`).join("");
    this.#overlay("wrong", [["wrong-line", places.map((place) => outline([place], cell, 3)).join("")], ["wrong-corner", corners]]);
  }

  /** @param {string[]} names  places or cells that a word names */
  light(names) {
    this.#overlay("lit", [["lit-line", outline(this.#named(names), this.sheet.cell, 1.5)]]);
  }

  select(names, cursor) {
    const stop = cursor ? this.geometry.stopByName.get(cursor) : undefined;
    this.#overlay("selected", [["selection", outline(this.#named(names), this.sheet.cell, 2.4)],
      ["cursor", stop ? square(stop.x, stop.y, this.sheet.cell / 2 - 2) : ""]]);
  }

  #overlay(layer, paths) {
    paths.forEach(([kind, data], i) => {
      const path = this.layers[layer].children[i] ?? this.layers[layer].appendChild(svg("path", { class: kind }));
      if (path.getAttribute("d") !== data) path.setAttribute("d", data);
    });
  }

  /** Places of that name; cells, too, where only their sides are places. @param {string[]} names @returns {Place[]} */
  #named(names) {
    return names.flatMap((name) => {
      const place = this.sheet.byName.get(name), stop = this.geometry.stopByName.get(name);
      return place ?? (stop ? { ...stop, kind: "cell", at: [stop.x, stop.y], values: 0 } : []);
    });
  }

  /** As large as the room allows. */
  fit() {
    const { width, height } = this.root.getBoundingClientRect();
    const scale = Math.min(width / this.box[2], height / this.box[3], LARGEST / this.sheet.cell);
    if (!scale) return;
    this.stage.style.width = `${this.box[2] * scale}px`;
    this.stage.style.height = `${this.box[3] * scale}px`;
    this.pixels = this.sheet.cell * scale;
    set(this.root, { "data-small": this.pixels < 26 });
    this.setZoom(this.zoom);
  }

  /** @param {{scale: number, x: number, y: number}} zoom  how much larger, and how far moved in pixels */
  setZoom({ scale, x, y }) {
    const wide = this.stage.offsetWidth, high = this.stage.offsetHeight;
    const { clientWidth, clientHeight } = this.root;
    const largest = Math.max(4, 60 / (this.pixels ?? 60));
    scale = Math.min(largest, Math.max(1, scale));
    const roomX = Math.max(0, (wide * scale - clientWidth) / 2), roomY = Math.max(0, (high * scale - clientHeight) / 2);
    this.zoom = { scale, x: Math.max(-roomX, Math.min(roomX, x)), y: Math.max(-roomY, Math.min(roomY, y)) };
    this.stage.style.transform = scale === 1 ? "" : `translate(${this.zoom.x}px, ${this.zoom.y}px) scale(${scale})`;
  }

  /** Enlarges around a point of the screen. @param {number} factor @param {{clientX: number, clientY: number}} [centre] */
  zoomBy(factor, centre) {
    const box = this.root.getBoundingClientRect();
    const x = (centre?.clientX ?? box.x + box.width / 2) - box.x - box.width / 2;
    const y = (centre?.clientY ?? box.y + box.height / 2) - box.y - box.height / 2;
    const scale = Math.max(1, this.zoom.scale * factor), grown = scale / this.zoom.scale;
    this.setZoom({ scale, x: x - (x - this.zoom.x) * grown, y: y - (y - this.zoom.y) * grown });
  }

  /** Moves the picture so that the cursor is seen. */
  bringIntoView(name) {
    const cell = this.cells.get(name);
    if (this.zoom.scale === 1 || !cell) return;
    const box = this.root.getBoundingClientRect(), at = cell.getBoundingClientRect();
    const over = (low, high, from, to) => low < from ? from - low : high > to ? to - high : 0;
    const x = over(at.left, at.right, box.left, box.right), y = over(at.top, at.bottom, box.top, box.bottom);
    if (x || y) this.setZoom({ scale: this.zoom.scale, x: this.zoom.x + x, y: this.zoom.y + y });
  }

  /** The point of the picture under a point of the screen. @param {{clientX: number, clientY: number}} event */
  pointAt({ clientX, clientY }) {
    const box = this.picture.getBoundingClientRect();
    return { x: this.box[0] + ((clientX - box.left) / box.width) * this.box[2],
      y: this.box[1] + ((clientY - box.top) / box.height) * this.box[3] };
  }
}

/** A position without marks. @param {Record<string, string>} entry @returns {Position} */
export const bare = (entry) => ({ entry, auto: {}, corner: {}, centre: {}, colour: {}, tried: new Map() });

/** A shape with a pattern in place of its colour. */
function patterned(shape, number) {
  const ink = `url(#pattern-${Number(number) % PATTERNS.length})`, lines = shape.classList.contains("stroke-colour");
  shape.removeAttribute("data-tint");
  set(shape, { class: "pattern", fill: lines ? "none" : ink, stroke: lines && ink });
  return shape;
}

function patterns() {
  const defs = svg("defs");
  PATTERNS.forEach((d, i) => {
    const tile = svg("pattern", { id: `pattern-${i}`, width: 10, height: 10, patternUnits: "userSpaceOnUse" });
    tile.append(svg("path", { d }));
    defs.append(tile);
  });
  return defs;
}
