/** A game as the search sees it (`solver/model.py`), laid out in a frame (`solver/frame.py`). */

import { FRAME, PROVED } from "./embedded.js";
import { cellsOf, MAJORITY, packed, POINTS } from "./rules.js";

const { PACKED_WORDS, RELATIVE, SINGLES, SLICE, SLICE_TABLE, IMAGES, MIRRORED_CELLS } = FRAME;
const [ANYWHERE, NEVER, NOTHING, LOWER_ENEMY] = [0, 0, 0, 2];
const NARROW_TAGS = 4;

/** The largest frame: seven mirrors and 64 cells. */
export const MOST_WORDS = IMAGES + 7 * SLICE_TABLE + moveWords(64);

export class Model {
  /** @param {Rules} rules */
  constructor(rules) {
    const { reach, take, again, goal, values } = rules.setup;
    const isUniform = new Set(values).size === 1;
    this.flags = PROVED[[reach, take, again, goal, Number(isUniform)].join("")];
    const whole = asPoints(rules.setup);
    const order = whole.values.map((_, cell) => cell);
    this.outer = whole.reach === ANYWHERE ? order.toSorted((one, other) => whole.values[other] - whole.values[one]) : order;
    this.inner = order.map((cell) => this.outer.indexOf(cell));
    this.mirrors = mirrorsOf(rules).map((mirror) => this.outer.map((cell) => this.inner[mirror[cell]]));
    this.setup = this.#relabelled(whole);
    this.dark = this.moved(order.reduce((mask, cell) => mask | (isDark(cell, rules.columns) ? 1n << BigInt(cell) : 0n), 0n));
    this.weights = this.#weightsFor(rules);
  }

  get isRelative() {
    return (this.flags & RELATIVE) !== 0;
  }

  get movesStart() {
    return IMAGES + this.mirrors.length * SLICE_TABLE;
  }

  /** A mask in the cells of the search. @param {bigint} mask */
  moved(mask) {
    return cellsOf(mask).reduce((total, cell) => total | (1n << BigInt(this.inner[cell])), 0n);
  }

  /** What the actor is ahead by, as the search counts it; of a state of the board. @param {State} state */
  lead({ own, other }) {
    const sum = (/** @type {bigint} */ mask) => cellsOf(mask).reduce((total, cell) => total + this.setup.values[this.inner[cell]], 0);
    return sum(own) - sum(other);
  }

  /** Write the frame; `fill_slices` is still to fill its slice tables. @param {BigInt64Array} frame words that are 0 */
  write(frame) {
    const { setup, mirrors } = this;
    const put = (/** @type {string} */ place, /** @type {number|bigint} */ word) => (frame[FRAME[place]] = BigInt(word));
    frame.set(packed(setup).subarray(0, PACKED_WORDS));
    put("FLAGS", this.flags);
    put("DARK", this.dark);
    put("MIRRORS", mirrors.length);
    put("MIRRORED", mirrors.length ? MIRRORED_CELLS : -1);
    put("TAGS", this.flags & SINGLES ? 4 * (Math.floor(setup.cells / 2) + 2) : NARROW_TAGS);
    put("SPAN", this.#span);
    put("BOUND_BITS", (2 * this.#span + 4).toString(2).length);
    mirrors.forEach((mirror, number) => mirror.forEach((image, cell) => (frame[IMAGES + number * SLICE_TABLE + sliceWord(cell)] = 1n << BigInt(image))));
    this.weights.forEach((weight, cell) => (frame[FRAME.WEIGHTS + cell] = BigInt(weight)));
    const levels = [...new Set(setup.values)].sort((one, other) => other - one);
    levels.forEach((value, level) => {
      frame[FRAME.LEVEL_VALUES + level] = BigInt(value);
      frame[FRAME.LEVEL_MASKS + level] = setup.values.reduce((mask, each, cell) => (each === value ? mask | (1n << BigInt(cell)) : mask), 0n);
    });
  }

  get #span() {
    const { values, take } = this.setup;
    return this.isRelative ? values.reduce((total, value) => total + value, 0) * (take === LOWER_ENEMY ? 2 : 1) : 1;
  }

  /** The same game with other numbers for the cells; only what its rules look at. @param {Setup} setup @returns {Setup} */
  #relabelled(setup) {
    const moved = (/** @type {bigint[]} */ table) => this.outer.map((cell) => this.moved(table[cell]));
    return {
      ...setup, values: this.outer.map((cell) => setup.values[cell]),
      beside: setup.again === NEVER ? setup.beside : moved(setup.beside), lower: setup.take === NOTHING ? setup.lower : moved(setup.lower),
    };
  }

  /** Cell of the search -> how promising it looks at first: by depth, then by value. @param {Rules} rules */
  #weightsFor({ rows, columns }) {
    const depth = (/** @type {number} */ cell) => {
      const [row, column] = [Math.floor(cell / columns), cell % columns];
      return Math.min(row, rows - 1 - row) + Math.min(column, columns - 1 - column);
    };
    const cells = this.outer.map((_, cell) => cell);
    const { values } = this.setup;
    const order = cells.toSorted((one, other) => depth(this.outer[one]) - depth(this.outer[other]) || values[one] - values[other]);
    return cells.map((cell) => order.indexOf(cell));
  }
}

/** A majority of cells that are never lost is the same as most points, every cell worth 1. @param {Setup} setup @returns {Setup} */
function asPoints(setup) {
  if (setup.goal !== MAJORITY || setup.take === LOWER_ENEMY) return setup;
  return { ...setup, goal: POINTS, values: setup.values.map(() => 1) };
}

/** The ways to lay the board onto itself that leave every value where it is, but for the identity. @param {Rules} rules */
function mirrorsOf({ rows, columns, values }) {
  const found = [];
  for (let way = 1; way < 8; way += 1) {
    if (way & 4 && rows !== columns) break;
    const mirror = values.map((_, cell) => {
      const row = way & 2 ? rows - 1 - Math.floor(cell / columns) : Math.floor(cell / columns);
      const column = way & 1 ? columns - 1 - (cell % columns) : cell % columns;
      return way & 4 ? column * rows + row : row * columns + column;
    });
    if (mirror.every((image, cell) => values[image] === values[cell])) found.push(mirror);
  }
  return found;
}

function isDark(/** @type {number} */ cell, /** @type {number} */ columns) {
  return (Math.floor(cell / columns) + (cell % columns)) % 2 === 1;
}

/** Where a slice table has what belongs to one cell alone. @param {number} cell */
function sliceWord(cell) {
  return SLICE * (cell >> 3) + (1 << (cell & 7));
}

/** @param {number} cells */
function moveWords(cells) {
  return Math.floor((3 * (cells + 1) * (cells + 8)) / 2);
}
