/** Answers of the solver to questions about a game: remembered, and asked again while it is busy. */

import { address } from "./addresses.js";
import { post } from "./api.js";
import { retry } from "./retry.js";

const PATIENCE = 600_000; // milliseconds; the solver may be getting ready on a busy machine
const kept = /** @type {Map<string, Promise<any>>} */ (new Map());

/** How often something has happened in a game, but for help that was asked for: that changes nothing on the board. @param {Game} game */
export function happened({ version, helped }) {
  return version - helped.flat().length;
}

/** The answer to a question, equal to those that were asked with this key. @param {unknown} key @param {string} path @param {object} body @returns {Promise<any>} */
function remembered(key, path, body) {
  const name = JSON.stringify(key);
  const end = Date.now() + PATIENCE;
  const known = kept.get(name);
  if (known) return known;
  const asked = retry(() => post(path, body, { patience: PATIENCE }), { passes: ({ status }) => status === 503 && Date.now() < end });
  kept.set(name, asked);
  asked.catch(() => kept.delete(name));
  return asked;
}

/** Advice for a player; in their game, where it is noted that they were helped. @param {Game} game @param {"hint"|"values"|"tutor"} kind @param {string} [move] */
export function adviceOn({ id, ply, moves }, kind, move) {
  return remembered([kind, moves, move], address(`api/games/${id}/advice`), { ply, kind, ...(move === undefined ? {} : { move }) });
}

/** What each move is worth, for someone who only looks on. @param {Game} game @returns {Promise<Values>} */
export function valuesOf(game) {
  return remembered(["values", game.moves], address("api/values"), recordOf(game));
}

/** What to take away from a game that is over. @param {Game} game @param {Seat|null} player who is addressed @returns {Promise<Takeaway>} */
export function takeawayOf(game, player) {
  const { winner, reason, moves } = game;
  return remembered(["takeaway", moves, winner, reason, player], address("api/takeaway"), { record: { ...recordOf(game), result: { winner, reason } }, player });
}

function recordOf(/** @type {Game} */ { book, board, setup, moves, players }) {
  return { book, board, ...(setup ? { setup } : {}), moves, players };
}
