/** What a pointer does from when it goes down until it is lifted: it selects, paints or draws. A tap acts on lifting. */
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

/** A stroke that changes the game. */
class GameStroke {
  /** @param {Controls} controls @param {PointerEvent} [event] */
  constructor(controls, event) {
    this.controls = controls;
    this.second = event?.button === 2;
    controls.game.begin();
  }

  /** A tap: the value of the second button or of the tool, or else the next one. @param {string} name @param {boolean} crossFirst */
  tap(name, crossFirst) {
    const { sheet, game, habits, tool } = this.controls, before = game.get("entry", name);
    const wanted = this.second && sheet.input.second !== null ? sheet.input.second : tool;
    write(sheet, game, name, wanted === null ? next(sheet, before, crossFirst) : before === wanted ? "" : wanted, habits);
  }

  lift() {
    this.controls.commit();
  }

  cancel() {
    this.controls.game.rollback();
  }
}

class ColourStroke extends GameStroke {
  /** @param {Controls} controls @param {Point} point */
  constructor(controls, point) {
    super(controls);
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
}

class PaintStroke extends GameStroke {
  /** @param {Controls} controls @param {Point} point @param {PointerEvent} event */
  constructor(controls, point, event) {
    super(controls, event);
    this.first = controls.board.geometry.placeAt(point);
    this.moved = false;
    if (this.first) controls.cursor = this.first.name;
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
    if (!this.moved && this.first) this.tap(this.first.name, this.controls.settings.crossFirst);
    super.lift();
  }
}

class DrawStroke extends GameStroke {
  /** @param {Controls} controls @param {Point} point @param {PointerEvent} event */
  constructor(controls, point, event) {
    super(controls, event);
    const { first, second } = controls.sheet.input;
    this.start = point;
    this.node = controls.board.geometry.nodeAt(point);
    this.value = controls.tool ?? (this.second ? second : first) ?? "";
    /** Does it wipe what it passes? The first line that it meets decides. @type {boolean | undefined} */
    this.wipes = undefined;
    this.crosses = this.value !== first;
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
    const place = this.controls.board.geometry.placeAt(this.start);
    if (this.wipes === undefined && place && place.kind !== "cell") this.tap(place.name, true);
    super.lift();
  }
}
