/** What is said about an evening: stages, results, who meets whom. */

import { listed, many } from "./words.js";

const FORMS = { everybody: "everybody meets everybody", ladder: "ladder" };

/** A player's name. @param {Evening} evening @param {number} number */
export function nameOf(evening, number) {
  return evening.players[number - 1]?.name ?? "";
}

/** "2½", "½", "0". @param {number} points */
export function pointsText(points) {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole || ""}½`;
}

/** "Flip, 4 by 4 · everybody meets everybody twice · 5 min each". @param {Evening} evening */
export function aboutText({ label, size, form, legs, clock }) {
  const time = !clock ? "" : clock.move ? `${clock.move} s a move` : `${Math.round((clock.game ?? 0) / 60)} min each`;
  return [`${label}, ${size.join(" by ")}`, FORMS[form] + (legs === 2 ? " twice" : ""), time].filter(Boolean).join(" · ");
}

/** Where the evening is: "Round 2 of 7". @param {Evening} evening */
export function stageText({ over, round, rounds, players }) {
  if (over) return "Finished";
  if (round === 0) return many(players.filter(({ state }) => state === "here").length, "player");
  return rounds === null ? `Round ${round}` : `Round ${round} of ${rounds}`;
}

/** How a table ended, or whose turn it is. @param {Evening} evening @param {EveningTable} table */
export function tableText(evening, table) {
  const { first, second, settled, winner, decided, view } = table;
  if (!settled && evening.over) return "Not finished";
  if (!settled) return view?.turn ? `${nameOf(evening, view.turn === 1 ? first : second)} to move` : "Playing";
  if (winner === null) return "Does not count";
  if (winner === 0) return decided ? "A draw, said the host" : "A draw";
  const name = nameOf(evening, winner === 1 ? first : second);
  if (decided) return `${name} was given it`;
  return `${name} won${table.reason === "time" ? " on time" : table.reason === "resignation" ? ", the other gave up" : ""}`;
}

/** "against Mara, you begin". @param {Evening} evening @param {number} me @param {[number, number]} pair */
export function meetingText(evening, me, [first, second]) {
  return first === me ? `against ${nameOf(evening, second)}, you begin` : `against ${nameOf(evening, first)}, who begins`;
}

/** Who wins the evening, in a sentence. @param {Evening} evening */
export function winnerText(evening) {
  const best = evening.standing.filter(({ rank }) => rank === 1);
  if (!evening.results.length || !best.length) return "The evening is over";
  const names = listed(best.map(({ player }) => nameOf(evening, player)));
  return best.length === 1 ? `${names} wins the evening` : `${names} share the first place`;
}

/** "2nd". @param {number} rank */
export function ordinal(rank) {
  const last = rank % 100 >= 11 && rank % 100 <= 13 ? 0 : rank % 10;
  return `${rank}${["th", "st", "nd", "rd"][last] ?? "th"}`;
}
