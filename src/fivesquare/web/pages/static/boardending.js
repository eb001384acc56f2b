/** The end of a game on its board: the winner's tiles rise in a wave from the last claim, the loser's fade. */

const STAGGER = 55; // milliseconds from one tile to the next
const SPREAD = 480; // milliseconds for the whole wave to set out: with a tile's own time it is over within 0.9 s

/**
 * @param {HTMLElement} board @param {Map<string, Cell>} cells @param {View} view
 * @param {number|undefined} winner undefined while the game goes on @param {boolean} isMoment whether it ends just now
 */
export function drawEnding(board, cells, view, winner, isMoment) {
  const isOver = winner !== undefined;
  board.classList.toggle("over", isOver);
  if (!isOver || isMoment) board.classList.toggle("moment", isMoment);
  for (const cell of cells.values()) {
    cell.button.classList.toggle("winner", Boolean(winner) && cell.owner === winner);
    cell.button.classList.toggle("fallen", Boolean(winner) && cell.owner !== 0 && cell.owner !== winner);
  }
  if (isMoment) setOut(board, cells, view.last?.move);
}

/** How far each cell is from the last claim; a larger board goes faster. @param {HTMLElement} board @param {Map<string, Cell>} cells @param {string} [from] */
function setOut(board, cells, from) {
  const start = (from && cells.get(from)) || { row: 0, column: 0 };
  let farthest = 1;
  for (const { button, row, column } of cells.values()) {
    const far = Math.abs(row - start.row) + Math.abs(column - start.column);
    button.style.setProperty("--far", String(far));
    farthest = Math.max(farthest, far);
  }
  board.style.setProperty("--wave-stagger", `${Math.min(STAGGER, SPREAD / farthest)}ms`);
}
