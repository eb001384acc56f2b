/** Starting a game, and going to its page; with care that the second half of a double click hits nothing. */

import { address } from "./addresses.js";
import { post } from "./api.js";
import { pause } from "./retry.js";

const DOUBLE = 0.4; // seconds in which a second click or tap is still the first one

/** Let what has just appeared be out of reach of a pointer until a double click is over; keys work. @param {HTMLElement} part */
export async function rest(part) {
  part.classList.add("resting");
  await pause(DOUBLE);
  part.classList.remove("resting");
}

/**
 * Begin a game and go there. After a click or a tap no sooner than a double one is over: its second half would land
 * on the board of the next page.
 * @param {object} wish @param {UIEvent|null} press what was pressed
 */
export async function startGame(wish, press) {
  const over = press && press.detail > 0 ? pause(DOUBLE) : null;
  const { id } = await post(address("api/games"), wish);
  await over;
  location.assign(address(`games/${id}`));
}
