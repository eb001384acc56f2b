/** The page of one game: what is known about it, and the parts that show it. */

import { address } from "./addresses.js";
import { Advice } from "./advice.js";
import { happened } from "./answers.js";
import { Board } from "./board.js";
import { closable, show as showDialog } from "./dialogs.js";
import { find, pageData } from "./elements.js";
import { Ending } from "./ending.js";
import { EveningWay } from "./eveningway.js";
import { Friend } from "./friend.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";
import { MoveLink } from "./movelink.js";
import { MoveList } from "./movelist.js";
import { Banner, News } from "./news.js";
import { Outbox } from "./outbox.js";
import { placed } from "./places.js";
import { Preferences } from "./preferences.js";
import { Requests } from "./requests.js";
import { explainWaiting } from "./retry.js";
import { Score } from "./score.js";
import { takeSeat } from "./seat.js";
import { GameShare, openSeat } from "./share.js";
import * as sound from "./sound.js";
import { Stream } from "./stream.js";
import { Toolbar } from "./toolbar.js";
import { Tutor } from "./tutor.js";
import { TypedMove } from "./typedmove.js";
import { isCell, playerNames, previewWords, resultSentence, turnSentence } from "./words.js";

const SLOW = 700; // milliseconds after which a move on its way is mentioned
const rules = find("#rules-dialog", HTMLDialogElement);
const connection = find("#connection");

export class GamePage {
  constructor(/** @type {{game: Game, seats: Seat[], is_reachable: boolean}} */ { game, seats, is_reachable: isReachable }) {
    this.game = game;
    this.mine = seats;
    this.path = address(`api/games/${game.id}`);
    this.flipped = false;
    this.aim = /** @type {string|null} */ (null); // the cell that is pointed at
    this.waiting = { version: /** @type {number|null} */ (null), end: () => {} }; // for the computer, in the game of that version
    this.board = new Board(find("#board"), { label: `${game.label} board`, onChoose: (cell) => this.play(cell), onVain: (cell) => this.play(cell), onPreview: (cell) => this.point(cell) });
    this.score = new Score(find(".score"));
    this.moves = new MoveList(find("#moves"));
    this.share = new GameShare(this.path, address(`games/${game.id}`), isReachable);
    this.outbox = new Outbox(this.path, { onGame: (heard) => this.hear(heard), onRefused: (reason) => this.news.refuse(reason) });
    this.news = new News(this);
    this.advice = new Advice(this);
    this.tutor = new Tutor(this);
    this.requests = new Requests(this);
    this.ending = new Ending(this);
    this.preferences = new Preferences(this);
    this.banner = new Banner(this);
    this.stream = /** @type {Stream|null} */ (null);
    this.friend = new Friend(this);
    this.evening = new EveningWay(this);
    this.moveLink = new MoveLink(this);
    this.toolbar = new Toolbar(this);
    this.typing = new TypedMove(this);
    this.#listen();
    this.show();
    this.outbox.resume(game);
    this.stream = new Stream(this.path, { onGame: (heard) => this.hear(heard), onLost: (lost) => this.#lose(lost), onGone: () => this.news.tell("This game has been deleted.") });
    this.#sit();
    this.tutor.refresh();
  }

  // --- What is known ---

  get names() {
    return playerNames(this.game, this.mine);
  }

  get isMine() {
    return this.game.turn !== null && this.mine.includes(this.game.turn);
  }

  /** Whether a move is on its way. */
  get isPending() {
    return this.outbox.move !== null;
  }

  /** Whether cells can be chosen now. */
  get isActive() {
    return this.isMine && !this.game.over && !this.isPending;
  }

  /** Whether the other seat is the computer's, or free. Then there is no opponent who has to agree. */
  get isAlone() {
    return this.game.seats.every((seat, index) => seat !== "sat" || this.mine.includes(/** @type {Seat} */ (index + 1)));
  }

  /** Whether both seats are people's. */
  get isBetweenPeople() {
    return this.game.players.every((player) => player === "human");
  }

  /** The server's game, from whichever way it came; an older one is ignored. @param {Game} heard */
  hear(heard) {
    const before = this.game;
    if (heard.id !== before.id || heard.version < before.version) return;
    this.game = heard;
    const moved = happened(heard) !== happened(before);
    if (moved) {
      this.news.clear();
      this.advice.clear();
      this.tutor.clear();
    }
    this.outbox.settle(heard);
    this.show();
    this.friend.hear(before, heard);
    if (moved) this.news.report(before, heard);
    if (moved) this.advice.refresh();
    this.tutor.refresh();
  }

  #lose(/** @type {boolean} */ lost) {
    if (connection.hidden === !lost) return;
    connection.hidden = !lost;
    announce(lost ? "Connection lost. Trying again." : "The connection is back.");
    if (!lost) this.outbox.hurry();
  }

  // --- What is shown ---

  show() {
    const { game, names } = this;
    const held = document.activeElement;
    this.#showBoard();
    this.showScore();
    this.moves.show(game, names);
    this.tutor.show();
    this.ending.show();
    this.news.show();
    this.toolbar.show();
    this.banner.show();
    this.friend.show();
    this.moveLink.show();
    this.preferences.show();
    this.typing.show();
    find("#main").classList.toggle("ended", game.over);
    this.evening.show();
    this.#showTitle();
    this.#waitForComputer();
    find("#watching").textContent = game.watching > 0 ? `${game.watching} watching` : "";
    if (held && held !== document.body && (!held.isConnected || held.matches(":disabled") || held.closest("[hidden]"))) this.board.focus();
  }

  /** The board as it is, or as it would be after a step of the hint. */
  #showBoard() {
    const { game, names, flipped, advice: { hints, shown }, tutor } = this;
    const { view } = hints;
    const mover = game.turn ?? game.last?.player ?? 1;
    const ghosts = new Map([...hints.ghosts, ...tutor.ghosts]);
    if (view) {
      this.board.show(view, { mover, flipped, names, ghosts, still: true });
      return;
    }
    this.board.show(game, {
      mover, flipped, names, ghosts, active: this.isActive, values: shown, pending: this.outbox.move?.move ?? null, atOneTap: this.preferences.atOneTap,
      takes: [...hints.takes, ...tutor.takes], ...(game.over ? { winner: game.winner ?? 0 } : {}),
    });
  }

