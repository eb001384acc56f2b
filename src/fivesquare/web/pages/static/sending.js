/** A move on its way: sent with its ply again and again until the server has acknowledged or refused it. */

import { ApiError, post } from "./api.js";

const FIRST_PAUSE = 300; // milliseconds
const LONGEST_PAUSE = 5_000;
const PATIENCE = 4_000;

export const LOST_SEAT = "This browser has lost its seat: open the link of your seat again.";
const tooLate = (move) => `Your move ${move} came too late.`;

export class Sending {
  #stopped = null;
  #hurry = () => {};

  /**
   * @param {string} path of the game
   * @param {{onGame: (game: object) => void, onRefused: (reason: string) => void}} listeners
   */
  constructor(path, { onGame, onRefused }) {
    this.path = path;
    this.onGame = onGame;
    this.onRefused = onRefused;
    this.key = `fivesquare-move ${path}`;
    this.move = null; // {ply, move, version}: of the game in which it was chosen
  }

  /** Take up a move that a reload interrupted. */
  resume(game) {
    const kept = this.#read();
    if (kept === null) return;
    this.move = kept;
    this.settle(game);
    if (this.move) this.#deliver();
  }

  send(game, move) {
    this.#forget();
    this.move = { ply: game.ply, move, version: game.version };
    this.#keep();
    this.#deliver();
  }

  /** See whether the game as it now stands has the move, or can no longer get it. */
  settle(game) {
    if (this.move === null) return;
    const { ply, move } = this.move;
    if (!game.over && game.ply === ply) return;
    const made = game.moves[ply] === move;
    this.#forget();
    if (!made && !game.over) this.onRefused(tooLate(move));
  }

  /** The connection is back: do not wait for the end of a pause. */
  hurry() {
    this.#hurry();
  }

  async #deliver() {
    const stopped = new AbortController();
    this.#stopped = stopped;
    const { ply, move, version } = this.move;
    for (let failures = 0; !stopped.signal.aborted; failures += 1) {
      try {
        const game = await post(`${this.path}/moves`, { ply, move, version }, { patience: PATIENCE, signal: stopped.signal });
        if (!stopped.signal.aborted) this.onGame(game);
        return;
      } catch (error) {
        if (stopped.signal.aborted) return;
        if (!(error instanceof ApiError)) throw error;
        if (!error.isPassing) return this.#refuse(error);
        await this.#pause(failures, error.retryAfter);
      }
    }
  }

  #refuse(error) {
    const { ply, move } = this.move;
    this.#forget();
    if (error.game) this.onGame(error.game);
    if (error.game && !error.game.over) this.onRefused(error.game.ply === ply ? error.message : tooLate(move));
    else if (!error.game) this.onRefused(error.status === 401 ? LOST_SEAT : error.message);
  }

  #pause(failures, seconds) {
    const usual = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.75 + Math.random() / 2);
    return new Promise((resolve) => {
      this.#hurry = resolve;
      setTimeout(resolve, seconds ? seconds * 1000 : usual);
    });
  }

  #forget() {
    this.#stopped?.abort();
    this.#hurry();
    this.move = null;
    this.#keep();
  }

  #keep() {
    try {
      if (this.move) sessionStorage.setItem(this.key, JSON.stringify(this.move));
      else sessionStorage.removeItem(this.key);
    } catch {
      // Without storage a move does not outlive a reload.
    }
  }

  #read() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key));
    } catch {
      return null;
    }
  }
}
