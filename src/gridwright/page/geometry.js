/** Where things lie on a board, in the units of its picture: what a point hits, where the cursor may stand and arrow keys
 * lead, which points lines run between. Pure. */
import { along } from "./shapes.js";

/** @type {Record<Direction, Point>} */
export const STEPS = { up: { x: 0, y: -1 }, down: { x: 0, y: 1 }, left: { x: -1, y: 0 }, right: { x: 1, y: 0 } };

export class Geometry {
  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.cell = sheet.cell;
    const [first] = sheet.places;
    this.margin = first ? first.at[0] - (first.column - 0.5) * this.cell : 0;
    /** @type {Stop[]} where the cursor may stand: cells where lines are drawn between or around them, else places */
    this.stops = sheet.input.stroke === "draw" ? this.#cellStops()
      : sheet.places.map(({ at: [x, y], ...place }) => ({ ...place, x, y }));
    this.stopByName = new Map(this.stops.map((stop) => [stop.name, stop]));
    this.stopBySpot = new Map(this.stops.map((stop) => [`${stop.row} ${stop.column}`, stop]));
    /** @type {Map<string, {x: number, y: number, places: Place[]}>} the points that lines run between */
    this.nodes = new Map();
    /** @type {Map<string, Place>} the lines by the middles of the sides of cells that they run along or through */
    this.lineAt = new Map();
    for (const place of sheet.places) {
      if (!place.line) continue;
      for (const spot of this.#sides(place)) this.lineAt.set(spot, place);
      const [x1, y1, x2, y2] = place.line;
      for (const [x, y] of [[x1, y1], [x2, y2]]) {
        const node = this.nodes.get(`${x} ${y}`) ?? { x, y, places: [] };
        node.places.push(place);
        this.nodes.set(`${x} ${y}`, node);
      }
    }
  }

  #sides({ kind, at, line = [...at, ...at] }) {
    if (kind === "border") return [at.join(" ")];
    const count = Math.round(Math.hypot(line[2] - line[0], line[3] - line[1]) / this.cell);
    return Array.from({ length: count }, (_, i) => along(line, (i + 0.5) / count).join(" "));
  }

  #cellStops() {
    return this.sheet.document.cells.map(({ name, said }) => {
      const [row, column] = (name.match(/\d+/g) ?? []).map(Number);
      return { name, said, row, column, x: this.#across(column), y: this.#across(row) };
    });
  }

  #across(count) {
    return this.margin + (count - 0.5) * this.cell;
  }

  /** The cell place under a point; on the way of a stroke its corners do not count, so that diagonals can be drawn.
   * @param {Point} point @param {boolean} [passing] */
  cellAt(point, passing = false) {
    const row = Math.floor((point.y - this.margin) / this.cell) + 1;
    const column = Math.floor((point.x - this.margin) / this.cell) + 1;
    const place = this.sheet.byName.get(`r${row}c${column}`);
    if (!place || place.kind !== "cell") return undefined;
    const off = Math.abs(point.x - this.#across(column)) + Math.abs(point.y - this.#across(row));
    return passing && off > 0.8 * this.cell ? undefined : place;
  }

  /** The place that a point hits: its cell, or the nearest that is not a cell.
   * @param {Point} point @param {boolean} [passing] @param {number} [reach] in cells @returns {Place | undefined} */
  placeAt(point, passing = false, reach = 0.42) {
    return this.cellAt(point, passing)
      ?? nearest(this.sheet.places, (place) => (place.kind === "cell" ? Infinity : distance(point, place)), reach * this.cell);
  }

  /** @param {Point} point */
  nodeAt(point) {
    return nearest(this.nodes.values(), (node) => Math.hypot(node.x - point.x, node.y - point.y));
  }

  /** Where an arrow key takes the cursor; at the rim it stays. @param {Stop} stop @param {Direction} direction */
  neighbour(stop, direction) {
    const { x, y } = STEPS[direction];
    for (let far = 1; far <= this.sheet.document.rows + this.sheet.document.columns; far += 1) {
      const next = this.stopBySpot.get(`${stop.row + y * far} ${stop.column + x * far}`);
      if (next) return next;
    }
    return nearest(this.stops, (other) => {
      const ahead = (other.x - stop.x) * x + (other.y - stop.y) * y;
      const aside = Math.abs((other.x - stop.x) * y) + Math.abs((other.y - stop.y) * x);
      return ahead > 0.1 && aside <= ahead ? ahead + 2 * aside : Infinity;
    }) ?? stop;
  }

  /** The line on one side of a cell: along its border, or from its middle to that side. @param {Stop} stop
   * @param {Direction} direction @returns {Place | undefined} */
  lineTowards(stop, direction) {
    const { x, y } = STEPS[direction], spot = `${stop.x + (x * this.cell) / 2} ${stop.y + (y * this.cell) / 2}`;
    return this.lineAt.get(spot);
  }

  /** The cell at the far end of a line that runs from a cell. @param {Place} place @param {Stop} stop */
  farEnd(place, stop) {
    const [x1, y1, x2, y2] = /** @type {number[]} */ (place.line);
    const starts = Math.hypot(x1 - stop.x, y1 - stop.y) < 1;
    return this.stops.find((other) => Math.hypot(other.x - (starts ? x2 : x1), other.y - (starts ? y2 : y1)) < 1);
  }
}

/** @template T @param {Iterable<T>} some @param {(one: T) => number} far @param {number} [least]  nearer than this */
function nearest(some, far, least = Infinity) {
  /** @type {T | undefined} */
  let best;
  for (const one of some) {
    const distance_ = far(one);
    if (distance_ < least) [best, least] = [one, distance_];
  }
  return best;
}

/** How far a point is from a place: from its line, or from its middle. */
function distance({ x, y }, place) {
  const line = place.line ?? [...place.at, ...place.at], [x1, y1, x2, y2] = line, length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const [nearX, nearY] = along(line, length ? Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length)) : 0);
  return Math.hypot(x - nearX, y - nearY);
}

/** The points between two, close enough that no place is skipped; the second is the last of them.
 * @param {Point} from @param {Point} to @param {number} step */
export function between(from, to, step) {
  const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / step));
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = along([from.x, from.y, to.x, to.y], (i + 1) / count);
    return { x, y };
  });
}
