/** The stored trace of a puzzle: positions along it, and hints from it where no server answers. */
import { plain } from "./dom.js";
import { readFact } from "./sheet.js";
import { t } from "./texts.js";

/** Before step `count + 1`: what is written, and what is open to each place. @type {Trace["positionAfter"]} */
export function positionAfter(sheet, explanation, count) {
  const candidates = [...explanation.start];
  const placed = new Set(explanation.placed);
  for (const fact of explanation.steps.slice(0, count).flatMap((step) => step.changes)) {
    const [name, sign, symbol] = readFact(fact), number = sheet.numbers.get(name) ?? -1;
    if (sign === "=") {
      placed.add(name);
      candidates[number] = symbol;
    } else {
      candidates[number] = candidates[number]?.replace(symbol, "");
    }
  }
  return { symbols: Object.fromEntries([...placed].map((name) => [name, candidates[sheet.numbers.get(name) ?? -1]])), candidates };
}

/** The entered places that differ from the solution. @type {Trace["wrongEntries"]} */
export function wrongEntries(sheet, game, solution) {
  return sheet.names.filter((name, number) => ![solution[number], ""].includes(game.get("entry", name)));
}

/** What breaks a rule as far as that can be told without a server: rules that the page cannot check are compared with the
 * solution once all their places are filled. @type {Trace["storedConflicts"]} */
export function storedConflicts(sheet, game, solution) {
  const symbols = sheet.symbols(game), found = sheet.conflicts(symbols);
  for (const rule of solution ? sheet.document.rules : []) {
    const places = rule.kind === "other" ? rule.places ?? [] : [];
    if (places.every((place) => symbols[place]) && places.some((place) => symbols[place] !== solution?.[place])) {
      found.push({ ...sheet.conflict(rule, places), sentence: `${plain(rule.sentence)} (${t("by-solution")})` });
    }
  }
  return found;
}

/** The first step of the trace that still says something new, in the stages of a hint. @type {Trace["storedHint"]} */
export function storedHint(sheet, game, explanation, marksCount) {
  const wrong = explanation.solution ? wrongEntries(sheet, game, explanation.solution) : [];
  if (wrong.length) return verdict("wrong", t("right-no"), { stage: "where", places: wrong,
    evidence: null, sentence: wrong.flatMap((name, i) => [{ text: i ? ", " : `${t("stored-wrong-at")} ` },
      { text: sheet.byName.get(name)?.said ?? name, places: [name] }]) });
  const told = new Set(sheet.facts(game, marksCount));
  const isDone = (fact) => told.has(fact) || game.get("entry", readFact(fact)[0]) !== "";
  const count = explanation.steps.findIndex((step) => !step.facts.every(isDone));
  if (count < 0) return verdict(explanation.status, t("stored-end"));
  const { technique, stages, sentence, evidence, facts } = explanation.steps[count];
  const { candidates } = positionAfter(sheet, explanation, count);
  return { status: "step", technique, candidates, stages: [
    { stage: "nudge", sentence: stages.nudge, evidence: null },
    { stage: "where", sentence: stages.where, evidence: evidence && { ...evidence, ink: "" } },
    { stage: "why", sentence, evidence }, { stage: "do", sentence, evidence, facts }] };
}

/** @type {Trace["verdict"]} */
function verdict(status, sentence, ...more) {
  return { status, candidates: [], stages: [{ stage: "verdict", sentence, evidence: null }, ...more] };
}
