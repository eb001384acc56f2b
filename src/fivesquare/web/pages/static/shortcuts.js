/** Keys that work anywhere on the page. They can be switched off: speech input would press them by accident. */

import { makeDialog } from "./dialogs.js";
import { around, find, make } from "./elements.js";
import { keep, recall } from "./memory.js";

const LETTERS = "letters"; // "on" or "off": letters, digits and "?", every single character
const FIXED = /** @type {[string, string][]} */ ([
  ["← ↑ ↓ →", "point at a cell; Home, End: ends of a row"],
  ["Enter", "claim the cell"],
  ["2,3 Enter", "claim row 2, column 3, typed anywhere; also “stop” and “swap”"],
  ["Esc", "leave the typed move, close a dialog"],
  ["?", "this list"],
]);

export function lettersOn() {
  return recall(LETTERS, /** @type {string} */ ("on")) !== "off";
}

/** A dialog that lists keys, with a switch for the letters. @param {[string, string][]} keys keys separated by spaces, and what they do */
export function keyDialog(keys) {
  const rows = keys.flatMap(([names, words]) =>
    [make("dt", {}, ...names.split(" ").flatMap((name) => [make("kbd", {}, name), " "])), make("dd", {}, words)]);
  const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", checked: lettersOn(), onchange: () => keep(LETTERS, box.checked ? "on" : "off") }));
  return makeDialog("Keys", make("dl.key-list", {}, ...rows), make("label.switch", {}, box, " Letters, digits and ? are keys")).dialog;
}

export class Keys {
  #came = /** @type {Element|null} */ (null); // where the focus was before a move was typed
  #dialog = /** @type {HTMLDialogElement|null} */ (null);

  /** @param {HTMLInputElement} input where moves are typed @param {Deed[]} deeds @param {() => void} home puts the focus where it belongs */
  constructor(input, deeds, home) {
    this.input = input;
    this.deeds = deeds;
    this.home = home;
    document.addEventListener("keydown", (event) => this.#onKey(event));
    find("[data-keys]").addEventListener("click", () => this.show());
    input.addEventListener("keydown", (event) => event.key === "Escape" && this.leave());
  }

  /** Leave the input: the focus goes back to where it was. */
  leave() {
    this.input.value = "";
    this.input.dispatchEvent(new Event("input"));
    if (this.#came instanceof HTMLElement && this.#came.isConnected) this.#came.focus();
    else this.home();
    this.#came = null;
  }

  show() {
    this.#dialog ??= keyDialog([...FIXED, ...this.deeds.flatMap(({ key, words }) => (key && words ? [/** @type {[string, string]} */ ([key, words])] : []))]);
    this.#dialog.showModal();
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return;
    if (!lettersOn() || around(event, "input, textarea, select") || document.querySelector("dialog[open]")) return;
    if (event.key === "?") {
      event.preventDefault();
      this.show();
      return;
    }
    const starts = /^\d$/.test(event.key) || event.key.toLowerCase() === "s";
    if (starts && !this.input.form?.hidden) {
      this.#came = document.activeElement === document.body ? null : document.activeElement;
      this.input.value = "";
      this.input.focus(); // the key itself arrives in the input
      return;
    }
    const found = this.deeds.find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    found.deed();
  }
}
