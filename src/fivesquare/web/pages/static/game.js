/** The page of one game: what is known about it, what is shown of it, what can be done. */

import { announce } from "./announce.js";
import { ApiError, post } from "./api.js";
import { hintSentence, valuesOf } from "./advice.js";
import { Board } from "./board.js";
import { button, closable, confirm, paragraph } from "./dialogs.js";
import { Keys } from "./shortcuts.js";
import { Moves } from "./moves.js";
import { explainWaiting } from "./patience.js";
import { Score } from "./score.js";
import { takeSeat } from "./seat.js";
import { LOST_SEAT, Sending } from "./sending.js";
import { Share } from "./share.js";
import * as sound from "./sound.js";
import { Stream } from "./stream.js";
import { isCell, moveSentence, playerNames, previewWords, resultSentence, scoreSentence, sentence, skipSentence, turnSentence, typedMove, worth } from "./words.js";

const SLOW = 700; // milliseconds after which a move on its way is mentioned
const find = (id) => document.getElementById(id);

class Page {
  constructor({ game, seats }) {
    this.game = game;
    this.mine = seats;
    this.title = game.label;
    this.path = `/api/games/${game.id}`;
    this.told = null; // a sentence that stands until something happens: a hint, a refusal
    this.toldAt = null; // the cell that was pointed at then: pointing at another one shows that one
    this.hint = null; // the values of a hint, for its cell only
    this.values = null; // the values on the cells
    this.wantsValues = false;
    this.flipped = false;
    this.aim = null;
    this.doing = false; // something other than a move is on its way
    this.waiting = { version: null, end: () => {} }; // for the computer, in the game of that version
    this.board = new Board(find("board"), { label: `${this.title} board`, onChoose: (cell) => this.play(cell), onVain: (cell) => this.explain(cell), onPreview: (cell) => this.point(cell) });
    this.score = new Score(document.querySelector(".score"));
    this.moves = new Moves(find("moves"));
    this.share = new Share(this.path, location.origin + location.pathname);
    this.sending = new Sending(this.path, { onGame: (heard) => this.hear(heard), onRefused: (reason) => this.refuse(reason) });
    this.keys = new Keys(find("typed"), this.#letters(), () => this.board.focus());
    this.#listen();
    this.show();
    this.sending.resume(game);
    this.stream = new Stream(this.path, { onGame: (heard) => this.hear(heard), onLost: (lost) => this.lose(lost), onGone: () => this.refuse("This game is no longer kept here.") });
    this.#sit();
  }

  // --- What is known ---

  get names() {
    return playerNames(this.game, this.mine);
  }

  get isMine() {
    return this.mine.includes(this.game.turn);
  }

  /** Whether cells can be chosen now. */
  get isActive() {
    return this.isMine && !this.game.over && this.sending.move === null;
  }

  /** Whether advice is fair: never between two different people. */
  get mayAsk() {
    const people = this.game.players.every((player) => player === "human");
    return !this.game.over && (!people || this.mine.length === 2);
  }

  /** Whether nobody else plays: the computer, or a seat that nobody has taken. Then nobody has to agree. */
  get isAlone() {
    return this.game.seats.every((seat, index) => seat !== "sat" || this.mine.includes(index + 1));
  }

  /** Whether a game that is over can still be taken back. */
  get mayUndoEnd() {
    return this.isAlone && this.game.resigned === null && this.game.rematch === null;
  }

  /** The server's game, from whichever way it came: an older one is of no interest. */
  hear(heard) {
    const before = this.game;
    if (heard.id !== before.id || heard.version < before.version) return;
    this.game = heard;
    const moved = heard.version !== before.version;
    if (moved) {
      this.told = null;
      this.hint = null;
      this.values = null;
    }
    this.sending.settle(heard);
    this.show();
    if (moved) this.#tell(before, heard);
    if (this.wantsValues && moved) this.#fetchValues();
  }

  #say(sentence) {
    this.told = sentence;
    this.toldAt = this.aim;
  }

  refuse(reason) {
    this.#say(sentence(reason));
    this.show();
    announce(this.told);
  }

  lose(lost) {
    if (find("connection").hidden === !lost) return;
    find("connection").hidden = !lost;
    announce(lost ? "The connection is lost. Trying again." : "The connection is back.");
    if (!lost) this.sending.hurry();
  }

  // --- What is shown ---

