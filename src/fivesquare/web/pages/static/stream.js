/**
 * The game as it goes on. A browser's EventSource gives up for ever on some answers, so it is made anew with growing
 * pauses; it is closed while the page is hidden, because a browser has six connections for all its tabs together.
 * A hidden page asks now and then instead, so that its title stays true.
 */

import { get } from "./api.js";

const FIRST_PAUSE = 300; // milliseconds
const LONGEST_PAUSE = 5_000;
const SILENCE = 35_000; // the server sends the game again every 20 s, if there is nothing else
const OPENING = 6_000; // a connection that takes longer than this to open is dead
const QUIET = 2_000; // so long a lost connection is nobody's business
const HIDDEN_PAUSE = 5_000;
const LONGEST_HIDDEN_PAUSE = 60_000;

export class Stream {
  #source = null;
  #retry = 0;
  #silence = 0;
  #telling = 0;
  #asking = 0;
  #failures = 0;
  #open = false;
  #reached = false; // streams are refused, but plain questions are answered

  /**
   * @param {string} path of the game
   * @param {{onGame: (game: object) => void, onLost: (lost: boolean) => void, onGone: () => void}} listeners
   */
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
    clearTimeout(this.#asking);
    clearTimeout(this.#telling);
    this.#asking = 0;
    this.#telling = 0;
  }

  /** Begin anew: the page came into sight or left it, or who looks has become somebody else. */
  reopen() {
    this.close();
    if (document.hidden) this.#askLater(HIDDEN_PAUSE);
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
      this.#alive();
      this.onGame(JSON.parse(event.data));
    });
    source.addEventListener("error", () => this.#source === source && this.#again());
  }

  #alive() {
    this.#failures = 0;
    this.#reached = false;
    this.#calm();
    this.#listen(SILENCE);
  }

  /** A connection may die without a word: after a long silence it is made anew. */
  #listen(patience) {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#again(), patience);
  }

  #worry() {
    if (this.#telling === 0 && !this.#reached) this.#telling = setTimeout(() => this.onLost(true), QUIET);
  }

  #calm() {
    clearTimeout(this.#telling);
    this.#telling = 0;
    this.onLost(false);
  }

  /** Try again after a pause. A plain question may get through where a stream is refused. */
  #again() {
    this.#stop();
    this.#worry();
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = setTimeout(async () => {
      if (this.#failures > 1) await this.#ask();
      if (this.#open && this.#source === null) this.#connect();
    }, pause * (0.75 + Math.random() / 2));
  }

  async #ask() {
    try {
      const game = await get(this.path, { patience: LONGEST_PAUSE });
      if (this.#open) this.#calm();
      this.#reached = true;
      this.onGame(game);
    } catch (error) {
      this.#reached = false;
      if (error.status === 404) this.#end();
      else if (this.#open) this.#worry();
    }
  }

  /** The game is no longer kept: there is nothing to wait for. */
  #end() {
    this.close();
    this.onGone();
  }

  #askLater(pause) {
    const asking = setTimeout(async () => {
      await this.#ask();
      if (this.#asking === asking) this.#askLater(Math.min(LONGEST_HIDDEN_PAUSE, pause * 1.2));
    }, pause);
    this.#asking = asking;
  }
}
