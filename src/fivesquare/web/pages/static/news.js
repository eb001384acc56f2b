/** What a game page says: the sentence under the board, announcements, and messages that wait for an answer. */

import { button, find, make } from "./elements.js";
import { announce } from "./liveregion.js";
import { placed } from "./places.js";
import { openSeat } from "./share.js";
import * as sound from "./sound.js";
import { FORFEIT, many, moveSentence, previewWords, resultSentence, scoreSentence, sentence, skipSentence, subject, turnSentence } from "./words.js";

export class News {
  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.place = find("#say");
    this.told = ""; // a sentence that stays until something happens: a hint, a refusal
    this.lead = ""; // and how it begins, in bold
    this.toldAt = /** @type {string|null} */ (null); // the cell that was pointed at then: pointing at another one shows that one
    this.isFleeting = false; // whether pointing at another cell ends that sentence
    this.seen = /** @type {string|null} */ (null); // the cell that was pointed at when something happened: that is said, not whose cell it is
  }

  /** The game has gone on: nothing that was said holds any longer. */
  clear() {
    this.say("");
    this.seen = this.page.aim;
  }

  /** Keep a sentence until something happens. @param {string} words @param {{isFleeting?: boolean, lead?: string}} options */
  say(words, { isFleeting = false, lead = "" } = {}) {
    this.told = words;
    this.lead = lead;
    this.toldAt = this.page.aim;
    this.isFleeting = isFleeting;
  }

  /** Say something on the page and aloud. @param {string} words @param {{isFleeting?: boolean, lead?: string}} options */
  tell(words, options = {}) {
    this.say(words, options);
    this.page.show();
    announce(options.lead ? `${options.lead} ${words}` : words);
  }

  /** Say why something was not done; pointing at a cell ends it. @param {string} reason */
  refuse(reason) {
    this.tell(sentence(reason), { isFleeting: true });
  }

  /** Another cell is pointed at. */
  point() {
    const { aim } = this.page;
    if (aim !== this.seen) this.seen = null;
    if (this.isFleeting && aim !== null && aim !== this.toldAt) this.told = "";
    this.show();
  }

  show() {
    const { advice, tutor, game } = this.page;
    const parts = this.#parts();
    find(".say").hidden = tutor.isWarning || (game.over && !this.told);
    advice.hints.show();
    const wanted = parts.map(([bold, text]) => (bold ? `*${text}*` : text)).join("");
    if (this.place.dataset.said === wanted) return;
    this.place.dataset.said = wanted;
    this.place.replaceChildren(...parts.map(([bold, text]) => (bold ? make("strong", {}, text) : text)));
  }

  /** @returns {[bold: boolean, text: string][]} */
  #parts() {
    const { game, names, aim, board, isMine, mine, outbox: { move: sent } } = this.page;
    if (sent) return [[false, sent.slow ? "Your move is on its way …" : `${names[(game.turn ?? 0) - 1] ?? "You"}: ${placed(sent.move)}`]];
    if (this.told && aim === this.toldAt) return this.#told;
    if (aim && !game.over && (aim in game.claims || aim !== this.seen)) {
      return [[true, placed(aim)], [false, ` ${previewWords(game, aim, { names })}${board.armed === aim ? ". Tap again to claim." : ""}`]];
    }
    if (this.told) return this.#told;
    const last = game.log.length ? ` ${this.#moveSentence(game, game.log.length - 1)}` : "";
    if (game.over) return [[true, resultSentence(game, names)], [false, ["resignation", "time"].includes(game.reason ?? "") ? "" : last]];
    const opening = mine.length === 0 ? " You are watching." : isMine ? " Choose a cell." : "";
    return [[true, turnSentence(game, names)], [false, `${last || opening}${this.#options(game)}`]];
  }

  /** @returns {[bold: boolean, text: string][]} */
  get #told() {
    return this.lead ? [[true, this.lead], [false, ` ${this.told}`]] : [[false, this.told]];
  }

  /** What can be done besides claiming any cell. @param {Game} game */
  #options(game) {
    const { isMine } = this.page;
    if (game.chain) return isMine ? " Claim one more beside it, or stop." : " One more claim may follow.";
    if (game.legal.includes("swap")) return isMine ? " Claim a cell, or swap: then the first claim is yours." : " A swap is possible.";
    return "";
  }

  /** A move of the log, and who was skipped after it. @param {Game} game @param {number} index */
  #moveSentence(game, index) {
    const { names } = this.page;
    const entry = game.log[index];
    const said = moveSentence(game, entry, names, game.log[index - 1]?.counts ?? [0, 0]);
    const ends = entry.forfeits ? ` ${FORFEIT}` : "";
    return `${said}${ends}${entry.skipped ? ` ${skipSentence(entry.skipped, names)}` : ""}`;
  }

  /** Announce what has happened between two versions of the game. @param {Game} before @param {Game} now */
  report(before, now) {
    const { names } = this.page;
    const parts = now.over ? [] : now.log.slice(before.ply).map((_, index) => this.#moveSentence(now, before.ply + index));
    if (now.ply < before.ply) parts.push("A move was taken back.");
    if (before.asks && !now.asks && !now.over && now.ply === before.ply) parts.push(this.#unasked(before.asks, before, now));
    before.seats.forEach((seat, index) => seat === "open" && now.seats[index] === "sat" && parts.push(this.#arrived(/** @type {Seat} */ (index + 1))));
    if (now.ply !== before.ply || now.over !== before.over) {
      if (now.over) parts.push(resultSentence(now, names));
      else parts.push(scoreSentence(now, names), `${turnSentence(now, names)}${this.#options(now)}`);
    }
    announce(parts.filter(Boolean).join(" "));
    if (now.ply > before.ply || now.over !== before.over) {
      sound.play(now.over ? "end" : this.page.isMine && document.hidden ? "turn" : now.last?.takes.length ? "take" : "claim");
    }
  }

  /** A takeback is no longer asked for: it was declined or withdrawn. @param {Seat} asker @param {Game} before @param {Game} now */
  #unasked(asker, before, now) {
    const wait = now.waits[asker - 1];
    const isDeclined = wait > before.waits[asker - 1];
    if (!this.page.mine.includes(asker)) return isDeclined ? "" : `${subject(this.page.names[asker - 1])} no longer asks to take back.`;
    return this.#note(isDeclined ? `Your opponent declined. You can ask again in ${many(wait, "second")}.` : "You no longer ask to take back.");
  }

  #arrived(/** @type {Seat} */ seat) {
    if (this.page.mine.includes(seat) || location.hash) return ""; // as long as the address has a secret, that may be me
    this.page.share.close();
    return this.#note(this.page.mine.length > 0 ? "Your friend is here." : `${subject(this.page.names[seat - 1])} is here.`);
  }

  /** Show a sentence that is announced with others. @param {string} words */
  #note(words) {
    this.say(words);
    this.show();
    return words;
  }
}

/** A message that waits for an answer: a takeback, a free seat. */
export class Banner {
  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.place = find("#banner");
  }

  show() {
    const [text, ...answers] = this.#message() ?? [""];
    this.place.hidden = text === "";
    if ((this.place.dataset.text ?? "") === text) return;
    this.place.dataset.text = text;
    this.place.replaceChildren(...(text ? [make("p", {}, text), make("div.buttons", {}, ...answers)] : []));
    announce(text);
  }

  /** @returns {[string, ...HTMLElement[]]|null} its text and its buttons */
  #message() {
    const { game, mine, names, share, requests } = this.page;
    if (game.asks && mine.includes(game.asks)) return ["You asked to take back your last move.", button("Withdraw", () => requests.takeBack("no"))];
    if (game.asks && mine.length === 1) {
      return [
        `${subject(names[game.asks - 1])} asks to take back their last move.`,
        button("Accept", () => requests.takeBack("yes"), { main: true }),
        button("Decline", () => requests.takeBack("no")),
      ];
    }
    if (openSeat(game, mine) && !game.over) return ["The other seat is free.", button("Invite a friend", () => share.show(game, mine), { main: true })];
    return null;
  }
}
