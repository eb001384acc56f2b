/** What a review says of a move and of a position, in words and signs. */

import { listed, many, moveSentence, resultSentence, skipSentence } from "./words.js";

/** @typedef {{winner: 0|1|2|null, margin: number|null}} Worth */

/** A sign for what a move threw away; the words stand beside it, so that neither colour nor sign is all. */
export function sign(move) {
  if (move.verdict === "not solved") return { text: "–", kind: "unknown" };
  if (move.result_lost) return { text: "??", kind: "bad" };
  if (move.points_lost) return { text: "?", kind: "poor" };
  if (move.moves_lost) return { text: "?!", kind: "poor" };
  if (/^(best|keeps)/.test(move.verdict)) return { text: "✓", kind: "good" };
  return { text: "·", kind: "plain" };
}

/** Whether it is known what a position is worth. */
export function isKnown(worth) {
  return worth?.winner !== null && worth?.winner !== undefined;
}

/** What perfect play leads to: "You win by 8 points", "Level 3 wins the tie", "a draw". */
export function leadsTo(worth, names) {
  if (worth.winner === 0) return "a draw";
  const name = names[worth.winner - 1];
  const wins = name === "You" ? "win" : "wins";
  if (worth.margin === null) return `${name} ${wins}`;
  if (worth.margin === 0) return `${name} ${wins} the tie`;
  return `${name} ${wins} by ${many(Math.abs(worth.margin), "point")}`;
}

/** The same for a narrow column: whose shape, and a word. */
export function inShort(worth) {
  if (!isKnown(worth)) return { winner: 0, text: "?" };
  if (worth.winner === 0) return { winner: 0, text: "draw" };
  if (worth.margin === null) return { winner: worth.winner, text: "wins" };
  return { winner: worth.winner, text: worth.margin === 0 ? "tie" : `+${Math.abs(worth.margin)}` };
}

/** Moves of which any would do: "1,2", "1,2 or 3,4", "1,2; 3,4 or 2 more". */
export function either(moves, most = 3) {
  const shown = moves.length > most ? [...moves.slice(0, most - 1), `${moves.length - most + 1} more`] : moves;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join("; ")} or ${shown.at(-1)}`;
}

/** What led to a position: "Level 3 claimed 8 at 4,4 and captured 5." */
export function told(view, before, names) {
  if (!view.last) return "The opening.";
  return moveSentence(view, { ...view.last, counts: view.counts }, names, before?.counts ?? null);
}

/** What there is to say about a position besides: who was skipped, how the game ended. */
export function besides(view, names) {
  const said = [];
  if (view.last?.skipped) said.push(skipSentence(view.last.skipped, names));
  if (view.over || view.ended) said.push(resultSentence({ ...view, ...view.ended }, names));
  return said.join(" ");
}

/** A share as a percentage; a dash if nothing could be said. */
export function percent(share) {
  return share === null || share === undefined ? "–" : `${Math.round(share * 100)}\u00a0%`.replace("-", "−");
}

/** The numbers of moves, as a sentence has them: "move 7", "moves 1 to 5 and 9". */
export function moveNumbers(numbers) {
  const stretches = [];
  for (const number of numbers) {
    if (stretches.at(-1)?.at(-1) === number - 1) stretches.at(-1).push(number);
    else stretches.push([number]);
  }
  const words = stretches.map((each) => (each.length > 2 ? `${each[0]} to ${each.at(-1)}` : each.join(" and ")));
  return `${numbers.length === 1 ? "move" : "moves"} ${listed(words)}`;
}
