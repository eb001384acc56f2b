/** Keys of the analysis board: brushes, ways of tapping, undo and steps. */

import { show } from "./dialogs.js";
import { around, find } from "./elements.js";
import { keyDialog, lettersOn } from "./shortcuts.js";

export class AnalyseKeys {
  #dialog = /** @type {HTMLDialogElement|null} */ (null);

  /** @param {Record<string, [string, () => void]>} deeds by key: what it does in words, and the deed */
  constructor(deeds) {
    this.deeds = deeds;
    document.addEventListener("keydown", (event) => this.#onKey(event));
    find("[data-keys]").addEventListener("click", () => this.show());
  }

  show() {
    this.#dialog ??= keyDialog([
      ["← ↑ ↓ →", "point at a cell; Home, End: ends of a row"],
      ["Enter", "set the cell, or claim it"],
      ...Object.entries(this.deeds).map(([key, [words]]) => /** @type {[string, string]} */ ([key, words])),
      ["Esc", "close a dialog"],
      ["?", "this list"],
    ]);
    show(this.#dialog);
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing || !lettersOn()) return;
    if (around(event, "input:not([type=radio]), textarea, select") || document.querySelector("dialog[open]")) return;
    const deed = event.key === "?" ? () => this.show() : this.deeds[event.key.toLowerCase()]?.[1];
    if (!deed) return;
    event.preventDefault();
    deed();
  }
}
