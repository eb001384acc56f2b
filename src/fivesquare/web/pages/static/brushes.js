/** Setting up by hand: what a press on a cell makes of a position. It only changes; whether the result is a position, the server says. */

/** Another setup without moves. @param {Shown} shown @param {Partial<Placement>} change @param {number[][]} board @returns {PositionWish} */
export function placed({ record, setup }, change, board = record.board) {
  return { book: record.book, board, setup: { owners: setup.owners, turn: setup.turn, ...change }, moves: [] };
}

/** The cells of a board, one of them changed. @template T @param {T[][]} rows @param {string} cell @param {T} value */
function changed(rows, cell, value) {
  const [row, column] = cell.split(",").map((text) => Number(text) - 1);
  return rows.map((each, index) => (index === row ? each.map((old, place) => (place === column ? value : old)) : each));
}

/** @template T @param {T[][]} rows @param {string} cell */
function at(rows, cell) {
  const [row, column] = cell.split(",").map(Number);
  return rows[row - 1][column - 1];
}

/** The cell that holds a number, if one does. @param {number[][]} board @param {number} number */
function holder(board, number) {
  const row = board.findIndex((each) => each.includes(number));
  return row < 0 ? null : `${row + 1},${board[row].indexOf(number) + 1}`;
}

/** A number on a cell. Where every number is there once, the two cells exchange theirs. @param {Shown} shown @param {string} cell @param {number} number */
function numbered({ record: { board }, numbers }, cell, number) {
  const other = numbers === "shuffled" ? holder(board, number) : null;
  return changed(other ? changed(board, other, at(board, cell)) : board, cell, number);
}

/** The position after a press on a cell. @param {Shown} shown @param {string} cell @param {string} brush @param {number} number @returns {PositionWish} */
export function brushed(shown, cell, brush, number) {
  const { setup } = shown;
  if (brush === "number") return placed(shown, setup.link ? { link: setup.link } : {}, numbered(shown, cell, number));
  if (brush === "link") return placed(shown, setup.link === cell ? {} : { link: cell });
  const owner = /** @type {Winner} */ (Number(brush));
  return placed(shown, { owners: changed(setup.owners, cell, at(setup.owners, cell) === owner ? 0 : owner) });
}
