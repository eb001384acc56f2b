/** A move that is typed, in the row that opens for it. */

import { find, onSubmit } from "./elements.js";
import { placed } from "./places.js";
import { Keys } from "./shortcuts.js";
import { typedMove } from "./words.js";

export class TypedMove {
  constructor(/** @type {GamePage} */ page) {
    const { board } = page;
    this.page = page;
    this.input = find("#typed", HTMLInputElement);
    this.keys = new Keys(this.input, page.deeds, { home: () => board.focus(), mayType: () => page.mine.length > 0 && !page.game.over });
    this.input.addEventListener("input", () => {
      const move = typedMove(this.input.value);
      board.preview(move !== null && board.cells.has(move) ? move : null);
    });
    onSubmit(find("#type"), () => this.#play());
  }

  show() {
    this.input.placeholder = placed("2,3") === "2,3" ? "row,column" : "c2";
  }

  /** Claim what was typed, or the cell that was touched. */
  #play() {
    const { board, news } = this.page;
    const text = this.input.value.trim();
    const move = text ? typedMove(text) : board.armed;
    if (move === null) {
      news.refuse(placed(text ? "A move is a row and a column, like 2,3." : "Choose a cell, or type its row and column, like 2,3."));
      return;
    }
    this.keys.leave();
    board.preview(null); // so that what the move did can be read, not what the cell in focus would do
    this.page.play(move);
  }
}
