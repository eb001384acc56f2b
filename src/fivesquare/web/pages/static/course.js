/** Where one is in a review: at a ply of the game, or a step into a line (a variation) that leaves it. */

import { address } from "./addresses.js";
import { post } from "./api.js";

export class Course {
  /**
   * @param {GameRecord} record
   * @param {Setting} setting
   * @param {Partial<View>[]} plies every position of the game, the opening included
   * @param {() => void} onChange
   */
  constructor(record, setting, plies, onChange) {
    this.record = record;
    this.setting = setting;
    this.plies = this.views(plies);
    this.ply = 0;
    this.line = /** @type {EnteredLine|null} */ (null);
    this.at = 0;
    this.changed = onChange;
  }

  /** Positions as the server sends them, with what stays the same through the game. @param {Partial<View>[]} plies */
  views(plies) {
    return plies.map((each) => /** @type {View} */ ({ ...this.setting, ...each }));
  }

  get last() {
    return this.plies.length - 1;
  }

  /** The position to show. */
  get view() {
    return this.line ? this.line.plies[this.at] : this.plies[this.ply];
  }

  /** The position before it; none before the opening. @returns {View|undefined} */
  get before() {
    return this.line ? this.line.plies[this.at - 1] : this.plies[this.ply - 1];
  }

  /** The ply of the game that is shown, or that the line left. */
  get root() {
    return this.line ? this.line.from : this.ply;
  }

  /** The move of the game, or of the line, that is made next. @returns {string|undefined} */
  get next() {
    return this.line ? this.line.moves[this.at] : this.record.moves[this.ply];
  }

  /** What was played to get here. */
  get moves() {
    return [...this.record.moves.slice(0, this.root), ...(this.line ? this.line.moves.slice(0, this.at) : [])];
  }

  go(/** @type {number} */ ply) {
    this.line = null;
    this.ply = Math.min(Math.max(ply, 0), this.last);
    this.changed();
  }

  /** One step on or back; a step back from the start of a line returns to the game. @param {number} by */
  step(by) {
    if (!this.line) this.go(this.ply + by);
    else if (this.at + by < 1) this.leave();
    else this.stepTo(this.at + by);
  }

  start() {
    if (this.line) this.stepTo(1);
    else this.go(0);
  }

  end() {
    if (this.line) this.stepTo(this.line.moves.length);
    else this.go(this.last);
  }

  stepTo(/** @type {number} */ at) {
    this.at = Math.min(at, this.line?.moves.length ?? 0);
    this.changed();
  }

  /** Step into moves that were not played. @param {Line} line */
  async enter(line, at = 1) {
    this.line = { ...line, plies: await this.positions(line.from, line.moves) };
    this.stepTo(at);
  }

  /** Try a move where one is. @param {string} move */
  explore(move) {
    const title = "What if";
    if (!this.line) return this.enter({ from: this.ply, moves: [move], title });
    return this.enter({ ...this.line, title, moves: [...this.line.moves.slice(0, this.at), move] }, this.at + 1);
  }

  /** Back to the game, where the line left it, or to where one came from. */
  leave() {
    if (this.line) this.go(this.line.back ?? this.line.from);
  }

  /** The positions along a line: the one it leaves, and one after each move. @param {number} from @param {string[]} moves */
  async positions(from, moves) {
    const { book, board, setup, moves: played } = this.record;
    const { plies } = await post(address("api/plies"), { book, board, setup, moves: [...played.slice(0, from), ...moves] });
    return [this.plies[from], ...this.views(plies.slice(from + 1))];
  }

  /** Ask what the moves in a position of a line are worth; whether the answer is new. @param {View} view */
  async learnWorths(view) {
    if (view.each !== undefined || view.over) return false;
    view.each = null; // asked once
    const { book, board, setup } = this.record;
    try {
      const { each, best, line, exact } = await post(address("api/values"), { book, board, setup, moves: this.moves }, { patience: 60_000 });
      Object.assign(view, { each, best, line, exact });
      if (exact && each[best[0]]) Object.assign(view, { winner: each[best[0]].winner, margin: each[best[0]].margin });
    } catch {
      view.each = undefined; // the board is shown without worths, and asks again next time
    }
    return true;
  }
}
