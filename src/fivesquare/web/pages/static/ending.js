/** The end of a game beside its board: the result, one lesson, one button. */

import { address } from "./addresses.js";
import { happened, takeawayOf } from "./answers.js";
import { ApiError, get } from "./api.js";
import { button, find, make, symbol } from "./elements.js";
import { announce } from "./liveregion.js";
import { placed } from "./places.js";
import { spark } from "./spark.js";
import { mention, playerName, resultSentence, subject } from "./words.js";

const CLOSE = 0.1; // of all points: who lost by so little was close
const SIDES = ["even", "first", "second"];

export class Ending {
  #lesson = /** @type {Takeaway|null} */ (null);
  #climb = /** @type {Climb|null} */ (null); // what the win means for the ladder
  #asked = -1; // what had happened in the game whose lesson was asked for

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.place = find("#result");
  }

  show() {
    const { game, names, mine } = this.page;
    this.place.hidden = !game.over;
    if (!game.over) return;
    this.#ask(game);
    const drawn = JSON.stringify([game.version, game.rematch, names, mine, this.#lesson, this.#climb, placed("1,2")]);
    if (this.place.dataset.drawn === drawn) return;
    const isNew = !this.place.dataset.drawn?.startsWith(`[${game.version},`);
    this.place.dataset.drawn = drawn;
    this.place.className = `card result ${SIDES[game.winner ?? 0]}`;
    if (isNew) this.place.replaceChildren(this.#verdict(), make("p.learned"), make("p.climbed.quiet"), make("div.way"), make("div.next"));
    find(".learned", HTMLElement, this.place).textContent = placed(this.#lesson?.sentence ?? "");
    find(".climbed", HTMLElement, this.place).textContent = this.#climbWords;
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
    const [, winner, score] = /^(.+) wins?, (\S+ to .*)$/.exec(said) ?? [];
    if (winner === "You") return `${score}, against ${mention(names[2 - (game.winner ?? 1)])}`;
    return winner && this.#title(game) === `${winner} wins.` ? score : said; // nobody is told twice who wins
  }

  // --- The lesson ---

  /** Ask once what there is to learn, and what the win means for the ladder; the ending waits for neither. @param {Game} game */
  #ask(game) {
    const { mine } = this.page;
    if (this.#asked === happened(game)) return;
    this.#asked = happened(game);
    this.#lesson = null;
    this.#climb = null;
    if (mine.length === 1 && game.winner === mine[0] && !this.page.isBetweenPeople) {
      this.#hear(game, get(`${this.page.path}/ladder`), ({ ladder }) => (this.#climb = ladder));
    }
    if (game.ply === 0) return;
    this.#hear(game, takeawayOf(game, mine.length === 1 ? mine[0] : null), (lesson) => {
      this.#lesson = lesson;
      announce(lesson.sentence ?? "");
    });
  }

  /** Show what comes, if the game is still as it was; what does not come is not missed. @param {Game} game @param {Promise<any>} asked @param {(answer: any) => void} take */
  async #hear(game, asked, take) {
    try {
      const answer = await asked;
      if (happened(this.page.game) !== happened(game)) return;
      take(answer);
      this.page.show();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
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
      const words = mine.length === 1 && !this.page.isAlone && !requests.beganRematch ? `${subject(names[2 - mine[0]])} wants a rematch.` : "The rematch has begun.";
      return [words, make("a.button.main", { href: address(`games/${game.rematch}`) }, mine.length ? "Play" : "Watch")];
    }
    if (mine.length === 0 || game.evening) return ["", null]; // an evening has its own way on
    const turn = this.#turn;
    if (turn !== null) return ["", make("a.button.main", { href: address(`games/${game.id}/review#${turn}`) }, `See move ${turn}`)];
    const next = this.#nextLevel;
    if (next !== null) return ["", button(`Play ${playerName(next).toLowerCase()}`, () => requests.playAgainst(next), { main: true })];
    return ["", button("Rematch", () => requests.rematch("same"), { main: true })];
  }

  /** The level that a win has just opened. */
  get #nextLevel() {
    return this.#climb?.is_new ? (this.#climb.next ?? null) : null;
  }

  /** What the win means for the ladder. */
  get #climbWords() {
    if (!this.#climb) return "";
    const { level, is_new: isNew, next, words } = this.#climb;
    if (!isNew) return words ?? "";
    const beaten = `${playerName(level)} beaten.`;
    return next ? `${beaten} ${playerName(next)} is next.` : `${beaten} The whole ladder is yours.`;
  }

  /** Whether the one button is a rematch: then none is needed below. */
  get isRematch() {
    return this.page.game.over && this.page.game.rematch === null && this.#turn === null && this.#nextLevel === null;
  }
}

/** Whether a game was lost by a small part of all points. @param {Game} game */
function isClose({ goal, scores, reason }) {
  if (goal.kind !== "points" || reason === "resignation" || reason === "time") return false;
  return Math.abs(scores[0] - scores[1] - goal.komi) <= CLOSE * goal.total;
}
