/** Play a rule book at once: against whom, how strong, who begins, and one button. */

import { address } from "./addresses.js";
import { messageOf, post } from "./api.js";
import { find, onSubmit, seek } from "./elements.js";
import { clockFor, seatsFor } from "./gamechoices.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";
import { startGame } from "./startgame.js";
import { sentence } from "./words.js";

const KEPT = "own-table";
const SOLVING = 60_000; // milliseconds that a fair head start may take

export class QuickStart {
  #press = /** @type {MouseEvent|null} */ (null);

  /** @param {HTMLFormElement} form @param {() => Promise<Book|null>} wanted the book to be played; null if there is none, which was said already */
  constructor(form, wanted) {
    this.form = form;
    this.wanted = wanted;
    this.play = find("[data-play]", HTMLButtonElement, form);
    this.error = find("[data-problem]", HTMLElement, form);
    const kept = recall(KEPT, /** @type {Record<string, string>} */ ({}));
    for (const select of form.querySelectorAll("select")) {
      if ([...select.options].some(({ value }) => value === kept[select.name])) select.value = kept[select.name];
    }
    form.addEventListener("change", () => this.#show());
    this.play.addEventListener("click", (event) => {
      this.#press = event;
    });
    onSubmit(form, () => this.#start());
    this.#show();
    this.play.disabled = false;
  }

  #value(/** @type {string} */ name) {
    return find(`[name="${name}"]`, HTMLSelectElement, this.form).value;
  }

  #show() {
    const against = this.#value("against");
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (this.form.querySelectorAll("[data-for]"))) part.hidden = !part.dataset.for?.split(" ").includes(against);
    find("#level-words").textContent = find('[name="level"] :checked', HTMLOptionElement, this.form).dataset.words ?? "";
    find('[name="begins"] [value="other"]').textContent = against === "friend" ? "Your friend" : "Computer";
    keep(KEPT, Object.fromEntries([...this.form.querySelectorAll("select")].map(({ name, value }) => [name, value])));
  }

  /** Who sits where, and how long they may think. */
  #table() {
    const choices = { against: this.#value("against"), begins: this.#value("begins"), clock: this.#value("clock") };
    return { ...seatsFor(choices, this.#value("level")), ...clockFor(choices) };
  }

  async #start() {
    const words = this.play.textContent;
    this.error.hidden = true;
    this.play.disabled = true;
    try {
      const book = await this.wanted();
      if (!book) return;
      this.play.textContent = "One moment …";
      await startGame({ book, ...this.#table(), ...(await this.#headStart(book)) }, this.#press);
    } catch (error) {
      this.error.textContent = sentence(messageOf(error));
      this.error.hidden = false;
      announce(messageOf(error));
    } finally {
      this.play.disabled = false;
      this.play.textContent = words;
    }
  }

  /** Points for the second player that fit the board to be dealt, if they are wanted. @param {Book} book */
  async #headStart(book) {
    const wish = seek('[name="fit"]', this.form);
    if (!(wish instanceof HTMLInputElement) || !wish.checked || wish.closest("[hidden]")) return {};
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const { komi } = await post(address("api/komi"), { book, seed }, { patience: SOLVING });
    return { seed, balance: { komi } };
  }
}
