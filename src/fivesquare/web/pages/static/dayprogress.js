/** How far a browser is with the puzzle of a day: every move tried at each claim. It is kept until the day is handed in. */

import { keep, recall } from "./memory.js";

const NAME = "day";

export class DayProgress {
  tried = /** @type {string[][]} */ ([]);
  given = false; // up: what is left is shown

  /** @param {DailyPuzzle} puzzle */
  constructor(puzzle) {
    this.puzzle = puzzle;
    const kept = recall(NAME, { date: "", tried: this.tried, given: false });
    const fits = kept.date === puzzle.date && Array.isArray(kept.tried) && kept.tried.every((moves, index) => Array.isArray(moves) && moves.every((move) => puzzle.claims[index]?.view.legal.includes(move)));
    this.tried = puzzle.claims.map((_, index) => (fits ? [...(kept.tried[index] ?? [])] : []));
    this.given = fits && Boolean(kept.given);
  }

  #keep() {
    keep(NAME, { date: this.puzzle.date, tried: this.tried, given: this.given });
  }

  /** Whether a claim is found or shown. @param {number} index */
  isDone(index) {
    const claim = this.puzzle.claims[index];
    return this.given || this.isFound(index) || this.tried[index].length >= claim.tries;
  }

  isFound(/** @type {number} */ index) {
    return this.tried[index].includes(this.puzzle.claims[index].right);
  }

  /** The claim to find now; the number of claims if there is none left. */
  get at() {
    const open = this.puzzle.claims.findIndex((_, index) => !this.isDone(index));
    return open < 0 ? this.puzzle.claims.length : open;
  }

  get isOver() {
    return this.at === this.puzzle.claims.length;
  }

  /** Note a try; false if it was made before. @param {string} move */
  note(move) {
    const moves = this.tried[this.at];
    if (moves.includes(move)) return false;
    moves.push(move);
    this.#keep();
    return true;
  }

  giveUp() {
    this.given = true;
    this.#keep();
  }

  /** Begin again, or be done with it. */
  forget() {
    keep(NAME, null);
  }
}
