/** Answers of the solver to questions about a game: remembered, and asked again while it is busy. */

import { address } from "./addresses.js";
import { post } from "./api.js";
import { retry } from "./retry.js";

const PATIENCE = 600_000; // milliseconds; the solver may be getting ready on a busy machine
const kept = /** @type {Map<string, Promise<any>>} */ (new Map());

/** The answer to a question. @param {"values"|"hint"|"cautions"|"takeaway"} what @param {object} body @returns {Promise<any>} */
export function answerTo(what, body) {
  const key = `${what} ${JSON.stringify(body)}`;
  const end = Date.now() + PATIENCE;
  const known = kept.get(key);
  if (known) return known;
  const asked = retry(() => post(address(`api/${what}`), body, { patience: PATIENCE }), { passes: ({ status }) => status === 503 && Date.now() < end });
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}

/** The record of a game, as far as the solver is concerned. @param {Game} game */
export function recordOf({ book, board, setup, moves, players }) {
  return { book, board, ...(setup ? { setup } : {}), moves, players };
}
