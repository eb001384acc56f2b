/** A link with a secret behind the #: the secret is exchanged for the browser's cookie and leaves the address. */

import { ApiError, post } from "./api.js";
import { choose } from "./dialogs.js";

const PAUSE = 1_000; // milliseconds before asking again

/**
 * Take the seat that the address carries, if it carries one.
 * @returns {Promise<{seats?: number[], game?: object, error?: string}|null>}
 */
export async function takeSeat(path, mine) {
  const secret = location.hash.slice(1);
  if (!secret) return null;
  const answer = mine.length > 0 && !(await wantsBoth(mine)) ? null : await exchange(path, secret);
  history.replaceState(history.state, "", location.pathname + location.search);
  return answer;
}

async function wantsBoth(mine) {
  if (mine.length === 2) return false;
  const answer = await choose(
    "You already play here",
    "This browser holds a seat in this game. If the link is for the other seat, send it to your friend; or play both sides here.",
    [["no", "Keep my seat only"], ["yes", "Play both sides here"]],
  );
  return answer === "yes";
}

async function exchange(path, secret) {
  for (;;) {
    try {
      return await post(`${path}/seat`, {}, { secret });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return { error: "This link does not open a seat here, or no longer: you can watch." };
      if (!error.isPassing) return { error: error.message };
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 1) * PAUSE));
    }
  }
}
