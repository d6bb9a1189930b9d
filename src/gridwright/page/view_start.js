/** Where one begins: games to go on with, and every genre. */
import * as api from "./api.js";
import { button, card, draw, el, otherNames, svg } from "./dom.js";
import * as store from "./store.js";
import { progress, t } from "./texts.js";

/** @type {View} */
export async function show({ host }) {
  document.title = "Gridwright";
  const { genres } = await api.genres();
  const going = store.games().slice(0, 6);
  host.append(el("h1", {}, t("start-head")), el("p", { class: "lead" }, t("start-lead")));
  if (going.length) {
    host.append(el("h2", {}, t("go-on-with")), el("ul", { class: "cards" }, ...going.map(gameCard)));
  }
  host.append(el("h2", {}, t("genres")), el("ul", { class: "cards" }, ...genres.map(genreCard)));
}

function gameCard(kept) {
  const about = [kept.name, kept.tier, progress(kept.filled)].filter(Boolean).join(" · ");
  const shown = card(`#play?game=${encodeURIComponent(kept.key)}`, kept.title, about, "", button("×", () => {
    store.forget(kept.key);
    shown.remove();
  }, { class: "close", "aria-label": t("forget", { title: kept.title }) }));
  return shown;
}

function genreCard(genre) {
  const picture = svg("svg", { viewBox: genre.picture.box.join(" "), class: "board-picture layer-print", "aria-hidden": "true" });
  draw(picture, genre.picture.shapes);
  const shown = card(`#genre/${genre.key}`, genre.title, otherNames(genre), firstSentence(genre.rulebook));
  shown.firstElementChild?.prepend(picture);
  return shown;
}

const firstSentence = (text) => (/^.*?[.;:](\s|$)/s.exec(text)?.[0] ?? text).trim();
