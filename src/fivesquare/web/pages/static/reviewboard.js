/** The board of a review: with its scores, and with buttons for the moves that are not cells. */

import { Board } from "./board.js";
import { notes } from "./commentary.js";
import { button, find } from "./elements.js";
import { Score } from "./score.js";
import { capital, isCell, worthWords } from "./words.js";

export class ReviewBoard {
  #shown = /** @type {View|null} */ (null);
  #names = /** @type {Names} */ ([]);

  constructor(/** @type {{onChoose: (move: string) => void, onVain: (cell: string) => void}} */ { onChoose, onVain }) {
    this.onChoose = onChoose;
    this.board = new Board(find("#board"), { onChoose, onVain, onPreview: (cell) => this.#drawScore(cell) });
    this.score = new Score(find("#score"));
    this.others = find("#words");
  }

  /** Bring it into sight; on a phone it may be above it. */
  reveal() {
    const { area } = this.board;
    if (area.getBoundingClientRect().bottom < area.clientWidth / 3) area.scrollIntoView({ block: "start" });
  }

  show(/** @type {View} */ view, /** @type {Names} */ names, /** @type {Drawing} */ { active, values = false, marks = {} }) {
    const known = values && hasWorths(view) ? { exact: view.exact, each: view.each ?? {} } : null;
    this.#names = names;
    this.#shown = view;
    this.board.show(view, { active, values: known, marks, names });
    this.#drawScore(this.board.aimed);
    this.others.replaceChildren(...view.legal.filter((move) => !isCell(move)).map((move) => {
      const judged = known?.each[move];
      const said = [judged ? worthWords(judged, known?.exact) : "", judged?.is_best ? "best" : "", marks[move] ?? ""].filter(Boolean);
      return button(said.length ? `${capital(move)}: ${said.join(", ")}` : capital(move), () => this.onChoose(move), { disabled: !active });
    }));
  }

  /** The scores, and what a claim that is pointed at would make of them. @param {string|null} cell */
  #drawScore(cell) {
    const view = this.#shown;
    if (view) this.score.show(view, { names: this.#names, notes: notes(view), then: (cell && view.claims[cell]) || null });
  }
}

/** Whether there is something to write on the cells: worths, or estimates where the game has any. @param {View} view */
function hasWorths(view) {
  return Object.values(view.each ?? {}).some((judged) => view.exact || judged.lead !== null);
}
