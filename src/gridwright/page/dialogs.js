/** Dialogs of the play view: the rules, the keys, a link to send. */
import * as api from "./api.js";
import { button, check, choice, el, row, told } from "./dom.js";
import { pack } from "./share.js";
import { t } from "./texts.js";

/** @param {string} title @param {...Node} content */
export function openDialog(title, ...content) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const dialog = el("dialog", { "aria-label": title }, el("header", {}, el("h2", {}, title),
    button("×", () => dialog.close(), { class: "close", "aria-label": t("close") })), ...content);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    before?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {BoardDocument} board */
export function rulesDialog(board) {
  openDialog(board.title, ...board.rules_text.split(/\n\n+/).map((part) => el("p", {}, part)));
}

/** @param {Sheet} sheet */
export function keysDialog(sheet) {
  const rows = [...t(`keys-${sheet.input.stroke}`).split("\n"), ...t("keys-all").split("\n")].map((line) => line.split(": "));
  openDialog(t("keys"), el("dl", { class: "keys" }, ...rows.flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)])));
}

/** @param {Play} play */
export function shareDialog(play) {
  const { puzzle, texts } = play.sheet.document;
  const link = el("input", { readonly: true, "aria-label": t("link"), class: "wide" });
  let withProgress = false;
  const write = async () => {
    const { layers, seconds } = play.game;
    const packed = await pack({ genre: puzzle.genre, puzzle: puzzle.puzzle, id: play.request.id, ...(withProgress ? { layers, seconds } : {}) });
    link.value = `${location.origin}${location.pathname}#play?link=${packed}`;
  };
  const said = el("p", { role: "status" });
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = t("copied");
    } catch {
      link.select();
      said.textContent = t("copy-by-hand");
    }
  };
  const formats = Object.keys(texts);
  const area = el("textarea", { readonly: true, rows: 4, class: "wide", "aria-label": t("as-text") });
  const show = (format) => { area.value = texts[format] ?? ""; };
  show(formats[0]);
  openDialog(t("share"), row(link, button(t("copy"), () => copy(link.value), { class: "primary" })),
    check(t("with-progress"), false, (on) => {
      withProgress = on;
      write();
    }),
    choice(t("as-text"), formats.map((format) => [format, format]), formats[0], show), area,
    row(button(t("copy-text"), () => copy(area.value)), button(t("save-picture"), () => savePicture(play, said, rasterised)), button(t("save-drawing"), () => savePicture(play, said))), said);
  write();
}

async function savePicture(play, said, convert = (blob) => blob) {
  try {
    const { svg } = await api.picture(play.asked(play.sheet.facts(play.game, false))), blob = await convert(new Blob([svg], { type: "image/svg+xml" }));
    download(blob, `${play.sheet.document.genre}.${blob.type.slice(6, 9)}`);
  } catch (error) {
    said.textContent = told(error);
  }
}

async function rasterised(blob) {
  const image = new Image(), address = URL.createObjectURL(blob);
  image.src = address;
  await image.decode();
  const canvas = el("canvas", { width: image.width * 3, height: image.height * 3 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve) => canvas.toBlob((made) => resolve(/** @type {Blob} */ (made))));
}

function download(blob, name) {
  const address = URL.createObjectURL(blob);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
