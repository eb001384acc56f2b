/**
 * Server-sent events of a game. A browser's EventSource gives up for good on some answers, so it is made anew with
 * growing pauses (exponential backoff); it is closed while the page is hidden, because a browser has six connections
 * for all its tabs together. A hidden page polls now and then instead, so that its title stays true.
 */

import { ApiError, get } from "./api.js";
import { backoff } from "./retry.js";

const PATIENCE = 5_000; // milliseconds
const SILENCE = 35_000; // the server sends the game again every 20 s, if there is nothing else
const OPENING = 6_000; // a connection that takes longer than this to open is dead
const QUIET = 2_000; // a connection lost for a shorter time is not mentioned
const HIDDEN_PAUSE = 5_000;
const LONGEST_HIDDEN_PAUSE = 60_000;

/** @template {object} [T=Game] what the server sends: a game, or an evening */
export class Stream {
  #source = /** @type {EventSource|null} */ (null);
  #retry = 0;
  #silence = 0;
  #warning = 0;
  #polling = 0;
  #failures = 0;
  #open = false;
  isUrgent = false; // whether a hidden page must hear soon: a clock runs, or its player wants to be told
  #reached = false; // streams are refused, but plain requests are answered

  /** @param {string} path of the game @param {{onGame: (heard: T) => void, onLost: (lost: boolean) => void, onGone: () => void}} listeners */
  constructor(path, { onGame, onLost, onGone }) {
    this.path = path;
    this.onGame = onGame;
    this.onLost = onLost;
    this.onGone = onGone;
    document.addEventListener("visibilitychange", () => this.reopen());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", (event) => event.persisted && this.reopen());
    addEventListener("online", () => this.#open && this.#connect());
    this.reopen();
  }

  close() {
    this.#open = false;
    this.#stop();
    clearTimeout(this.#polling);
    clearTimeout(this.#warning);
    this.#polling = 0;
    this.#warning = 0;
  }

  /** Connect anew: the page came into sight or left it, or this browser has got another seat. */
  reopen() {
    this.close();
    if (document.hidden) this.#pollLater(HIDDEN_PAUSE);
    else {
      this.#open = true;
      this.#failures = 0;
      this.#connect();
    }
  }

  #stop() {
    this.#source?.close();
    this.#source = null;
    clearTimeout(this.#retry);
    clearTimeout(this.#silence);
  }

  #connect() {
    this.#stop();
    this.#worry();
    const source = new EventSource(`${this.path}/events`);
    this.#source = source;
    this.#listen(OPENING);
    source.addEventListener("message", (event) => {
      this.#failures = 0;
      this.#reached = false;
      this.#calm();
      this.#listen(SILENCE);
      this.onGame(JSON.parse(event.data));
    });
    source.addEventListener("error", () => this.#source === source && this.#again());
  }

  /** A connection may die silently: after a long silence it is made anew. @param {number} patience milliseconds */
  #listen(patience) {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#again(), patience);
  }

  #worry() {
    if (this.#warning === 0 && !this.#reached) this.#warning = setTimeout(() => this.onLost(true), QUIET);
  }

  #calm() {
    clearTimeout(this.#warning);
    this.#warning = 0;
    this.onLost(false);
  }

  /** Try again after a pause. A plain request may get through where a stream is refused. */
  #again() {
    this.#stop();
    this.#worry();
    const pause = backoff(this.#failures);
    this.#failures += 1;
    this.#retry = setTimeout(async () => {
      if (this.#failures > 1) await this.#ask();
      if (this.#open && this.#source === null) this.#connect();
    }, pause);
  }

  async #ask() {
    try {
      const game = await get(this.path, { patience: PATIENCE });
      if (this.#open) this.#calm();
      this.#reached = true;
      this.onGame(game);
    } catch (error) {
      this.#reached = false;
      if (error instanceof ApiError && error.status === 404) {
        this.close(); // the game has been deleted: there is nothing to wait for
        this.onGone();
      } else if (this.#open) this.#worry();
    }
  }

  /** @param {number} pause milliseconds */
  #pollLater(pause) {
    const polling = setTimeout(async () => {
      await this.#ask();
      if (this.#polling === polling) this.#pollLater(this.isUrgent ? HIDDEN_PAUSE : Math.min(LONGEST_HIDDEN_PAUSE, pause * 1.2));
    }, pause);
    this.#polling = polling;
  }
}
