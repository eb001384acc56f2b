/** How one likes to play, remembered by the browser: the tutor, one tap, letters for columns. */

import { find, seek } from "./elements.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";
import { hasLetters, useLetters } from "./places.js";

const ONE_TAP = "one-tap"; // true or nothing
const OFFERED = "one-tap-offered"; // the game after which it was

export class Preferences {
  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.offer = find("#one-tap-offer");
    this.#turns("#tutor", (isOn) => page.tutor.turn(isOn));
    this.#turns("#one-tap", (isOn) => this.#setOneTap(isOn));
    this.#turns("#letters", (isOn) => {
      useLetters(isOn);
      page.show();
    });
    find("#one-tap-take").addEventListener("click", () => {
      this.#setOneTap(true);
      announce("One tap claims from now on.");
    });
    find("#one-tap-leave").addEventListener("click", () => this.#hideOffer());
  }

  /** Whether a cell that is touched once is claimed. */
  get atOneTap() {
    return recall(ONE_TAP, false);
  }

  show() {
    const { page } = this;
    const tutor = find("#tutor", HTMLInputElement);
    find("#options").hidden = page.mine.length === 0 && page.game.over;
    tutor.checked = page.tutor.isOn;
    for (const [id, isShown] of Object.entries({ tutor: page.advice.isFair && page.mine.length > 0, "one-tap": page.mine.length > 0 && !page.game.over })) {
      const row = seek(`label:has(#${id})`);
      if (row) row.hidden = !isShown;
    }
    find("#one-tap", HTMLInputElement).checked = this.atOneTap;
    find("#letters", HTMLInputElement).checked = hasLetters();
    this.#showOffer();
  }

  /** Offered once, after the first game that was played to its end; where a mouse points the style sheet hides it. */
  #showOffer() {
    const { game, mine } = this.page;
    const isDue = game.over && mine.length > 0 && !this.atOneTap && recall(OFFERED, game.id) === game.id;
    this.offer.hidden = !isDue;
    if (isDue && matchMedia("(pointer: coarse)").matches) keep(OFFERED, game.id);
  }

  #hideOffer() {
    keep(OFFERED, "no");
    this.offer.hidden = true;
  }

  #setOneTap(/** @type {boolean} */ isOn) {
    keep(ONE_TAP, isOn || null);
    this.#hideOffer();
    this.page.show();
  }

  #turns(/** @type {string} */ id, /** @type {(isOn: boolean) => void} */ deed) {
    const box = find(id, HTMLInputElement);
    box.addEventListener("change", () => deed(box.checked));
  }
}
