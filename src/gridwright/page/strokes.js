/**
 * What a pointer does from when it goes down until it is lifted: it selects, paints or draws. A tap acts on lifting.
 * @typedef {{over(point: Point): void, lift(): void, cancel(): void}} Stroke
 */
import { next, write } from "./moves.js";

/** @param {Controls} controls @param {Point} point @param {PointerEvent} event @returns {Stroke} */
export function beginStroke(controls, point, event) {
  if (controls.mode === "colour" && controls.sheet.input.stroke !== "select") return new ColourStroke(controls, point);
  const Kind = { select: SelectStroke, paint: PaintStroke, draw: DrawStroke }[controls.sheet.input.stroke];
  return new Kind(controls, point, event);
}

class SelectStroke {
  /** @param {Controls} controls @param {Point} point @param {PointerEvent} event */
  constructor(controls, point, event) {
    this.controls = controls;
    this.before = { selection: [...controls.selection], cursor: controls.cursor };
    const place = controls.board.geometry.placeAt(point);
    const more = event.ctrlKey || event.metaKey || event.shiftKey || controls.adding;
    this.adds = !(more && place && controls.selection.has(place.name));
    if (!more) controls.selection.clear();
    if (place) this.#take(place);
  }

  #take(place) {
    if (this.adds) this.controls.selection.add(place.name);
    else this.controls.selection.delete(place.name);
    this.controls.cursor = place.name;
    this.last = place.name;
  }

  over(point) {
    const place = this.controls.board.geometry.placeAt(point, true);
    if (place && place.name !== this.last) this.#take(place);
  }

  lift() {
    this.controls.selected(this.last);
  }

  cancel() {
    this.controls.selection = new Set(this.before.selection);
    this.controls.cursor = this.before.cursor;
  }
}

class ColourStroke {
  /** @param {Controls} controls @param {Point} point */
  constructor(controls, point) {
    this.controls = controls;
    controls.game.begin();
    /** @type {boolean | undefined} */
    this.adds = undefined;
    this.over(point);
  }

  over(point) {
    const { board, game, colour } = this.controls, place = board.geometry.placeAt(point, this.adds !== undefined);
    if (!place) return;
    const colours = new Set(game.get("colour", place.name));
    this.adds ??= !colours.has(colour);
    if (this.adds) colours.add(colour);
    else colours.delete(colour);
    game.set("colour", place.name, [...colours].sort().join(""));
  }

  lift() {
    this.controls.commit();
  }

  cancel() {
    this.controls.game.rollback();
  }
}

class PaintStroke {
  /** @param {Controls} controls @param {Point} point @param {PointerEvent} event */
  constructor(controls, point, event) {
    this.controls = controls;
    this.first = controls.board.geometry.placeAt(point);
    this.second = event.button === 2;
    this.moved = false;
    if (this.first) controls.cursor = this.first.name;
    controls.game.begin();
  }

  over(point) {
    const { board, sheet, game } = this.controls, place = board.geometry.placeAt(point, true);
    if (!place || !this.first || (!this.moved && place === this.first)) return;
    if (!this.moved) {
      this.moved = true;
      this.from = sheet.at(game, this.first.name);
      this.value = this.#valueOfStroke(this.from);
      this.#paint(this.first.name);
    }
    this.#paint(place.name);
    this.controls.cursor = place.name;
  }

  /** The first place decides: what the stroke paints is what it gets. @param {string} from */
  #valueOfStroke(from) {
    const { sheet, tool } = this.controls, { paints, second } = sheet.input;
    if (this.second && second !== null) return from === second ? "" : second;
    if (tool !== null) return tool === from || !(tool === "" || paints.includes(tool)) ? "" : tool;
    return from === "" || !paints.includes(from) ? paints[0] : paints[paints.indexOf(from) + 1] ?? "";
  }

  /** Values that strokes do not paint survive them, and so do givens; who wipes, wipes only what he began with.
   * @param {string} name */
  #paint(name) {
    const { sheet, game, habits } = this.controls, before = sheet.at(game, name), { paints } = sheet.input;
    if (this.value === undefined || (before && !paints.includes(before)) || (this.value === "" && before !== this.from)) return;
    write(sheet, game, name, this.value, habits);
  }

  lift() {
    const { sheet, game, habits, tool, settings } = this.controls;
    if (!this.moved && this.first) {
      const { name } = this.first, before = game.get("entry", name), { second } = sheet.input;
      let value = next(sheet, before, settings.crossFirst);
      if (this.second && second !== null) value = before === second ? "" : second;
      else if (tool !== null) value = before === tool ? "" : tool;
      write(sheet, game, name, value, habits);
    }
    this.controls.commit();
  }

  cancel() {
    this.controls.game.rollback();
  }
}

class DrawStroke {
  /** @param {Controls} controls @param {Point} point @param {PointerEvent} event */
  constructor(controls, point, event) {
    this.controls = controls;
    const { first, second } = controls.sheet.input;
    this.start = point;
    this.node = controls.board.geometry.nodeAt(point);
    this.value = controls.tool ?? (event.button === 2 ? second : first) ?? "";
    /** Does it wipe what it passes? The first line that it meets decides. @type {boolean | undefined} */
    this.wipes = undefined;
    this.crosses = this.value !== first;
    this.second = event.button === 2;
    controls.game.begin();
  }

  over(point) {
    const { geometry } = this.controls.board, { cell } = geometry;
    if (this.crosses) {
      const place = geometry.placeAt(point, true, 0.22);
      if (place && Math.hypot(point.x - this.start.x, point.y - this.start.y) > 0.3 * cell) this.#draw(place);
      return;
    }
    for (const place of this.node?.places ?? []) {
      const [x1, y1, x2, y2] = /** @type {number[]} */ (place.line);
      const starts = x1 === this.node?.x && y1 === this.node?.y;
      const [x, y] = starts ? [x2, y2] : [x1, y1];
      if (Math.hypot(point.x - x, point.y - y) > 0.4 * cell) continue;
      this.#draw(place);
      this.node = geometry.nodes.get(`${x} ${y}`);
      return;
    }
  }

  #draw(place) {
    const { sheet, game, habits } = this.controls, before = sheet.at(game, place.name);
    this.wipes ??= before === this.value;
    if (this.wipes && before !== this.value) return;
    write(sheet, game, place.name, this.wipes ? "" : this.value, habits);
  }

  lift() {
    const { sheet, game, habits, tool, board } = this.controls, place = board.geometry.placeAt(this.start);
    if (this.wipes === undefined && place && place.kind !== "cell") {
      const before = game.get("entry", place.name), { second } = sheet.input;
      let value = next(sheet, before, true);
      if (this.second && second !== null) value = before === second ? "" : second;
      else if (tool !== null) value = before === tool ? "" : tool;
      write(sheet, game, place.name, value, habits);
    }
    this.controls.commit();
  }

  cancel() {
    this.controls.game.rollback();
  }
}
