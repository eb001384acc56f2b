/** The keys of the review page, listed. Letters can be switched off, as on the page of a game. */

import { showOnce } from "./dialogs.js";
import { make } from "./elements.js";

const KEY = "fivesquare-letters";
const KEYS = [
  [["←", "→"], "one move back, one move on"],
  [["Home", "End"], "the opening, the end"],
  [["M", "Shift M"], "the next mistake, the one before"],
  [["B"], "play through what would have been better, or how it goes on"],
  [["Esc"], "back to the game"],
  [["V"], "values on or off"],
  [["L"], "learn from the mistakes"],
  [["P"], "play on from here"],
  [["S"], "share"],
  [["Tab"], "to the board, the curve, the list; on the board arrows point, Enter tries a move, J and K step"],
  [["?"], "this list"],
];

export function lettersOn() {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export function showKeys() {
  const rows = KEYS.flatMap(([keys, words]) => [make("dt", {}, ...keys.flatMap((key) => [make("kbd", {}, key), " "])), make("dd", {}, words)]);
  const box = make("input", { type: "checkbox", checked: lettersOn(), onchange: () => localStorage.setItem(KEY, box.checked ? "on" : "off") });
  showOnce("Keys", make("dl.key-list", {}, ...rows), make("label.switch", {}, box, " Single letters are keys"));
}
