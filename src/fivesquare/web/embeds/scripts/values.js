/**
 * What moves are worth: the compiled search, asked as Python's solver asks it (`solver/analysis.py`, `solver/scale.py`).
 *
 * It runs in the page, a slice at a time. A worth is a number as in scale.py: twice the margin, or 1, 0 and -1 without margins; of a
 * tie one more if it is won, one less if it is lost.
 */

import { FRAME } from "./embedded.js";
import { Model, MOST_WORDS } from "./model.js";
import { FREE, other, POINTS } from "./rules.js";

const { DONE, MARGIN, LAST_CLAIM, NOTE_WORDS, NOTE_BITS, WIDE_WORDS, DECIDED } = FRAME;
const [DRAW, LAST] = [0, 1];
const TABLE_BITS = 19; // 16 MiB
const SLICE = 50_000n; // positions, some hundredths of a second
const ENDLESS = 1n << 62n;
const FAR = 2 * DECIDED; // no estimate is further from 0

/** The memory of the search, which all boards of a page take turns in. */
class Desk {
  #lastWork = /** @type {Promise<unknown>} */ (Promise.resolve());
  #values = /** @type {Values|null} */ (null); // whose game is in the frame

  constructor(/** @type {Compiled} */ compiled) {
    this.compiled = compiled;
    this.frameAt = compiled.room(MOST_WORDS);
    this.notesAt = compiled.room(NOTE_WORDS << NOTE_BITS);
    this.tableAt = compiled.room(WIDE_WORDS << TABLE_BITS);
  }

  get frame() {
    return this.compiled.words(this.frameAt, MOST_WORDS);
  }

  /** Do some work when all that came before is done, with a game in the frame. @template T @param {Values} values @param {() => Promise<T>} work @returns {Promise<T>} */
  take(values, work) {
    const mine = this.#lastWork.then(() => {
      if (this.#values !== values) this.#lay(values);
      return work();
    });
    this.#lastWork = mine.catch(() => {});
    return mine;
  }

  #lay(/** @type {Values} */ values) {
    this.#values = values;
    this.compiled.words(this.tableAt, WIDE_WORDS << TABLE_BITS).fill(0n);
    this.compiled.words(this.notesAt, NOTE_WORDS << NOTE_BITS).fill(0n);
    const { frame } = this;
    frame.fill(0n);
    values.model.write(frame);
    frame[FRAME.TABLE] = BigInt(this.tableAt);
    frame[FRAME.TABLE_BITS] = BigInt(TABLE_BITS);
    frame[FRAME.FILL_LIMIT] = ENDLESS;
    this.compiled.functions.fill_slices(this.frameAt, values.rules.cells);
  }
}

const desks = /** @type {WeakMap<Compiled, Desk>} */ (new WeakMap());

/** The values of one game. */
export class Values {
  #known = /** @type {Map<string, number>} */ (new Map());
  #stop = new AbortController().signal;

  /** @param {Rules} rules */
  constructor(rules) {
    this.rules = rules;
    this.model = new Model(rules);
    this.hasMargins = rules.setup.goal === POINTS;
  }

  /**
   * What each legal move is worth to its player, exactly. Throws the reason of `stop`, or a TimeoutError after `most` milliseconds.
   * @param {State} state @param {AbortSignal} stop @param {number} most @returns {Promise<Record<string, MoveWorth>>}
   */
  exact(state, stop, most) {
    return this.#taking(stop, most, async () => {
      const guess = await this.#worth(state);
      const worths = /** @type {[string, number][]} */ ([]);
      for (const [move, after] of this.#moves(state)) worths.push([move, await this.#worthFor(state.turn, after, guess)]);
      const best = Math.max(...worths.map(([, worth]) => worth));
      return Object.fromEntries(worths.map(([move, worth]) => [move, this.#told(state.turn, worth, worth === best)]));
    });
  }

  /** The move that looks best, for positions that are too large to solve. @param {State} state @param {AbortSignal} stop @param {number} most @returns {Promise<string>} */
  async likely(state, stop, most) {
    let found = this.rules.legal(state)[0];
    try {
      await this.#taking(stop, most, async () => {
        for (let depth = 1; depth <= 2 * this.rules.cells; depth += 1) found = await this.#bestAhead(state, depth);
      });
    } catch (error) {
      stop.throwIfAborted();
      if (!isTimeout(error)) throw error;
    }
    return found;
  }

