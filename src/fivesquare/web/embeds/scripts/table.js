/** A board in another site's page: the board itself, the sentence below it, and its buttons. */

import { Board } from "./board.js";
import { button, make, symbol } from "./elements.js";
import { pack } from "./fragment.js";
import { Line } from "./line.js";
import { isTimeout, Values } from "./values.js";
import { capital, FORFEIT, listed, moveSentence, previewWords, resultSentence, skipSentence, turnSentence, worthWords } from "./words.js";

const PATIENCE = 10_000; // milliseconds for exact values
const ANSWERING = 3_000; // the same for a move of the computer
const THINKING = 1_500; // milliseconds more for one that cannot be exact
const PAUSE = 400; // milliseconds in which a person sees their own move before the answer

export class Table {
  #work = new AbortController(); // what is worked out for the position shown
  #each = /** @type {Record<string, MoveWorth>|null} */ (null);
  #problem = ""; // why there are no values
  #isThinking = false;

  /**
   * @param {Rules} rules
   * @param {{mode: Mode, computer: Seat|null, site: string|null, onMove: (move: string) => void}} options
   */
  constructor(rules, { mode, computer, site, onMove }) {
    this.rules = rules;
    this.isReplay = mode === "replay";
    this.isJudged = mode === "values";
    this.computer = this.isReplay ? null : computer;
    this.site = site;
    this.onMove = onMove;
    this.names = this.computer === null ? rules.record.names : this.computer === 1 ? ["Computer", "You"] : ["You", "Computer"];
    this.line = new Line(rules, rules.record.moves);
    this.begun = this.line.length; // moves of the page's record, which are not undone
    this.values = new Values(rules);
    const area = make("div", {});
    this.board = new Board(area, { onChoose: (cell) => this.#play(cell), onPreview: (cell) => this.#say(cell) });
    this.sides = [1, 2].map((player) => make(`span.side.${player === 1 ? "first" : "second"}`, {}, symbol(`m${player}`), make("span.name", {}, this.names[player - 1]), make("b", {})));
    this.words = make("p.words", { role: "status" });
    this.offers = make("div.buttons.offers", {});
    this.buttons = this.#makeButtons();
    this.element = make("div.embed", { role: "group", "aria-label": rules.record.book.title ?? "Fivesquare" },
      make("div.sides", {}, ...this.sides), area, this.words, this.offers, make("div.buttons", {}, ...Object.values(this.buttons).filter((each) => each !== undefined)));
  }

  /** Show this place of the game. @param {number} place */
  go(place) {
    this.line.go(place);
    this.#moved();
  }

  /** Show the position, and whatever should happen there. */
  begin() {
    this.#moved();
  }

  /** Stop what is being worked out: the board is gone. */
  end() {
    this.#work.abort();
  }

  // --- Building ---

  /** @returns {Partial<Record<string, HTMLElement>>} by name, in the order in which they stand */
  #makeButtons() {
    const valued = button("Values", () => this.#toggleValues());
    const deed = (/** @type {string} */ icon, /** @type {string} */ label, /** @type {() => void} */ onclick) => {
      const made = button("", onclick, { "aria-label": label, title: label });
      made.append(symbol(icon, "ico"));
      return made;
    };
    const steps = this.isReplay
      ? {
          start: deed("i-start", "To the opening", () => this.go(0)), previous: deed("i-previous", "One move back", () => this.go(this.line.at - 1)),
          place: make("span.place", {}), next: deed("i-next", "One move on", () => this.go(this.line.at + 1)), end: deed("i-end", "To the end", () => this.go(this.line.length)),
        }
      : { undo: button("Undo", () => this.#undo()), again: button("Start again", () => this.#again()) };
    return { ...steps, values: valued, ...(this.site === null ? {} : { analyse: make("a.button", {}, "Analyse") }) };
  }

  // --- Moves ---

  #play(/** @type {string} */ move) {
    if (this.#isThinking) return;
    this.#do(move);
  }

  #do(/** @type {string} */ move) {
    this.line.play(move);
    this.onMove(move);
    this.#moved();
  }

  #undo() {
    this.line.go(this.#placeBefore());
    this.#moved();
  }

  /** The last place before this one where a person was to move; this one if there is none. */
  #placeBefore() {
    const { at } = this.line;
    let place = at - 1;
    while (place >= this.begun && this.#seatAt(place) === this.computer) place -= 1;
    return place < this.begun ? at : place;
  }

  #again() {
    this.line.go(this.begun);
    this.#moved();
  }

  #seatAt(/** @type {number} */ place) {
    const { at } = this.line;
    this.line.go(place);
    const { turn } = this.line.view;
    this.line.go(at);
    return turn;
  }

  /** Another position is on the board. */
  #moved() {
    this.#work.abort();
    this.#work = new AbortController();
    this.#each = null;
    this.#problem = "";
    const { turn } = this.line.view;
    this.#isThinking = turn !== null && turn === this.computer;
    if (this.#isThinking) this.#answer(this.#work.signal);
    else if (this.isJudged && turn !== null) this.#judge(this.#work.signal);
    this.show();
  }

  /** Let the computer move. @param {AbortSignal} stop */
  async #answer(stop) {
    const { state } = this.line;
    const [move] = await Promise.all([this.#choice(state, stop), new Promise((resolve) => setTimeout(resolve, PAUSE))]).catch((error) => unlessStopped(error, stop));
    if (!stop.aborted && move) this.#do(move);
  }

  /** @param {State} state @param {AbortSignal} stop */
  async #choice(state, stop) {
    try {
      const each = await this.values.exact(state, stop, ANSWERING);
      const best = Object.keys(each).filter((move) => each[move].is_best);
      return best[Math.floor(Math.random() * best.length)];
    } catch (error) {
      if (!isTimeout(error)) throw error;
      return this.values.likely(state, stop, THINKING);
    }
  }

  // --- Values ---

  #toggleValues() {
    this.isJudged = !this.isJudged;
    this.#moved();
  }

