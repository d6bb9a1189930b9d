/** What was mined: candidates for techniques, each with a page on which it is named, edited and judged. */
import * as api from "./api.js";
import { button, card, el, head, link, row, spoken, told } from "./dom.js";
import { t } from "./texts.js";
import { pictured } from "./view_learn.js";

/** @type {View} */
export async function show({ host, rest, announce }) {
  const { there, candidates } = await api.candidates();
  if (rest) return showOne(host, Number(rest), candidates, announce);
  head(host, t("candidates"), there ? t("candidates-lead", { n: candidates.filter(isOpen).length, of: candidates.length }) : t("candidates-none"));
  host.append(el("ul", { class: "cards" }, ...candidates.map((each) => card(`#candidates/${each.number}`, title(each), t("candidate-counts", each), about(each)))));
}

const isOpen = ({ decision }) => !["accept", "merge", "discard"].includes(decision);
const title = ({ number, called, name }) => `${number}. ${called || name}`;
const about = ({ nearest, differs, decision, note }) => [decision && t(`candidate-${decision}`), note, nearest && `${nearest}: ${differs}`].filter(Boolean).join(" · ");

async function showOne(host, number, all, announce) {
  const found = await api.candidate(number);
  const later = [...all.filter((each) => each.number > number), ...all].find((each) => each.number !== number && isOpen(each));
  const next = later ? `#candidates/${later.number}` : "#candidates";
  const standing = el("p", {}, about(found)), said = el("p", { role: "status", class: "verdict" });
  const name = el("input", { value: found.called ?? "", placeholder: found.name, "aria-label": t("candidate-name") });
  const note = el("input", { class: "wide", "aria-label": t("candidate-note"), placeholder: t("candidate-note") });
  const rules = el("textarea", { class: "wide", rows: 8, spellcheck: "false", "aria-label": t("rules") }, found.rules);
  const decide = (what, text) => button(t(`candidate-${what}`), async () => {
    said.textContent = t("thinking");
    try {
      const decided = await api.candidate(number, { do: what, text: text() });
      standing.textContent = about(decided);
      said.textContent = decided.said || t("candidate-done");
    } catch (error) {
      said.textContent = told(error);
    }
    announce(said.textContent);
  });
  head(host, title(found), `${Object.keys(found.genres).join(", ")} · ${t("candidate-counts", found)}`);
  host.append(standing, row(name, decide("name", () => name.value), decide("accept", () => name.value)), row(note, decide("discard", () => note.value)),
    rules, row(decide("edit", () => rules.value), link(t("candidate-skip"), next), link(t("candidates"), "#candidates")), said);
  const boards = await Promise.all(found.examples.map(async ({ puzzle, genre, placed, candidates, evidence, sentence }) => {
    const { board: printed } = await api.open({ puzzle, genre }), numbers = printed.places.map((place) => place.name);
    const board = pictured(printed, Object.fromEntries(placed.map((each) => [each, candidates[numbers.indexOf(each)]])));
    board.showEvidence(evidence, candidates);
    host.append(spoken(sentence, (places) => board.light(places)), el("div", { class: "example-board" }, board.root));
    board.fit();
    return board;
  }));
  return () => boards.forEach((board) => board.close());
}
