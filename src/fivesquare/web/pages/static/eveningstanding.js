/** The standing of an evening: points, a little tile for each round, ties named as ties. */

import { bit, find, make, symbol } from "./elements.js";
import { nameOf, pointsText, winnerText } from "./eveningwords.js";
import { many } from "./words.js";

const MOST_TILES = 9; // of the last rounds: more do not fit beside a name

export class EveningStanding {
  constructor() {
    this.section = find("#standing");
    this.winner = find("#winner");
    this.body = make("tbody");
    this.note = make("p.quiet");
    this.section.append(make("h2", { id: "standing-title" }, "Standing"),
      make("table.places", {}, make("thead", {}, make("tr", {}, ...["Rank", "Player", "Rounds", "Points"].map((words) => make("th", { scope: "col" }, make("span", {}, words))))), this.body), this.note);
  }

  show(/** @type {Evening} */ evening, /** @type {number|null} */ mine) {
    this.section.hidden = evening.round === 0;
    this.body.replaceChildren(...evening.standing.map((place) => row(evening, place, place.player === mine)));
    const free = evening.form === "ladder" ? "a free round 1" : "a free round nothing";
    this.note.textContent = `A win is 1 point, a draw ½, ${free}. Equal points share a rank.`;
    this.#showWinner(evening);
  }

  #showWinner(/** @type {Evening} */ evening) {
    this.winner.hidden = !evening.over;
    const best = evening.standing.find(({ rank }) => rank === 1);
    if (!evening.over) return;
    const sum = evening.results.length && best ? `${pointsText(best.points)} ${best.points > 1 ? "points" : "point"} in ${many(evening.round, "round")}` : "No game was played to the end.";
    this.winner.replaceChildren(make("div.verdict", {}, symbol("m1", "mark shape"), make("div", {}, make("h2", {}, winnerText(evening)), make("p", {}, sum))));
  }
}

function row(/** @type {Evening} */ evening, /** @type {EveningPlace} */ place, /** @type {boolean} */ isMine) {
  const { player, rank, tied, points } = place;
  const { state, name } = evening.players[player - 1];
  const gone = state === "here" ? null : make("small.quiet", {}, state === "left" ? "has left" : "removed");
  return make("tr", { class: isMine ? "mine" : null },
    make("td", {}, tied ? make("span", { "aria-label": `${rank}, tied` }, `${rank}=`) : rank),
    make("th", { scope: "row" }, make("span", {}, name, isMine ? " (you)" : ""), gone),
    make("td", {}, make("span.form", { role: "img", "aria-label": words(place) }, ...tiles(evening, player).slice(-MOST_TILES))),
    make("td.points", {}, pointsText(points)));
}

/** "2 won, 1 drawn, 0 lost". @param {EveningPlace} place */
function words({ won, drawn, lost, free }) {
  return `${won} won, ${drawn} drawn, ${lost} lost${free ? `, ${free} free` : ""}`;
}

/** A tile a round: full if won, half if drawn, empty if lost, dashes if there was no game or none that counts. @param {Evening} evening @param {number} player */
function tiles(evening, player) {
  const kinds = /** @type {Map<number, TileKind>} */ (new Map());
  for (const [round, first, second, winner] of evening.results) {
    if (first !== player && second !== player) continue;
    const seat = first === player ? 1 : 2;
    kinds.set(round, winner === null ? "" : winner === 0 ? "draw" : winner === seat ? "first" : "still");
  }
  return Array.from({ length: evening.round }, (_, index) => bit(kinds.get(index + 1)));
}

/** Everybody who takes part, as they came, with what the host can do. @param {Evening} evening @param {((player: EveningPlayer) => void)|null} onPress */
export function guests(evening, onPress) {
  const shown = evening.players.filter(({ state }) => state === "here" || onPress);
  return make("ul.guests", {}, ...shown.map((player) => guest(evening, player, onPress)));
}

function guest(/** @type {Evening} */ evening, /** @type {EveningPlayer} */ player, /** @type {((player: EveningPlayer) => void)|null} */ onPress) {
  const away = player.state === "here" ? "" : player.state === "left" ? " (left)" : " (removed)";
  const words = `${nameOf(evening, player.number)}${away}`;
  if (!onPress || evening.over || player.state === "left") return make("li.guest", {}, words);
  const isHere = player.state === "here";
  return make("li.guest", {}, words,
    make("button.icon", { type: "button", "aria-label": `${isHere ? "Remove" : "Let in"} ${player.name}`, title: isHere ? "Remove" : "Let in", onclick: () => onPress(player) }, symbol(isHere ? "i-close" : "i-undo", "ico")));
}
