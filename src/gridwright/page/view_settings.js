/** What can be chosen. */
import { check, choice, el, head } from "./dom.js";
import { change, language, settings } from "./settings.js";
import { t } from "./texts.js";

/** @type {View} */
export async function show({ host }) {
  const pick = (name, values) =>
    choice(t(`set-${name}`), values.map((value) => [value, t(`set-${name}-${value || "auto"}`)]), String(settings[name]), (value) => {
      change({ [name]: value });
      if (name === "language") dispatchEvent(new Event("gridwright-settings"));
    });
  const flip = (name) => check(t(`set-${name}`), Boolean(settings[name]), (on) => change({ [name]: on }));
  head(host, t("nav-settings"));
  host.append(
    el("fieldset", {}, el("legend", {}, t("set-look")), pick("language", ["", "en", "de"]), language() === "en" && pick("voice", ["teacher", "friendly", "terse"]),
      pick("theme", ["auto", "light", "dark"]), flip("coordinates"), flip("letters"), flip("timer")),
    el("fieldset", {}, el("legend", {}, t("set-checks")), pick("conflicts", ["live", "ask", "off"]), pick("completion", ["always", "guarded", "manual"])),
    el("fieldset", {}, el("legend", {}, t("set-entry")), flip("tidyMarks"), flip("marksCount"), flip("autoCross"), flip("crossFirst")));
}
