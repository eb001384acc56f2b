/** The fair komi of the chosen board: it is found before it is offered, and not offered where it cannot be found. */

import { address } from "./addresses.js";
import { messageOf, post } from "./api.js";
import { pause, retry } from "./retry.js";

const PAUSE = 0.25; // seconds after the last change
const SOLVING = 60_000; // milliseconds that it may take
const LATER = 2; // seconds until a busy server is asked again

export class FairKomi {
  state = /** @type {"none"|"looking"|"found"|"failed"} */ ("none"); // failed: `problem` says why
  komi = 0;
  problem = "";
  #wanted = ""; // what was asked last, as text
  #asking = new AbortController();

  /** @param {() => void} onChange is called whenever `state` has changed */
  constructor(onChange) {
    this.onChange = onChange;
  }

  /**
   * Look for the komi of a board, if that is not being done and has not been done.
   * @param {object|null} board the book with a board, or with a seed and perhaps a size; null: none is wanted
   */
  look(board) {
    const wanted = board ? JSON.stringify(board) : "";
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    this.#asking.abort();
    this.#asking = new AbortController();
    this.#become(board ? "looking" : "none");
    if (board) this.#find(board, this.#asking.signal);
  }

  async #find(/** @type {object} */ board, /** @type {AbortSignal} */ signal) {
    try {
      await pause(PAUSE, signal);
      const { komi } = await retry(() => post(address("api/komi"), board, { patience: SOLVING, signal }), { signal, wait: () => LATER });
      this.komi = komi;
      this.#become("found");
    } catch (error) {
      if (signal.aborted) return;
      this.problem = messageOf(error);
      this.#become("failed");
    }
  }

  #become(/** @type {FairKomi["state"]} */ state) {
    this.state = state;
    this.onChange();
  }
}