  show() {
    const { game, names } = this;
    const held = document.activeElement;
    const pending = this.sending.move?.move ?? null;
    this.board.show(game, {
      mover: game.turn ?? game.last?.player ?? 1, active: this.isActive, values: this.values ?? this.hint, pending, flipped: this.flipped, names,
    });
    this.#showScore();
    this.moves.show(game, names);
    this.#showSentence();
    this.#showNow();
    this.#showActs();
    this.#showBanner();
    this.#showTitle();
    this.#waitForComputer();
    find("watching").textContent = game.watching > 0 ? `${game.watching} watching` : "";
    if (held !== document.body && (!held.isConnected || held.disabled || held.closest("[hidden]"))) this.board.focus();
  }

  #showScore() {
    const { game } = this;
    const claim = this.isPending ? null : (game.claims[this.aim] ?? null);
    this.score.show(game, { names: this.names, notes: [1, 2].map((seat) => this.#noteOf(seat)), then: claim });
  }

  get isPending() {
    return this.sending.move !== null;
  }

  #noteOf(seat) {
    const { game } = this;
    const computer = game.players[seat - 1] !== "human";
    if (game.over) return game.winner === seat ? "winner" : game.winner === 0 ? "draw" : computer ? "computer" : "";
    if (game.seats[seat - 1] === "open") return "not here yet";
    if (game.turn === seat) return computer ? "thinking" : this.mine.length === 1 && this.mine[0] === seat ? "your turn" : "to move";
    return computer ? "computer" : "waiting";
  }

  #showSentence() {
    const say = find("say");
    const parts = this.#sentence();
    const wanted = parts.map(([bold, text]) => (bold ? `*${text}*` : text)).join("");
    if (say.dataset.said === wanted) return;
    say.dataset.said = wanted;
    say.replaceChildren(...parts.map(([bold, text]) => (bold ? Object.assign(document.createElement("strong"), { textContent: text }) : text)));
  }

  /** What stands under the board, as [bold, text]. */
  #sentence() {
    const { game, names } = this;
    const pending = this.sending.move;
    if (pending) return [[false, pending.slow ? "Your move is on its way …" : `${names[game.turn - 1] ?? "You"}: ${pending.move}`]];
    if (this.told && this.aim === this.toldAt) return [[false, this.told]];
    if (this.aim && !game.over && this.#isFree(this.aim)) return [[true, this.aim], [false, ` ${previewWords(game, this.aim)}${this.#again}`]];
    if (this.told) return [[false, this.told]];
    const last = this.#lastSentence();
    if (game.over) return [[true, resultSentence(game, names)], [false, last && game.reason !== "resignation" ? ` ${last}` : ""]];
    return [[true, turnSentence(game, names)], [false, `${last ? ` ${last}` : this.#opening()}${this.#besides(game)}`]];
  }

