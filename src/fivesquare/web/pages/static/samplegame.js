/** A game that plays itself, over and over. It stands still for who wants no motion, until it is asked to play. */

import { Board } from "./board.js";
import { find } from "./elements.js";

const PACE = 1_200; // milliseconds between two moves
const END = 3_500; // milliseconds that the last board stays
const MIDDLE = 0.6; // of the game: what is shown where nothing moves

export class SampleGame {
  #at = 0;
  #timer = 0;
  #isPlaying = false;

  /** @param {HTMLElement} root @param {{view: View, frames: Frame[]}} game */
  constructor(root, { view, frames }) {
    this.views = [view, ...frames].map((each) => ({ ...view, ...each, claims: {}, refused: {} }));
    this.board = new Board(find("[data-sample-board]", HTMLElement, root), { label: "A game that plays itself" });
    this.button = find("[data-pause]", HTMLButtonElement, root);
    this.button.disabled = false;
    this.button.addEventListener("click", () => (this.#isPlaying ? this.#stop() : this.#play()));
    document.addEventListener("visibilitychange", () => this.#isPlaying && (document.hidden ? clearTimeout(this.#timer) : this.#later()));
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.#at = Math.round(this.views.length * MIDDLE);
    this.#show(true);
    if (this.#at) this.#stop();
    else this.#play();
  }

  #show(still = false) {
    const view = this.views[this.#at];
    this.board.show(view, { active: false, mover: view.last?.player ?? 1, still });
  }

  #play() {
    this.#isPlaying = true;
    this.button.textContent = "Pause";
    this.#later();
  }

  #stop() {
    this.#isPlaying = false;
    clearTimeout(this.#timer);
    this.button.textContent = "Play it";
  }

  #later() {
    clearTimeout(this.#timer);
    const isLast = this.#at === this.views.length - 1;
    this.#timer = setTimeout(() => {
      this.#at = isLast ? 0 : this.#at + 1;
      this.#show(isLast);
      this.#later();
    }, isLast ? END : PACE);
  }
}
