// Where one stands: a ply of the game, or a step into a line that leaves it.

/**
 * @typedef {object} Line  Moves that were not played, from a ply of the game on.
 * @property {number} from  the ply of the game that it leaves
 * @property {string[]} moves
 * @property {object[]} plies  the positions: the one it leaves, and one after each move
 * @property {string} title
 */

export class Course {
  /** @param {object[]} plies  every position of the game, the opening included */
  constructor(plies, onChange) {
    this.plies = plies;
    this.ply = 0;
    this.line = null;
    this.at = 0;
    this.changed = onChange;
  }

  get last() {
    return this.plies.length - 1;
  }

  /** The position to show. */
  get view() {
    return this.line ? this.line.plies[this.at] : this.plies[this.ply];
  }

  /** The ply of the game that is shown, or that the line left. */
  get root() {
    return this.line ? this.line.from : this.ply;
  }

  /** What was played to get here, of the record's moves `played` or of the line. */
  movesTo(played) {
    return [...played.slice(0, this.root), ...(this.line ? this.line.moves.slice(0, this.at) : [])];
  }

  go(ply) {
    this.line = null;
    this.ply = Math.min(Math.max(ply, 0), this.last);
    this.changed();
  }

  /** One step on or back; a step back from the start of a line returns to the game. */
  step(by) {
    if (!this.line) return this.go(this.ply + by);
    if (this.at + by < 1) return this.leave();
    this.at = Math.min(this.at + by, this.line.plies.length - 1);
    return this.changed();
  }

  start() {
    if (!this.line) return this.go(0);
    this.at = Math.min(1, this.line.moves.length);
    return this.changed();
  }

  end() {
    if (!this.line) return this.go(this.last);
    this.at = this.line.plies.length - 1;
    return this.changed();
  }

  /** @param {Line} line */
  enter(line, at = 1) {
    this.line = line;
    this.at = at;
    this.changed();
  }

  /** Back to the game, where the line left it, or to where one came from. */
  leave() {
    if (!this.line) return;
    this.ply = Math.min(this.line.back ?? this.line.from, this.last);
    this.line = null;
    this.changed();
  }
}
