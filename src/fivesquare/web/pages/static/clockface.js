/** The clock of a game: it counts on from the server's numbers, and decides nothing. */

import { all } from "./elements.js";
import { announce } from "./liveregion.js";

const TICK = 100; // milliseconds
const HURRY = 10; // seconds from which on a clock is marked
const SET_BACK = 2; // seconds; a larger step back is the server's clock, a smaller one a slow line
const SPOKEN = [60, 30, 10]; // seconds left at which a player is told, if there is twice as much time at all

/** Seconds as a clock shows them: "4:05", under ten seconds "0:07.3". @param {number} seconds */
export function clockText(seconds) {
  const tenths = Math.ceil(Math.max(0, seconds) * 10);
  if (tenths < HURRY * 10) return `0:0${(tenths / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export class ClockFace {
  #ahead = -Infinity; // how many seconds the server's clock is ahead of this page's
  #timer = 0;
  #spoken = Infinity;

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.places = all(".clock");
    document.addEventListener("visibilitychange", () => this.show());
  }

  /** The server's time came with a game: of several, the one that was fastest here is the best. @param {Game} game */
  hear({ now }) {
    if (now === undefined) return;
    const ahead = now - performance.now() / 1000;
    if (ahead > this.#ahead || ahead < this.#ahead - SET_BACK) this.#ahead = ahead;
  }

  /** Seconds that a player has left now. @param {Seat} seat */
  left(seat) {
    const { clock, over } = this.page.game;
    if (clock === null) return Infinity;
    const since = clock.runs === seat && !over ? Math.max(0, performance.now() / 1000 + this.#ahead - (clock.since ?? 0)) : 0;
    return Math.max(0, clock.left[seat - 1] - since);
  }

  show() {
    const { clock, over } = this.page.game;
    clearTimeout(this.#timer);
    if (clock === null) return;
    for (const [index, place] of this.places.entries()) this.#showOne(place, /** @type {Seat} */ (index + 1));
    if (clock.runs === null || over) return;
    this.#speak(clock);
    if (!document.hidden) this.#timer = setTimeout(() => this.show(), TICK);
  }

  #showOne(/** @type {HTMLElement} */ place, /** @type {Seat} */ seat) {
    const { clock, over } = this.page.game;
    const left = this.left(seat);
    const text = clockText(left);
    if (place.textContent !== text) place.textContent = text;
    place.setAttribute("aria-label", `Time left for ${this.page.names[seat - 1]}`);
    place.classList.toggle("runs", clock?.runs === seat && !over);
    place.classList.toggle("hurry", left < HURRY && (clock?.runs === seat || left === 0));
  }

  /** Tell a player a few times how much time is left; a screen reader must not count along. @param {GameClock} clock */
  #speak(clock) {
    const { mine } = this.page;
    if (mine.length !== 1 || clock.runs !== mine[0]) {
      this.#spoken = Infinity;
      return;
    }
    const left = this.left(mine[0]);
    const whole = clock.move ?? clock.game ?? 0;
    const due = SPOKEN.filter((mark) => 2 * mark <= whole && left <= mark && mark < this.#spoken);
    if (this.#spoken === Infinity && due.length) this.#spoken = Math.min(...due); // it began with less: that is no news
    else if (due.length) {
      this.#spoken = Math.min(...due);
      announce(`${this.#spoken} seconds left.`);
    }
    if (this.#spoken === Infinity) this.#spoken = Number.MAX_VALUE;
  }
}
