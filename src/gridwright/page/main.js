/** Starts the page: which view an address shows, and what is said aloud. */
import { hasServer, Refusal } from "./api.js";
import { button, el, told } from "./dom.js";
import { apply } from "./settings.js";
import { t } from "./texts.js";

const NAV = ["today", "make", "bring", "learn", "settings"];
/** Each view is loaded when it is first shown. */
const VIEWS = [...NAV, "genre", "play", "technique", "candidates"];

const [host, live, nav] = ["view", "live", "nav"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));

/** @type {(() => void) | void} */
let leave;
let shown = 0, address = "";

/** Said once: an equal text is said again only after another. */
function announce(text) {
  live.textContent = text;
}

function showNav() {
  const [name] = location.hash.slice(1).split(/[/?]/);
  nav.replaceChildren(...NAV.filter((each) => hasServer || !["make", "bring"].includes(each)).map((each) =>
    el("a", { href: `#${each}`, "aria-current": each === name && "page" }, t(`nav-${each}`))));
}

async function route() {
  const turn = (shown += 1);
  leave?.();
  leave = undefined;
  address = location.hash;
  const [path, query = ""] = location.hash.slice(1).split(/\?(.*)/s);
  const [first, ...rest] = path.split("/"), name = VIEWS.includes(first) ? first : "start";
  apply();
  showNav();
  document.documentElement.dataset.view = name;
  const page = el("div", { class: "page" });
  host.replaceChildren(page);
  const waiting = setTimeout(() => page.isConnected && !page.childElementCount && page.before(el("p", { class: "page waiting", role: "status" }, t("thinking"))), 300);
  try {
    /** @type {{show: View}} */
    const { show } = await import(`./view_${name === "technique" ? "learn" : name}.js`);
    const left = await show({ host: page, rest: rest.map(decodeURIComponent).join("/"), asks: new URLSearchParams(query), announce });
    if (turn === shown) leave = left;
    else left?.();
  } catch (error) {
    if (turn !== shown) return;
    page.replaceChildren(el("div", { class: "problem", role: "alert" }, el("h1", {}, t("problem")),
      el("p", {}, told(error)), button(t("again"), route, { class: "primary" }), el("a", { href: "#" }, t("to-start"))));
    if (!(error instanceof Refusal || error instanceof URIError)) console.warn(error);
  } finally {
    clearTimeout(waiting);
    host.querySelector(":scope > .waiting")?.remove();
  }
}

addEventListener("hashchange", () => location.hash === address || route()); // two changes in a row may be told late
addEventListener("gridwright-settings", route);
apply();
route();
if ("serviceWorker" in navigator) navigator.serviceWorker.register("worker.js").catch(() => {});
