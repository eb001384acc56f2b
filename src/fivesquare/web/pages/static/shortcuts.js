/** Keys that work anywhere on the page. Letters can be switched off, for who speaks to the computer. */

import { makeDialog } from "./dialogs.js";
import { make } from "./elements.js";
import { keep, recall } from "./memory.js";

const LETTERS = "letters"; // "on" or "off"
const FIXED = [
  ["← ↑ ↓ →", "point at a cell; Home, End: ends of a row"],
  ["Enter", "claim the cell"],
  ["2,3 Enter", "claim row 2, column 3, typed anywhere; also “stop” and “swap”"],
  ["Esc", "leave the typed move, close a dialog"],
  ["?", "this list"],
];

export function lettersOn() {
  return recall(LETTERS, "on") !== "off";
}

/**
 * A dialog that lists keys, with a switch for the letters.
 * @param {[string, string][]} keys keys separated by spaces, and what they do
 */
export function keyDialog(keys) {
  const rows = keys.flatMap(([names, words]) =>
    [make("dt", {}, ...names.split(" ").flatMap((name) => [make("kbd", {}, name), " "])), make("dd", {}, words)]);
  const box = make("input", { type: "checkbox", checked: lettersOn(), onchange: () => keep(LETTERS, box.checked ? "on" : "off") });
  return makeDialog("Keys", make("dl.key-list", {}, ...rows), make("label.switch", {}, box, " Single letters are keys")).dialog;
}

export class Keys {
  /**
   * @param {HTMLInputElement} input where moves are typed
   * @param {[string, string, () => void][]} letters key, what it does, and the deed
   * @param {() => void} home puts the focus where it belongs if it was nowhere
   */
  constructor(input, letters, home) {
    this.input = input;
    this.letters = letters;
    this.home = home;
    this.came = null; // where the focus was before a move was typed
    document.addEventListener("keydown", (event) => this.#onKey(event));
    input.addEventListener("keydown", (event) => event.key === "Escape" && this.leave());
  }

  /** Leave the input: the focus goes back to where it was. */
  leave() {
    this.input.value = "";
    this.input.dispatchEvent(new Event("input"));
    if (this.came?.isConnected) this.came.focus();
    else this.home();
    this.came = null;
  }

  show() {
    this.dialog ??= keyDialog([...FIXED, ...this.letters]);
    this.dialog.showModal();
  }

  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
    if (event.target.closest?.("input, textarea, select, dialog[open]") || document.querySelector("dialog[open]")) return;
    if (event.key === "?") {
      event.preventDefault();
      this.show();
      return;
    }
    const starts = /^\d$/.test(event.key) || event.key.toLowerCase() === "s";
    if (starts && !this.input.form.hidden) {
      this.came = document.activeElement === document.body ? null : document.activeElement;
      this.input.value = "";
      this.input.focus(); // The key itself arrives in the input.
      return;
    }
    const found = lettersOn() && this.letters.find(([key]) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    found[2]();
  }
}
