/** The end of a game beside its board: the result, one lesson, one button. */

import { address } from "./addresses.js";
import { answerTo, recordOf } from "./answers.js";
import { ApiError, post } from "./api.js";
import { button, find, make, symbol } from "./elements.js";
import { announce } from "./liveregion.js";
import { placed } from "./places.js";
import { spark } from "./spark.js";
import { mention, resultSentence, subject } from "./words.js";

const CLOSE = 0.1; // of all points: who lost by so little was close
const SIDES = ["even", "first", "second"];

export class Ending {
  #lesson = /** @type {Takeaway|null} */ (null);
  #asked = -1; // the version of the game whose lesson was asked for

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.place = find("#result");
  }

  show() {
    const { game, names, mine } = this.page;
    this.place.hidden = !game.over;
    if (!game.over) return;
    this.#learn(game);
    const drawn = JSON.stringify([game.version, game.rematch, names, mine, this.#lesson, placed("1,2")]);
    if (this.place.dataset.drawn === drawn) return;
    const isNew = !this.place.dataset.drawn?.startsWith(`[${game.version},`);
    this.place.dataset.drawn = drawn;
    this.place.className = `card result ${SIDES[game.winner ?? 0]}`;
    if (isNew) this.place.replaceChildren(this.#verdict(), make("p.learned"), make("div.way"), make("div.next"));
    find(".learned", HTMLElement, this.place).textContent = placed(this.#lesson?.sentence ?? "");
    this.#showWay();
    this.#showNext();
  }

  // --- The result ---

  #verdict() {
    const { game, names } = this.page;
    const shape = game.winner ? symbol(`m${game.winner}`) : symbol("even");
    return make("div.verdict", {}, make("span.shape", {}, shape),
      make("div", {}, make("h2", { id: "result-title" }, this.#title(game)), make("p.sum", {}, this.#sum(game, names))));
  }

  #title(/** @type {Game} */ game) {
    const { names, mine } = this.page;
    if (!game.winner) return "A draw.";
    const name = names[game.winner - 1];
    if (name === "You") return "You win!";
    return mine.length === 1 && isClose(game) ? "So close." : `${subject(name)} wins.`;
  }

  #sum(/** @type {Game} */ game, /** @type {Names} */ names) {
    const said = resultSentence(game, names).slice(0, -1);
    const plain = /^You win, (.* to .*)$/.exec(said);
    return plain ? `${plain[1]}, against ${mention(names[2 - (game.winner ?? 1)])}` : said;
  }

  // --- The lesson ---

  /** Ask what there is to learn, once; the ending does not wait for it. @param {Game} game */
  async #learn(game) {
    if (this.#asked === game.version || game.ply === 0) return;
    this.#asked = game.version;
    this.#lesson = null;
    const { mine } = this.page;
    const record = { ...recordOf(game), result: { winner: game.winner, reason: game.reason } };
    try {
      const lesson = /** @type {Takeaway} */ (await answerTo("takeaway", { record, player: mine.length === 1 ? mine[0] : null }));
      if (this.page.game.version !== game.version) return;
      this.#lesson = lesson;
      this.page.show();
      announce(lesson.sentence ?? "");
    } catch (error) {
      if (!(error instanceof ApiError)) throw error; // without an answer there is no lesson
    }
  }

  #showWay() {
    const place = find(".way", HTMLElement, this.place);
    const heights = this.#lesson?.heights ?? [];
    place.replaceChildren(...(heights.length > 1 && !heights.includes(null) ? [spark(/** @type {number[]} */ (heights), this.#turn)] : []));
  }

  /** The move that lost the game; null if no one move did, or it was not lost. */
  get #turn() {
    const { game, mine } = this.page;
    const isLost = mine.length === 1 && game.winner === 3 - mine[0];
    return isLost ? (this.#lesson?.move ?? null) : null;
  }

  // --- What comes next ---

  /** The one thing to do next; everything else is below, and plain. */
  #showNext() {
    const place = find(".next", HTMLElement, this.place);
    const [text, next] = this.#next();
    const key = `${text} ${next?.textContent ?? ""}`;
    if (place.dataset.next === key) return;
    place.dataset.next = key;
    next?.classList.add("large", "one");
    place.replaceChildren(...(text ? [make("p.wish", {}, text)] : []), ...(next ? [next] : []));
    if (text) announce(text);
  }

  /** @returns {[text: string, next: HTMLElement|null]} */
  #next() {
    const { game, mine, names, requests } = this.page;
    if (game.rematch) {
      const words = mine.length === 1 ? `${subject(names[2 - mine[0]])} wants a rematch.` : "There is a rematch.";
      return [words, make("a.button.main", { href: address(`games/${game.rematch}`) }, mine.length ? "Play" : "Watch")];
    }
    if (mine.length === 0) return ["", null];
    const turn = this.#turn;
    if (turn !== null) return ["", make("a.button.main", { href: address(`games/${game.id}/review#${turn}`) }, `See move ${turn}`)];
    return ["", button("Rematch", () => requests.rematch("same"), { main: true })];
  }

  /** Whether the one button is a rematch: then none is needed below. */
  get isRematch() {
    return this.page.game.over && this.page.game.rematch === null && this.#turn === null;
  }
}

/** Whether a game was lost by a small part of all points. @param {Game} game */
function isClose({ goal, scores, reason }) {
  if (goal.kind !== "points" || reason === "resignation" || reason === "time") return false;
  return Math.abs(scores[0] - scores[1] - goal.komi) <= CLOSE * goal.total;
}
