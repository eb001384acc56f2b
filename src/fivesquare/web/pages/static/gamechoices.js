/** How a game is started: as it was in this browser the last time, against the next level that is not beaten. */

import { keep, recall } from "./memory.js";

const NAME = "games";
const CLOCK = /^(move|game):(\d{1,5})$/;

/** The last choices for a game. @param {string} book @returns {GameChoices} */
export function choicesFor(book) {
  const kept = recall(NAME, /** @type {Record<string, Partial<GameChoices>>} */ ({}));
  return { against: "computer", level: 1, begins: "me", clock: "none", ...(typeof kept === "object" ? kept[book] : {}) };
}

/** Remember the choices for one of the games of the shelf. @param {string} book @param {GameChoices} choices */
export function keepChoices(book, choices) {
  const kept = recall(NAME, /** @type {Record<string, GameChoices>} */ ({}));
  keep(NAME, { ...(typeof kept === "object" ? kept : {}), [book]: choices });
}

/** The strength to play at, counted from 1: the last one, or if it is beaten the next one that is not. @param {ShelfGame} game @param {Opponent[]} opponents */
export function levelFor({ name, beaten }, opponents) {
  const chosen = Math.min(Math.max(Math.trunc(Number(choicesFor(name).level)) || 1, 1), opponents.length);
  const open = opponents.findIndex((opponent, index) => index >= chosen - 1 && !beaten.includes(opponent.name));
  return open < 0 ? opponents.length : open + 1;
}

/** Who sits where, and which seats are this browser's. @param {{against: string, begins: string}} choices @param {string} level the name of the computer player */
export function seatsFor({ against, begins }, level) {
  if (against === "both") return { first: "human", second: "human", sit: [1, 2] };
  const isFirst = begins === "lot" ? crypto.getRandomValues(new Uint8Array(1))[0] % 2 === 0 : begins === "me";
  const other = against === "friend" ? "human" : level;
  return isFirst ? { first: "human", second: other, sit: [1] } : { first: other, second: "human", sit: [2] };
}

/** The time that two people have: "move:30" is 30 seconds a move. @param {{against: string, clock: string}} choices */
export function clockFor({ against, clock }) {
  const [, per, seconds] = CLOCK.exec(clock) ?? [];
  return against === "computer" || !per ? {} : { clock: { [per]: Number(seconds) } };
}

/** Against whom, on a button and in a sentence. @param {GameChoices} choices @param {string} title of the computer player */
export function opponentWords({ against }, title) {
  if (against === "friend") return { label: "A friend", words: "with a friend" };
  if (against === "both") return { label: "Same screen", words: "for two on the same screen" };
  return { label: title, words: `against ${title === "Perfect" ? "perfect play" : title.toLowerCase()}` };
}
