/** Hints and values in a game: what moves are worth, asked of the server once a position. */

import { address } from "./addresses.js";
import { ApiError, post } from "./api.js";
import { find } from "./elements.js";
import { announce } from "./liveregion.js";
import { explainWaiting, retry } from "./retry.js";
import { lineWords, worthWords } from "./words.js";

const PATIENCE = 600_000; // milliseconds; the solver may be getting ready on a busy machine
const SLOW = 700; // milliseconds after which a search is mentioned
const kept = /** @type {Map<string, Promise<Values>>} */ (new Map());

/** How often something has happened in a game, but for help that was asked for: that changes nothing on the board. @param {Game} game */
export function happened({ version, helped }) {
  return version - helped.flat().length;
}

/**
 * What moves are worth, remembered; asked again while the solver is busy. Players ask in their game, where it is noted that they were helped.
 * @param {Game} game @param {"hint"|"values"} kind @param {boolean} plays @returns {Promise<Values>}
 */
function valuesOf(game, kind, plays) {
  const { book, board, setup, moves, id, ply } = game;
  const record = { book, board, setup, moves };
  const key = JSON.stringify([record, kind]);
  const end = Date.now() + PATIENCE;
  const known = kept.get(key);
  if (known) return known;
  const ask = () => (plays ? post(address(`api/games/${id}/advice`), { ply, kind }, { patience: PATIENCE }) : post(address("api/values"), record, { patience: PATIENCE }));
  const asked = retry(ask, { passes: ({ status }) => status === 503 && Date.now() < end });
  kept.set(key, asked);
  asked.catch(() => kept.delete(key));
  return asked;
}

export class Advice {
  #values = /** @type {Values|null} */ (null);
  #hint = /** @type {Values|null} */ (null); // of its one cell
  isOn = false; // whether values are wanted on every cell

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
  }

  /** What is written on the cells. */
  get shown() {
    return this.#values ?? this.#hint;
  }

  /** Whether advice is fair: never between two different people. */
  get isFair() {
    const { game, mine } = this.page;
    return !game.over && (mine.length === 2 || game.players.some((player) => player !== "human"));
  }

  clear() {
    this.#values = null;
    this.#hint = null;
  }

  /** One sentence, and the cell it is about. */
  async hint() {
    const { game, isActive, news } = this.page;
    if (find("#hint").hidden) return;
    if (!isActive) news.refuse("Hints are for your own turn.");
    else if (game.legal.length === 1) news.tell(`Hint: ${game.legal[0]} is your only move.`);
    else await this.#findHint(game);
  }

  async #findHint(/** @type {Game} */ game) {
    const { news } = this.page;
    this.#say("Looking for the best move …");
    const values = await this.#ask("hint");
    if (values === null || happened(this.page.game) !== happened(game)) return;
    const [best] = values.best;
    this.#hint = best ? { ...values, each: { [best]: values.each[best] } } : null;
    news.tell(hintSentence(values));
  }

  toggle() {
    if (find("#values").hidden) return;
    this.isOn = !this.isOn;
    this.clear();
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
    const values = await this.#ask("values");
    clearTimeout(slow);
    if (values === null || happened(page.game) !== happened(game) || !this.isOn) return;
    this.#values = values;
    this.#say(values.exact ? "" : "Estimates: this board is too large to be solved now.");
  }

  #say(/** @type {string} */ words) {
    this.page.news.say(words);
    this.page.show();
  }

  async #ask(/** @type {"hint"|"values"} */ kind) {
    const { game, mine } = this.page;
    const end = explainWaiting((words) => happened(this.page.game) === happened(game) && this.#say(words));
    try {
      return await valuesOf(game, kind, mine.length > 0);
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

/** A hint in one sentence. @param {Values} values */
function hintSentence(values) {
  const [move] = values.best;
  const judged = values.each[move];
  if (!move || !judged) return "There is nothing to choose.";
  const others = values.best.length - 1;
  const also = others > 0 ? ` So ${others === 1 ? "does" : "do"} ${others === 1 ? values.best[1] : `${others} other moves`}.` : "";
  if (!values.exact) return `Hint: ${move} looks best, ${worthWords(judged, false)}.`;
  const line = values.line.length > 1 ? ` Perfect play: ${lineWords(values.line)}.` : "";
  return `Hint: ${move} ${worthWords(judged)}.${judged.result === 0 ? "" : also}${line}`;
}
