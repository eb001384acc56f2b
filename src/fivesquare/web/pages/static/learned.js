/** Which lessons this browser has seen: done, or skipped. The offer on a game's page (newcomer.js) reads the same. */

import { all, seek } from "./elements.js";
import { keep, recall } from "./memory.js";

const NAME = "lessons";
const MOST = 60; // books of one's own have lessons too

function noted() {
  const kept = recall(NAME, /** @type {Record<string, "done"|"seen">} */ ({}));
  return typeof kept === "object" ? kept : {};
}

/** Note that a lesson is done, or was skipped; one that is done stays so. @param {string} key @param {"done"|"seen"} how */
export function note(key, how) {
  const { [key]: before, ...others } = noted();
  const entries = /** @type {[string, "done"|"seen"][]} */ ([...Object.entries(others), [key, before === "done" ? before : how]]);
  keep(NAME, Object.fromEntries(entries.slice(-MOST)));
}

export function isDone(/** @type {string} */ key) {
  return noted()[key] === "done";
}

/** Tick off the lessons of a list that are done. */
export function tickOff() {
  for (const item of all("[data-lesson]")) seek("[data-learned]", item)?.toggleAttribute("hidden", !isDone(item.dataset.lesson ?? ""));
}
