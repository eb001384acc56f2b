/** The choice of a brush, with the number that it writes. */

import { find } from "./elements.js";
import { Form } from "./form.js";

const NOTES = /** @type {Record<string, string>} */ ({
  number: "Tap a square to give it this number.",
  link: "In a chain: tap the square that the player to move has just claimed.",
});

export class BrushForm {
  constructor() {
    this.form = new Form(find("#brushes", HTMLFormElement));
    this.number = find("#number", HTMLInputElement);
    this.form.form.addEventListener("change", () => this.#draw());
  }

  get brush() {
    return this.form.value("brush");
  }

  /** Offer the brushes that a game has a use for. @param {Shown} shown */
  offer({ numbers, has_chains: hasChains, view: { size } }) {
    for (const [brush, isOffered] of Object.entries({ number: numbers !== "ones", link: hasChains })) {
      this.#label(brush)?.toggleAttribute("hidden", !isOffered);
      if (!isOffered && this.brush === brush) this.form.choose("brush", "1");
    }
    [this.number.min, this.number.max] = Array.isArray(numbers) ? numbers.map(String) : ["1", String(size[0] * size[1])];
    this.#draw();
  }

  /** Take a brush; its name, or nothing if this game has no use for it. @param {string} brush */
  choose(brush) {
    const label = this.#label(brush);
    if (!label || label.hidden) return null;
    this.form.choose("brush", brush);
    this.#draw();
    return label.textContent?.trim() ?? "";
  }

  #label(/** @type {string} */ brush) {
    return this.form.radios("brush").find(({ value }) => value === brush)?.closest("label");
  }

  #draw() {
    find("#number-row").hidden = this.brush !== "number";
    find("#brush-note").textContent = NOTES[this.brush] ?? "";
  }
}
