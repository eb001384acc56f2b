/** Going over a game: the server works it out, which may take a while and may have to wait for its turn. */

import { post } from "./api.js";
import { explainWaiting } from "./patience.js";

const LONGEST = 10 * 60 * 1000; // milliseconds
const MOST_TRIES = 8;

/**
 * Everything that a review shows of a record.
 * @param {object} record
 * @param {{signal: AbortSignal, onGo: (words: string) => void}} options `onGo` is told what is going on
 */
export async function goOver(record, { signal, onGo }) {
  for (let tries = 1; ; tries += 1) {
    onGo("Going over the game …");
    const heard = explainWaiting(onGo);
    try {
      return await post("/api/walk", record, { signal, patience: LONGEST }).finally(heard);
    } catch (error) {
      if (signal.aborted || !error.isPassing || tries === MOST_TRIES) throw error;
      const seconds = error.retryAfter ?? Math.min(2 ** tries, 15);
      onGo(`The server has a lot to do; trying again in ${seconds} s.`);
      await pause(seconds, signal);
    }
  }
}

function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener("abort", stop, { once: true });
  });
}