  /** What else can be done than to claim any cell. */
  #besides(game) {
    if (game.chain) return this.isMine ? " One more beside it, or stop." : " One more may follow.";
    if (game.legal.includes("swap")) return this.isMine ? " Claim a cell, or swap: then the first claim is yours." : " A swap is possible.";
    return "";
  }

  /** Whoever touched a cell once wants to know that a second touch claims it. */
  get #again() {
    return this.isActive && this.board.armed === this.aim ? ". Tap again to claim." : "";
  }

  #isFree(cell) {
    const [row, column] = cell.split(",").map(Number);
    return this.game.owners[row - 1]?.[column - 1] === 0;
  }

  #opening() {
    if (this.mine.length === 0) return " You are watching.";
    return this.isMine ? " Choose a cell." : "";
  }

  /** The last move, and who was skipped after it. */
  #lastSentence() {
    const { log } = this.game;
    if (log.length === 0) return "";
    return this.#entrySentence(this.game, log.length - 1);
  }

  #entrySentence(game, index) {
    const entry = game.log[index];
    const said = moveSentence(game, entry, this.names, game.log[index - 1]?.counts ?? [0, 0]);
    return entry.skipped ? `${said} ${skipSentence(entry.skipped, this.names)}` : said;
  }

  /** Moves that are no cells have buttons of their own. */
  #showNow() {
    const place = find("now");
    const words = { stop: "Stop here", swap: "Swap" };
    const values = this.values ?? this.hint;
    const wanted = this.isActive ? this.game.legal.filter((move) => !isCell(move)) : [];
    place.hidden = wanted.length === 0;
    if (place.dataset.moves !== wanted.join()) {
      place.dataset.moves = wanted.join();
      place.replaceChildren(...wanted.map((move) => button(words[move], () => this.play(move), "button main")));
    }
    for (const [index, move] of wanted.entries()) {
      const judged = values?.each[move];
      place.children[index].textContent = judged ? `${words[move]}: ${worth(judged, values.exact).text}${judged.is_best ? ", best" : ""}` : words[move];
    }
  }

  #showActs() {
    const { game, mine } = this;
    const plays = mine.length > 0;
    const shown = {
      hint: this.mayAsk && plays,
      values: this.mayAsk,
      undo: plays && (!game.over || this.mayUndoEnd),
      again: plays && game.over,
      fresh: plays && game.over,
      review: game.over && game.ply > 0,
      mistake: game.over && game.ply > 0,
      share: true,
      resign: plays && !game.over,
    };
    for (const [id, visible] of Object.entries(shown)) find(id).hidden = !visible;
    document.querySelector(".acts").classList.toggle("over", game.over);
    find("values").setAttribute("aria-pressed", String(this.wantsValues));
    find("undo").disabled = !game.log.some((entry) => mine.includes(entry.player)) || mine.includes(game.asks) || this.isPending;
    find("type").hidden = !plays || game.over;
    document.querySelector(".keys").hidden = !plays;
  }

  #showBanner() {
    const { game, mine, names } = this;
    const [text, ...answers] = this.#banner(game, mine, names) ?? [];
    const place = find("banner");
    place.hidden = text === undefined;
    if (place.dataset.text === (text ?? "")) return;
    place.dataset.text = text ?? "";
    place.replaceChildren();
    if (text === undefined) return;
    const row = Object.assign(document.createElement("div"), { className: "buttons" });
    row.append(...answers);
    place.append(paragraph(text), row);
    announce(text);
  }

  /** A message that waits for an answer: its text and its buttons. */
  #banner(game, mine, names) {
    if (game.rematch) {
      const link = Object.assign(document.createElement("a"), { className: "button main", href: `/games/${game.rematch}`, textContent: mine.length ? "Play" : "Watch" });
      return [mine.length === 1 ? "There is a rematch, seats swapped." : "The game goes on with a rematch.", link];
    }
    if (game.asks && mine.length === 1 && !mine.includes(game.asks)) {
      return [
        `${names[game.asks - 1]} asks to take back their last move.`,
        button("Accept", () => this.answer("yes"), "button main"),
        button("Decline", () => this.answer("no")),
      ];
    }
    if (game.asks && mine.includes(game.asks)) return ["You asked to take back your last move."];
    const open = game.seats.indexOf("open") + 1;
    if (open > 0 && mine.includes(3 - open) && !game.over) {
      return ["The other seat is free.", button("Invite a friend", () => this.share.show(this.game, this.mine), "button main")];
    }
    return null;
  }

  #showTitle() {
    const { game, names } = this;
    const title = `${this.title}: ${names.join(" and ")} · Fivesquare`;
    const state = game.over ? resultSentence(game, names) : turnSentence(game, names);
    document.title = document.hidden ? `${this.isMine && !game.over ? "● " : ""}${state} ${this.title}` : title;
  }

  // --- What is said and heard ---

  #tell(before, now) {
    const added = now.ply > before.ply ? now.log.slice(before.ply).map((_, index) => this.#entrySentence(now, before.ply + index)) : [];
    const parts = [...added];
    if (now.ply < before.ply) parts.push("A move was taken back.");
    if (before.asks && !now.asks && !now.over && now.ply === before.ply) parts.push(this.mine.includes(before.asks) ? this.#declined() : "");
    before.seats.forEach((seat, index) => seat === "open" && now.seats[index] === "sat" && parts.push(this.#arrived(index + 1)));
    if (now.ply !== before.ply || now.over !== before.over) parts.push(scoreSentence(now, this.names), now.over ? resultSentence(now, this.names) : `${turnSentence(now, this.names)}${this.#besides(now)}`);
    announce(parts.filter(Boolean).join(" "));
    if (now.ply > before.ply || now.over !== before.over) {
      const takes = now.last?.takes.length > 0;
      sound.play(now.over ? "end" : this.isMine && document.hidden ? "turn" : takes ? "take" : "claim");
    }
  }

  #declined() {
    this.#say("Your opponent would rather not take it back.");
    this.#showSentence();
    return this.told;
  }

  #arrived(seat) {
    if (this.mine.includes(seat) || location.hash) return ""; // as long as the address has a secret, that may be me
    this.share.close();
    this.#say(this.mine.length > 0 ? "Your friend is here." : `${this.names[seat - 1]} is here.`);
    this.#showSentence();
    return this.told;
  }

  point(cell) {
    this.aim = cell;
    this.#showScore();
    this.#showSentence();
  }

  /** Why a cell cannot be claimed now. */
  explain(cell) {
    this.refuse(this.isActive ? `${cell} ${previewWords(this.game, cell, { names: this.names })}` : this.#idle);
  }

  /** Why no move can be made now. */
  get #idle() {
    if (this.isPending) return "Your move is still on its way.";
    if (this.game.over) return resultSentence(this.game, this.names);
    return this.mine.length > 0 ? "It is not your turn." : "You are watching.";
  }

  // --- What can be done ---

  play(move) {
    if (!this.isActive) {
      this.refuse(this.#idle);
      return;
    }
    this.told = null;
    this.sending.send(this.game, move);
    const sent = this.sending.move;
    setTimeout(() => {
      if (this.sending.move !== sent) return;
      sent.slow = true;
      this.#showSentence();
    }, SLOW);
    this.show();
  }

  /**
   * Do something other than a move; who presses twice means it once.
   * @param {() => object} body made anew for each try
   * @param {(before: object) => "again"|"done"|"refused"} judge what a refusal means if the game has gone on meanwhile:
   *   a browser may send twice what was not answered, so it may have been done already
   */
  async #do(what, body, judge = () => "refused") {
    if (this.doing) return null;
    this.doing = true;
    try {
      return await this.#try(what, body, judge);
    } finally {
      this.doing = false;
    }
  }

  async #try(what, body, judge) {
    for (;;) {
      const before = this.game;
      try {
        return await post(`${this.path}/${what}`, body());
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.game) this.hear(error.game);
        const verdict = this.game.version === before.version ? "refused" : judge(before);
        if (verdict === "again" && error.status === 409) continue;
        if (verdict !== "done") this.refuse(error.status === 401 ? LOST_SEAT : error.message);
        return null;
      }
    }
  }

  async answer(answer) {
    const judge = answer === "ask" ? (before) => this.#judgeUndo(before) : (before) => (this.game.asks === before.asks ? "refused" : "done");
    const game = await this.#do("takeback", () => ({ version: this.game.version, answer }), judge);
    if (game) this.hear(game);
  }

  /** If the computer has moved meanwhile, it is still my last decision that I take back. */
  #judgeUndo(before) {
    if (this.game.ply < before.ply || this.mine.includes(this.game.asks)) return "done";
    return this.isAlone ? "again" : "refused";
  }

  undo() {
    if (!find("undo").disabled && !find("undo").hidden) this.answer("ask");
  }

  async resign() {
    if (find("resign").hidden) return;
    const winner = this.mine.length === 2 ? this.names[2 - this.game.turn] : "your opponent";
    const sure = await confirm("Resign?", `The game ends and ${winner} wins.`, "Resign", "Play on");
    if (!sure || this.game.over) return;
    const game = await this.#do("resign", () => ({ version: this.game.version }), () => (this.game.over ? "done" : "again"));
    if (game) this.hear(game);
  }

  async rematch(board) {
    const answer = await this.#do("rematch", () => ({ board }));
    if (answer) location.assign(`/games/${answer.id}`);
  }

  /** One sentence, and the cell it is about. */
  async giveHint() {
    if (find("hint").hidden) return;
    if (!this.isActive) return this.refuse("A hint is for your turn.");
    const asked = this.game.version;
    this.#say("Looking for the best move …");
    this.show();
    const values = await this.#values();
    if (values === null || this.game.version !== asked) return;
    const best = values.best[0];
    this.#say(hintSentence(values));
    this.hint = best ? { ...values, each: { [best]: values.each[best] } } : null;
    this.show();
    announce(this.told);
  }

  toggleValues() {
    if (find("values").hidden) return;
    this.wantsValues = !this.wantsValues;
    this.values = null;
    this.hint = null;
    this.show();
    announce(this.wantsValues ? "Values on." : "Values off.");
    if (this.wantsValues) this.#fetchValues();
  }

  async #fetchValues() {
    if (!this.mayAsk || this.#isComputersTurn) return;
    const asked = this.game.version;
    const slow = setTimeout(() => {
      this.#say("Working out what each move is worth …");
      this.show();
    }, SLOW);
    const values = await this.#values();
    clearTimeout(slow);
    if (values === null || this.game.version !== asked || !this.wantsValues) return;
    this.told = null;
    this.values = values;
    this.show();
  }

  /** Then there is nobody here to be told what moves are worth. */
  get #isComputersTurn() {
    return this.game.players[this.game.turn - 1] !== "human";
  }

  async #values() {
    const asked = this.game.version;
    const heard = explainWaiting((words) => {
      if (this.game.version !== asked) return;
      this.#say(words);
      this.show();
    });
    try {
      return await valuesOf(this.game);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.refuse(error.message);
      return null;
    } finally {
      heard();
    }
  }

  /** A computer that takes long may be waiting for the solver: then that is said. */
  #waitForComputer() {
    const version = this.game.thinking ? this.game.version : null;
    if (this.waiting.version === version) return;
    this.waiting.end();
    this.waiting = { version, end: version === null ? () => {} : explainWaiting((words) => this.refuse(words)) };
  }

  flip() {
    this.flipped = !this.flipped;
    find("turn").setAttribute("aria-pressed", String(this.flipped));
    this.show();
  }

  toggleSound() {
    sound.turn(!sound.isOn());
    this.#showSound();
  }

  #showSound() {
    const on = sound.isOn();
    find("sound").setAttribute("aria-pressed", String(on));
    find("sound").querySelector("use").setAttribute("href", on ? "#i-sound" : "#i-silent");
  }

  showRules() {
    find("rules-dialog").showModal();
  }

  // --- Wiring ---

  #letters() {
    return [
      ["h", "hint", () => this.giveHint()],
      ["v", "exact values on or off", () => this.toggleValues()],
      ["u", "undo, or ask to take back", () => this.undo()],
      ["l", "share a link", () => this.share.show(this.game, this.mine)],
      ["x", "resign", () => this.resign()],
      ["r", "rules", () => this.showRules()],
      ["f", "the board from the other side", () => this.flip()],
      ["m", "sound on or off", () => this.toggleSound()],
      ["b", "to the board", () => this.board.focus()],
    ];
  }

  #listen() {
    const deeds = {
      hint: () => this.giveHint(),
      values: () => this.toggleValues(),
      undo: () => this.undo(),
      share: () => this.share.show(this.game, this.mine),
      resign: () => this.resign(),
      again: () => this.rematch("same"),
      fresh: () => this.rematch("new"),
      turn: () => this.flip(),
      sound: () => this.toggleSound(),
      keys: () => this.keys.show(),
    };
    for (const [id, deed] of Object.entries(deeds)) find(id).addEventListener("click", deed);
    find("rules").addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.showRules();
    });
    find("typed").addEventListener("input", ({ target }) => {
      const move = typedMove(target.value);
      this.board.preview(move !== null && isCell(move) ? move : null);
    });
    find("type").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#playTyped();
    });
    closable(find("rules-dialog"));
    document.addEventListener("visibilitychange", () => this.#showTitle());
    this.#showSound();
  }

  #playTyped() {
    const move = typedMove(find("typed").value);
    if (move === null) {
      this.refuse("A move is a row and a column, like 2,3.");
      return;
    }
    this.keys.leave();
    this.board.preview(null); // what the move did is to be read, not what the cell in focus would do
    this.play(move);
  }

  /** Take the seat that the address carries; invite somebody to the seat that is free. */
  async #sit() {
    const taken = await takeSeat(this.path);
    if (taken?.error) this.refuse(taken.error);
    if (taken?.seats) {
      this.mine = [...new Set([...this.mine, ...taken.seats])].sort();
      this.hear(taken.game);
      this.show();
      this.stream.reopen(); // so that this browser is no longer counted as a spectator
    }
    const open = this.game.seats.indexOf("open") + 1;
    if (open > 0 && this.mine.includes(3 - open) && this.game.ply === 0 && firstTime(`fivesquare-invited ${this.path}`)) this.share.show(this.game, this.mine);
  }
}

/** Whether something happens for the first time in this tab. */
function firstTime(what) {
  try {
    const before = sessionStorage.getItem(what);
    sessionStorage.setItem(what, "yes");
    return before === null;
  } catch {
    return true;
  }
}

new Page(JSON.parse(find("data").textContent));
