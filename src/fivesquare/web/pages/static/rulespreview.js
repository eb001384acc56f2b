/** The rules of the chosen game in sentences: the server writes them, a moment after the last change. */

import { address } from "./addresses.js";
import { post } from "./api.js";
import { make } from "./elements.js";

const PAUSE = 250; // milliseconds

export class RulesPreview {
  #timer = 0;
  #asking = new AbortController();

  /** @param {HTMLElement} place where they are written @param {(error: unknown) => void} onProblem gets what is wrong with the book, or null */
  constructor(place, onProblem) {
    this.place = place;
    this.onProblem = onProblem;
  }

  /** Show the rules of a book soon, if nothing else is to be shown before. @param {Book} book @param {number[]} [size] */
  soon(book, size) {
    this.stop();
    this.#timer = setTimeout(() => this.show(book, size), PAUSE);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#asking.abort();
  }

  /** Show the rules of a book now; whether it is a valid one. @param {Book} book @param {number[]} [size] */
  async show(book, size) {
    this.stop();
    const { signal } = (this.#asking = new AbortController());
    try {
      const { title, rules } = await post(address("api/books"), size ? { book, size } : { book }, { signal });
      const list = /** @type {{title: string, text: string}[]} */ (rules).flatMap((part) => [make("dt", {}, part.title), make("dd", {}, part.text)]);
      this.place.replaceChildren(make("p.own-title", {}, title), make("dl", {}, ...list));
      this.onProblem(null);
      return true;
    } catch (error) {
      if (!signal.aborted) this.onProblem(error);
      return false;
    }
  }
}
