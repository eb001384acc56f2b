/** The tutor: before a claim that gives the result away, by exact values, it asks whether one means it. */

import { answerTo, recordOf } from "./answers.js";
import { ApiError } from "./api.js";
import { button, find, make, symbol } from "./elements.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";
import { placed } from "./places.js";
import { explainWaiting } from "./retry.js";

const TUTOR = "tutor"; // true or nothing

export class Tutor {
  #known = /** @type {{version: number, cautions: Record<string, Caution>}|null} */ (null);
  #waiting = /** @type {string|null} */ (null); // a move that waits for the answer
  #warned = /** @type {string|null} */ (null); // the move that is warned of
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

  /** Ask about a new position, so that the answer is there when a cell is chosen. */
  refresh() {
    const { game, isActive } = this.page;
    if (this.isOn && isActive && this.#known?.version !== game.version) this.#ask();
  }

  /** Whether a move must wait: for the answer, or until its player means it. @param {string} move */
  holds(move) {
    const { game, news } = this.page;
    if (!this.isOn) return false;
    if (this.#known?.version === game.version) {
      const caution = this.#known.cautions[move];
      if (!caution) return false;
      this.#warn(move, caution);
      return true;
    }
    if (this.#waiting === move) return false; // chosen twice: it is meant
    this.#waiting = move;
    news.tell("One moment: the tutor is looking. Choose it again to claim it now.");
    this.#ask();
    return true;
  }

  async #ask() {
    const { game } = this.page;
    const isSame = () => this.page.game.version === game.version;
    const end = explainWaiting((words) => isSame() && this.#waiting !== null && this.page.news.tell(words));
    try {
      const { exact, cautions } = /** @type {Cautions} */ (await answerTo("cautions", recordOf(game)));
      if (!isSame()) return;
      this.#known = { version: game.version, cautions };
      if (!exact) this.#excuse();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isSame()) return;
      this.#known = { version: game.version, cautions: {} };
      this.page.news.refuse(`The tutor cannot judge this: ${error.message}`);
    } finally {
      end();
    }
    const move = this.#waiting;
    this.#waiting = null;
    if (move !== null && this.page.isActive) this.page.play(move);
  }

  /** Say once that the tutor cannot judge, so that its silence is not taken for approval. */
  #excuse() {
    if (!this.#isExcused) this.page.news.tell("Too large to solve in time: the tutor cannot judge here yet.");
    this.#isExcused = true;
  }

  // --- The warning ---

  /** What is drawn on the cells. @returns {Map<string, Ghost>} */
  get ghosts() {
    const move = this.#warned;
    const answer = move === null ? null : this.#known?.cautions[move].answer;
    const drawn = /** @type {Map<string, Ghost>} */ (new Map());
    if (move !== null) drawn.set(move, { text: "!", player: 0, isNow: false, words: "gives the result away" });
    if (answer) drawn.set(answer, { text: "2", player: 3 - (this.page.game.turn ?? 1), isNow: false, words: "the answer" });
    return drawn;
  }

  get takes() {
    return this.#warned === null ? [] : (this.page.game.claims[this.#warned]?.takes ?? []);
  }

  get isWarning() {
    return this.#warned !== null;
  }

  #warn(/** @type {string} */ move, /** @type {Caution} */ { title, text }) {
    this.#warned = move;
    this.page.news.told = "";
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
    const move = this.#warned ?? "";
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

