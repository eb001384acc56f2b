/** The whole game at a glance in its review: the curve, accuracy and skill, the turning point. */

import { Curve } from "./curve.js";
import { find, make, symbol } from "./elements.js";
import { isKnown, leadsTo, moveNumbers, percent } from "./verdict.js";
import { capital, mention } from "./words.js";

export class Summary {
  constructor(/** @type {{onGo: (ply: number) => void}} */ options) {
    this.curve = new Curve(find("#curve"), options);
    this.figure = find("#course");
    this.section = find("#summary");
  }

  show(/** @type {Walk} */ walk, /** @type {Names} */ names) {
    this.figure.hidden = walk.plies.length < 2;
    this.section.hidden = !walk.moves.length;
    this.curve.show({
      heights: walk.plies.map((each) => each.height ?? null),
      players: walk.plies.map((each) => each.last?.player ?? 0),
      mistakes: new Set(walk.moves.filter((move) => move.is_mistake).map((move) => move.number)),
      turning: walk.turning_point,
      hasMargins: walk.has_margins,
      captions: walk.plies.map((_, ply) => caption(walk, ply, names)),
    });
    const ring = walk.turning_point ? "; the ring is the turning point" : "";
    find("#curve-words").textContent = `Up is good for ${mention(names[0])}, down for ${mention(names[1])}. Large points are mistakes${ring}.`;
    find("#marks").replaceChildren(...[1, 2].map((player) => marks(walk, player, names)));
    find("#turning").textContent = turningPoint(walk, names);
  }
}

function caption(/** @type {Walk} */ walk, /** @type {number} */ ply, /** @type {Names} */ names) {
  const move = walk.moves[ply - 1];
  const said = move ? `Move ${ply} of ${walk.moves.length}: ${move.move}, ${move.verdict}` : "The opening";
  return `${said}; ${isKnown(walk.plies[ply]) ? leadsTo(walk.plies[ply], names) : "not solved"}`;
}

/** A row of the table of accuracy and skill. @param {Walk} walk @param {number} player @param {Names} names */
function marks(walk, player, names) {
  const mistakes = walk.moves.filter((move) => move.player === player && (move.is_mistake || move.result_lost));
  const results = mistakes.filter((move) => move.result_lost).length;
  return make("tr", {},
    make("th", { scope: "row" }, symbol(`m${player}`), ` ${names[player - 1]}`),
    make("td", { "data-label": "Accuracy" }, percent(walk.accuracy[player - 1])),
    make("td", { "data-label": "Skill" }, percent(walk.skill[player - 1])),
    make("td", { "data-label": "Mistakes" }, mistakes.length, results ? make("small", {}, `${results} cost the result`) : null));
}

/** The turning point, and what could not be solved, as sentences. @param {Walk} walk @param {Names} names */
export function turningPoint(walk, names) {
  const said = [];
  const point = walk.turning_point;
  if (point) {
    const move = walk.moves[point - 1];
    said.push(`Turning point: move ${point}, ${move.move} by ${mention(names[move.player - 1])}: ${move.verdict}.`);
  } else if (walk.solved && walk.moves.length) said.push("Neither player made a mistake.");
  const unsolved = walk.moves.filter((move) => move.mark === "unknown").map((move) => move.number);
  if (unsolved.length) {
    said.push(`${capital(moveNumbers(unsolved))} could not be solved in time, so accuracy and skill leave ${unsolved.length === 1 ? "it" : "them"} out.`);
  }
  return said.join(" ");
}
