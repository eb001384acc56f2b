/** "Learn from your mistakes": each mistake of a game as a puzzle. Every answer that gives nothing away is right. */

import { address } from "./addresses.js";
import { post } from "./api.js";
import { lineRow } from "./commentary.js";
import { button, make, radios, seek } from "./elements.js";
import { announce } from "./liveregion.js";
import { either, leadsTo } from "./verdict.js";
import { many, mention } from "./words.js";

const BOTH = "both";

export class Lessons {
  lessons = /** @type {Lesson[]} */ ([]);
  index = -1;
  found = 0; // at the first try
  state = /** @type {"asking"|"refuting"|"found"|"shown"|"over"} */ ("asking");
  tried = /** @type {string[]} */ ([]);
  hinted = 0;
  answer = "";
  refutation = /** @type {{moves: string[], plies: View[], at: number}|null} */ (null);

  constructor(/** @type {HTMLElement} */ panel, /** @type {ReviewContext} */ review) {
    this.panel = panel;
    this.review = review;
    const made = new Set(review.walk.lessons.map((lesson) => lesson.player));
    this.players = [1, 2].filter((player) => made.has(/** @type {Seat} */ (player))).map(String);
    const own = review.mine.length === 1 ? String(review.mine[0]) : "";
    this.whose = this.players.includes(own) ? own : this.players.length === 1 ? this.players[0] : BOTH;
    this.begin();
  }

  begin() {
    this.lessons = this.review.walk.lessons.filter((lesson) => this.whose === BOTH || String(lesson.player) === this.whose);
    this.found = 0;
    this.index = -1;
    this.next();
  }

  get lesson() {
    return this.lessons[this.index];
  }

  /** The position that is asked about. */
  get view() {
    return this.review.walk.plies[this.lesson.ply];
  }

  next() {
    this.index += 1;
    this.state = this.index < this.lessons.length ? "asking" : "over";
    this.tried = [];
    this.hinted = 0;
    this.refutation = null;
    if (this.state === "over") return this.#update(this.#summary(), "[data-next]");
    this.#update(`${this.#title()}. ${this.#task()}`, "");
    return this.review.focus();
  }

