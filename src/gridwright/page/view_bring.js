/** A puzzle from elsewhere, or one that is being set: what is changed in the text is changed on the board, and back. */
import * as api from "./api.js";
import { Bench } from "./bench.js";
import { button, el, genreChoice, genreNamed, head, row, told } from "./dom.js";
import { t } from "./texts.js";

/** @type {View} */
export async function show({ host, asks }) {
  const { genres } = await api.genres();
  let genre = asks.get("genre") ?? "";
  const area = el("textarea", { rows: 6, class: "wide", spellcheck: "false", "aria-label": t("paste-here"), placeholder: t("paste-here") });
  const said = el("p", { role: "status" }), place = el("div", {});
  /** @type {Bench | undefined} */
  let bench;
  let reading = 0, typing = 0, format = "";
  const read = async (given) => {
    const turn = (reading += 1);
    try {
      const puzzle = await given;
      const { puzzle: { genre: key }, board, texts } = await api.convert({ puzzle, genre: genre || undefined });
      if (turn !== reading) return;
      format = Object.keys(texts).find((each) => texts[each].trim() === String(puzzle).trim()) ?? (format in texts ? format : Object.keys(texts)[0]);
      if (typeof puzzle !== "string") area.value = texts[format] ?? "";
      said.textContent = "";
      if (bench?.genre !== key) {
        bench?.close();
        const kinds = genres.find((each) => each.key === key)?.clues ?? [];
        bench = new Bench(key, kinds, (changed) => { area.value = changed[format] ?? Object.values(changed)[0] ?? area.value; });
        place.replaceChildren(bench.root);
      }
      await bench?.open(board);
    } catch (error) {
      if (turn === reading) said.textContent = told(error);
    }
  };
  area.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => area.value.trim() && read(area.value.trim()), 500);
  });
  const take = (text = "") => {
    area.value = text;
    read(text.trim());
  };
  const file = el("input", { type: "file", "aria-label": t("open-file"), onchange: async () => take(await file.files?.[0]?.text()) });
  host.addEventListener("dragover", (event) => event.preventDefault());
  host.addEventListener("drop", async (event) => {
    event.preventDefault();
    take((await event.dataTransfer?.files[0]?.text()) ?? event.dataTransfer?.getData("text"));
  });
  const chosen = () => {
    const found = genreNamed(genres, genre);
    kind.value = genre = found.key;
    return found;
  };
  const field = genreChoice(genres, genre, (key) => { genre = key; }, [["", t("by-itself")]]), kind = /** @type {HTMLSelectElement} */ (field.lastChild);
  head(host, t("nav-bring"), t("bring-lead"));
  host.append(field, area, row(button(t("read-it"), () => take(area.value), { class: "primary" }), file,
    button(t("take-empty"), () => read(api.blank(chosen().key).then(({ board }) => board))), button(t("take-example"), () => take(chosen().examples[0]?.text))), said, place);
  return () => bench?.close();
}
