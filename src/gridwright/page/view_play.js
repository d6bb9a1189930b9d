/** An address to a game: `#play?id=sudoku/17`, `?puzzle=…&genre=…` (`?board=…` where no text has words for it), `?game=…`
 * (one that is kept), `?link=…` (one that was sent). */
import * as api from "./api.js";
import { button, el, row } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { Play } from "./play.js";
import { unpack } from "./share.js";
import * as store from "./store.js";
import { t } from "./texts.js";

/** @type {View} */
export async function show({ host, asks, announce }) {
  const { layers, seconds, ...request } = await requested(asks);
  const { board, explanation } = await api.open(request);
  const key = store.keyOf(board.genre, board.puzzle.puzzle);
  let saved = store.load(key);
  if (layers && !(saved && hasEntries(saved) && !(await takesTheirs()))) saved = /** @type {SavedGame} */ ({ layers, seconds });
  const play = new Play({ ...request, puzzle: request.puzzle ?? board.puzzle.puzzle }, board, explanation, saved, announce);
  host.replaceChildren(play.root);
  document.title = `${board.title} · Gridwright`;
  play.board.fit();
  Object.assign(window, { gridwright: { play } });
  return () => play.close();
}

const hasEntries = (saved) => Object.values(saved.layers).some((layer) => Object.keys(layer).length > 0);

async function requested(asks) {
  const link = asks.get("link"), game = asks.get("game"), id = asks.get("id");
  const about = { tier: asks.get("tier") ?? undefined, name: asks.get("name") ?? undefined, practise: asks.get("practise") ?? undefined, layers: undefined, seconds: undefined };
  if (link) {
    try {
      return { ...about, ...(await unpack(link)) };
    } catch {
      throw new api.Refusal(t("bad-link"), 400);
    }
  }
  const kept = game && store.games().find((each) => each.key === game);
  if (kept) return { ...about, ...kept };
  if (id && api.hasServer) {
    const entry = await api.corpusEntry(id);
    return { ...about, puzzle: entry.puzzle, genre: entry.genre, id, tier: entry.tier ?? undefined };
  }
  const puzzle = asks.get("puzzle") ?? boardOf(asks.get("board"));
  if (!id && !puzzle) throw new api.Refusal(t("no-puzzle"), 404);
  return { ...about, puzzle, genre: asks.get("genre") ?? undefined, format: asks.get("format") ?? undefined, id: id ?? undefined };
}

function boardOf(text) {
  try {
    return text && JSON.parse(text);
  } catch {
    throw new api.Refusal(t("bad-link"), 400);
  }
}

/** An address that opens a puzzle. @param {unknown} puzzle @param {Record<string, string | undefined>} about */
export function addressOf(puzzle, about) {
  const given = typeof puzzle === "string" ? { puzzle } : { board: JSON.stringify(puzzle) };
  const asks = Object.entries({ ...given, ...about }).filter(([, value]) => value !== undefined);
  return `#play?${new URLSearchParams(/** @type {[string, string][]} */ (asks))}`;
}

/** The link holds one game and the browser another: which? @returns {Promise<boolean>} */
function takesTheirs() {
  return new Promise((resolve) => {
    const dialog = openDialog(t("two-games"), el("p", {}, t("two-games-long")), el("div", { class: "row" },
      button(t("keep-mine"), () => { resolve(false); dialog.close(); }, { class: "primary" }),
      button(t("take-theirs"), () => { resolve(true); dialog.close(); })));
    dialog.addEventListener("close", () => resolve(false));
  });
}