  /** @param {AbortSignal} stop */
  async #judge(stop) {
    try {
      this.#each = await this.values.exact(this.line.state, stop, PATIENCE);
    } catch (error) {
      if (!stop.aborted) this.#problem = isTimeout(error) ? "This position is too large to solve here." : "This browser cannot work out the values.";
    }
    if (!stop.aborted) this.show();
  }

  // --- Showing ---

  show() {
    const { view } = this.line;
    const isActive = !this.isReplay && !view.over && !this.#isThinking;
    this.board.show(view, {
      active: isActive, names: this.names, values: this.#each && { exact: true, each: this.#each }, winner: view.over ? (view.winner ?? 0) : undefined,
    });
    const shown = this.rules.isMajority ? view.counts : view.scores;
    this.sides.forEach((side, index) => {
      side.querySelector("b")?.replaceChildren(String(shown[index]));
      side.toggleAttribute("data-turn", view.turn === index + 1);
    });
    this.offers.replaceChildren(...(isActive ? view.legal.filter((move) => move === "stop" || move === "swap").map((move) => this.#offer(move)) : []));
    this.#showButtons(view);
    this.#say(null);
  }

  /** A button for a move that is no cell. @param {string} move */
  #offer(move) {
    const judged = this.#each?.[move];
    return button(`${capital(move)}${judged ? `: ${worthWords(judged)}` : ""}`, () => this.#play(move), { main: Boolean(judged?.is_best) });
  }

  #showButtons(/** @type {View} */ view) {
    const { start, previous, next, end, place, undo, again, values, analyse } = this.buttons;
    const { at, length } = this.line;
    for (const each of [start, previous]) each?.toggleAttribute("disabled", at === 0);
    for (const each of [next, end]) each?.toggleAttribute("disabled", at === length);
    undo?.toggleAttribute("disabled", this.#placeBefore() === at);
    again?.toggleAttribute("disabled", at === this.begun);
    if (place) place.textContent = `${at} of ${length}`;
    values?.setAttribute("aria-pressed", String(this.isJudged));
    values?.toggleAttribute("disabled", view.over && !this.isJudged);
    if (analyse) this.#link(analyse);
  }

  async #link(/** @type {HTMLElement} */ link) {
    const { written } = this.rules.record;
    const record = /** @type {GameRecord} */ ({ ...written, moves: this.line.moves });
    link.setAttribute("href", `${this.site}analysis${await pack(record, this.line.at)}`);
  }

  /** What is to be said: of the claim that is pointed at, else of the position. @param {string|null} cell */
  #say(cell) {
    const { view } = this.line;
    const isOffered = cell !== null && !this.isReplay && !view.over;
    const words = isOffered ? `${cell} ${previewWords(view, cell, { names: this.names })}.${this.board.armed === cell ? " Tap again to claim it." : ""}` : this.#told(view);
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  #told(/** @type {View} */ view) {
    const { last } = view;
    const { names } = this;
    const before = this.line.countsBefore;
    const done = last ? [moveSentence(view, { ...last, counts: view.counts }, names, before), ...(last.forfeits ? [FORFEIT] : []), ...(last.skipped ? [skipSentence(last.skipped, names)] : [])] : [];
    const next = view.over ? resultSentence(view, names) : this.#isThinking ? "The computer is thinking …" : this.#nextWords(view);
    return [...done, next].join(" ");
  }

  /** Whose turn it is, and what is best there if that is shown. @param {View} view */
  #nextWords(view) {
    const turn = turnSentence(view, this.names);
    if (!this.isJudged) return turn;
    if (this.#problem) return `${turn} ${this.#problem}`;
    if (!this.#each) return `${turn} Working out what each move is worth …`;
    const best = Object.entries(this.#each).filter(([, { is_best: isBest }]) => isBest);
    return `${turn} Best: ${listed(best.map(([move]) => move))}, which ${worthWords(best[0][1])}.`;
  }
}

/** Rethrow an error, unless the work was stopped. @param {unknown} error @param {AbortSignal} stop @returns {never[]} */
function unlessStopped(error, stop) {
  if (stop.aborted) return [];
  throw error;
}
