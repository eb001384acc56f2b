/** How somebody does at puzzles: counted by the first try at each, and remembered by this browser. */

import { keep, recall } from "./memory.js";

const NAME = "puzzles";

export class Tally {
  constructor() {
    const kept = recall(NAME, {});
    for (const key of ["tried", "solved", "helped", "streak", "best"]) this[key] = Number.isInteger(kept[key]) ? kept[key] : 0;
  }

  /** Count a puzzle; a hint beforehand does not spoil it. */
  count(isRight, isHelped) {
    this.tried += 1;
    this.solved += isRight ? 1 : 0;
    this.helped += isRight && isHelped ? 1 : 0;
    this.streak = isRight ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
    keep(NAME, { ...this });
  }

  /** "12 of 15, 2 with a hint". */
  get words() {
    const hints = this.helped ? `, ${this.helped} with a hint` : "";
    return `${this.solved} of ${this.tried}${hints}`;
  }
}
