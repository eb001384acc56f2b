/** "Learn from your mistakes": each mistake of a game as a puzzle. Every answer that gives nothing away is right. */

import { announce } from "./announce.js";
import { post } from "./api.js";
import { make } from "./elements.js";
import { either, leadsTo } from "./verdict.js";
import { capital, many } from "./words.js";
import { line } from "./saying.js";

const BOTH = "both";

export class Learning {
  /**
   * @param {HTMLElement} panel
   * @param {{walk: object, record: object, names: string[], mine: number[], draw: (view: object, options: object) => void,
   *          focus: () => void,
   *          lineFrom: (from: number, moves: string[]) => Promise<object[]>, onLeave: () => void}} around
   */
  constructor(panel, around) {
    this.panel = panel;
    this.around = around;
    const made = new Set(around.walk.lessons.map((lesson) => lesson.player));
    this.players = [1, 2].filter((player) => made.has(player));
    this.whose = around.mine.length === 1 && made.has(around.mine[0]) ? String(around.mine[0]) : this.players.length === 1 ? String(this.players[0]) : BOTH;
    this.begin();
  }

  begin() {
    this.lessons = this.around.walk.lessons.filter((lesson) => this.whose === BOTH || String(lesson.player) === this.whose);
    this.found = 0;
    this.index = -1;
    this.next();
  }

  get lesson() {
    return this.lessons[this.index];
  }

  /** The position that is asked about. */
  get view() {
    return this.around.walk.plies[this.lesson.ply];
  }

  next() {
    this.index += 1;
    this.state = this.index < this.lessons.length ? "asking" : "over";
    this.tried = [];
    this.hinted = 0;
    this.refutation = null;
    this.show();
    announce(this.state === "over" ? this.#summary() : `${this.#title()}. ${this.#task()}`);
    if (this.state === "over") this.panel.querySelector("[data-next]").focus();
    else this.around.focus();
  }

  /** Somebody has chosen a move on the board. */
  async choose(move) {
    if (this.state !== "asking") return;
    if (!this.view.legal.includes(move)) {
      this.#say(`${move} cannot be claimed here.`);
      return;
    }
    if (this.lesson.right.includes(move)) {
      if (!this.tried.length && !this.hinted) this.found += 1;
      this.state = "found";
      this.answer = move;
      this.show();
      announce(this.#praise());
      this.panel.querySelector("[data-next]").focus();
      return;
    }
    this.tried.push(move);
    this.refutation = null;
    this.state = "refuting";
    this.show();
    await this.#refute(this.lesson, move);
  }

  /** Show how a wrong answer is punished. */
  async #refute(lesson, move) {
    let moves = [];
    let plies;
    try {
      moves = [move, ...(await this.#answerTo(lesson, move))];
      plies = await this.around.lineFrom(lesson.ply, moves);
    } catch {
      moves = [move]; // the verdict stands without the line
      plies = [this.view];
    }
    if (this.lesson !== lesson || this.state !== "refuting") return;
    this.state = "asking";
    this.refutation = { moves, plies, at: 0 };
    this.show();
    announce(this.#objection(move));
    this.panel.querySelector("[data-again]")?.focus();
  }

  async #answerTo(lesson, move) {
    const { walk, record } = this.around;
    if (move === lesson.played) return walk.moves[lesson.ply].line;
    const moves = [...record.moves.slice(0, lesson.ply), move];
    return (await post("/api/values", { book: record.book, board: record.board, moves })).line ?? [];
  }

  reveal() {
    this.state = "shown";
    this.refutation = null;
    this.show();
    announce(`Right: ${this.lesson.right.join(", ")}.`);
    this.panel.querySelector("[data-next]").focus();
  }

  hint() {
    this.hinted += 1;
    this.show();
    announce(this.lesson.hints[this.hinted - 1]);
    this.panel.querySelector("[data-hint]")?.focus();
  }

  tryAgain() {
    this.refutation = null;
    this.show();
    this.around.focus();
  }

  /** An arrow key: through the refutation, while one is shown. */
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

  #drawBoard() {
    if (this.refutation && this.refutation.at > 0) {
      this.around.draw(this.refutation.plies[this.refutation.at], { active: false });
      return;
    }
    const marks = { [this.lesson.played]: "played" };
    for (const move of this.tried) marks[move] = "wrong";
    if (this.state === "found" || this.state === "shown") for (const move of this.lesson.right) marks[move] = "right";
    const settled = this.state === "found" || this.state === "shown";
    this.around.draw(this.view, { active: this.state === "asking", marks, values: settled });
  }

  #title() {
    return `Mistake ${this.index + 1} of ${this.lessons.length}`;
  }

  #task() {
    const { ply, player, task } = this.lesson;
    return `Move ${ply + 1}, ${this.around.names[player - 1]} to move. ${task}`;
  }

