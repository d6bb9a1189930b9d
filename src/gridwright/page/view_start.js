/** Where one begins: games to go on with, and every genre. */
import * as api from "./api.js";
import { button, draw, el, otherNames, svg } from "./dom.js";
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
  const card = el("li", { class: "card" }, el("a", { href: `#play?game=${kept.key}` }, el("strong", {}, kept.title), el("span", {}, about)),
    button("×", () => {
      store.forget(kept.key);
      card.remove();
    }, { class: "close", "aria-label": t("forget", { title: kept.title }) }));
  return card;
}

function genreCard(genre) {
  const picture = svg("svg", { viewBox: genre.picture.box.join(" "), class: "board-picture layer-print", "aria-hidden": "true" });
  draw(picture, genre.picture.shapes);
  return el("li", { class: "card" }, el("a", { href: `#genre/${genre.key}` }, picture, el("strong", {}, genre.title),
    el("span", {}, otherNames(genre)), el("span", { class: "small" }, firstSentence(genre.rulebook))));
}

const firstSentence = (text) => (/^.*?[.;:](\s|$)/s.exec(text)?.[0] ?? text).trim();
