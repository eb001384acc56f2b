/** What would make a game fair: tried one after the other by the server, and offered with what each comes to. */

import { address } from "./addresses.js";
import { post } from "./api.js";
import { button, find, make } from "./elements.js";
import { announce } from "./liveregion.js";
import { retry } from "./retry.js";
import { many } from "./words.js";

const PATIENCE = 120_000; // milliseconds

export class Remedies {
  #asking = new AbortController();

  /** @param {HTMLElement} place @param {(book: Record<string, any>, title: string) => void} onUse */
  constructor(place, onUse) {
    this.place = place;
    this.list = find("[data-list]", HTMLElement, place);
    this.note = find("[data-note]", HTMLElement, place);
    this.onUse = onUse;
  }

  /** Look for them; they are shown as they are found. @param {Book} book */
  async look(book) {
    this.stop();
    const { signal } = (this.#asking = new AbortController());
    try {
      for (let tried = 1; ; tried += 1) {
        const told = /** @type {FoundRemedies} */ (await retry(() => post(address("api/remedies"), { book, tried }, { signal, patience: PATIENCE }), { signal }));
        this.#show(told);
        if (!told.is_done) continue;
        announce(told.note || `${many(told.remedies.length, "way")} to make it fair.`);
        return;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Ask no more, and offer nothing. */
  stop() {
    this.#asking.abort();
    this.list.replaceChildren();
    this.note.textContent = "";
  }

  #show(/** @type {FoundRemedies} */ { remedies, note, tried, of, is_done }) {
    const focused = this.list.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
    this.list.replaceChildren(...remedies.map((remedy) => this.#item(remedy)));
    this.note.textContent = is_done ? note : `Trying ${tried} of ${of} …`;
    const again = [...this.list.querySelectorAll("button")].find((each) => each.getAttribute("aria-label") === focused);
    again?.focus();
  }

  #item(/** @type {Remedy} */ { title, text, book }) {
    const use = button("Use it", () => this.onUse(book, title), { "aria-label": `Use it: ${title}`, class: "button small" });
    return make("li", {}, make("span", {}, title, make("span.quiet", {}, text)), use);
  }
}
