/** How cells are called on a page: "3,2", or "b3" where columns are letters. Records and the API know only "3,2". */

import { keep, recall } from "./memory.js";

const COLUMNS = "columns"; // "letters" or nothing
const LETTERS = "abcdefgh";
let asLetters = recall(COLUMNS, /** @type {string} */ ("")) === "letters";

export function hasLetters() {
  return asLetters;
}

export function useLetters(/** @type {boolean} */ wanted) {
  asLetters = wanted;
  keep(COLUMNS, wanted ? "letters" : null);
}

/** What stands above a column. @param {number} column from 1 */
export function columnName(column) {
  return asLetters ? LETTERS[column - 1] : String(column);
}

/** A text with its cells called as they are wished: "claimed 8 at 4,2" or "claimed 8 at b4". @param {string} text */
export function placed(text) {
  return asLetters ? text.replace(/(?<![\d.]|\d,)([1-8]),([1-8])(?!\d|,\d)/g, (_, row, column) => `${columnName(Number(column))}${row}`) : text;
}

/** The cell that a letter and a row name, "b3"; null if it is none. @param {string} text */
export function cellOfLetters(text) {
  const [, letter, row] = /^([a-h])\s*([1-8])$/.exec(text) ?? [];
  return letter ? `${row},${LETTERS.indexOf(letter) + 1}` : null;
}
