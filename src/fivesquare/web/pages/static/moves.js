/** The list of moves: a line a move, and one for each player who was skipped. */

import { symbol } from "./board.js";
import { skipSentence, valueAt, isCell } from "./words.js";

export class Moves {
  /** @param {HTMLOListElement} list */
  constructor(list) {
    this.list = list;
    this.drawn = [];
  }

  show(game, names) {
    const lines = game.log.flatMap((entry, index) => linesOf(game, entry, index + 1, names));
    const texts = lines.map((line) => JSON.stringify(line));
    const same = texts.findIndex((text, index) => text !== this.drawn[index]);
    const keep = same < 0 ? texts.length : same;
    while (this.list.children.length > keep) this.list.lastChild.remove();
    for (const line of lines.slice(keep)) this.list.append(draw(line));
    const grown = texts.length > this.drawn.length;
    this.drawn = texts;
    for (const item of this.list.children) item.removeAttribute("aria-current");
    const last = [...this.list.children].findLast((item) => !item.classList.contains("skip-line"));
    last?.setAttribute("aria-current", "true");
    if (grown) this.list.scrollTop = this.list.scrollHeight;
  }
}

function linesOf(game, entry, number, names) {
  const move = { number, player: entry.player, name: names[entry.player - 1], move: entry.move, got: gotWords(game, entry) };
  const skip = entry.skipped ? [{ player: entry.skipped, skip: skipSentence(entry.skipped, names) }] : [];
  return [move, ...skip];
}

/** What a move brought: "12 + 2". */
function gotWords(game, entry) {
  if (!isCell(entry.move) || game.has_numbers === false) return entry.takes.length ? `+ ${entry.takes.length}` : "";
  return [entry.move, ...entry.takes].map((cell) => valueAt(game, cell)).join(" + ");
}

function draw(line) {
  const item = document.createElement("li");
  item.className = ["", "first", "second"][line.player];
  const mark = symbol(`m${line.player}`);
  if (line.skip) {
    item.classList.add("skip-line");
    item.append(span("no", ""), mark, span("skipped", line.skip));
    return item;
  }
  mark.removeAttribute("aria-hidden");
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", line.name);
  item.append(span("no", line.number), mark, span("move", line.move), span("got", line.got));
  return item;
}

function span(className, text) {
  return Object.assign(document.createElement("span"), { className, textContent: text });
}
