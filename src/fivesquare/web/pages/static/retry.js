/** Waiting for a server that is busy: asking again, and saying why it takes long. */

import { address } from "./addresses.js";
import { ApiError, get } from "./api.js";

const LONG = 1500; // milliseconds
const WARMING = "The solver is getting ready. That takes about a minute at the start.";

/** Exponential backoff with jitter, in milliseconds. @param {number} failures so far */
export function backoff(failures) {
  return Math.min(5_000, 300 * 2 ** failures) * (0.75 + Math.random() / 2);
}

/** @param {number} seconds @param {AbortSignal} [signal] ends it with an error */
export function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/**
 * Ask again while the refusal is one that passes.
 * @template T
 * @param {() => Promise<T>} ask @param {RetryOptions} options
 */
export async function retry(ask, { tries = Infinity, passes = (error) => error.isPassing, wait = () => 1, signal, onPause } = {}) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError) || signal?.aborted || !passes(error) || tried >= tries) throw error;
      const seconds = error.retryAfter ?? wait(tried);
      onPause?.(seconds);
      await pause(seconds, signal);
    }
  }
}

/** If waiting takes long because the solver is not ready yet, say so; what is returned ends the waiting. */
export function explainWaiting(/** @type {(words: string) => void} */ say) {
  let isOver = false;
  const timer = setTimeout(async () => {
    const { solver } = await get(address("healthz")).catch(() => ({ solver: "" }));
    if (!isOver && solver === "warming") say(WARMING);
  }, LONG);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
