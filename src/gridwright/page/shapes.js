/** Path data of what players write, in the units of the board. */

/** What the player's colours are called. */
export const LETTERS = "ABCDEFGHI";
/** What tells colours and regions apart where colour does not: a tile of 10 for each. */
export const PATTERNS = ["M-1 1L1-1M0 10L10 0M9 11L11 9", "M0 5H10", "M4 5a1 1 0 1 0 2 0a1 1 0 1 0-2 0", "M5 0V10", "M-1 9L1 11M0 0L10 10M9-1L11 1",
  "M0 5H10M5 0V10", "M0 7L5 3L10 7", "M3 5H7M5 3V7", "M2 5a3 3 0 1 0 6 0a3 3 0 1 0-6 0", "M0 3H10M0 7H10", "M0 10L10 0M0 0L10 10", "M3 0V10M7 0V10"];

const round = (value) => Math.round(value * 100) / 100;

/** @type {Shape} */
export function cross(x, y, arm) {
  return `M${round(x - arm)} ${round(y - arm)}l${2 * arm} ${2 * arm}M${round(x - arm)} ${round(y + arm)}l${2 * arm} ${-2 * arm}`;
}

/** @type {Shape} */
export function square(x, y, half) {
  return `M${round(x - half)} ${round(y - half)}h${2 * half}v${2 * half}h${-2 * half}Z`;
}

/** @type {Shape} */
export function ring(x, y, radius) {
  return `M${round(x - radius)} ${round(y)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

/** The point at a share of a line. @param {number[]} line @param {number} share */
export const along = ([x1, y1, x2, y2], share) => [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];

/** @param {number[]} line */
export const segment = ([x1, y1, x2, y2]) => `M${x1} ${y1}L${x2} ${y2}`;

/** The shape of a value; one without is written as its symbol. @param {Partial<Page.Value> | undefined} value @returns {Shape | undefined} */
export function shapeOf(value) {
  const glyph = value?.glyph;
  return glyph ? (x, y, cell) => glyph.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_, right, down) => `${round(x + right * cell)} ${round(y + down * cell)}`) : SHAPES[value?.shape ?? ""];
}

/** @type {Record<string, Shape>} */
const SHAPES = {
  dot: (x, y, cell) => cross(x, y, 0.1 * cell),
  cross: (x, y, cell) => cross(x, y, 0.09 * cell),
  shade: (x, y, cell) => square(x, y, 0.48 * cell),
  line: (x, y, cell) => `M${x - 0.4 * cell} ${y}h${0.8 * cell}`,
  "double-line": (x, y, cell) => `M${x - 0.4 * cell} ${y - 3}h${0.8 * cell}m0 6h${-0.8 * cell}`,
  nothing: () => "",
};

/** The outline of places: around cells, a little inside them and only where the next cell does not belong; around lines
 * and points a capsule.
 * @param {Place[]} places @param {number} cell @param {number} inset */
export function outline(places, cell, inset) {
  const inside = new Set(places.filter((place) => place.kind === "cell").map((place) => `${place.row} ${place.column}`));
  let data = "";
  for (const place of places) {
    const [x, y] = place.at;
    if (place.kind !== "cell") {
      data += place.line ? capsule(place.line, 6) : ring(x, y, 9);
      continue;
    }
    const { row, column } = place, half = cell / 2, near = half - inset;
    const has = (down, right) => inside.has(`${row + down} ${column + right}`);
    const left = has(0, -1), right = has(0, 1), up = has(-1, 0), down = has(1, 0);
    const west = x - (left ? half : near), east = x + (right ? half : near);
    const north = y - (up ? half : near), south = y + (down ? half : near);
    if (!up) data += `M${west} ${y - near}H${east}`;
    if (!down) data += `M${west} ${y + near}H${east}`;
    if (!left) data += `M${x - near} ${north}V${south}`;
    if (!right) data += `M${x + near} ${north}V${south}`;
    for (const [v, h, open] of /** @type {[number, number, boolean][]} */ ([[-1, -1, up && left], [-1, 1, up && right],
      [1, -1, down && left], [1, 1, down && right]])) {
      if (open && !has(v, h)) data += `M${x + h * near} ${y + v * half}V${y + v * near}H${x + h * half}`;
    }
  }
  return data;
}

function capsule([x1, y1, x2, y2], reach) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const x = round((-(y2 - y1) / length) * reach), y = round(((x2 - x1) / length) * reach);
  return `M${x1 + x} ${y1 + y}L${x2 + x} ${y2 + y}A${reach} ${reach} 0 0 0 ${x2 - x} ${y2 - y}L${x1 - x} ${y1 - y}A${reach} ${reach} 0 0 0 ${x1 + x} ${y1 + y}Z`;
}
