/** A board document made quick to ask: what stands where, which rules are broken, what an entry rules out. Pure. */

export class Sheet {
  /** @param {BoardDocument} document */
  constructor(document) {
    this.document = document;
    this.places = document.places;
    this.names = this.places.map((place) => place.name);
    this.input = document.input;
    this.cell = document.svg.cell;
    /** Are values written into what is selected? Otherwise strokes paint or draw them. */
    this.selects = document.input.stroke === "select";
    this.byName = new Map(this.places.map((place) => [place.name, place]));
    this.numbers = new Map(this.names.map((name, number) => [name, number]));
    this.printed = new Map(document.cells.map((cell) => [cell.name, cell]));
    /** @type {Rule[][]} the rules that each place stands in, pairs aside */
    this.rulesAt = this.places.map(() => []);
    /** @type {Map<string, Set<number>[]>} by value, the places that may not have it beside each place */
    this.partners = new Map();
    for (const rule of document.rules) {
      for (const place of rule.places ?? []) this.rulesAt[place].push(rule);
      if (!rule.pairs) continue;
      const value = /** @type {string} */ (rule.value), partners = this.partners.get(value) ?? this.places.map(() => new Set());
      this.partners.set(value, partners);
      for (const [p, q] of rule.pairs) {
        partners[p].add(q);
        partners[q].add(p);
      }
    }
  }

  /** @param {Place} place */
  valuesOf(place) {
    return this.document.values[place.values];
  }

  symbolsOf(name) {
    const place = this.byName.get(name);
    return place ? this.valuesOf(place).map((value) => value.symbol) : [];
  }

  /** @param {string} name @param {string} symbol @returns {Value | undefined} */
  value(name, symbol) {
    const place = this.byName.get(name);
    return place && this.valuesOf(place).find((value) => value.symbol === symbol);
  }

  isGiven(name) {
    return this.byName.get(name)?.given !== undefined;
  }

  /** What stands at a place, given or entered. @param {Game} game @param {string} name */
  at(game, name) {
    return this.byName.get(name)?.given ?? game.get("entry", name);
  }

  /** @param {Game} game */
  symbols(game) {
    return this.names.map((name) => this.at(game, name));
  }

  /** The places that share an all-different rule with a place. @param {string} name @returns {Set<string>} */
  seenFrom(name) {
    const rules = this.rulesAt[this.numbers.get(name) ?? -1] ?? [];
    const seen = new Set(rules.filter(areDifferent).flatMap((rule) => rule.places ?? []).map((place) => this.names[place]));
    seen.delete(name);
    return seen;
  }

  /** Do the values that stand on the board leave no room for this one here? */
  isRuledOut(symbols, place, value) {
    for (const other of this.partners.get(value)?.[place] ?? []) if (symbols[other] === value) return true;
    return this.rulesAt[place].some((rule) => {
      const others = (rule.places ?? []).filter((other) => other !== place && symbols[other] === value).length;
      return areDifferent(rule) ? others > 0 : rule.kind === "count" && rule.value === value && others >= (rule.most ?? Infinity);
    });
  }

  /** What breaks a rule, as far as a page can tell. @param {string[]} symbols @returns {Conflict[]} */
  conflicts(symbols) {
    return this.document.rules.flatMap((rule) => this.#broken(rule, symbols).map((places) => this.conflict(rule, places)));
  }

  /** @param {Rule} rule @param {number[]} places @returns {Conflict} */
  conflict({ sentence }, places) {
    return { sentence, places: places.map((place) => this.names[place]) };
  }

  /** @returns {number[][]} */
  #broken(rule, symbols) {
    const places = rule.places ?? [], having = (value) => places.filter((place) => symbols[place] === value);
    if (rule.kind === "not-both") {
      return (rule.pairs ?? [places]).filter((pair) => pair.every((place) => symbols[place] === rule.value));
    }
    if (rule.kind === "count") {
      const holding = having(rule.value);
      if (holding.length > (rule.most ?? Infinity)) return [holding];
      return holding.length + having("").length < (rule.least ?? 0) ? [places] : [];
    }
    if (!areDifferent(rule)) return [];
    return [...new Set(places.map((place) => symbols[place]))].filter(Boolean).map(having).filter((same) => same.length > 1);
  }

  /** Are there rules that only the server, or the stored solution, can judge? */
  hasOtherRules() {
    return this.document.rules.some((rule) => rule.kind === "other");
  }

  /** What the board says once everything undecided has the value that means "nothing". */
  completed(symbols) {
    const rest = this.selects ? "" : this.input.second ?? "";
    return symbols.map((symbol) => symbol || rest);
  }

  /** What the server is told of a position: entries, and what centre marks leave out. @param {Game} game
   * @param {boolean} marksCount @returns {string[]} */
  facts(game, marksCount) {
    return this.names.filter((name) => !this.isGiven(name)).flatMap((name) => {
      const symbol = game.get("entry", name), marks = marksCount && game.get("centre", name);
      if (symbol) return [`${name}=${symbol}`];
      return marks ? this.symbolsOf(name).filter((each) => !marks.includes(each)).map((each) => `${name}-${each}`) : [];
    });
  }
}

/** Must what stands in the rule's places differ? */
const areDifferent = (rule) => rule.kind === "all-different" || rule.differ === true;

/** The parts of a fact: place, sign, symbol. @param {string} fact @returns {[string, string, string]} */
export function readFact(fact) {
  const sign = fact.length - 2;
  return [fact.slice(0, sign), fact[sign], fact.slice(sign + 1)];
}
