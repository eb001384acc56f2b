/** The list of moves of a game: a line a move, and one for each player who was skipped, or lost a second claim. */

import { make, symbol } from "./elements.js";
import { placed } from "./places.js";
import { FORFEIT, isCell, skipSentence, valueAt } from "./words.js";

const SIDES = ["", "first", "second"];

export class MoveList {
  #drawn = /** @type {string[]} */ ([]);

  constructor(/** @type {HTMLElement} */ list) {
    this.list = list;
  }

  show(/** @type {Game} */ game, /** @type {string[]} */ names) {
    const lines = game.log.flatMap((entry, index) => linesOf(game, entry, index + 1, names));
    const texts = lines.map((line) => JSON.stringify(line));
    const same = texts.findIndex((text, index) => text !== this.#drawn[index]);
    const kept = same < 0 ? texts.length : same;
    while (this.list.children.length > kept) this.list.lastElementChild?.remove();
    this.list.append(...lines.slice(kept).map(lineItem));
    const grown = texts.length > this.#drawn.length;
    this.#drawn = texts;
    for (const item of this.list.children) item.removeAttribute("aria-current");
    const last = [...this.list.children].findLast((item) => !item.classList.contains("skip-line"));
    last?.setAttribute("aria-current", "true");
    if (grown) this.list.scrollTop = this.list.scrollHeight;
  }
}

/** @param {Game} game @param {LogEntry} entry @param {number} number @param {string[]} names @returns {ListedMove[]} */
function linesOf(game, entry, number, names) {
  const { player, move, skipped, forfeits } = entry;
  const line = { player, number, name: names[player - 1], move: placed(move), got: gotWords(game, entry) };
  return [line, ...(forfeits ? [{ player, skip: FORFEIT }] : []), ...(skipped ? [{ player: skipped, skip: skipSentence(skipped, names) }] : [])];
}

/** What a move brought: "12 + 2". @param {Game} game @param {LogEntry} entry */
function gotWords(game, { move, takes }) {
  if (!isCell(move) || !game.has_numbers) return takes.length ? `+ ${takes.length}` : "";
  return [move, ...takes].map((cell) => valueAt(game, cell)).join(" + ");
}

function lineItem(/** @type {ListedMove} */ line) {
  const side = SIDES[line.player];
  const shape = `m${line.player}`;
  if ("skip" in line) return make(`li.${side}.skip-line`, {}, make("span.no"), symbol(shape), make("span.skipped", {}, line.skip));
  return make(`li.${side}`, {}, make("span.no", {}, line.number),
    symbol(shape, "mark", { "aria-hidden": null, role: "img", "aria-label": line.name }), make("span.move", {}, line.move), make("span.got", {}, line.got));
}
