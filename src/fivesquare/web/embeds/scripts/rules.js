/** A game by the compiled rules: what Python's engine decides, and a page shows. */

import { FRAME } from "./embedded.js";

const { HEADER_WORDS, TABLE_WORDS, PACKED_WORDS } = FRAME;
const STATE_WORDS = 4;
const [STOP, SWAP] = [-1, -2]; // `native/rule_calls.py`
export const FREE = -1; // no cell

// The numbers of the answers, in the order of the words in rulebook.py.
const REACHES = ["anywhere", "adjacent", "edge"];
const TAKES = ["nothing", "lower-free", "lower-enemy"];
const AGAINS = ["never", "chain"];
const TIES = ["draw", "last", "second"];
export const POINTS = 0;
export const MAJORITY = 1;
export const EXACTLY = 2;

/** The rules of one board. */
export class Rules {
  /** @param {Compiled} compiled @param {ReadRecord} record */
  constructor(compiled, record) {
    this.compiled = compiled;
    this.record = record;
    this.rows = record.board.length;
    this.columns = record.board[0].length;
    this.cells = this.rows * this.columns;
    this.values = record.board.flat();
    this.names = this.values.map((_, cell) => `${Math.floor(cell / this.columns) + 1},${(cell % this.columns) + 1}`);
    this.setup = this.#setUp(record.book);
    this.#address = compiled.room(PACKED_WORDS + STATE_WORDS);
    compiled.words(this.#address, PACKED_WORDS).set(packed(this.setup));
  }

  #address;

  get isMajority() {
    return this.setup.goal === MAJORITY;
  }

  /** The state that a record begins with. @returns {State} */
  opening() {
    const { setup } = this.record;
    if (setup === undefined) return { own: 0n, other: 0n, turn: 1, link: FREE };
    const masks = [0n, 0n, 0n];
    const owners = Array.isArray(setup?.owners) ? setup.owners.flat() : [];
    const link = setup?.link === undefined ? FREE : this.names.indexOf(setup.link);
    const isWhole = (link !== FREE) === (setup?.link !== undefined) && owners.length === this.cells && owners.every((owner) => [0, 1, 2].includes(Number(owner))) && [1, 2].includes(setup.turn);
    if (!isWhole) throw new Error("The record’s “setup” must have the “owners” of all cells, 0, 1 or 2, and whose “turn” it is.");
    owners.forEach((owner, cell) => (masks[Number(owner)] |= 1n << BigInt(cell)));
    const turn = /** @type {Seat} */ (setup.turn);
    const state = { own: masks[turn], other: masks[3 - turn], turn, link };
    if (link !== FREE || this.claims(state) !== 0n) return state;
    return { own: state.other, other: state.own, turn: other(turn), link }; // skipped; or the other one claimed last
  }

  /** The cells that may be claimed; none when the game is over. @param {State} state */
  claims(state) {
    return BigInt.asUintN(64, this.#ask("open_cells", state));
  }

  /** Every legal move, in reading order; "stop" or "swap" last. @param {State} state */
  legal(state) {
    const moves = cellsOf(this.claims(state)).map((cell) => this.names[cell]);
    if (state.link !== FREE) return [...moves, "stop"];
    return this.maySwap(state) ? [...moves, "swap"] : moves;
  }

  maySwap(/** @type {State} */ state) {
    return this.#ask("swap_is_open", state) === 1n;
  }

  /** The state after a legal move. @param {State} state @param {string} move @returns {State} */
  play(state, move) {
    this.#ask("advance", state, move === "stop" ? STOP : move === "swap" ? SWAP : this.names.indexOf(move));
    const [own, other, turn, link] = this.#state();
    return { own: BigInt.asUintN(64, own), other: BigInt.asUintN(64, other), turn: turn === 1n ? 1 : 2, link: Number(link) };
  }

  /** The winner of a game that is over. @param {State} state */
  winner(state) {
    return /** @type {Winner} */ (Number(this.#ask("winner_of", state)));
  }

  /** The sum of the values of cells. @param {bigint} cells */
  score(cells) {
    return cellsOf(cells).reduce((total, cell) => total + this.values[cell], 0);
  }

  #ask(/** @type {string} */ name, /** @type {State} */ { own, other, turn, link }, /** @type {number[]} */ ...words) {
    this.#state().set([own, other, BigInt(turn), BigInt(link)]);
    return this.compiled.functions[name](this.#address, this.#address + 8 * PACKED_WORDS, ...words);
  }

  #state() {
    return this.compiled.words(this.#address + 8 * PACKED_WORDS, STATE_WORDS);
  }

  /** The setup of the engine. @param {BookAnswers} book @returns {Setup} */
  #setUp(book) {
    const { cells, columns, rows, values } = this;
    const mask = (/** @type {(row: number, column: number) => boolean} */ wanted) =>
      values.reduce((total, _, cell) => (wanted(Math.floor(cell / columns), cell % columns) ? total | (1n << BigInt(cell)) : total), 0n);
    const beside = values.map((_, cell) => mask((row, column) => Math.abs(row - Math.floor(cell / columns)) + Math.abs(column - (cell % columns)) === 1));
    const goal = typeof book.goal === "object" ? EXACTLY : book.goal === "majority" ? MAJORITY : POINTS;
    return {
      reach: numbered("reach", REACHES, book.reach), take: numbered("take", TAKES, book.take), again: numbered("again", AGAINS, book.again), goal,
      target: typeof book.goal === "object" ? book.goal.exactly : 0, tie: numbered("tie", TIES, book.tie), cells, columns,
      full: mask(() => true), edge: mask((row, column) => row === 0 || column === 0 || row === rows - 1 || column === columns - 1),
      notLastColumn: mask((_, column) => column < columns - 1), notLastRow: mask((row) => row < rows - 1),
      swap: book.balance === "swap" ? 1 : 0, komi: typeof book.balance === "object" ? 2 * book.balance.komi : 0,
      values, beside, lower: beside.map((near, cell) => near & mask((row, column) => values[row * columns + column] < values[cell])),
    };
  }
}

/** A setup as words, as `packed.pack` makes them. @param {Setup} setup */
export function packed({ values, beside, lower, ...numbers }) {
  const words = new BigInt64Array(PACKED_WORDS);
  Object.values(numbers).forEach((number, place) => (words[place] = BigInt(number)));
  [values, beside, lower].forEach((table, index) => table.forEach((entry, cell) => (words[HEADER_WORDS + index * TABLE_WORDS + cell] = BigInt(entry))));
  return words;
}

/** The numbers of the cells of a mask, in reading order. @param {bigint} mask */
export function cellsOf(mask) {
  const cells = [];
  for (let cell = 0; mask; cell += 1, mask >>= 1n) if (mask & 1n) cells.push(cell);
  return cells;
}

/** @param {Seat} player @returns {Seat} */
export function other(player) {
  return player === 1 ? 2 : 1;
}

/** @param {string} question @param {string[]} words @param {string} word */
function numbered(question, words, word) {
  const number = words.indexOf(word);
  if (number < 0) throw new Error(`The answer to “${question}” must be one of ${words.join(", ")}, not “${word}”.`);
  return number;
}
