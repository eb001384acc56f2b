/** Keys that work anywhere on the page. They can be switched off: speech input would press them by accident. */

import { makeDialog, show } from "./dialogs.js";
import { all, around, make } from "./elements.js";
import { keep, recall } from "./memory.js";

const LETTERS = "letters"; // "on" or "off": letters, digits and "?", every single character
const FIXED = /** @type {[string, string][]} */ ([
  ["← ↑ ↓ →", "point at a cell; Home, End: ends of a row"],
  ["Enter", "claim the cell"],
  ["2,3 Enter", "claim row 2, column 3, typed anywhere (or c2); also “stop” and “swap”"],
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

  /**
   * @param {HTMLInputElement} input where moves are typed @param {Deed[]} deeds
   * @param {{home: () => void, mayType: () => boolean}} page puts the focus where it belongs; whether there is a move to be typed
   */
  constructor(input, deeds, { home, mayType }) {
    this.input = input;
    this.mayType = mayType;
    this.deeds = deeds;
    this.home = home;
    document.addEventListener("keydown", (event) => this.#onKey(event));
    for (const press of all("[data-keys]")) press.addEventListener("click", () => this.show());
    input.addEventListener("keydown", (event) => event.key === "Escape" && this.leave());
  }

  /** Open the row where a move is typed; the page says where there is nothing to type. */
  open() {
    const { form } = this.input;
    if (!form || !this.mayType()) return false;
    form.hidden = false;
    this.#came = document.activeElement === document.body ? null : document.activeElement;
    this.input.value = "";
    this.input.focus();
    return true;
  }

  /** Open the row, or close it; where nothing can be typed, the keys are listed. */
  toggle() {
    if (this.input.form?.hidden === false) this.leave();
    else if (!this.open()) this.show();
  }

  /** Close the row; the focus goes back to where it was. */
  leave() {
    const { form } = this.input;
    if (form?.hasAttribute("data-folds")) form.hidden = true;
    this.input.value = "";
    this.input.dispatchEvent(new Event("input"));
    if (this.#came instanceof HTMLElement && this.#came.isConnected) this.#came.focus();
    else this.home();
    this.#came = null;
  }

  show() {
    this.#dialog ??= keyDialog([...FIXED, ...this.deeds.flatMap(({ key, words }) => (key && words ? [/** @type {[string, string]} */ ([key, words])] : []))]);
    show(this.#dialog);
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
    if (starts && this.open()) return; // the key itself arrives in the input
    const found = this.deeds.find(({ key }) => key === event.key.toLowerCase());
    if (!found) return;
    event.preventDefault();
    found.deed();
  }
}
