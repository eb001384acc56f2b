/** The live region: what a screen reader says. */

import { placed } from "./places.js";

/** Nothing outside an open dialog is read, so each dialog has a region of its own. */
const region = () => document.querySelector("dialog:modal [role=status]") ?? document.querySelector("#aloud");
let odd = false;
let waiting = /** @type {string[]} */ ([]); // a region whose text changes twice in a moment is read once

/** Say a sentence. An equal one is not read twice, so every other ends in a no-break space. @param {string} text */
export function announce(text) {
  if (!text) return;
  waiting.push(placed(text));
  if (waiting.length === 1) queueMicrotask(say);
}

function say() {
  odd = !odd;
  const text = waiting.join(" ");
  waiting = [];
  const place = region();
  if (place) place.textContent = odd ? text : `${text}\u00a0`;
}
