/** What a player has done with one puzzle: layers, strokes that are undone as one, trials within trials, the time. Pure.
 *
 * A layer holds a string for each place that has something: `entry` a symbol, `auto` a sign where the page and not the
 * player wrote the entry, `corner` and `centre` symbols in order, `colour` digits from 1. */

/** @type {Layer[]} */
export const LAYERS = ["entry", "auto", "corner", "centre", "colour"];

const emptyLayers = () => /** @type {Layers} */ (
  Object.fromEntries(LAYERS.map((layer) => [layer, {}])));

export class Game {
  /** @param {Partial<SavedGame>} [saved] */
  constructor(saved = {}) {
    this.layers = { ...emptyLayers(), ...saved.layers };
    this.done = saved.done ?? [];
    this.undone = saved.undone ?? [];
    /** How many strokes were done when each trial began, the outermost first. */
    this.trials = saved.trials ?? [];
    this.seconds = saved.seconds ?? 0;
    this.solved = saved.solved ?? false;
    this.hints = saved.hints ?? 0;
    /** @type {Change[] | null} */
    this.stroke = null;
  }

  /** @param {Layer} layer @param {string} place */
  get(layer, place) {
    return this.layers[layer][place] ?? "";
  }

  begin() {
    this.rollback();
    this.stroke = [];
  }

  /** @param {Layer} layer @param {string} place @param {string} value */
  set(layer, place, value) {
    if (!this.stroke) throw new Error("a change needs a stroke that has begun");
    const before = this.get(layer, place);
    if (before === value) return;
    this.stroke.push([layer, place, before, value]);
    this.#write(layer, place, value);
  }

  /** Ends the stroke; one that changed nothing leaves no trace. Says whether it changed something. */
  commit() {
    const stroke = merged(this.stroke ?? []);
    this.stroke = null;
    if (!stroke.length) return false;
    this.done.push(stroke);
    this.undone = [];
    return true;
  }

  /** Takes back the stroke that is going on. */
  rollback() {
    for (const [layer, place, before] of (this.stroke ?? []).reverse()) this.#write(layer, place, before);
    this.stroke = null;
  }

  /** @param {() => void} changes  all that they do is one stroke */
  do(changes) {
    this.begin();
    changes();
    return this.commit();
  }

  /** Takes back the last stroke: the one that is going on, if it has changed something. */
  undo() {
    const changed = this.stroke?.length;
    this.rollback();
    if (changed) return true;
    const stroke = this.done.pop();
    if (!stroke) return false;
    for (const [layer, place, before] of [...stroke].reverse()) this.#write(layer, place, before);
    this.undone.push(stroke);
    while (this.trials.length && this.done.length < this.trials[this.trials.length - 1]) this.trials.pop();
    return true;
  }

  redo() {
    this.rollback();
    const stroke = this.undone.pop();
    if (!stroke) return false;
    for (const [layer, place, , after] of stroke) this.#write(layer, place, after);
    this.done.push(stroke);
    return true;
  }

  beginTrial() {
    this.rollback();
    this.trials.push(this.done.length);
    this.undone = [];
  }

  /** Keeps what the innermost trial did, as one stroke. */
  keepTrial() {
    const start = this.trials.pop();
    if (start === undefined) return;
    const stroke = merged(this.done.splice(start).flat());
    if (stroke.length) this.done.push(stroke);
    this.undone = [];
  }

  /** Returns to where the innermost trial began. */
  rejectTrial() {
    const start = this.trials[this.trials.length - 1];
    if (start === undefined) return;
    while (this.done.length > start) this.undo();
    this.trials.pop();
    this.undone = [];
  }

  /** The places that were written since the outermost trial began, with the depth of the trial that wrote last. */
  tried() {
    /** @type {Map<string, number>} */
    const depths = new Map();
    this.trials.forEach((start, depth) => {
      for (const [layer, place] of this.done.slice(start).flat()) if (layer === "entry") depths.set(place, depth + 1);
    });
    return depths;
  }

  /** Everything that undo restores, as text: equal for equal positions. */
  fingerprint() {
    return JSON.stringify(LAYERS.map((layer) => Object.entries(this.layers[layer]).sort()));
  }

  isEmpty() {
    return LAYERS.every((layer) => !Object.keys(this.layers[layer]).length);
  }

  /** Without the stroke that is going on. @returns {SavedGame} */
  saved() {
    const copy = Object.assign(new Game(), structuredClone({ ...this }));
    copy.rollback();
    const { layers, done, undone, trials, seconds, solved, hints } = copy;
    return { layers, done, undone, trials, seconds, solved, hints };
  }

  #write(layer, place, value) {
    if (value) this.layers[layer][place] = value;
    else delete this.layers[layer][place];
  }
}

/** One change for each layer and place, from the first before to the last after. */
function merged(changes) {
  /** @type {Map<string, Change>} */
  const byPlace = new Map();
  for (const [layer, place, before, after] of changes) {
    const key = `${layer} ${place}`;
    byPlace.set(key, [layer, place, byPlace.get(key)?.[2] ?? before, after]);
  }
  return [...byPlace.values()].filter(([, , before, after]) => before !== after);
}
