/** A move on its way: sent with its ply again and again until the server has acknowledged or refused it. */

import { ApiError, post } from "./api.js";
import { keep, recall } from "./memory.js";
import { backoff } from "./retry.js";

const PATIENCE = 4_000; // milliseconds

export const LOST_SEAT = "This browser has lost its seat: open the link to your seat again.";
const tooLate = (/** @type {string} */ move) => `Your move ${move} came too late.`;

export class Outbox {
  #stopped = new AbortController();
  hurry = () => {}; // ends a pause: the connection is back

  /** @param {string} path of the game @param {{onGame: (game: Game) => void, onRefused: (reason: string) => void}} listeners */
  constructor(path, { onGame, onRefused }) {
    this.path = path;
    this.onGame = onGame;
    this.onRefused = onRefused;
    this.key = `move ${path}`;
    this.move = /** @type {Sent|null} */ (null);
  }

  /** Take up a move that a reload interrupted. @param {Game} game */
  resume(game) {
    this.move = recall(this.key, null, "tab");
    this.settle(game);
    if (this.move) this.#deliver(this.move);
  }

  send(/** @type {Game} */ game, /** @type {string} */ move) {
    this.#empty();
    this.move = { ply: game.ply, move, version: game.version };
    keep(this.key, this.move, "tab");
    this.#deliver(this.move);
  }

  /** See whether the game has the move by now, or can no longer get it. @param {Game} game */
  settle(game) {
    if (this.move === null) return;
    const { ply, move } = this.move;
    if (!game.over && game.ply === ply) return;
    const made = game.moves[ply] === move;
    this.#empty();
    if (!made && !game.over) this.onRefused(tooLate(move));
  }

  async #deliver(/** @type {Sent} */ { ply, move, version }) {
    const { signal } = (this.#stopped = new AbortController());
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        const game = await post(`${this.path}/moves`, { ply, move, version }, { patience: PATIENCE, signal });
        if (!signal.aborted) this.onGame(game);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        if (!error.isPassing) {
          this.#refuse(error, ply, move);
          return;
        }
        await this.#pause(failures, error.retryAfter);
      }
    }
  }

  #refuse(/** @type {ApiError} */ error, /** @type {number} */ ply, /** @type {string} */ move) {
    this.#empty();
    if (error.game) this.onGame(error.game);
    if (error.game && !error.game.over) this.onRefused(error.game.ply === ply ? error.message : tooLate(move));
    else if (!error.game) this.onRefused(error.status === 401 ? LOST_SEAT : error.message);
  }

  #pause(/** @type {number} */ failures, /** @type {number|null} */ seconds) {
    return /** @type {Promise<void>} */ (new Promise((resolve) => {
      this.hurry = resolve;
      setTimeout(resolve, seconds ? seconds * 1000 : backoff(failures));
    }));
  }

  #empty() {
    this.#stopped.abort();
    this.hurry();
    this.move = null;
    keep(this.key, null, "tab");
  }
}
