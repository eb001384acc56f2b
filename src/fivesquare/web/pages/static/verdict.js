/** What a review says of a move and of a position, in words and signs. */

import { FORFEIT, listed, many, mention, moveSentence, resultSentence, skipSentence } from "./words.js";

/** A sign for what a move threw away; there are words beside it, so that neither colour nor sign is all. @param {ReviewedMove} move */
export function sign(move) {
  const poor = move.points_lost ? "?" : "?!";
  return { text: { unknown: "–", bad: "??", poor, good: "✓", plain: "·" }[move.mark], kind: move.mark };
}

/** Whether it is known what a position is worth. @param {Worth|null} worth */
export function isKnown(worth) {
  return worth?.winner !== null && worth?.winner !== undefined;
}

/**
 * What perfect play leads to, inside a sentence: "you win by 8 points", "Level 3 wins the tie", "a draw".
 * @param {Worth} worth of a known winner @param {Names} names
 */
export function leadsTo(worth, names) {
  if (!worth.winner) return "a draw";
  const wins = `${mention(names[worth.winner - 1])} ${names[worth.winner - 1] === "You" ? "win" : "wins"}`;
  if (worth.margin === null || worth.margin === undefined) return wins;
  if (worth.margin === 0) return `${wins} the tie`;
  return `${wins} by ${many(Math.abs(worth.margin), "point")}`;
}

/** The same for a narrow column: whose shape, and a word. @param {Worth} worth */
export function inShort(worth) {
  if (!worth.winner) return { winner: 0, text: isKnown(worth) ? "draw" : "?" };
  if (worth.margin === null || worth.margin === undefined) return { winner: worth.winner, text: "wins" };
  return { winner: worth.winner, text: worth.margin === 0 ? "tie" : `+${Math.abs(worth.margin)}` };
}

/** Moves of which any would do: "1,2", "1,2 or 3,4", "1,2; 3,4 or 2 more". @param {string[]} moves */
export function either(moves, most = 3) {
  const shown = moves.length > most ? [...moves.slice(0, most - 1), `${moves.length - most + 1} more`] : moves;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join("; ")} or ${shown.at(-1)}`;
}

/** What led to a position: "Level 3 claimed 8 at 4,4 and captured 5." @param {View} view @param {View|undefined} before @param {Names} names */
export function told(view, before, names) {
  if (!view.last) return view.setup ? "The position as it was set up." : "The opening.";
  return moveSentence(view, { ...view.last, counts: view.counts }, names, before?.counts ?? null);
}

/** What else there is to say about a position: who was skipped, how the game ended. @param {View} view @param {Names} names */
export function besides(view, names) {
  const said = [];
  if (view.last?.forfeits) said.push(FORFEIT);
  if (view.last?.skipped) said.push(skipSentence(view.last.skipped, names));
  if (view.over || view.ended) said.push(resultSentence({ ...view, ...view.ended }, names));
  return said.join(" ");
}

/** A share as a percentage; a dash if it is not known. @param {number|null} share */
export function percent(share) {
  return share === null ? "–" : `${Math.round(share * 100)}\u00a0%`.replace("-", "−");
}

/** The numbers of moves in a sentence: "move 7", "moves 1 to 5 and 9". @param {number[]} numbers */
export function moveNumbers(numbers) {
  const stretches = /** @type {number[][]} */ ([]);
  for (const number of numbers) {
    if (stretches.at(-1)?.at(-1) === number - 1) stretches.at(-1)?.push(number);
    else stretches.push([number]);
  }
  const words = stretches.map((each) => (each.length > 2 ? `${each[0]} to ${each.at(-1)}` : each.join(" and ")));
  return `${numbers.length === 1 ? "move" : "moves"} ${listed(words)}`;
}
