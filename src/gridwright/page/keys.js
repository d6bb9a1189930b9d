/** The keyboard on the board. Digits are read by the key's place, so that Shift and layouts do not matter; a key that means
 * nothing here stays the browser's. */
/** @type {Record<string, Direction>} */
const ARROWS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right" };
/** @type {Record<string, Mode>} */
const MODE_KEYS = { z: "value", x: "corner", c: "centre", v: "colour" };
/** @type {Record<string, string>} what the view is asked for */
const ASKS = { h: "hint", t: "trial", r: "row", k: "column", b: "region", p: "pause", "?": "help" };
/** Windows lets go of Shift before a key of the number pad that is pressed with it: this long ago it still counts. */
const SHIFT_GRACE = 60;
/** Digits of one number follow each other within this time. */
const NUMBER_GRACE = 1200;

/** @param {Controls} controls @param {KeyboardEvent} event */
export function onKey(controls, event) {
  if (event.altKey || event.isComposing || !controls.enabled || controls.game.stroke) return;
  if (command(controls, event) || (ARROWS[event.key] && digitOf(controls, event) === undefined && arrow(controls, event))
    || entry(controls, event)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function command(controls, event) {
  const key = event.key.toLowerCase(), control = held(event);
  const { geometry } = controls.board;
  if (key === "]" || (control && (key === "y" || (key === "z" && event.shiftKey)))) return act(() => controls.redo());
  if (key === "[" || (control && key === "z")) return act(() => controls.undo());
  const { selects, names } = controls.sheet;
  if (control && selects && (key === "a" || key === "i")) {
    return act(() => controls.select(names.filter((name) => key === "a" || !controls.selection.has(name))));
  }
  if ((key === "home" || key === "end") && digitOf(controls, event) === undefined) {
    const here = /** @type {Stop} */ (geometry.stopByName.get(controls.cursor));
    const line = control ? geometry.stops : geometry.stops.filter((stop) => stop.row === here.row);
    return act(() => move(controls, key === "home" ? line[0] : line[line.length - 1], event.shiftKey && selects));
  }
  if (control) return false;
  if (key === "escape") {
    controls.penDown = false;
    const any = controls.selection.size > 0;
    controls.select([]);
    return any;
  }
  if (ASKS[key]) return act(() => controls.listener.asked(ASKS[key]));
  return false;
}

/** Ctrl, or Command. */
const held = (event) => event.ctrlKey || event.metaKey;

function act(what) {
  what();
  return true;
}

function move(controls, stop, extends_) {
  controls.cursor = stop.name;
  if (controls.sheet.input.stroke === "select") {
    controls.selection = new Set(extends_ ? [...controls.selection, stop.name] : [stop.name]);
  }
  controls.typed.text = "";
  controls.board.stand(stop.name, true);
  controls.board.bringIntoView(stop.name);
  controls.listener.refresh();
}

function arrow(controls, event) {
  const { sheet, board } = controls, { geometry } = board, direction = ARROWS[event.key];
  const stop = /** @type {Stop} */ (geometry.stopByName.get(controls.cursor));
  const target = geometry.neighbour(stop, direction);
  const control = held(event);
  if (sheet.input.stroke === "draw" && (event.shiftKey || control || controls.penDown)) {
    return drawTowards(controls, stop, direction, event.shiftKey && !control);
  }
  if (sheet.input.stroke === "paint" && (event.shiftKey || control)) paintTowards(controls, stop, target);
  move(controls, target, event.shiftKey || control);
  return true;
}

/** Shift and an arrow cross a line out, Ctrl and an arrow (or Enter, then arrows) draw it; along lines from cell to cell the cursor goes along. */
function drawTowards(controls, stop, direction, crosses) {
  const { sheet, board, moves } = controls, { first, second } = sheet.input;
  const line = board.geometry.lineTowards(stop, direction), value = (crosses ? second : first) ?? "";
  if (!line) return true;
  controls.touched = line.name;
  controls.do(() => (controls.mode === "colour" ? moves.enter([line.name], controls.colour, "colour") : moves.toggle(line.name, value)));
  const end = line.kind === "border" || crosses ? undefined : board.geometry.farEnd(line, stop);
  if (end) move(controls, end, false);
  return true;
}

/** The value under the cursor goes along, as in a stroke. */
function paintTowards(controls, stop, target) {
  const { sheet, game } = controls, { paints } = sheet.input, here = sheet.at(game, stop.name);
  const value = paints.includes(here) ? here : paints[0];
  controls.do(() => {
    for (const name of [stop.name, target.name]) {
      const before = sheet.at(game, name);
      if (!before || paints.includes(before)) controls.moves.write(name, value);
    }
  });
}

function entry(controls, event) {
  const { sheet, game, moves } = controls, { stroke, second } = sheet.input, key = event.key.toLowerCase();
  if (key === "backspace" || key === "delete") return act(() => controls.erase());
  const digit = digitOf(controls, event), colours = controls.mode === "colour";
  if (stroke === "select") {
    if (digit !== undefined) return act(() => enterDigit(controls, digit, modeOf(controls, event)));
    if (held(event)) return false;
    if (MODE_KEYS[key]) return act(() => controls.setMode(MODE_KEYS[key]));
    if (key === " ") return act(() => nextMode(controls, event.shiftKey ? -1 : 1));
    return false;
  }
  if (held(event)) return false;
  if (key === "v") return act(() => controls.setMode(colours ? "value" : "colour"));
  if (digit && colours) return act(() => controls.setColour(String(digit), true));
  if (stroke === "draw") return key === "enter" && act(() => {
    controls.penDown = !controls.penDown;
    controls.listener.refresh();
  });
  const name = controls.cursor, toggle = (value) => act(() => controls.do(() => moves.toggle(name, value)));
  if (key === "enter" || key === " ") return act(() => controls.do(() => moves.write(name, moves.next(game.get("entry", name), controls.settings.crossFirst))));
  if (key === "x" && second !== null) return toggle(second);
  if (digit !== undefined && digit > 0 && digit < sheet.input.cycle.length) {
    const ordered = [sheet.input.first, second].filter((value) => value !== null);
    return toggle(ordered[digit - 1] ?? sheet.input.cycle[digit]);
  }
  return false;
}

/** The digit of a key; those of the number pad come as arrows where Shift is held. */
function digitOf(controls, event) {
  const [, kind, digit] = /^(Digit|Numpad)?(\d)$/.exec(event.code || event.key) ?? [];
  return digit && (kind !== "Numpad" || /^\d$/.test(event.key) || shifted(controls, event)) ? Number(digit) : undefined;
}

const shifted = (controls, event) => event.shiftKey || (event.code.startsWith("Numpad") && event.timeStamp - controls.shiftUp < SHIFT_GRACE);

function modeOf(controls, event) {
  const shift = shifted(controls, event), control = held(event);
  return shift && control ? "colour" : shift ? "corner" : control ? "centre" : controls.mode;
}

function nextMode(controls, step) {
  const modes = /** @type {Mode[]} */ (["value", ...controls.sheet.input.marks]);
  controls.setMode(modes[(modes.indexOf(controls.mode) + step + modes.length) % modes.length]);
}

/** Digits that follow each other quickly are one number where the board has such numbers; both presses are one stroke. */
function enterDigit(controls, digit, mode) {
  if (mode === "colour") return digit ? controls.enter(String(digit), mode) : undefined;
  const { sheet, typed } = controls, now = performance.now();
  const values = controls.targets.flatMap((name) => sheet.document.values[sheet.byName.get(name)?.values ?? -1] ?? []);
  const find = (text) => values.find((value) => value.number === Number(text));
  const longer = now - typed.time < NUMBER_GRACE && typed.text ? find(typed.text + digit) : undefined;
  if (longer && typed.stroke === controls.game.done[controls.game.done.length - 1]) controls.game.undo();
  const value = longer ?? find(String(digit));
  if (!value) return digit === 0 ? controls.erase() : undefined;
  controls.enter(value.symbol, mode);
  controls.typed = { text: String(value.number), time: now, stroke: controls.game.done[controls.game.done.length - 1] };
}
