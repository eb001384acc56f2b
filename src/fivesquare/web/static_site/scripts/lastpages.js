/** The pages that were last seen in this browser, as text: painted before Python runs. */

import { VERSION } from "./place.js";

const NAME = "fivesquare-pages"; // as memory.js names what it keeps: it is forgotten with everything
const MOST = 16;

/** The browser's storage; null where it is refused, as in a frame on another site. */
function storage() {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Path and text of each, the last one first; none of another version. @returns {[string, string][]} */
function pages() {
  try {
    const found = JSON.parse(storage()?.getItem(NAME) ?? "null");
    return found?.version === VERSION ? found.pages : [];
  } catch {
    return [];
  }
}

/** What was last seen of a page. @param {string} path @returns {string|null} */
export function lastSeen(path) {
  return pages().find(([each]) => each === path)?.[1] ?? null;
}

/** @param {string} path @param {string} text */
export function remember(path, text) {
  const all = /** @type {[string, string][]} */ ([[path, text], ...pages().filter(([each]) => each !== path)]);
  for (let most = MOST; most > 0; most = Math.floor(most / 2)) {
    try {
      storage()?.setItem(NAME, JSON.stringify({ version: VERSION, pages: all.slice(0, most) }));
      return;
    } catch {
      // There is no room for so many.
    }
  }
}
