/** A record as a page has it: its book with all answers, and what is wrong with it. */

import { BOOKS } from "./embedded.js";

const LONGEST = 8; // sides of a board
const HIGHEST = 999;
const HIGHEST_TARGET = HIGHEST * LONGEST * LONGEST;

/** Read and check a record. Throws an Error whose message readers see. @param {string} text @returns {ReadRecord} */
export function read(text) {
  const record = parsed(text);
  const book = bookOf(record.book);
  const { board } = record;
  const isBoard = Array.isArray(board) && board.length >= 1 && board.every((row) => Array.isArray(row) && row.length === board[0].length && row.every(isValue));
  if (!isBoard) throw new Error("The record’s “board” must be rows of numbers, all of one length.");
  const [rows, columns] = [board.length, board[0].length];
  if (rows > LONGEST || columns > LONGEST || rows * columns < 2) throw new Error(`A board has 2 to 64 cells and at most ${LONGEST} rows and columns, not ${rows} by ${columns}.`);
  checkValues(book.values, board.flat());
  const moves = record.moves ?? [];
  if (!Array.isArray(moves) || !moves.every((move) => typeof move === "string")) throw new Error("The record’s “moves” must be a list of texts, like “1,2”.");
  return { book, board, moves, setup: record.setup, written: record, names: namesIn(record) };
}

/** @param {string} text @returns {Record<string, any>} */
function parsed(text) {
  let record;
  try {
    record = JSON.parse(text);
  } catch {
    throw new Error("The attribute “record” is not JSON.");
  }
  if (record === null || typeof record !== "object" || Array.isArray(record)) throw new Error("The attribute “record” is not a JSON object.");
  return record;
}

/** All answers of a book: named, written out, or like a named one. @param {unknown} written @returns {BookAnswers} */
function bookOf(written) {
  if (typeof written === "string") return named(written);
  if (written === null || typeof written !== "object") throw new Error("The record has no “book”: a name, or an object with the answers.");
  const answers = /** @type {Record<string, any>} */ (written);
  const book = { ...("like" in answers ? named(answers.like) : {}), ...answers };
  for (const question of Object.keys(BOOKS.flip)) {
    if (question !== "title" && !(question in book)) throw new Error(`The record’s book has no answer to “${question}”.`);
  }
  checkNumbers(book);
  return /** @type {BookAnswers} */ (book);
}

/** Check the answers that may hold numbers; rules.js knows the words of the others. @param {Record<string, any>} book */
function checkNumbers({ values, goal, balance }) {
  const isRange = Array.isArray(values) && values.length === 2 && values.every(isValue) && values[0] <= values[1];
  if (values !== "shuffled" && values !== "ones" && !isRange) throw new Error(`The answer to “values” must be "shuffled", "ones" or [low, high], from 0 to ${HIGHEST}.`);
  const isTarget = isWhole(goal?.exactly, HIGHEST_TARGET) && goal.exactly > 0;
  if (goal !== "points" && goal !== "majority" && !isTarget) throw new Error('The answer to “goal” must be "points", "majority" or {"exactly": 15}.');
  const isKomi = typeof balance?.komi === "number" && isWhole(2 * balance.komi, 2 * HIGHEST);
  if (![undefined, "none", "swap"].includes(balance) && !isKomi) throw new Error('The answer to “balance” must be "none", "swap" or {"komi": 8}.');
  if (isKomi && goal !== "points") throw new Error('A komi is only for a goal of "points".');
}

function named(/** @type {unknown} */ name) {
  if (typeof name === "string" && name in BOOKS) return BOOKS[name];
  throw new Error(`No book is called “${name}”; there are ${Object.keys(BOOKS).join(", ")}.`);
}

/** @param {unknown} value */
function isValue(value) {
  return isWhole(value, HIGHEST);
}

/** @param {unknown} number @param {number} highest */
function isWhole(number, highest) {
  return Number.isInteger(number) && Number(number) >= 0 && Number(number) <= highest;
}

/** @param {BookAnswers["values"]} wanted @param {number[]} values */
function checkValues(wanted, values) {
  if (wanted === "shuffled") {
    const sorted = values.toSorted((one, other) => one - other);
    if (!sorted.every((value, index) => value === index + 1)) throw new Error(`This book’s board holds each of 1 to ${values.length} once.`);
    return;
  }
  const [low, high] = wanted === "ones" ? [1, 1] : wanted;
  if (!values.every((value) => value >= low && value <= high)) throw new Error(`This book’s values are from ${low} to ${high}.`);
}

/** @param {Record<string, any>} record @returns {string[]} */
function namesIn({ names }) {
  return [0, 1].map((player) => (Array.isArray(names) && typeof names[player] === "string" && names[player].trim()) || ["First", "Second"][player]);
}
