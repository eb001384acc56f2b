/** The review of a game by the server, which may take a while and may have to wait for its turn; and its progress. */

import { address } from "./addresses.js";
import { messageOf, post } from "./api.js";
import { find } from "./elements.js";
import { explainWaiting, retry } from "./retry.js";
import { sentence } from "./words.js";

const LONGEST = 10 * 60 * 1000; // milliseconds
const MOST_TRIES = 8;

/** Everything that a review shows of a record. @returns {Promise<Walk>} */
function reviewed(/** @type {GameRecord} */ record, /** @type {AbortSignal} */ signal, /** @type {(words: string) => void} */ say) {
  const ask = () => {
    say("Reviewing the game …");
    return post(address("api/walk"), record, { signal, patience: LONGEST }).finally(explainWaiting(say));
  };
  return retry(ask, {
    signal, tries: MOST_TRIES, wait: (tries) => Math.min(2 ** tries, 15), onPause: (seconds) => say(`The solver is busy; trying again in ${seconds} s.`),
  });
}

export class Analysis {
  #stop = new AbortController();
  #isRunning = false;
  #record = /** @type {GameRecord|null} */ (null);

  constructor(/** @type {{onWalk: (walk: Walk) => void}} */ { onWalk }) {
    this.onWalk = onWalk;
    this.note = find("#going");
    this.words = find("#going-words");
    this.time = find("#going-time");
    this.button = find("#cancel");
  }

  async run(/** @type {GameRecord} */ record) {
    this.cancel();
    const { signal } = (this.#stop = new AbortController());
    this.#record = record;
    this.#isRunning = true;
    this.button.textContent = "Cancel";
    const began = Date.now();
    const ticking = setInterval(() => (this.time.textContent = `${Math.round((Date.now() - began) / 1000)} s`), 1000);
    try {
      const walk = await reviewed(record, signal, (words) => this.say(words));
      if (signal.aborted) return;
      this.note.hidden = true;
      this.onWalk(walk);
    } catch (error) {
      if (this.#stop.signal !== signal) return; // another one is running
      this.say(signal.aborted ? "The review was cancelled." : `The game could not be reviewed. ${sentence(messageOf(error))}`);
      this.button.textContent = "Review";
    } finally {
      clearInterval(ticking);
      if (this.#stop.signal === signal) {
        this.#isRunning = false;
        this.time.textContent = "";
      }
    }
  }

  say(/** @type {string} */ words) {
    this.note.hidden = false;
    this.words.textContent = words;
  }

  cancel() {
    this.#stop.abort();
  }

  /** Stop the review that is running, or begin it again. */
  toggle() {
    if (this.#isRunning) this.cancel();
    else if (this.#record) this.run(this.#record);
  }
}