  /** The memory of the search: 18 MiB, taken when the first board of a page asks. */
  get desk() {
    const { compiled } = this.rules;
    const desk = desks.get(compiled) ?? new Desk(compiled);
    desks.set(compiled, desk);
    return desk;
  }

  /** @template T @param {AbortSignal} stop @param {number} most @param {() => Promise<T>} work */
  #taking(stop, most, work) {
    return this.desk.take(this, () => {
      this.#stop = AbortSignal.any([stop, AbortSignal.timeout(most)]);
      this.#stop.throwIfAborted();
      return work();
    });
  }

  /** @param {State} state @returns {[string, State][]} */
  #moves(state) {
    return this.rules.legal(state).map((move) => [move, this.rules.play(state, move)]);
  }

  // --- Exactly ---

  /** What a move is worth to `turn` that leads to `after`. @param {Seat} turn @param {State} after @param {number} guess */
  async #worthFor(turn, after, guess) {
    return after.turn === turn ? this.#worth(after, guess) : -(await this.#worth(after, -guess));
  }

  /** What a state is worth to the player to move. @param {State} state @param {number|null} guess @returns {Promise<number>} */
  async #worth(state, guess = null) {
    const key = `${state.own} ${state.other} ${state.turn} ${state.link}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.rules.claims(state) === 0n ? this.#final(state) : this.#goesByMoves(state) ? await this.#worthByMoves(state) : await this.#worthBySearch(state, guess);
    this.#known.set(key, found);
    return found;
  }

  /** Whether the search does not take such states: inside a chain, and before a swap. @param {State} state */
  #goesByMoves({ own, other, link }) {
    const isEarly = own === 0n || other === 0n;
    return link !== FREE || (this.rules.setup.swap !== 0 && isEarly);
  }

  async #worthByMoves(/** @type {State} */ state) {
    let best = -Infinity;
    for (const [, after] of this.#moves(state)) best = Math.max(best, await this.#worthFor(state.turn, after, best === -Infinity ? 0 : best));
    return best;
  }

  #final(/** @type {State} */ state) {
    const winner = this.rules.winner(state);
    const sign = winner === 0 ? 0 : winner === state.turn ? 1 : -1;
    if (!this.hasMargins) return sign;
    const margin = 2 * this.model.lead(state);
    return margin === this.#tie(state.turn) ? margin + sign : margin;
  }

  /** Where the players are even, as one of them sees it: the komi is left out of worths. @param {Seat} turn */
  #tie(turn) {
    const { komi } = this.rules.setup;
    return turn === 1 ? komi : -komi;
  }

  /** @param {State} state @param {number|null} guess */
  async #worthBySearch(state, guess) {
    const tie = this.#tie(state.turn);
    if (!this.hasMargins) return this.#resultBySearch(state, tie);
    const margin = await this.#margin(state, guess ?? 2 * this.model.lead(state));
    return margin === tie ? this.#tiedBySearch(state, tie) : margin;
  }

  /** Without margins: won, drawn or lost. @param {State} state @param {number} tie */
  async #resultBySearch(state, tie) {
    if (await this.#reaches(state, MARGIN, tie + 2)) return 1;
    return (await this.#reaches(state, MARGIN, tie)) ? this.#tiedBySearch(state, tie) : -1;
  }

  /** What a tie is worth. @param {State} state @param {number} tie */
  async #tiedBySearch(state, tie) {
    const rule = this.rules.setup.tie;
    if (rule === DRAW) return tie;
    const isWon = rule === LAST ? await this.#reaches(state, LAST_CLAIM, tie + 1) : state.turn === 2;
    return isWon ? tie + 1 : tie - 1;
  }

  /** Twice the margin: ask until it is exact, aiming at the last answer. @param {State} state @param {number} guess */
  async #margin(state, guess) {
    let high = 2 * this.rules.values.reduce((total, value) => total + value, 0);
    let low = -high;
    let aim = Math.floor(guess / 2) * 2;
    while (low < high) {
      aim = Math.max(low + 2, Math.min(high, aim));
      const bound = await this.#ask(state, MARGIN, aim);
      if (bound >= aim) low = bound;
      else high = bound;
      aim = bound;
    }
    return low;
  }

  async #reaches(/** @type {State} */ state, /** @type {number} */ kind, /** @type {number} */ aim) {
    return (await this.#ask(state, kind, aim)) >= aim;
  }

  /** One question: a lower bound if it is at least `aim`, else an upper bound. @param {State} state @param {number} kind @param {number} aim */
  async #ask(state, kind, aim) {
    const owned = this.model.isRelative ? 2 * this.model.lead(state) : 0;
    return owned + (await this.#run("ask", state, kind, [aim - owned]));
  }

  /** Run a function of the search, a slice of positions at a time. @param {string} name @param {State} state @param {number} kind @param {number[]} rest */
  async #run(name, state, kind, rest) {
    const { compiled, frameAt } = this.desk;
    const words = [this.model.moved(state.own), this.model.moved(state.other), state.link === FREE ? FREE : this.model.inner[state.link], ...rest];
    for (;;) {
      const { frame } = this.desk;
      frame[FRAME.KIND] = BigInt(kind);
      frame[FRAME.LIMIT] = frame[FRAME.NODES] + SLICE;
      const answer = Number(compiled.functions[name](frameAt, frameAt + 8 * this.model.movesStart, ...words));
      if (frame[FRAME.STATUS] === BigInt(DONE)) return answer;
      await new Promise((resolve) => setTimeout(resolve));
      this.#stop.throwIfAborted();
    }
  }

  /** A worth as a page shows it. @param {Seat} turn @param {number} worth @param {boolean} isBest @returns {MoveWorth} */
  #told(turn, worth, isBest) {
    const ahead = worth - this.#tie(turn);
    const result = /** @type {-1|0|1} */ (Math.sign(ahead));
    const winner = result === 0 ? 0 : result > 0 ? turn : other(turn);
    const lead = !this.hasMargins ? null : this.rules.setup.komi % 2 ? ahead / 2 : Math.trunc(ahead / 2);
    return { winner, margin: lead === null ? null : turn === 1 ? lead : -lead, lead, result, is_best: isBest };
  }

  // --- Looking ahead ---

  /** The move that looks best `depth` turns ahead. @param {State} state @param {number} depth */
  async #bestAhead(state, depth) {
    this.desk.frame[FRAME.NOTES] = BigInt(this.desk.notesAt);
    try {
      let best = { move: "", worth: -Infinity };
      for (const [move, after] of this.#moves(state)) {
        const worth = await this.#estimate(state, after, depth);
        if (worth > best.worth) best = { move, worth };
      }
      return best.move;
    } finally {
      this.desk.frame[FRAME.NOTES] = 0n;
    }
  }

  /** What a move looks worth to its player. @param {State} state @param {State} after @param {number} depth */
  async #estimate(state, after, depth) {
    const sign = after.turn === state.turn ? 1 : -1;
    const gain = this.model.isRelative ? 2 * (sign * this.model.lead(after) - this.model.lead(state)) : 0;
    if (this.model.isRelative && this.rules.claims(after) === 0n) return gain;
    const left = after.link === FREE ? depth - 1 : depth;
    const worth = gain + sign * (await this.#run("look_ahead", after, MARGIN, [left, -FAR, FAR]));
    return this.rules.maySwap(after) ? -Math.abs(worth) : worth;
  }
}

/** Whether a search ended because its time was over. @param {unknown} error */
export function isTimeout(error) {
  return error instanceof DOMException && error.name === "TimeoutError";
}
