/** A game as a line of positions, and the place in it that is looked at. */

import { doneBy, viewOf } from "./positionview.js";

export class Line {
  #steps = /** @type {{state: State, last: Done|null}[]} */ ([]); // the beginning, and what follows each move
  at = 0;

  /** @param {Rules} rules @param {string[]} moves an Error names the first that is not legal */
  constructor(rules, moves) {
    this.rules = rules;
    this.#steps.push({ state: rules.opening(), last: null });
    moves.forEach((move, index) => {
      const { legal } = this.view;
      const what = legal.length ? `legal are ${legal.join(", ")}` : "the game is over";
      if (!legal.includes(move)) throw new Error(`Move ${index + 1} of the record, “${move}”, is not legal: ${what}.`);
      this.play(move);
    });
  }

  get state() {
    return this.#steps[this.at].state;
  }

  /** How many moves the line has. */
  get length() {
    return this.#steps.length - 1;
  }

  get view() {
    const { state, last } = this.#steps[this.at];
    return viewOf(this.rules, state, last);
  }

  /** How many cells each player had before the last move. */
  get countsBefore() {
    const before = this.#steps[this.at - 1];
    return before ? viewOf(this.rules, before.state, null).counts : null;
  }

  /** The moves up to the place that is looked at. */
  get moves() {
    return this.#steps.slice(1, this.at + 1).map(({ last }) => /** @type {Done} */ (last).move);
  }

  /** Make a move here; what came after this place is forgotten. @param {string} move */
  play(move) {
    const { state } = this;
    const after = this.rules.play(state, move);
    this.#steps.splice(this.at + 1, Infinity, { state: after, last: doneBy(this.rules, state, move, after) });
    this.at += 1;
  }

  /** Look at another place. @param {number} place */
  go(place) {
    this.at = Math.max(0, Math.min(this.length, place));
  }
}