  showScore() {
    const then = this.isPending || !this.aim ? null : (this.game.claims[this.aim] ?? null);
    const notes = /** @type {Seat[]} */ ([1, 2]).map((seat) => this.friend.note(seat, this.#noteOf(seat)));
    this.score.show(this.advice.hints.view ?? this.game, { names: this.names, faces: this.friend.faces, notes, then });
  }

  #noteOf(/** @type {Seat} */ seat) {
    const { game } = this;
    const computer = game.players[seat - 1] !== "human";
    if (game.over) return game.winner === seat ? "won" : game.winner === 0 ? "draw" : computer ? "computer" : "";
    if (game.seats[seat - 1] === "open") return "not here yet";
    if (game.turn === seat) return computer ? "thinking" : this.mine.length === 1 && this.mine[0] === seat ? "your turn" : "to move";
    return computer ? "computer" : "waiting";
  }

  #showTitle() {
    const { game, names } = this;
    const state = game.over ? resultSentence(game, names) : turnSentence(game, names);
    const mark = this.isMine && !game.over ? "● " : "";
    document.title = document.hidden ? `${mark}${state} ${game.label}` : `${game.label}: ${names.join(" and ")} · Fivesquare`;
  }

  /** A computer that takes long may be waiting for the solver: then that is said. */
  #waitForComputer() {
    const version = this.game.thinking ? this.game.version : null;
    if (this.waiting.version === version) return;
    this.waiting.end();
    this.waiting = { version, end: version === null ? () => {} : explainWaiting((words) => this.news.tell(words)) };
  }

  // --- What can be done ---

  point(/** @type {string|null} */ cell) {
    this.aim = cell;
    this.showScore();
    this.news.point();
  }

  /** Why a move cannot be made now; null if it can. @param {string} move */
  #obstacle(move) {
    const { game, names } = this;
    if (this.isPending) return "Your move is still on its way.";
    if (game.over) return resultSentence(game, names);
    if (!this.isMine) return this.mine.length > 0 ? "It is not your turn." : "You are watching.";
    if (game.legal.includes(move)) return null;
    if (this.board.cells.has(move)) return `${placed(move)} ${previewWords(game, move, { names })}`;
    return isCell(move) ? `${placed(move)} is not on this board of ${game.size[0]} by ${game.size[1]}` : `There is nothing to ${move} now`;
  }

  /** Make a move, unless there is an obstacle or the tutor asks first. @param {string} move */
  play(move) {
    if (this.advice.hints.view) {
      this.advice.hints.look(0); // a press on the board brings it back as it is
      return;
    }
    const obstacle = this.#obstacle(move);
    if (obstacle !== null) this.news.refuse(obstacle);
    else if (!this.tutor.holds(move)) this.send(move);
  }

  /** Send a move that can be made. @param {string} move */
  send(move) {
    this.news.say("");
    this.outbox.send(this.game, move);
    const sent = this.outbox.move;
    setTimeout(() => {
      if (sent === null || this.outbox.move !== sent) return;
      sent.slow = true;
      this.news.show();
    }, SLOW);
    this.show();
  }

  flip() {
    this.flipped = !this.flipped;
    this.show();
  }

  toggleSound() {
    sound.turn(!sound.isOn());
    this.toolbar.show();
  }

  /** Take the seat that the address carries; invite a friend to the seat that is free. */
  async #sit() {
    const taken = await takeSeat(this.path);
    if (taken && "error" in taken) this.news.refuse(taken.error);
    else if (taken) {
      this.mine = [...new Set([...this.mine, ...taken.seats])].sort();
      this.hear(taken.game);
      this.tutor.refresh();
      this.show();
      this.stream?.reopen(); // so that this browser is no longer counted as a spectator
      this.friend.joined();
    }
    const invited = `invited ${this.path}`;
    if (!openSeat(this.game, this.mine) || this.game.ply > 0 || recall(invited, "", "tab")) return;
    keep(invited, "yes", "tab");
    this.share.show(this.game, this.mine);
  }

  // --- Wiring ---

  /** What can be done, with its button and its key. @returns {Deed[]} */
  get deeds() {
    const { advice, requests } = this;
    return [
      { id: "hint", key: "h", words: "hint", deed: () => advice.hint() },
      { id: "values", key: "v", words: "exact values on or off", deed: () => advice.toggle() },
      { id: "undo", key: "u", words: "undo, or ask to take back", deed: () => requests.undo() },
      { id: "share", key: "l", words: "share a link", deed: () => this.share.show(this.game, this.mine) },
      { id: "resign", key: "x", words: "resign", deed: () => requests.resign() },
      ...(this.friend.place && !this.moveLink.place ? [{ id: "say-button", key: "t", words: "say something to the other player", deed: () => this.friend.toggle() }] : []),
      { key: "r", words: "rules", deed: () => showDialog(rules) },
      { id: "turn", key: "f", words: "turn the board around", deed: () => this.flip() },
      { id: "sound", key: "m", words: "sound on or off", deed: () => this.toggleSound() },
      { key: "b", words: "go to the board", deed: () => this.board.focus() },
      { id: "again", deed: () => requests.rematch("same") },
      { id: "fresh", deed: () => requests.rematch("new") },
      { id: "keys", deed: () => this.typing.keys.toggle() },
    ];
  }

  #listen() {
    find("#rules", HTMLAnchorElement).addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      showDialog(rules);
    });
    closable(rules);
    document.addEventListener("visibilitychange", () => this.#showTitle());
  }
}

new GamePage(pageData());
document.documentElement.dataset.ready = "true";
