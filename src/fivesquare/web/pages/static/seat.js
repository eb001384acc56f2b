/** A link with a secret behind the #: the secret is exchanged for the browser's cookie and removed from the address. */

import { ApiError, post } from "./api.js";
import { choose } from "./dialogs.js";
import { retry } from "./retry.js";

/** Take the seat that the address carries, if it carries one. @param {string} path of the game @returns {Promise<Seated|{error: string}|null>} */
export async function takeSeat(path) {
  const secret = location.hash.slice(1);
  if (!secret) return null;
  const first = await exchange(path, secret, { both: false });
  const isForAnother = "seats" in first && first.opens.some((seat) => !first.seats.includes(seat));
  const answer = isForAnother && (await wantsBoth()) ? await exchange(path, secret, { both: true }) : first;
  history.replaceState(history.state, "", location.pathname + location.search);
  return answer;
}

/** A browser with one seat gets the other only on request: perhaps the link was opened instead of sent. */
async function wantsBoth() {
  const answer = await choose(
    "You already play here",
    "This link is for the other seat. Send it to your friend, or play both sides here.",
    [["no", "Keep my seat only"], ["yes", "Play both sides here"]],
  );
  return answer === "yes";
}

/** @param {string} path @param {string} secret @param {{both: boolean}} wish @returns {Promise<Seated|{error: string}>} */
async function exchange(path, secret, wish) {
  try {
    return await retry(() => post(`${path}/seat`, wish, { secret }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { error: error.status === 401 ? "This link does not open a seat here (any more). You can watch." : error.message };
  }
}
