/** A link with a secret behind the #: the secret is exchanged for the browser's cookie and leaves the address. */

import { ApiError, post } from "./api.js";
import { choose } from "./dialogs.js";

const PAUSE = 1_000; // milliseconds before asking again

/**
 * Take the seat that the address carries, if it carries one.
 * @returns {Promise<{seats?: number[], game?: object, error?: string}|null>}
 */
export async function takeSeat(path) {
  const secret = location.hash.slice(1);
  if (!secret) return null;
  let answer = await exchange(path, secret, { both: false });
  if (answer.opens?.some((seat) => !answer.seats.includes(seat)) && (await wantsBoth())) answer = await exchange(path, secret, { both: true });
  history.replaceState(history.state, "", location.pathname + location.search);
  return answer;
}

/** A browser with one seat gets the other only if that is meant: perhaps the link was opened instead of sent. */
async function wantsBoth() {
  const answer = await choose(
    "You already play here",
    "This link is for the other seat. Send it to your friend; or play both sides here.",
    [["no", "Keep my seat only"], ["yes", "Play both sides here"]],
  );
  return answer === "yes";
}

async function exchange(path, secret, wish) {
  for (;;) {
    try {
      return await post(`${path}/seat`, wish, { secret });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return { error: "This link does not open a seat here, or no longer: you can watch." };
      if (!error.isPassing) return { error: error.message };
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * PAUSE));
    }
  }
}
