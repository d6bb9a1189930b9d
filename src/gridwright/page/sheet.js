/**
 * A board document made quick to ask: places by name, what stands where, which rules are broken, what an entry rules
 * out. Pure: it neither draws nor changes a game.
 */

export class Sheet {
  /** @param {BoardDocument} document */
  constructor(document) {
    this.document = document;
    this.places = document.places;
    this.input = document.input;
    this.cell = document.svg.cell;
    /** @type {Map<string, Place>} */
    this.byName = new Map(this.places.map((place) => [place.name, place]));
    /** @type {Map<string, number>} */
    this.numbers = new Map(this.places.map((place, number) => [place.name, number]));
    this.printed = new Map(document.cells.map((cell) => [cell.name, cell]));
    /** @type {Rule[][]} the rules that each place stands in, pairs aside */
    this.rulesAt = this.places.map(() => []);
    /** @type {Map<string, Set<number>[]>} by value, the places that may not have it beside each place */
    this.partners = new Map();
    for (const rule of document.rules) {
      for (const place of rule.places ?? []) this.rulesAt[place].push(rule);
      for (const [p, q] of rule.pairs ?? []) {
        const partners = this.#partnersOf(/** @type {string} */ (rule.value));
        partners[p].add(q);
        partners[q].add(p);
      }
    }
  }

  #partnersOf(value) {
    let partners = this.partners.get(value);
    if (!partners) this.partners.set(value, (partners = this.places.map(() => new Set())));
    return partners;
  }

  /** @param {Place} place */
  valuesOf(place) {
    return this.document.values[place.values];
  }

  /** @param {string} name @param {string} symbol @returns {Value | undefined} */
  value(name, symbol) {
    const place = this.byName.get(name);
    return place && this.valuesOf(place).find((value) => value.symbol === symbol);
  }

  /** @param {string} name */
  isGiven(name) {
    return this.byName.get(name)?.given !== undefined;
  }

  /** What stands at a place, given or entered. @param {Game} game @param {string} name */
  at(game, name) {
    return this.byName.get(name)?.given ?? game.get("entry", name);
  }

  /** @param {Game} game */
  symbols(game) {
    return this.places.map((place) => place.given ?? game.get("entry", place.name));
  }

  /** The places that share an all-different rule with a place. @param {string} name @returns {Set<string>} */
  seenFrom(name) {
    const number = this.numbers.get(name) ?? -1;
    const seen = (this.rulesAt[number] ?? []).filter(areDifferent)
      .flatMap((rule) => rule.places ?? []);
    return new Set(seen.filter((other) => other !== number).map((other) => this.places[other].name));
  }

  /** Do the values that stand on the board leave no room for this one here? @param {string[]} symbols
   * @param {number} place @param {string} value */
  isRuledOut(symbols, place, value) {
    for (const other of this.partners.get(value)?.[place] ?? []) if (symbols[other] === value) return true;
    return this.rulesAt[place].some((rule) => {
      const others = (rule.places ?? []).filter((other) => other !== place && symbols[other] === value).length;
      if (areDifferent(rule)) return others > 0;
      return rule.kind === "count" && rule.value === value && others >= (rule.most ?? Infinity);
    });
  }

  /**
   * The rules that what stands on the board breaks, as far as a page can tell.
   * @param {string[]} symbols @returns {Conflict[]}
   */
  conflicts(symbols) {
    /** @type {Conflict[]} */
    const found = [];
    for (const rule of this.document.rules) {
      for (const places of this.#broken(rule, symbols)) {
        found.push({ rule, places: places.map((place) => this.places[place].name) });
      }
    }
    return found;
  }

  #broken(rule, symbols) {
    const places = rule.places ?? [];
    if (rule.kind === "not-both") {
      return (rule.pairs ?? [places]).filter((pair) => [...pair].every((place) => symbols[place] === rule.value));
    }
    if (rule.kind === "count") {
      const holding = places.filter((place) => symbols[place] === rule.value);
      if (holding.length > (rule.most ?? Infinity)) return [holding];
      const open = places.filter((place) => !symbols[place]);
      return holding.length + open.length < (rule.least ?? 0) ? [places] : [];
    }
    if (!areDifferent(rule)) return [];
    /** @type {Map<string, number[]>} */
    const bySymbol = new Map();
    for (const place of places) {
      if (symbols[place]) bySymbol.set(symbols[place], [...(bySymbol.get(symbols[place]) ?? []), place]);
    }
    return [...bySymbol.values()].filter((same) => same.length > 1);
  }

  /** Are there rules that only the server, or the stored solution, can judge? */
  hasOtherRules() {
    return this.document.rules.some((rule) => rule.kind === "other");
  }

  /** What the board says once everything undecided has the value that means "nothing". @param {string[]} symbols */
  completed(symbols) {
    const rest = this.input.stroke === "select" ? "" : this.input.second ?? "";
    return symbols.map((symbol) => symbol || rest);
  }

  /**
   * What the server is told of a position: entries, and what centre marks leave out.
   * @param {Game} game @param {boolean} marksCount
   */
  facts(game, marksCount) {
    /** @type {string[]} */
    const facts = [];
    for (const place of this.places) {
      if (place.given !== undefined) continue;
      const symbol = game.get("entry", place.name);
      const marks = game.get("centre", place.name);
      if (symbol) facts.push(`${place.name}=${symbol}`);
      else if (marks && marksCount) {
        for (const value of this.valuesOf(place)) {
          if (!marks.includes(value.symbol)) facts.push(`${place.name}-${value.symbol}`);
        }
      }
    }
    return facts;
  }
}

/** Must what stands in the rule's places differ? @param {Rule} rule */
const areDifferent = (rule) => rule.kind === "all-different" || rule.differ === true;

/** The parts of a fact: place, sign, symbol. @param {string} fact @returns {[string, string, string]} */
export function readFact(fact) {
  const sign = fact.length - 2;
  return [fact.slice(0, sign), fact[sign], fact.slice(sign + 1)];
}
