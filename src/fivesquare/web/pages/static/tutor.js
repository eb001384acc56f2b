/** The tutor: before a claim that gives the result away, by exact values, it asks whether one means it. */

import { adviceOn, happened } from "./answers.js";
import { ApiError } from "./api.js";
import { button, find, symbol } from "./elements.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";
import { placed } from "./places.js";

const TUTOR = "tutor"; // true or nothing
const SLOW = 700; // milliseconds after which a claim that waits is mentioned

export class Tutor {
  #ready = -1; // what had happened in the game when it got ready
  #waiting = /** @type {string|null} */ (null); // a move that waits for what it says
  #warned = /** @type {{move: string, answer: string|null}|null} */ (null);
  #isBlind = false; // whether it cannot judge
  #isExcused = false;

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.place = find("#warning");
    this.place.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.#think();
    });
  }

  get isOn() {
    return recall(TUTOR, false) && this.page.advice.isFair && this.page.mine.length > 0;
  }

  turn(/** @type {boolean} */ isOn) {
    keep(TUTOR, isOn || null);
    this.clear();
    this.refresh();
    this.page.show();
  }

  /** The game has gone on. */
  clear() {
    this.#waiting = null;
    this.#warned = null;
  }

  /** Let it get ready for a new position, so that what it says is there when a cell is chosen. */
  async refresh() {
    const { game, isActive } = this.page;
    if (!this.isOn || !isActive || this.#ready === happened(game)) return;
    this.#ready = happened(game);
    this.#isBlind = false;
    const answer = await this.#ask(game);
    if (answer && !answer.exact && this.#ready === happened(game)) this.#excuse();
  }

  /** Whether a move must wait: for what the tutor says, or until its player means it. @param {string} move */
  holds(move) {
    if (!this.isOn || this.#isBlind || this.#waiting === move) return false; // chosen twice: it is meant
    this.#judge(move);
    return true;
  }

  async #judge(/** @type {string} */ move) {
    const { page } = this;
    const { game } = page;
    this.#waiting = move;
    const slow = setTimeout(() => this.#waiting === move && page.news.tell("One moment: the tutor is looking. Choose it again to claim it now."), SLOW);
    const answer = await this.#ask(game, move);
    clearTimeout(slow);
    if (this.#waiting !== move || happened(page.game) !== happened(game) || !page.isActive) return;
    this.#waiting = null;
    if (answer?.caution) this.#warn(move, answer.caution);
    else page.send(move);
  }

  /** What it says of a move, or whether it can say anything; null if it does not answer: then it is in nobody's way. @param {Game} game @param {string} [move] @returns {Promise<Warned|null>} */
  async #ask(game, move) {
    try {
      return await adviceOn(game, "tutor", move);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return null;
    }
  }

  /** Say once that the tutor cannot judge, so that its silence is not taken for approval. */
  #excuse() {
    this.#isBlind = true;
    if (!this.#isExcused) this.page.news.tell("Too large to solve in time: the tutor cannot judge here yet.");
    this.#isExcused = true;
  }

  // --- The warning ---

  /** What is drawn on the cells. @returns {Map<string, Ghost>} */
  get ghosts() {
    const drawn = /** @type {Map<string, Ghost>} */ (new Map());
    if (this.#warned === null) return drawn;
    const { move, answer } = this.#warned;
    drawn.set(move, { text: "!", player: 0, isNow: false, words: "gives the result away" });
    if (answer) drawn.set(answer, { text: "2", player: 3 - (this.page.game.turn ?? 1), isNow: false, words: "the answer" });
    return drawn;
  }

  /** What the move that it warns of would take. */
  get takes() {
    return this.page.game.claims[this.#warned?.move ?? ""]?.takes ?? [];
  }

  get isWarning() {
    return this.#warned !== null;
  }

  #warn(/** @type {string} */ move, /** @type {Caution} */ { title, text, answer }) {
    this.#warned = { move, answer };
    this.page.news.say("");
    this.page.board.preview(null);
    this.page.show();
    find("h2", HTMLElement, this.place).replaceChildren(symbol("lose"), placed(title));
    find("p", HTMLElement, this.place).textContent = placed(text);
    const think = button("Let me think", () => this.#think(), { main: true });
    find(".buttons", HTMLElement, this.place).replaceChildren(think, button("Claim it anyway", () => this.#insist(move)));
    think.focus();
    this.place.scrollIntoView({ block: "nearest" });
    announce(`${title}. ${text}`);
  }

  #think() {
    const move = this.#warned?.move ?? "";
    this.clear();
    this.page.show();
    this.page.board.focus(move);
    this.page.board.preview(null);
  }

  #insist(/** @type {string} */ move) {
    this.clear();
    this.page.send(move);
    this.page.board.focus();
  }

  show() {
    if (this.#warned !== null && !this.page.isActive) this.#warned = null;
    this.place.hidden = this.#warned === null;
  }
}

