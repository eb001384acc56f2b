/** The keys of the review page, listed. */

import { keyDialog } from "./shortcuts.js";

const KEYS = [
  ["← →", "one move back, one move on"],
  ["Home End", "the opening, the end"],
  ["M Shift+M", "the next mistake, the one before"],
  ["B", "play through what would have been better, or how it goes on"],
  ["Esc", "back to the game"],
  ["V", "values on or off"],
  ["L", "learn from the mistakes"],
  ["P", "play on from here"],
  ["S", "share"],
  ["Tab", "to the board, the curve, the list; on the board arrows point, Enter tries a move, J and K step"],
  ["?", "this list"],
];

let dialog = null;

export function showKeys() {
  dialog ??= keyDialog(KEYS);
  dialog.showModal();
}
