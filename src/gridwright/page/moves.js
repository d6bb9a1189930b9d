/** What keys, pad and strokes do to a game. Each function changes a game within a stroke that the caller has begun. */
import { readFact } from "./sheet.js";

/**
 * Writes a value at a place, or clears it (""); with what follows: crosses that the page writes by itself, and marks
 * that the value rules out.
 * @param {Sheet} sheet @param {Game} game @param {string} name @param {string} symbol @param {Habits} habits
 */
export function write(sheet, game, name, symbol, habits) {
  if (sheet.isGiven(name)) return;
  const before = game.get("entry", name);
  if (before === symbol) return;
  game.set("entry", name, symbol);
  game.set("auto", name, "");
  const auto = sheet.input.auto;
  if (auto && before === auto.value) withdrawCrosses(sheet, game, auto);
  if (auto && symbol === auto.value && habits.autoCross) addCrosses(sheet, game, auto);
  if (symbol && habits.tidyMarks) {
    for (const seen of sheet.seenFrom(name)) {
      for (const layer of /** @type {Layer[]} */ (["corner", "centre"])) {
        const marks = game.get(layer, seen);
        if (marks.includes(symbol)) game.set(layer, seen, marks.replace(symbol, ""));
      }
    }
  }
}

function addCrosses(sheet, game, auto) {
  const symbols = sheet.symbols(game);
  sheet.places.forEach((place, number) => {
    if (symbols[number] || !sheet.isRuledOut(symbols, number, auto.value)) return;
    game.set("entry", place.name, auto.writes);
    game.set("auto", place.name, "1");
  });
}

/** Removes the page's own crosses that nothing needs any more. @param {Sheet} sheet @param {Game} game
 * @param {{value: string, writes: string}} auto */
function withdrawCrosses(sheet, game, auto) {
  const symbols = sheet.symbols(game);
  sheet.places.forEach((place, number) => {
    if (!game.get("auto", place.name) || sheet.isRuledOut(symbols, number, auto.value)) return;
    game.set("entry", place.name, "");
    game.set("auto", place.name, "");
  });
}

/** What a tap makes of a place. @param {Sheet} sheet @param {string} before @param {boolean} crossFirst */
export function next(sheet, before, crossFirst) {
  let cycle = sheet.input.cycle;
  if (sheet.input.auto && !crossFirst) cycle = ["", ...cycle.slice(1).reverse()];
  return cycle[(cycle.indexOf(before) + 1) % cycle.length] ?? "";
}

/**
 * A value of the pad or a key, at every selected place. A value that all have already is taken away; a mark that some
 * lack goes to all.
 * @param {Sheet} sheet @param {Game} game @param {string[]} names @param {string} symbol @param {Mode} mode
 * @param {Habits} habits
 */
export function enter(sheet, game, names, symbol, mode, habits) {
  const open = names.filter((name) => mode === "colour" || !sheet.isGiven(name));
  if (mode === "value") {
    const able = open.filter((name) => sheet.value(name, symbol));
    const clears = able.every((name) => game.get("entry", name) === symbol);
    for (const name of able) write(sheet, game, name, clears ? "" : symbol, habits);
    return;
  }
  const able = mode === "colour" ? open
    : open.filter((name) => !game.get("entry", name) && sheet.value(name, symbol));
  const adds = able.some((name) => !game.get(mode, name).includes(symbol));
  for (const name of able) {
    const marks = new Set(game.get(mode, name));
    if (adds) marks.add(symbol);
    else marks.delete(symbol);
    const order = mode === "colour" ? [...marks].sort() : inOrder(sheet, name, marks);
    game.set(mode, name, order.join(""));
  }
}

function inOrder(sheet, name, marks) {
  const place = sheet.byName.get(name);
  return place ? sheet.valuesOf(place).map((value) => value.symbol).filter((symbol) => marks.has(symbol)) : [];
}

/**
 * Takes the top layer off all selected places: values, then marks, then colours; in a mode of marks those first.
 * @param {Sheet} sheet @param {Game} game @param {string[]} names @param {Mode} mode @param {Habits} habits
 */
export function erase(sheet, game, names, mode, habits) {
  /** @type {Layer[][]} */
  const order = [["entry"], ["centre", "corner"], ["colour"]];
  if (mode === "colour") order.unshift(["colour"]);
  if (mode === "corner" || mode === "centre") order.splice(1, 0, [mode]);
  const layers = order.find((some) => some.some((layer) => names.some((name) => game.get(layer, name))));
  for (const name of names) {
    for (const layer of layers ?? []) {
      if (layer === "entry") write(sheet, game, name, "", habits);
      else game.set(layer, name, "");
    }
  }
}

/** Writes as centre marks what no rule that the page can check rules out. @param {Sheet} sheet @param {Game} game
 * @param {string[]} names */
export function fillMarks(sheet, game, names) {
  const symbols = sheet.symbols(game);
  for (const name of names) {
    const number = /** @type {number} */ (sheet.numbers.get(name));
    if (symbols[number]) continue;
    const open = sheet.valuesOf(sheet.places[number]).filter(({ symbol }) => !sheet.isRuledOut(symbols, number, symbol));
    game.set("centre", name, open.map((value) => value.symbol).join(""));
  }
}

/**
 * Does what a hint says: writes values, crosses candidates out. Where no marks stand yet, what the hint saw is written.
 * @param {Sheet} sheet @param {Game} game @param {string[]} facts @param {string[]} candidates @param {Habits} habits
 */
export function follow(sheet, game, facts, candidates, habits) {
  for (const fact of facts) {
    const [name, sign, symbol] = readFact(fact);
    const place = sheet.byName.get(name);
    if (!place) continue;
    if (sign === "=") {
      write(sheet, game, name, symbol, habits);
      continue;
    }
    const values = sheet.valuesOf(place).map((value) => value.symbol);
    const open = game.get("centre", name) || candidates[sheet.numbers.get(name) ?? -1] || values.join("");
    const left = open.replace(symbol, "");
    if (sheet.input.stroke !== "select" && left.length === 1) write(sheet, game, name, left, habits);
    else game.set("centre", name, left);
  }
}
