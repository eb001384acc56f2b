/** Who wins the boards of a rule book: asked for more and more boards, and shown as they are solved. */

import { address } from "./addresses.js";
import { post } from "./api.js";
import { find, make, symbol } from "./elements.js";
import { announce } from "./liveregion.js";
import { explainWaiting, pause, retry } from "./retry.js";

const PAUSE = 0.3; // seconds after the last answer
const STEPS = [10, 20, 40, 60, 80, 100]; // boards
const PATIENCE = 120_000; // milliseconds

export class WhoWins {
  #asking = new AbortController();

  /** @param {HTMLElement} place */
  constructor(place) {
    this.heading = find("[data-heading]", HTMLElement, place);
    this.bar = find("[data-bar]", HTMLElement, place);
    this.certainty = find("[data-certainty]", HTMLElement, place);
    this.detail = find("[data-detail]", HTMLElement, place);
  }

  /** Find out soon; whether it came to an end, and nothing else was asked meanwhile. @param {Book} book @returns {Promise<boolean>} */
  async look(book) {
    this.stop();
    const { signal } = (this.#asking = new AbortController());
    this.say("Who wins?");
    try {
      await pause(PAUSE, signal);
      this.say("Solving …");
      const known = explainWaiting((words) => {
        if (!signal.aborted) this.certainty.textContent = words;
      });
      for (const boards of STEPS) {
        const told = await retry(() => post(address("api/fairness"), { book, boards }, { signal, patience: PATIENCE }), { signal });
        known();
        this.#show(told);
        if (told.is_done) break;
      }
      announce(`${this.heading.textContent}. ${this.certainty.textContent} ${this.detail.textContent}`);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  /** Ask no more. */
  stop() {
    this.#asking.abort();
  }

  /** Words instead of a result. @param {string} words */
  say(words) {
    this.heading.textContent = words;
    this.certainty.textContent = "";
    this.detail.textContent = "";
    this.bar.replaceChildren();
  }

  #show(/** @type {Fairness} */ told) {
    this.heading.textContent = told.heading;
    this.certainty.textContent = told.certainty;
    this.detail.textContent = told.detail;
    this.bar.replaceChildren(...balance(told));
  }
}

/** The bar of first, drawn and second, with their numbers. @param {Fairness} told */
function balance({ first, drawn, second, kind }) {
  const all = first + drawn + second || 1;
  const line = make("i", { class: kind });
  line.style.setProperty("--first-share", `${(100 * first) / all}%`);
  line.style.setProperty("--second-share", `${(100 * second) / all}%`);
  return [
    make("span.p1", {}, symbol("m1"), make("span.aloud", {}, "First player:"), ` ${first}`), line,
    make("span.p2", {}, make("span.aloud", {}, "Second player:"), `${second} `, symbol("m2")),
  ];
}
