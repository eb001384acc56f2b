/** Hints and values in a game: what moves are worth, asked of the server once a position. */

import { adviceOn, happened, valuesOf } from "./answers.js";
import { ApiError } from "./api.js";
import { find } from "./elements.js";
import { Hint } from "./hint.js";
import { announce } from "./liveregion.js";
import { placed } from "./places.js";
import { explainWaiting } from "./retry.js";

const SLOW = 700; // milliseconds after which a search is mentioned
const MEANING = "The numbers: by how many points you win or lose after each move, with best play.";

export class Advice {
  #values = /** @type {Values|null} */ (null);
  isOn = false; // whether values are wanted on every cell
  #isTold = false; // whether it was said what they mean

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.hints = new Hint(page);
  }

  /** What is written on the cells. */
  get shown() {
    return this.#values;
  }

  /** Whether advice is fair: never between two different people. */
  get isFair() {
    const { game, mine } = this.page;
    return !game.over && (mine.length === 2 || game.players.some((player) => player !== "human"));
  }

  clear() {
    this.#values = null;
    this.hints.clear();
  }

  /** The next move to make; pressed again how it may go on, and a third time nothing. */
  async hint() {
    const { game, isActive, news } = this.page;
    if (find("#hint").hidden) return;
    if (!isActive) news.refuse("Hints are for your own turn.");
    else if (!this.hints.isOn) await this.#findHint(game);
    else if (this.hints.hasMore) {
      this.hints.more();
      this.page.show();
      announce("How it may go on is drawn on the board.");
    } else this.#dropHint();
  }

  #dropHint() {
    this.hints.clear();
    this.page.news.clear();
    this.page.show();
    announce("Hint away.");
  }

  async #findHint(/** @type {Game} */ game) {
    const { news } = this.page;
    this.#say("Looking for the best move …");
    const answer = /** @type {Hinted|null} */ (await this.#ask("hint"));
    if (answer === null || happened(this.page.game) !== happened(game)) return;
    this.hints.begin(answer);
    news.tell(placed(answer.reason), { lead: placed(answer.advice) });
  }

  toggle() {
    if (find("#values").hidden) return;
    this.isOn = !this.isOn;
    this.clear();
    this.page.news.say("");
    this.page.show();
    announce(this.isOn ? "Values on." : "Values off.");
    this.refresh();
  }

  /** Show the values of a new position, if they are wanted; while the computer is to move, they are not. */
  async refresh() {
    const { page } = this;
    const { game } = page;
    const { turn, players } = game;
    if (!this.isOn || !this.isFair || (turn && players[turn - 1] !== "human")) return;
    const slow = setTimeout(() => this.#say("Working out what each move is worth …"), SLOW);
    const values = /** @type {Values|null} */ (await this.#ask("values"));
    clearTimeout(slow);
    if (values === null || happened(page.game) !== happened(game) || !this.isOn) return;
    this.#values = values;
    this.#say(values.exact ? this.#meaning : "Estimates: this board is too large to be solved now.");
  }

  /** What the numbers mean, the first time. */
  get #meaning() {
    const { goal } = this.page.game;
    if (this.#isTold || goal.kind !== "points") return "";
    this.#isTold = true;
    return MEANING;
  }

  #say(/** @type {string} */ words) {
    this.page.news.say(words);
    this.page.show();
  }

  async #ask(/** @type {"values"|"hint"} */ kind) {
    const { game, mine } = this.page;
    const end = explainWaiting((words) => happened(this.page.game) === happened(game) && this.#say(words));
    try {
      return await (mine.length ? adviceOn(game, kind) : valuesOf(game));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.game) this.page.hear(error.game);
      else this.page.news.refuse(error.message);
      return null;
    } finally {
      end();
    }
  }
}
