/** Changes to what is printed on a board that is being set, by the form of the clue. Pure. */

/** The keys of forms that one click writes; the others have one key and take what is typed. @type {Record<string, string[]>} */
export const KEYS = { directions: [..."↑↗→↘↓↙←↖"], views: ["↓", "↑", "→", "←"], counts: ["↓", "→"] };
/** @type {Record<string, string>} */
const SIGNS = { "*": "×", x: "×", "/": "÷", "−": "-" };

/** The clue of a kind after one of its keys, for some cells in the order in which they were chosen. @type {ChangedClue} */
export function changedClue(before, { form, parts }, cells, key, typed, { rows, columns }) {
  if (form === "cages") {
    const others = (before ?? []).map(([members, ...clue]) => [members.filter((cell) => !cells.includes(cell)), ...clue])
      .filter(([members]) => members.length);
    const [, number, sign = ""] = /^(\d*)\s*(\D?)$/.exec(typed.trim()) ?? [];
    // The same cells again, with nothing typed, are no cage any more.
    if (!typed && (before ?? []).some(([members]) => members.length === cells.length && members.every((cell) => cells.includes(cell)))) return others;
    return [...others, [cells, ...parts.map((part) => (part === "operation" ? SIGNS[sign] ?? sign : number ? Number(number) : null))]];
  }
  if (form === "regions") {
    const regions = [...(before ?? Array.from({ length: rows * columns }, (_, cell) => Math.floor(cell / columns)))];
    const letter = typed.trim().toUpperCase().charCodeAt(0) - 65;
    const next = letter >= 0 && letter < 64 ? letter : regions.findIndex((_, number) => !regions.includes(number));
    return regions.map((region, cell) => (cells.includes(cell) ? next : region));
  }
  if (form === "numbers") return Array.from({ length: rows * columns }, (_, cell) => (cells.includes(cell) ? (typed ? Number(typed) : null) : before?.[cell] ?? null));
  if (form === "directions") return [...before].map((arrow, cell) => (cells.includes(cell) ? key : arrow)).join("");
  if (form === "views" || form === "counts") {
    const views = [...before ?? Array.from({ length: rows + columns }, () => null)];
    for (const cell of cells) {
      const row = Math.floor(cell / columns), column = cell % columns;
      const seen = form === "counts" ? { "↓": column, "→": columns + row }[key]
        : { "↓": column, "↑": columns + column, "→": 2 * columns + row, "←": 2 * columns + rows + row }[key];
      if (seen !== undefined) views[seen] = typed ? Number(typed) : null;
    }
    return views;
  }
  if (form === "pairs") {
    const [first, second] = cells, had = (before ?? []).some(([p, q]) => p === first && q === second);
    const others = (before ?? []).filter(([p, q]) => !(p === first && q === second) && !(p === second && q === first));
    return had || second === undefined ? others : [...others, [first, second]];
  }
  return form === "flag" ? !before : typed ? Number(typed) : null;
}
