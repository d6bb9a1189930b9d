/** A puzzle from elsewhere, or one that is being set: what is changed in the text is changed on the board, and back. */
import * as api from "./api.js";
import { Bench } from "./bench.js";
import { button, choice, el } from "./dom.js";
import { t } from "./texts.js";

/** @type {View} */
export async function show({ host, asks }) {
  const { genres } = await api.genres();
  document.title = `${t("nav-bring")} · Gridwright`;
  let genre = asks.get("genre") ?? "";
  const area = el("textarea", { rows: 6, class: "wide", spellcheck: "false", "aria-label": t("paste-here"), placeholder: t("paste-here") });
  const said = el("p", { role: "status" }), place = el("div", {});
  /** @type {Bench | undefined} */
  let bench;
  let reading = 0, typing = 0, format = "";
  const read = async (puzzle) => {
    const turn = (reading += 1);
    try {
      const { puzzle: document_, board, texts } = await api.convert({ puzzle, genre: genre || undefined });
      if (turn !== reading) return;
      format = Object.keys(texts).find((key) => texts[key].trim() === puzzle.trim()) ?? (format in texts ? format : Object.keys(texts)[0]);
      said.textContent = "";
      if (bench?.genre !== document_.genre) {
        bench?.close();
        const kinds = genres.find((each) => each.key === document_.genre)?.clues ?? [];
        bench = new Bench(document_.genre, kinds, (changed) => { area.value = changed[format] ?? Object.values(changed)[0] ?? area.value; });
        place.replaceChildren(bench.root);
      }
      await bench?.open(board);
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
    el("div", { class: "row" }, button(t("read-it"), () => read(area.value.trim()), { class: "primary" }), file, button(t("take-example"), example)), said, place);
  return () => bench?.close();
}
