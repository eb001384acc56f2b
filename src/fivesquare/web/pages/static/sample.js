/** A board that plays itself: a whole game that the server has played, step by step, and then again. */

import { address } from "./addresses.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { find } from "./elements.js";
import { retry } from "./retry.js";

const BEAT = 900; // milliseconds a move
const REST = 4; // beats before it begins again
const PATIENCE = 60_000; // milliseconds

export class Sample {
  #views = /** @type {View[]} */ ([]);
  #ply = 0;
  #isMoving = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  #asking = new AbortController();

  /** @param {HTMLElement} place with a board area, a caption and a button */
  constructor(place) {
    this.board = new Board(find("[data-board-area]", HTMLElement, place), { label: "A sample game" });
    this.caption = find("[data-caption]", HTMLElement, place);
    this.button = find("[data-pause]", HTMLButtonElement, place);
    this.button.addEventListener("click", () => this.#toggle());
    setInterval(() => this.#beat(), BEAT);
  }

  /** Show a game of that rule book; an ApiError if it is none. @param {Book} book @returns {Promise<void>} */
  async show(book) {
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    this.play(await retry(() => post(address("api/samples"), { book }, { signal, patience: PATIENCE }), { signal }));
  }

  /** Play a game over and over; for who wants no motion it stands still in its middle, until it is asked to play. @param {{view: View, frames: Frame[], caption: string}} game */
  play({ view, frames, caption }) {
    this.#views = [view, ...frames].map((each) => ({ ...view, ...each, claims: {}, refused: {} }));
    this.#ply = this.#isMoving ? 0 : Math.ceil(frames.length / 2);
    this.caption.textContent = caption;
    this.button.disabled = false;
    this.#draw(true);
  }

  /** Ask no more. */
  stop() {
    this.#asking.abort();
  }

  #toggle() {
    this.#isMoving = !this.#isMoving;
    this.#label();
  }

  #label() {
    this.button.textContent = this.#isMoving ? "Pause" : "Play it";
  }

  #beat() {
    if (!this.#isMoving || document.hidden || !this.#views.length) return;
    this.#ply = (this.#ply + 1) % (this.#views.length + REST);
    if (this.#ply < this.#views.length) this.#draw(this.#ply === 0);
  }

  #draw(/** @type {boolean} */ still) {
    const view = this.#views[Math.min(this.#ply, this.#views.length - 1)];
    this.board.show(view, { mover: view.turn ?? view.last?.player ?? 1, still });
    this.#label();
  }
}
