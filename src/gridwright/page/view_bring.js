/**
 * A puzzle from elsewhere, or one that is being set: pasted, dropped or typed, and told at once whether it has one
 * solution and how hard it is. Text and board follow each other: clues are changed in the text, givens on the board, too.
 */
import * as api from "./api.js";
import { Board } from "./board.js";
import { Controls } from "./controls.js";
import { button, choice, el } from "./dom.js";
import { Game } from "./game.js";
import { Pad } from "./pad.js";
import { settings } from "./settings.js";
import { Sheet } from "./sheet.js";
import { t } from "./texts.js";
import { addressOf } from "./view_play.js";

/** @type {View} */
export async function show({ host, asks, announce }) {
  const { genres } = await api.genres();
  document.title = `${t("nav-bring")} · Gridwright`;
  let genre = asks.get("genre") ?? "";
  const area = el("textarea", { rows: 6, class: "wide", spellcheck: "false", "aria-label": t("paste-here"), placeholder: t("paste-here") });
  const said = el("p", { role: "status" }), bench = el("div", { class: "bench" });
  /** @type {(() => void) | undefined} */
  let close;
  let reading = 0, typing = 0, format = "";
  const read = async (puzzle) => {
    const turn = (reading += 1);
    try {
      const { puzzle: document_, board, texts } = await api.convert({ puzzle, genre: genre || undefined });
      if (turn !== reading) return;
      format = Object.keys(texts).find((key) => texts[key].trim() === puzzle.trim()) ?? (format in texts ? format : Object.keys(texts)[0]);
      close?.();
      bench.replaceChildren();
      said.textContent = "";
      close = await openBench(bench, document_.genre, board, announce, (changed) => { area.value = changed[format] ?? area.value; });
    } catch (error) {
      if (turn === reading) said.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  area.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => area.value.trim() && read(area.value.trim()), 500);
  });
  const file = el("input", { type: "file", "aria-label": t("open-file"), onchange: async () => {
    area.value = (await file.files?.[0]?.text()) ?? "";
    read(area.value);
  } });
  host.addEventListener("dragover", (event) => event.preventDefault());
  host.addEventListener("drop", async (event) => {
    event.preventDefault();
    area.value = (await event.dataTransfer?.files[0]?.text()) ?? event.dataTransfer?.getData("text") ?? "";
    read(area.value);
  });
  const example = () => {
    const found = genres.find((each) => each.key === genre) ?? genres[0];
    genre = found.key;
    area.value = found.examples[0]?.text ?? "";
    read(area.value);
  };
  host.append(el("h1", {}, t("nav-bring")), el("p", { class: "lead" }, t("bring-lead")),
    choice(t("genre"), [["", t("by-itself")], ...genres.map((each) => [each.key, each.title])], genre, (key) => { genre = key; }), area,
    el("div", { class: "row" }, button(t("read-it"), () => read(area.value.trim()), { class: "primary" }), file, button(t("take-example"), example)), said, bench);
  return () => close?.();
}

/**
 * The board with its givens open to change, and what is known about it.
 * @param {HTMLElement} host @param {string} genre @param {any} board  rows, columns, clues, givens
 * @param {(text: string) => void} announce @param {(texts: Record<string, string>) => void} tell  how the puzzle is written
 */
async function openBench(host, genre, board, announce, tell) {
  const bare = { ...board, givens: [] };
  /** @type {BoardDocument} */
  const document_ = await api.board({ puzzle: bare, genre });
  const sheet = new Sheet(document_), game = new Game();
  game.do(() => {
    for (const fact of board.givens ?? []) {
      const at = fact.indexOf("=");
      game.set("entry", fact.slice(0, at), fact.slice(at + 1));
    }
  });
  game.done = [];
  const picture = new Board(sheet, settings);
  const verdict = el("p", { class: "verdict", role: "status" });
  /** @type {AbortController | undefined} */
  let asking;
  let waiting = 0;
  const puzzle = () => ({ ...bare, givens: Object.entries(game.layers.entry).map(([name, symbol]) => `${name}=${symbol}`) });
  const judge = async () => {
    asking?.abort();
    asking = new AbortController();
    verdict.textContent = t("thinking");
    try {
      const { status, grade, differ } = await api.grade({ puzzle: puzzle(), genre }, asking.signal);
      picture.markWrong(status === "several" ? differ : []);
      verdict.textContent = `${t(`status-${status}`, { n: differ.length })}${grade?.tier ? ` · ${grade.tier}${grade.rating ? ` (${grade.rating})` : ""}` : ""}`;
      verdict.dataset.status = status;
    } catch (error) {
      if (error instanceof api.Refusal) verdict.textContent = error.message;
    }
  };
  const refresh = () => {
    picture.show({ symbols: game.layers.entry, auto: {}, corner: {}, centre: {}, colour: {}, tried: new Map() });
    picture.select([...controls.selection], controls.focused ? controls.cursor : null);
    picture.stand(controls.cursor, false);
    for (const stop of picture.geometry.stops) {
      picture.label(stop.name, `${stop.said}, ${sheet.at(game, stop.name) || t("empty")}`, controls.selection.has(stop.name));
    }
    pad?.refresh();
  };
  const controls = new Controls(sheet, game, picture, { ...settings, autoCross: false, tidyMarks: false }, { changed: () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      judge();
      tell((await api.convert({ puzzle: puzzle(), genre })).texts);
    }, 300);
  }, refresh, asked: () => {} });
  /** @type {Pad | undefined} */
  let pad;
  pad = new Pad(controls, { trial: () => {} });
  host.append(el("div", { class: "bench-board" }, picture.root), el("div", { class: "bench-side" }, verdict, pad.root, el("div", { class: "row" },
    button(t("play-it"), async () => {
      const { puzzle: made } = await api.convert({ puzzle: puzzle(), genre });
      location.hash = addressOf(made.puzzle, { genre });
    }, { class: "primary" }))));
  refresh();
  picture.fit();
  announce(sheet.document.title);
  judge();
  return () => {
    asking?.abort();
    clearTimeout(waiting);
    picture.close();
  };
}
