/** A lesson: small positions, one after the other. The server knows the answer to every move; this shows it. */

import { address } from "./addresses.js";
import { messageOf, post } from "./api.js";
import { Board } from "./board.js";
import { all, around, bit, button, find, make, pageData, seek, symbol } from "./elements.js";
import { isDone, note, tickOff } from "./learned.js";
import { announce } from "./liveregion.js";
import { explainWaiting, retry } from "./retry.js";
import { rest, startGame } from "./startgame.js";
import { sentence } from "./words.js";

const PAUSE = 800; // milliseconds between the moves of an answer
const OTHERS = /** @type {Record<string, string>} */ ({ stop: "Stop here", swap: "Swap" });

const { book, key, label } = /** @type {{book: Book, key: string, label: string}} */ (pageData());
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const place = find("#board");
const next = find("#next", HTMLButtonElement);
const done = find("#done");

class LessonPage {
  exercises = /** @type {Exercise[]} */ ([]);
  learned = /** @type {string[]} */ ([]);
  index = -1;
  answer = /** @type {ExerciseAnswer|null} */ (null); // to the move that was chosen
  result = ""; // of the last exercise
  #timer = 0;

  constructor() {
    this.board = new Board(place, { label: "Lesson board" });
    place.addEventListener("click", (event) => {
      const cell = around(event, ".cell")?.dataset.cell;
      if (cell) this.choose(cell);
    });
    next.addEventListener("click", () => this.#goOn());
    find("#again").addEventListener("click", () => this.begin());
    for (const id of ["skip", "play"]) this.#leadToGame(find(`#${id}`), id === "skip");
  }

  async load() {
    const stop = explainWaiting((words) => this.#tell(words));
    try {
      const told = await retry(() => post(address("api/lessons"), { book }, { patience: 60_000 }), { tries: 5 });
      ({ exercises: this.exercises, learned: this.learned } = told);
      this.begin();
    } catch (error) {
      this.#tell(sentence(messageOf(error)));
      announce(messageOf(error));
      find("#moves").replaceChildren(button("Try again", () => this.load()));
    }
    stop();
  }

  begin() {
    this.index = -1;
    this.result = "";
    find("#asking").hidden = false;
    done.hidden = true;
    this.#open(0);
  }

  get exercise() {
    return this.exercises[this.index];
  }

  /** Show an exercise, or after the last one that all is done. @param {number} index */
  #open(index) {
    clearTimeout(this.#timer);
    const isMoving = this.index >= 0;
    this.index = index;
    this.answer = null;
    this.#showSteps();
    if (index >= this.exercises.length) return this.#finish();
    const { rule, task, view, names, called, has_places } = this.exercise;
    find("#rule").textContent = rule;
    place.classList.toggle("unnumbered", !has_places);
    this.board.show(view, { active: true, names, still: true });
    for (const [cell, { button: key }] of this.board.cells) key.classList.toggle("called", cell === called);
    this.#showMoves(view.legal.filter((move) => move in OTHERS));
    this.#tell(task);
    next.classList.add("waiting");
    announce(`${index + 1} of ${this.exercises.length}. ${rule} ${task}`);
    if (isMoving) this.board.focus();
    return undefined;
  }

  #showSteps() {
    const steps = this.exercises.map((_, index) => {
      const kind = index < this.index ? "first" : index === this.index ? "now" : "";
      const words = `Step ${index + 1}${index < this.index ? ", done" : ""}`;
      return make("li", index === this.index ? { "aria-current": "step" } : {}, bit(kind), make("span.aloud", {}, words));
    });
    const count = Math.min(this.index + 1, this.exercises.length);
    const last = make("li.kicker", { "aria-hidden": "true" }, this.index < this.exercises.length ? `${count} of ${this.exercises.length}` : "");
    find("#steps").replaceChildren(...steps, last);
  }

  /** What can be done besides claiming. @param {string[]} moves */
  #showMoves(moves) {
    find("#moves").replaceChildren(...moves.map((move) => button(OTHERS[move], () => this.choose(move))));
  }

