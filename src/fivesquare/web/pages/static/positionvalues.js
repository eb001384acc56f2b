/** What the moves of the shown position are worth: asked a moment after the last change, and remembered. */

import { address } from "./addresses.js";
import { messageOf, post } from "./api.js";
import { explainWaiting, pause, retry } from "./retry.js";
import { sentence } from "./words.js";

const PAUSE = 0.12; // seconds after the last change: a stroke of the brush passes many positions
const LONGEST = 90_000; // milliseconds
const TRIES = 6;
const MOST_KEPT = 200; // positions

export class PositionValues {
  #kept = /** @type {Map<string, LineValues>} */ (new Map());
  #asking = new AbortController();

  /** @param {(state: ValuesState) => void} onChange is called whenever more is known of the position that was asked about last */
  constructor(onChange) {
    this.onChange = onChange;
  }

  /** Find out about a position; what is still on its way about another one is given up. @param {GameRecord} record */
  async ask({ book, board, setup, moves }) {
    const key = JSON.stringify([book, board, setup, moves]);
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    const known = this.#kept.get(key);
    this.onChange({ values: known ?? null, words: known ? "" : "Working it out …" });
    if (known) return;
    try {
      await pause(PAUSE, signal);
      const values = await this.#solved({ book, board, setup, moves }, signal);
      this.#keep(key, values);
      if (!signal.aborted) this.onChange({ values, words: "" });
    } catch (error) {
      if (!signal.aborted) this.onChange({ values: null, words: sentence(messageOf(error)), failed: true });
    }
  }

  /** Leave it: there is nothing to know about a game that is over. */
  cancel() {
    this.#asking.abort();
  }

  /** The values, with the players of the moves of its line. @param {GameRecord} record @param {AbortSignal} signal @returns {Promise<LineValues>} */
  async #solved(record, signal) {
    const say = (/** @type {string} */ words) => signal.aborted || this.onChange({ values: null, words });
    const options = { signal, patience: LONGEST };
    const again = { signal, tries: TRIES, onPause: (/** @type {number} */ seconds) => say(`The solver is busy; trying again in ${seconds} s.`) };
    const heard = explainWaiting(say);
    try {
      const values = await retry(() => post(address("api/values"), record, options), again);
      const line = { ...record, moves: [...record.moves, ...values.line] };
      const { movers } = values.line.length ? await retry(() => post(address("api/position"), line, options), again) : { movers: [] };
      return { ...values, movers: movers.slice(record.moves.length) };
    } finally {
      heard();
    }
  }

  #keep(/** @type {string} */ key, /** @type {LineValues} */ values) {
    this.#kept.set(key, values);
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
