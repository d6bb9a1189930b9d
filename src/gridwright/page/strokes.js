/** What a pointer does from when it goes down until it is lifted: it selects, paints or draws. A tap acts on lifting. */

/** @param {Controls} controls @param {Point} point @param {PointerEvent} event @returns {Stroke} */
export function beginStroke(controls, point, event) {
  const { stroke } = controls.sheet.input;
  const Kind = controls.mode === "colour" && stroke !== "select" ? ColourStroke : { select: SelectStroke, paint: PaintStroke, draw: DrawStroke }[stroke];
  const begun = new Kind(controls, event);
  begun.begin(point);
  return begun;
}

class SelectStroke {
  /** @param {Controls} controls @param {PointerEvent} event */
  constructor(controls, event) {
    this.controls = controls;
    this.ended = false;
    this.before = { selection: new Set(controls.selection), cursor: controls.cursor };
    this.more = event.ctrlKey || event.metaKey || event.shiftKey || controls.adding;
  }

  begin(point) {
    const { selection, board } = this.controls, place = board.geometry.placeAt(point);
    this.adds = !(this.more && place && selection.has(place.name));
    if (!this.more) selection.clear();
    if (place) this.#take(place);
  }

  #take({ name }) {
    if (this.adds) this.controls.selection.add(name);
    else this.controls.selection.delete(name);
    this.last = this.controls.cursor = name;
  }

  over(point) {
    const place = this.controls.board.geometry.placeAt(point, true);
    if (place && place.name !== this.last) this.#take(place);
  }

  lift() {
    this.controls.selected(this.last);
  }

  cancel() {
    Object.assign(this.controls, this.before);
  }
}

/** A stroke that changes the game. */
class GameStroke {
  /** @param {Controls} controls @param {PointerEvent} event */
  constructor(controls, event) {
    this.controls = controls;
    this.geometry = controls.board.geometry;
    this.second = event.button === 2;
    controls.game.begin();
    this.changes = controls.game.stroke;
  }

  /** Has something else ended it: a second finger on Undo? */
  get ended() {
    return this.controls.game.stroke !== this.changes;
  }

  /** A tap: the value of the second button or of the tool, or else the next one. */
  tap(name, crossFirst) {
    this.controls.touched = name;
    const { sheet, game, moves, tool } = this.controls, wanted = (this.second ? sheet.input.second : null) ?? tool;
    if (wanted === null) moves.write(name, moves.next(game.get("entry", name), crossFirst));
    else moves.toggle(name, wanted);
  }

  lift() {
    this.controls.commit();
  }

  cancel() {
    this.controls.game.rollback();
  }
}

class ColourStroke extends GameStroke {
  /** @type {boolean | undefined} */
  adds;

  begin(point) {
    this.over(point);
  }

  over(point) {
    const { moves, game, colour } = this.controls, place = this.geometry.placeAt(point, this.adds !== undefined);
    if (!place) return;
    this.adds ??= !game.get("colour", place.name).includes(colour);
    moves.mark("colour", place.name, colour, this.adds);
  }
}

class PaintStroke extends GameStroke {
  begin(point) {
    this.first = this.geometry.placeAt(point);
    this.moved = false;
    if (this.first) this.controls.cursor = this.first.name;
  }

  over(point) {
    const place = this.geometry.placeAt(point, true);
    if (!place || !this.first || (!this.moved && place === this.first)) return;
    if (!this.moved) {
      this.moved = true;
      this.from = this.controls.sheet.at(this.controls.game, this.first.name);
      this.value = this.#valueOfStroke(this.from);
      this.#paint(this.first.name);
    }
    this.#paint(place.name);
    this.controls.cursor = place.name;
  }

  /** The first place decides: what the stroke paints is what it gets. */
  #valueOfStroke(from) {
    const { sheet, tool } = this.controls, { paints, second } = sheet.input;
    if (this.second && second !== null) return from === second ? "" : second;
    if (tool !== null) return tool === from || !paints.includes(tool) ? "" : tool;
    return paints.includes(from) ? paints[paints.indexOf(from) + 1] ?? "" : paints[0];
  }

  /** Values that strokes do not paint survive them, and so do givens; who wipes, wipes only what he began with. */
  #paint(name) {
    const { sheet, game, moves } = this.controls, before = sheet.at(game, name);
    const survives = (before && !sheet.input.paints.includes(before)) || (this.value === "" && before !== this.from);
    if (this.value !== undefined && !survives) moves.write(name, this.value);
  }

  lift() {
    if (!this.moved && this.first) this.tap(this.first.name, this.controls.settings.crossFirst);
    super.lift();
  }
}

class DrawStroke extends GameStroke {
  begin(point) {
    const { sheet: { input: { first, second } }, tool } = this.controls;
    this.start = point;
    this.node = this.geometry.nodeAt(point);
    this.value = tool ?? (this.second ? second : first) ?? "";
    /** Does it wipe what it passes? The first line that it meets decides. @type {boolean | undefined} */
    this.wipes = undefined;
    this.crosses = this.value !== first;
  }

  over(point) {
    const { geometry, start } = this, { cell } = geometry, far = (x, y) => Math.hypot(point.x - x, point.y - y);
    if (this.crosses) {
      const place = geometry.placeAt(point, true, 0.22);
      if (place && far(start.x, start.y) > 0.3 * cell) this.#draw(place);
      return;
    }
    for (const place of this.node?.places ?? []) {
      const [x1, y1, x2, y2] = /** @type {number[]} */ (place.line);
      const [x, y] = x1 === this.node?.x && y1 === this.node?.y ? [x2, y2] : [x1, y1];
      if (far(x, y) > 0.4 * cell) continue;
      this.#draw(place);
      this.node = geometry.nodes.get(`${x} ${y}`);
      return;
    }
  }

  #draw({ name }) {
    const { sheet, game, moves } = this.controls, { value = "" } = this, before = sheet.at(game, name);
    this.controls.touched = name;
    this.wipes ??= before === value;
    if (!this.wipes || before === value) moves.write(name, this.wipes ? "" : value);
  }

  lift() {
    const place = this.geometry.placeAt(this.start);
    if (this.wipes === undefined && place && place.kind !== "cell") this.tap(place.name, true);
    super.lift();
  }
}
