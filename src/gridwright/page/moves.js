/** What keys, pad and strokes do to a game. Each changes it within a stroke that the caller has begun. */
import { readFact } from "./sheet.js";

export class Moves {
  /** @param {Sheet} sheet @param {Game} game @param {Habits} habits */
  constructor(sheet, game, habits) {
    this.sheet = sheet;
    this.game = game;
    this.habits = habits;
  }

  /** Writes a value at a place, or clears it (""); with what follows: crosses that the page writes by itself, and marks that the value rules out. */
  write(name, symbol) {
    const { sheet, game, habits } = this, before = game.get("entry", name), { auto } = sheet.input;
    if (sheet.isGiven(name) || before === symbol) return;
    game.set("entry", name, symbol);
    game.set("auto", name, "");
    if (auto && before === auto.value) this.#cross(auto, false);
    if (auto && symbol === auto.value && habits.autoCross) this.#cross(auto, true);
    if (!symbol || !habits.tidyMarks) return;
    for (const seen of sheet.seenFrom(name)) {
      for (const layer of /** @type {Marks[]} */ (["corner", "centre"])) game.set(layer, seen, game.get(layer, seen).replace(symbol, ""));
    }
  }

  /** Writes a value, or takes it away where it stands. */
  toggle(name, symbol) {
    this.write(name, this.game.get("entry", name) === symbol ? "" : symbol);
  }

  /** Writes crosses where a value is ruled out, or removes the page's own ones that nothing needs any more. */
  #cross({ value, writes }, adds) {
    const { sheet, game } = this, symbols = sheet.symbols(game);
    sheet.places.forEach(({ name }, number) => {
      if ((adds ? symbols[number] : !game.get("auto", name)) || sheet.isRuledOut(symbols, number, value) !== adds) return;
      game.set("entry", name, adds ? writes : "");
      game.set("auto", name, adds ? "1" : "");
    });
  }

  /** What a tap makes of a place. */
  next(before, crossFirst) {
    const { input } = this.sheet;
    const cycle = input.auto && !crossFirst ? ["", ...input.cycle.slice(1).reverse()] : input.cycle;
    return cycle[(cycle.indexOf(before) + 1) % cycle.length] ?? "";
  }

  /** A value of the pad or a key, at every selected place. A value that all have already is taken away; a mark that some lack goes to all. */
  enter(names, symbol, mode) {
    const { sheet, game } = this, layer = mode === "value" ? "entry" : mode;
    const able = mode === "colour" ? names
      : names.filter((name) => !sheet.isGiven(name) && sheet.value(name, symbol) && (layer === "entry" || !game.get("entry", name)));
    const adds = able.some((name) => !game.get(layer, name).includes(symbol));
    for (const name of able) {
      if (layer === "entry") this.write(name, adds ? symbol : "");
      else this.mark(layer, name, symbol, adds);
    }
  }

  /** Adds a mark or a colour, or takes it away; they stand in the order of the values. @param {Marks} layer
   * @param {string} name @param {string} symbol @param {boolean} adds */
  mark(layer, name, symbol, adds) {
    const marks = new Set(this.game.get(layer, name));
    if (adds) marks.add(symbol);
    else marks.delete(symbol);
    const order = layer === "colour" ? [...marks].sort() : this.sheet.symbolsOf(name).filter((each) => marks.has(each));
    this.game.set(layer, name, order.join(""));
  }

  /** Takes the top layer off all selected places: values, then marks, then colours; in a mode of marks those first. */
  erase(names, mode) {
    /** @type {Layer[][]} */
    const order = [["entry"], ["centre", "corner"], ["colour"]];
    if (mode === "colour") order.unshift(["colour"]);
    else if (mode !== "value") order.splice(1, 0, [mode]);
    const layers = order.find((some) => some.some((layer) => names.some((name) => this.game.get(layer, name))));
    for (const name of names) {
      for (const layer of layers ?? []) {
        if (layer === "entry") this.write(name, "");
        else this.game.set(layer, name, "");
      }
    }
  }

  /** Writes as centre marks what no rule that the page can check rules out. */
  fillMarks(names) {
    const { sheet, game } = this, symbols = sheet.symbols(game);
    for (const name of names) {
      const number = /** @type {number} */ (sheet.numbers.get(name));
      if (symbols[number]) continue;
      game.set("centre", name, sheet.symbolsOf(name).filter((symbol) => !sheet.isRuledOut(symbols, number, symbol)).join(""));
    }
  }

  /** Does what a hint says: writes values, crosses candidates out. Where no marks stand yet, what the hint saw is written. */
  follow(facts, candidates) {
    const { sheet, game } = this;
    for (const [name, sign, symbol] of facts.map(readFact)) {
      const open = game.get("centre", name) || candidates[sheet.numbers.get(name) ?? -1] || sheet.symbolsOf(name).join("");
      const left = open.replace(symbol, "");
      if (sign === "=") this.write(name, symbol);
      else if (sheet.input.stroke !== "select" && left.length === 1) this.write(name, left);
      else game.set("centre", name, left);
    }
  }
}
