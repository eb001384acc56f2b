/** An endless supply of puzzles, made ahead; and the tally of how they went. */

import { address } from "./addresses.js";
import { get, post } from "./api.js";
import { keep, recall } from "./memory.js";
import { retry } from "./retry.js";

const PATIENCE = 90_000; // milliseconds; a hard one on a busy server takes its time
const TRIES = 5;
const SERIES = 5; // puzzles about one kind of mistake
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

/** Puzzles about one kind of mistake: first positions in which it was made here, then others; five in a row, and five more. */
export class Practice {
  #own = /** @type {Promise<GameRecord[]>|null} */ (null);
  #ahead = /** @type {Promise<Puzzle>|null} */ (null);
  #supply = new Supply([]);
  #posed = 0;

  /** @param {string} mistake its kind @param {string|null} book for the others */
  constructor(mistake, book) {
    this.query = { mistake, ...(book ? { book } : {}) };
  }

  /** "2 of 5" */
  get words() {
    return `${((this.#posed - 1) % SERIES) + 1} of ${SERIES}`;
  }

  async next() {
    const ahead = this.#ahead ?? this.#make();
    this.#ahead = null;
    const puzzle = await ahead;
    this.#posed += 1;
    return puzzle;
  }

  prepare() {
    const promise = this.#make();
    promise.catch(() => {
      if (this.#ahead === promise) this.#ahead = null;
    });
    this.#ahead = promise;
  }

  /** @returns {Promise<Puzzle>} */
  async #make() {
    this.#own ??= this.#askForOwn();
    const record = (await this.#own).shift();
    if (record) return retry(() => post(address("api/puzzles"), { record }, { patience: PATIENCE }), { tries: TRIES });
    return this.#supply.ask(this.query);
  }

  /** @returns {Promise<GameRecord[]>} */
  async #askForOwn() {
    const { mistake } = this.query;
    try {
      return (await get(address(`api/me/practice?${new URLSearchParams({ mistake })}`))).records;
    } catch (error) {
      this.#own = null; // it is tried again with the next puzzle
      throw error;
    }
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
