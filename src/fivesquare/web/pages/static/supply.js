/** An endless supply of puzzles, made ahead; and the tally of how they went. */

import { address } from "./addresses.js";
import { get } from "./api.js";
import { keep, recall } from "./memory.js";
import { retry } from "./retry.js";

const PATIENCE = 90_000; // milliseconds; a hard one on a busy server takes its time
const TRIES = 5;
const TALLY = "puzzles";
const NONE = { tried: 0, solved: 0, helped: 0, streak: 0, best: 0 };

/** While one puzzle is on the board, the next is made. */
export class Supply {
  #ahead = /** @type {{wish: PuzzleWish, promise: Promise<Puzzle>}|null} */ (null);

  /** @param {string[]} books those that "any" may be */
  constructor(books) {
    this.books = books;
  }

  /** A puzzle that fits a wish, perhaps prepared. @param {PuzzleWish} wish */
  next(wish) {
    const ahead = this.#ahead;
    this.#ahead = null;
    return ahead?.wish.book === wish.book && ahead.wish.difficulty === wish.difficulty ? ahead.promise : this.#make(wish);
  }

  /** Have the next one made. @param {PuzzleWish} wish */
  prepare(wish) {
    const promise = this.#make(wish);
    promise.catch(() => {
      if (this.#ahead?.promise === promise) this.#ahead = null; // it is tried again when it is wanted
    });
    this.#ahead = { wish, promise };
  }

  #make(/** @type {PuzzleWish} */ { book, difficulty }) {
    const chosen = book === "any" ? this.books[crypto.getRandomValues(new Uint8Array(1))[0] % this.books.length] : book;
    return this.ask({ book: chosen, difficulty });
  }

  /** A puzzle by book, difficulty and perhaps seed; asked for again when a busy server says so, or when another random seed may do. @param {Record<string, string>} query @returns {Promise<Puzzle>} */
  ask(query) {
    let isUnlucky = false; // no puzzle was found from the seed that the server drew
    return retry(() => get(address(`api/puzzles?${new URLSearchParams(query)}`), { patience: PATIENCE }), {
      tries: TRIES,
      wait: (tries) => (isUnlucky ? 0 : tries),
      passes: (error) => {
        isUnlucky = error.status === 422 && !("seed" in query);
        return error.isPassing || isUnlucky;
      },
    });
  }
}

/** Puzzles solved and tried, counted by the first try at each, and remembered by this browser. */
export class Tally {
  counts = { ...NONE };

  constructor() {
    const kept = recall(TALLY, NONE);
    for (const key of /** @type {(keyof typeof NONE)[]} */ (Object.keys(NONE))) this.counts[key] = Number.isInteger(kept[key]) ? kept[key] : 0;
  }

  /** Count a puzzle; a hint beforehand does not spoil it. @param {boolean} isRight @param {boolean} isHelped */
  count(isRight, isHelped) {
    const { tried, solved, helped, streak, best } = this.counts;
    const row = isRight ? streak + 1 : 0;
    this.counts = { tried: tried + 1, solved: solved + Number(isRight), helped: helped + Number(isRight && isHelped), streak: row, best: Math.max(best, row) };
    keep(TALLY, this.counts);
  }

  /** "12 of 15, 2 with a hint". */
  get words() {
    const { tried, solved, helped } = this.counts;
    return `${solved} of ${tried}${helped ? `, ${helped} with a hint` : ""}`;
  }
}
