/** A board that asks for a move: what pointing at a cell says, moves that are not cells, and refusals. */

import { Board } from "./board.js";
import { button, find } from "./elements.js";
import { capital, isCell, previewWords } from "./words.js";

export class PuzzleBoard {
  #view = /** @type {View|null} */ (null);
  #isActive = false;

  /**
   * @param {ParentNode} root has elements with data-board, data-preview and data-others
   * @param {{label: string, names: Names, onAnswer: (move: string) => void, onRefused: (sentence: string) => void}} options
   */
  constructor(root, { label, names, onAnswer, onRefused }) {
    this.names = names;
    this.onAnswer = onAnswer;
    this.onRefused = onRefused;
    this.preview = find("[data-preview]", HTMLElement, root);
    this.others = find("[data-others]", HTMLElement, root);
    const choose = (/** @type {string} */ cell) => this.answer(cell);
    this.board = new Board(find("[data-board]", HTMLElement, root), { onChoose: choose, onVain: choose, onPreview: (cell) => this.#describe(cell), label });
  }

  /** Show a position; it can be answered while `active`. @param {View} view @param {BoardOptions} options */
  show(view, options) {
    this.#view = view;
    this.#isActive = Boolean(options.active);
    const moves = options.active ? view.legal.filter((move) => !isCell(move)) : [];
    this.others.replaceChildren(...moves.map((move) => button(capital(move), () => this.answer(move))));
    this.others.hidden = moves.length === 0;
    this.board.show(view, { ...options, names: this.names });
  }

  /** Take a move as the answer, or say why it cannot be one. @param {string} move */
  answer(move) {
    const view = this.#view;
    if (!view || !this.#isActive) return;
    if (view.legal.includes(move)) this.onAnswer(move);
    else this.onRefused(this.board.cells.has(move) ? `${move} ${previewWords(view, move, { names: this.names })}.` : `${move} cannot be claimed now.`);
  }

  #describe(/** @type {string|null} */ cell) {
    const again = this.board.armed === cell ? " Tap again to answer." : "";
    this.preview.textContent = cell && this.#view && this.#isActive ? `${cell} ${previewWords(this.#view, cell, { names: this.names })}.${again}` : "";
  }
}
