/** While one waits for the solver: why it takes long, if there is a reason that will pass. */

import { get } from "./api.js";

const LONG = 1500; // milliseconds
const WARMING = "The solver is getting ready: that takes a minute after the server was started.";

/**
 * Say so if it takes long.
 * @param {(words: string) => void} say
 * @returns {() => void} to be called when the waiting is over
 */
export function explainWaiting(say) {
  let isOver = false;
  const timer = setTimeout(async () => {
    const { solver } = await get("/healthz").catch(() => ({}));
    if (!isOver && solver === "warming") say(WARMING);
  }, LONG);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