  /** Show what has changed, say it, and put the focus on what is done next. */
  #update(/** @type {string} */ words, /** @type {string} */ selector) {
    this.show();
    announce(words);
    if (selector) seek(selector, this.panel)?.focus();
  }

  /** A move was chosen on the board. @param {string} move */
  async choose(move) {
    if (this.state !== "asking") return;
    if (!this.view.legal.includes(move)) {
      announce(`${move} cannot be claimed here.`);
      seek(".answer", this.panel)?.remove();
      seek(".buttons", this.panel)?.before(make("p.answer", {}, `${move} cannot be claimed here.`));
      return;
    }
    if (this.lesson.right.includes(move)) {
      if (!this.tried.length && !this.hinted) this.found += 1;
      this.state = "found";
      this.answer = move;
      this.#update(this.#praise(), "[data-next]");
      return;
    }
    this.tried.push(move);
    this.refutation = null;
    this.state = "refuting";
    this.show();
    await this.#refute(this.lesson, move);
  }

  /** Show how a wrong answer is punished. @param {Lesson} lesson @param {string} move */
  async #refute(lesson, move) {
    let moves = [move];
    let plies = [this.view];
    try {
      const line = [move, ...(await this.#answerTo(lesson, move))];
      plies = await this.review.course.positions(lesson.ply, line);
      moves = line;
    } catch {
      /* The verdict is shown without the line. */
    }
    if (this.lesson !== lesson || this.state !== "refuting") return;
    this.state = "asking";
    this.refutation = { moves, plies, at: 0 };
    this.#update(this.#objection(move), "[data-again]");
  }

  /** How perfect play goes on after a wrong answer. @param {Lesson} lesson @param {string} move @returns {Promise<string[]>} */
  async #answerTo(lesson, move) {
    const { walk, course: { record } } = this.review;
    if (move === lesson.played) return walk.moves[lesson.ply].line;
    const moves = [...record.moves.slice(0, lesson.ply), move];
    return (await post(address("api/values"), { book: record.book, board: record.board, setup: record.setup, moves })).line ?? [];
  }

  reveal() {
    this.state = "shown";
    this.refutation = null;
    this.#update(`Right: ${this.lesson.right.join(", ")}.`, "[data-next]");
  }

  hint() {
    this.hinted += 1;
    this.#update(this.lesson.hints[this.hinted - 1], "[data-hint]");
  }

  tryAgain() {
    this.refutation = null;
    this.show();
    this.review.focus();
  }

  /** Step through the refutation, while one is shown. @param {number} by */
  step(by) {
    if (!this.refutation) return;
    const { moves, plies, at } = this.refutation;
    this.refutation.at = Math.min(Math.max(at + by, 0), plies.length - 1);
    this.show();
    if (this.refutation.at) announce(`${this.refutation.at} of ${moves.length}: ${moves[this.refutation.at - 1]}`);
  }

  // --- Drawing ---

  show() {
    this.panel.replaceChildren(...(this.state === "over" ? this.#overParts() : this.#parts()));
    if (this.state !== "over") this.#drawBoard();
  }

  get #isSettled() {
    return this.state === "found" || this.state === "shown";
  }

  #drawBoard() {
    if (this.refutation && this.refutation.at > 0) {
      this.review.draw(this.refutation.plies[this.refutation.at], { active: false });
      return;
    }
    const marks = { [this.lesson.played]: "played" };
    for (const move of this.tried) marks[move] = "wrong";
    if (this.#isSettled) for (const move of this.lesson.right) marks[move] = "right";
    this.review.draw(this.view, { active: this.state === "asking", marks, values: this.#isSettled });
  }

  #title() {
    return `Mistake ${this.index + 1} of ${this.lessons.length}`;
  }

  #task() {
    const { ply, player, task } = this.lesson;
    const name = this.review.names[player - 1];
    return `Move ${ply + 1}: ${mention(name)} ${name === "You" ? "are" : "is"} to move. ${task}`;
  }

  #parts() {
    return [
      make("h2", { id: "learn-title" }, this.#title()),
      ...this.#whoseChoice(),
      make("p", {}, this.#task()),
      ...this.lesson.hints.slice(0, this.hinted).map((words) => make("p.quiet", {}, words)),
      ...this.#feedback(),
      make("div.buttons", {}, ...this.#buttons(), button("Back to the review", () => this.review.onLeave(this.lesson.ply))),
    ];
  }

  #buttons() {
    const isLast = this.index === this.lessons.length - 1;
    if (this.#isSettled) return [button(isLast ? "Finish" : "Next", () => this.next(), { main: true, "data-next": true })];
    const others = [button("Show", () => this.reveal()), button("Skip", () => this.next())];
    if (this.refutation) return [button("Try again", () => this.tryAgain(), { main: true, "data-again": true }), ...others];
    return this.hinted === this.lesson.hints.length ? others : [button("Hint", () => this.hint(), { "data-hint": true }), ...others];
  }

  #feedback() {
    if (this.state === "refuting") return [make("p.answer", {}, `${this.tried.at(-1)}: looking for the answer to it …`)];
    if (this.state === "found") return [make("p.answer.good", {}, this.#praise())];
    if (this.state === "shown") return [make("p.answer", {}, `Right: ${either(this.lesson.right, 8)}.`)];
    if (!this.refutation) return this.tried.length ? [make("p.answer", {}, "Look again.")] : [];
    const { moves, at: shown } = this.refutation;
    const line = moves.length > 1 ? [lineRow("It runs into", moves, (at) => this.step(at - shown), { at: shown, whole: true })] : [];
    return [make("p.answer", {}, this.#objection(moves[0])), ...line];
  }

  #praise() {
    const others = this.lesson.right.filter((move) => move !== this.answer);
    const also = others.length ? ` So ${others.length === 1 ? "is" : "are"} ${others.join("; ")}.` : "";
    return `Right: ${this.answer}.${also} With perfect play: ${leadsTo(this.view.each?.[this.answer] ?? {}, this.review.names)}.`;
  }

  #objection(/** @type {string} */ move) {
    const same = move === this.lesson.played ? " That is what was played." : "";
    const each = /** @type {Worth} */ (this.view.each?.[move] ?? {});
    const better = each.winner === this.view.each?.[this.lesson.right[0]].winner ? ", and there is better" : "";
    return `Not ${move}: with it, ${leadsTo(each, this.review.names)}${better}.${same}`;
  }

  #whoseChoice() {
    if (this.players.length < 2) return [];
    const choices = /** @type {[string, string][]} */ ([...this.players.map((player) => [player, this.review.names[Number(player) - 1]]), [BOTH, "Both"]]);
    return [radios("whose", make("legend.aloud", {}, "Whose mistakes"), choices, this.whose, (value) => {
      this.whose = value;
      this.begin();
      seek(`input[value="${value}"]`, this.panel)?.focus();
    })];
  }

  #summary() {
    if (!this.lessons.length) return "No mistakes were made, so there is nothing to learn here.";
    const all = many(this.lessons.length, "mistake");
    return `You found ${this.found} of ${all} on the first try.`;
  }

  #overParts() {
    return [
      make("h2", { id: "learn-title" }, "That was all"),
      ...this.#whoseChoice(),
      make("p", {}, this.#summary()),
      make("div.buttons", {},
        button("Again", () => this.begin(), { main: true, "data-next": true }), button("Back to the review", () => this.review.onLeave(null))),
    ];
  }
}