  #tell(/** @type {string} */ words, /** @type {""|"good"|"bad"} */ kind = "") {
    const task = find("#task");
    task.className = `task ${kind}`;
    task.replaceChildren(...(kind ? [symbol(kind === "good" ? "right" : "lose")] : []), make("span", {}, words));
  }

  /** Answer a move; a cell that cannot be claimed is answered too. @param {string} move */
  choose(move) {
    if (this.answer || !this.exercise) return;
    const { answers, refusals, view, names } = this.exercise;
    const answer = answers[move];
    if (!answer) {
      const why = refusals[move];
      if (why) this.#tell(why, "bad");
      announce(why ?? "");
      return;
    }
    this.answer = answer;
    this.result = answer.result ?? "";
    this.#showMoves([]);
    for (const { button: cell } of this.board.cells.values()) cell.classList.remove("called");
    const views = answer.frames.map((frame) => ({ ...view, ...frame, turn: null, legal: [], claims: {}, refused: {} }));
    this.#play(calm.matches ? views.slice(-1) : views, names);
    this.#tell(answer.words, answer.right ? "good" : "bad");
    announce(answer.words);
    const isLast = this.index === this.exercises.length - 1;
    next.textContent = !answer.right ? "Try again" : isLast ? "Finish" : "Next";
    next.classList.remove("waiting");
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }

  /** Show positions one after the other. @param {View[]} views @param {Names} names */
  #play(views, names) {
    const [now, ...later] = views;
    this.board.show(now, { mover: now.last?.player, names });
    if (later.length) this.#timer = setTimeout(() => this.#play(later, names), PAUSE);
  }

  #goOn() {
    if (this.answer) this.#open(this.index + (this.answer.right ? 1 : 0));
  }

  #finish() {
    note(key, "done");
    tickOff();
    find("#asking").hidden = true;
    find("#sum").textContent = this.result;
    find("#learned").replaceChildren(...this.learned.map((words) => make("li", {}, words)));
    done.hidden = false;
    rest(find("#play")); // a second tap on "Finish" must not begin a game
    this.#offerNext();
    announce(`That’s ${label}. ${this.result} ${this.learned.join(" ")}`);
    done.focus({ preventScroll: true });
    done.scrollIntoView({ block: "nearest" });
  }

  /** The lesson after this one that is not done yet. */
  #offerNext() {
    const link = seek("#following");
    if (!(link instanceof HTMLAnchorElement)) return;
    const items = all(".lessons [data-lesson]");
    const here = items.findIndex((item) => item.dataset.lesson === key);
    const following = [...items.slice(here + 1), ...items.slice(0, here)].find((item) => !isDone(item.dataset.lesson ?? ""));
    const other = following && seek("a", following);
    if (!(other instanceof HTMLAnchorElement)) return;
    link.href = other.href;
    link.textContent = `Learn ${other.textContent} next`;
  }

  /** A link back to the game one came from, or a button that begins one. @param {HTMLElement} control @param {boolean} isSkip */
  #leadToGame(control, isSkip) {
    control.addEventListener("click", (event) => {
      if (isSkip) note(key, "seen");
      if (control instanceof HTMLButtonElement) this.#startGame(control, event);
    });
    if (control instanceof HTMLButtonElement) control.disabled = false;
  }

  async #startGame(/** @type {HTMLButtonElement} */ control, /** @type {MouseEvent} */ event) {
    control.disabled = true;
    try {
      await startGame({ book, first: "human", second: "level:1", sit: [1] }, event);
    } catch (error) {
      control.disabled = false;
      this.#tell(sentence(messageOf(error)));
      announce(messageOf(error));
    }
  }
}

const page = new LessonPage();
tickOff();
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // a button that was pressed is still out of use
});
page.load();
document.documentElement.dataset.ready = "true";