  #parts() {
    const settled = this.state === "found" || this.state === "shown";
    const last = this.index === this.lessons.length - 1;
    const parts = [
      make("h2", { id: "learn-title" }, this.#title()),
      this.#whoseChoice(),
      make("p", {}, this.#task()),
      ...this.lesson.hints.slice(0, this.hinted).map((words) => make("p.quiet", {}, words)),
      ...this.#feedback(),
      make("div.buttons", {},
        this.refutation ? make("button.button.main", { type: "button", "data-again": true, onclick: () => this.tryAgain() }, "Try again") : null,
        settled ? make("button.button.main", { type: "button", "data-next": true, onclick: () => this.next() }, last ? "Finish" : "Next") : null,
        settled || this.refutation || this.hinted === this.lesson.hints.length ? null
          : make("button.button", { type: "button", "data-hint": true, onclick: () => this.hint() }, "Hint"),
        settled ? null : make("button.button", { type: "button", onclick: () => this.reveal() }, "Show"),
        settled ? null : make("button.button", { type: "button", onclick: () => this.next() }, "Skip"),
        make("button.button", { type: "button", onclick: () => this.around.onLeave(this.lesson.ply) }, "Back to the review")),
    ];
    return parts.filter(Boolean);
  }

  #feedback() {
    if (this.state === "refuting") return [make("p.answer", {}, `${this.tried.at(-1)}: looking for the answer to it …`)];
    if (this.state === "found") return [make("p.answer.good", {}, this.#praise())];
    if (this.state === "shown") return [make("p.answer", {}, `Right: ${either(this.lesson.right, 8)}.`)];
    if (!this.refutation) return this.tried.length ? [make("p.answer", {}, "Look again.")] : [];
    const { moves, at: shown } = this.refutation;
    return [
      make("p.answer", {}, this.#objection(moves[0])),
      moves.length > 1 ? line("It runs into", moves, (at) => this.step(at - shown), { at: shown, whole: true }) : null,
    ].filter(Boolean);
  }

  #praise() {
    const others = this.lesson.right.filter((move) => move !== this.answer);
    const also = others.length ? ` So ${others.length === 1 ? "is" : "are"} ${others.join("; ")}.` : "";
    return `Right: ${this.answer}.${also} With perfect play: ${leadsTo(this.view.each[this.answer], this.around.names)}.`;
  }

  #objection(move) {
    const same = move === this.lesson.played ? " That is what was played." : "";
    const [each, right] = [this.view.each[move], this.view.each[this.lesson.right[0]]];
    const better = each.winner === right.winner ? ", and there is better" : "";
    return `Not ${move}: with it, ${leadsTo(each, this.around.names)}${better}.${same}`;
  }

  #whoseChoice() {
    if (this.players.length < 2) return null;
    const choice = (value, words) => make("label", {},
      make("input", { type: "radio", name: "whose", value, checked: this.whose === value, onchange: () => this.#change(value) }),
      make("span", {}, words));
    return make("fieldset.choices", {}, make("legend.aloud", {}, "Whose mistakes"),
      ...this.players.map((player) => choice(String(player), this.around.names[player - 1])), choice(BOTH, "Both"));
  }

  #change(value) {
    this.whose = value;
    this.begin();
    this.panel.querySelector(`input[value="${value}"]`).focus();
  }

  #summary() {
    if (!this.lessons.length) return "There is nothing to learn from here: no mistake was made.";
    const all = many(this.lessons.length, "mistake");
    return `You found ${this.found} of ${all} at the first go.`;
  }

  #overParts() {
    return [
      make("h2", { id: "learn-title" }, "That was all"),
      this.#whoseChoice(),
      make("p", {}, this.#summary()),
      make("div.buttons", {},
        make("button.button.main", { type: "button", "data-next": true, onclick: () => this.begin() }, "Again"),
        make("button.button", { type: "button", onclick: () => this.around.onLeave(null) }, "Back to the review")),
    ].filter(Boolean);
  }

  #say(text) {
    announce(capital(text));
    this.panel.querySelector(".answer")?.remove();
    this.panel.querySelector(".buttons").before(make("p.answer", {}, text));
  }
}
