/** What a player asks for besides a move: a takeback, the end of the game, a rematch. */

import { address } from "./addresses.js";
import { ApiError, messageOf, post } from "./api.js";
import { choose } from "./dialogs.js";
import { find } from "./elements.js";
import { keep, recall } from "./memory.js";
import { LOST_SEAT } from "./outbox.js";

export class Requests {
  #isBusy = false;

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
  }

  /** Whether there is a move to be taken back, or to ask for; one that a friend elsewhere has answered stays. */
  get mayUndo() {
    const { game, mine } = this.page;
    const asks = game.asks !== null && mine.includes(game.asks);
    const open = game.seats.includes("elsewhere") ? game.log.slice(-1) : game.log;
    return open.some(({ player }) => mine.includes(player)) && !asks;
  }

  /** Whether a game that is over can still be taken back. */
  get mayUndoEnd() {
    const { isAlone, game } = this.page;
    return isAlone && game.resigned === null && game.rematch === null;
  }

  undo() {
    const { disabled, hidden } = find("#undo", HTMLButtonElement);
    if (!disabled && !hidden) this.takeBack("ask");
  }

  async takeBack(/** @type {"ask"|"yes"|"no"} */ answer) {
    const { page } = this;
    const judge = (/** @type {Game} */ before) => (answer === "ask" ? this.#judgeUndo(before) : page.game.asks === before.asks ? "refused" : "done");
    const game = await this.#send("takeback", () => ({ version: page.game.version, answer }), judge);
    if (game) page.hear(game);
  }

  /** If the computer has moved meanwhile, it is still my last decision that I take back. @param {Game} before @returns {Judgement} */
  #judgeUndo(before) {
    const { game, mine, isAlone } = this.page;
    if (game.ply < before.ply || (game.asks && mine.includes(game.asks))) return "done";
    return isAlone ? "again" : "refused";
  }

  async resign() {
    const { page } = this;
    if (find("#resign").hidden) return;
    const winner = page.mine.length === 2 ? page.names[2 - (page.game.turn ?? 1)] : "your opponent";
    const answer = await choose("Resign?", `The game ends and ${winner} wins.`, [["yes", "Resign"], ["no", "Play on"]]);
    if (answer !== "yes" || page.game.over) return;
    const game = await this.#send("resign", () => ({ version: page.game.version }), () => (page.game.over ? "done" : "again"));
    if (game) page.hear(game);
  }

  get #begun() {
    return `rematch ${this.page.path}`;
  }

  /** Whether it was here that the rematch was asked for. */
  get beganRematch() {
    return recall(this.#begun, "", "tab") !== "";
  }

  async rematch(/** @type {"same"|"new"} */ board) {
    const { page } = this;
    const answer = await this.#send("rematch", () => ({ board }));
    if (!answer) return;
    if (answer.began) keep(this.#begun, "yes", "tab");
    const isSame = JSON.stringify(answer.game.board) === JSON.stringify(page.game.board);
    if (answer.began || isSame === (board === "same")) location.assign(address(`games/${answer.id}`));
    else page.news.refuse(`Your opponent was first, and chose ${isSame ? "the same" : "a new"} board`);
  }

  /** A new game of this book on a new board, from the same seat. @param {string} opponent */
  async playAgainst(opponent) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const { game, mine, news } = this.page;
    const seats = mine[0] === 1 ? { first: "human", second: opponent } : { first: opponent, second: "human" };
    try {
      const { id } = await post(address("api/games"), { book: game.book, size: game.size, ...seats });
      location.assign(address(`games/${id}`));
    } catch (error) {
      news.refuse(messageOf(error));
    } finally {
      this.#isBusy = false;
    }
  }

  /**
   * Send a request once, however often its button is pressed; null if it was not granted.
   * @param {string} what
   * @param {() => object} body made anew for each try
   * @param {(before: Game) => Judgement} judge what a refusal means if the game has changed in the meantime:
   *   a browser may send twice what was not answered, so it may have been done already
   */
  async #send(what, body, judge = () => "refused") {
    if (this.#isBusy) return null;
    this.#isBusy = true;
    return this.#try(what, body, judge).finally(() => (this.#isBusy = false));
  }

  async #try(/** @type {string} */ what, /** @type {() => object} */ body, /** @type {(before: Game) => Judgement} */ judge) {
    const { page } = this;
    for (;;) {
      const before = page.game;
      try {
        return await post(`${page.path}/${what}`, body());
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.game) page.hear(error.game);
        const verdict = page.game.version === before.version ? "refused" : judge(before);
        if (verdict === "again" && error.status === 409) continue;
        if (verdict !== "done") page.news.refuse(error.status === 401 ? LOST_SEAT : error.message);
        return null;
      }
    }
  }
}
