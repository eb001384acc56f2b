/** Puzzles without end: while one is looked at, the next is made. */

import { get } from "./api.js";

const PATIENCE = 90_000; // milliseconds; a hard one on a busy server takes its time
const TRIES = 5;

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));

export class Supply {
  /** @param {string[]} books those that "any" may be */
  constructor(books) {
    this.books = books;
    this.ahead = null; // the wish that the next one fits, and the promise of it
  }

  /** One that fits a wish, and another one after it. */
  next(wish) {
    const isReady = this.ahead?.wish.book === wish.book && this.ahead.wish.difficulty === wish.difficulty;
    const found = isReady ? this.ahead.promise : this.#make(wish);
    this.ahead = null;
    return found;
  }

  /** Have the next one made. */
  prepare(wish) {
    const promise = this.#make(wish);
    promise.catch(() => {
      if (this.ahead?.promise === promise) this.ahead = null; // it is tried again when it is wanted
    });
    this.ahead = { wish: { ...wish }, promise };
  }

  /** A very one, by its seed. */
  one(book, difficulty, seed) {
    return this.#ask({ book, difficulty, seed });
  }

  #make({ book, difficulty }) {
    const chosen = book === "any" ? this.books[crypto.getRandomValues(new Uint8Array(1))[0] % this.books.length] : book;
    return this.#ask({ book: chosen, difficulty });
  }

  /** Ask, and again where a busy server says when, or where another seed may do. */
  async #ask(query) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await get(`/api/puzzles?${new URLSearchParams(query)}`, { patience: PATIENCE });
      } catch (error) {
        const isUnlucky = error.status === 422 && !("seed" in query);
        if (!(error.isPassing || isUnlucky) || tries === TRIES) throw error;
        await pause(error.retryAfter ?? (isUnlucky ? 0 : tries));
      }
    }
  }
}
