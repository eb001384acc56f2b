/** The analysis board: any position, set up by hand or reached by moves, and what it is worth. The server decides what is a position. */

import { address } from "./addresses.js";
import { AnalyseKeys } from "./analysekeys.js";
import { messageOf, post } from "./api.js";
import { Board } from "./board.js";
import { askForNumbers, isSameShape } from "./boardtext.js";
import { brushed, placed } from "./brushes.js";
import { BrushForm } from "./brushform.js";
import { offerContinuation } from "./continuation.js";
import { all, around, button, find, make, pageData } from "./elements.js";
import { pack } from "./fragment.js";
import { GameList } from "./gamelist.js";
import { Lead, step } from "./lead.js";
import { announce } from "./liveregion.js";
import { OwnRules } from "./ownrules.js";
import { PositionHistory, positionIn } from "./positionhistory.js";
import { PositionValues } from "./positionvalues.js";
import { linkRow } from "./share.js";
import { capital, isCell, previewWords, sentence, skipSentence, worthWords } from "./words.js";

const NAMES = ["Blue", "Amber"];
const place = (/** @type {string} */ id) => find(`#${id}`);
const press = (/** @type {string} */ id) => find(`#${id}`, HTMLButtonElement);
const list = (/** @type {string} */ id) => find(`#${id}`, HTMLSelectElement);

export class AnalysisBoard {
  #edits = /** @type {Promise<unknown>} */ (Promise.resolve()); // one after the other: each is made of what the one before it left
  #state = /** @type {ValuesState} */ ({ values: null, words: "" });
  #mode = "setup";

  constructor(/** @type {Shown} */ shown) {
    this.shown = shown;
    this.brushes = new BrushForm();
    this.board = new Board(place("board"), { onPreview: (cell) => this.#preview(cell), label: "Analysis board" });
    this.lead = new Lead(NAMES, { onStep: (moves) => this.#play(moves), onRetry: () => this.#learn() });
    this.values = new PositionValues((state) => this.#take(state));
    this.history = new PositionHistory((hash) => this.#follow(hash));
    const choose = (/** @type {Book} */ book) => this.#change(() => ({ book, moves: [] }));
    this.own = new OwnRules(choose);
    this.games = new GameList({ onGame: choose, onOwn: () => {
      this.games.show(this.shown); // until there are rules it is the same game
      this.own.show();
    } });
    this.#listen();
  }

  /** Open the page at the position of its address, or of the server. @param {{given: boolean, problem: string}} data */
  async begin({ given, problem }) {
    const asked = given ? null : await positionIn(location.hash);
    if (asked && typeof asked !== "string") await this.#show(asked.record, asked.ply).catch((error) => this.#complain(broken(error)));
    else if (asked || problem) this.#complain(asked ?? problem);
    this.#setMode(this.shown.record.moves.length ? "play" : "setup");
    this.#draw();
    await this.history.begin(this.shown.record, this.shown.view.ply, address("analysis"));
    this.#drawAddress();
  }

  // --- Changes ---

  /** Change the position, when the changes before it are made; what is refused changes nothing. @param {(shown: Shown) => PositionWish|null} edit */
  #change(edit) {
    this.#edits = this.#edits.then(async () => {
      const wish = edit(this.shown);
      if (!wish) return;
      try {
        await this.#ask(wish);
      } catch (error) {
        this.#complain(sentence(messageOf(error)));
        return;
      }
      this.#tellSkip(wish);
      await this.history.add(this.shown.record, this.shown.view.ply);
      this.#drawAddress();
    });
    return this.#edits;
  }

  /** Show a position as soon as the server has seen it. @param {PositionWish} wish */
  async #ask(wish) {
    this.shown = await post(address("api/position"), wish);
    this.#complain("");
    this.#draw();
  }

  #show(/** @type {GameRecord} */ { book, board, setup, moves }, /** @type {number} */ ply) {
    return this.#ask({ book, board, setup, moves, ply });
  }

  /** Another entry of the history, or another link. @param {string} hash */
  #follow(hash) {
    this.#edits = this.#edits.then(async () => {
      const asked = await positionIn(hash);
      if (typeof asked === "string") this.#complain(asked);
      else if (asked) await this.#show(asked.record, asked.ply).catch((error) => this.#complain(broken(error)));
      this.#drawAddress();
    });
  }

  /** Moves from here; those that came after are gone, unless they are the same. @param {string[]} moves */
  #play(moves) {
    return this.#change(({ record, view }) => {
      const next = [...record.moves.slice(0, view.ply), ...moves];
      const isKnown = record.moves.slice(0, next.length).join() === next.join();
      return { ...record, moves: isKnown ? record.moves : next, ply: next.length };
    });
  }

  /** Another move of the game. @param {(ply: number) => number} way from the one that is shown when the changes before are made */
  #go(way) {
    return this.#change(({ record, view }) => {
      const ply = way(view.ply);
      return record.moves.length < ply || ply < 0 ? null : { ...record, ply };
    });
  }

  #press(/** @type {string} */ cell) {
    const { view } = this.shown;
    if (this.#mode === "setup") {
      const { brush, number } = this.brushes;
      this.#change((shown) => brushed(shown, cell, brush, Number(number.value)));
    } else if (view.legal.includes(cell)) this.#play([cell]);
    else this.#complain(view.over ? "The game is over here. Step back, or set up another position." : `${cell} ${previewWords(view, cell, { names: NAMES })}.`);
  }

  // --- What it is worth ---

  #learn() {
    const { record, view } = this.shown;
    if (view.over) {
      this.values.cancel();
      this.#take({ values: null, words: "" });
    } else this.values.ask({ ...record, moves: record.moves.slice(0, view.ply) });
  }

  #take(/** @type {ValuesState} */ state) {
    this.#state = state;
    const said = this.lead.show(this.shown, state);
    this.#drawBoard();
    this.#drawPuzzle();
    if (said) announce(said);
    document.documentElement.dataset.values = state.values ? "there" : this.shown.view.over || state.failed ? "none" : "asked";
  }

  /** The one move that wins, if exactly one of several does. */
  get #puzzle() {
    const { values } = this.#state;
    if (!values?.exact || this.shown.view.legal.length < 2) return null;
    const winning = Object.keys(values.each).filter((move) => values.each[move].result === 1);
    return winning.length === 1 ? winning[0] : null;
  }

  // --- Drawing ---

  #draw() {
    const { view, setup, numbers } = this.shown;
    list("turn").value = String(setup.turn);
    [list("rows").value, list("columns").value] = view.size.map(String);
    this.games.show(this.shown);
    this.brushes.offer(this.shown);
    this.#drawMoves();
    press("clear").disabled = view.counts.every((count) => count === 0) && this.shown.record.moves.length === 0;
    press("type").disabled = numbers === "ones";
    press("play").disabled = view.over;
    this.#learn();
  }

  #drawBoard() {
    const { view } = this.shown;
    const { values } = this.#state;
    const isSetup = this.#mode === "setup";
    const worths = values && Object.values(values.each).some((each) => values.exact || each.lead !== null) ? { exact: values.exact, each: values.each } : null;
    this.board.show(view, { active: !isSetup && !view.over, values: worths, names: NAMES, still: isSetup });
    this.board.grid.classList.toggle("painting", isSetup);
    if (isSetup) for (const { button: cell } of this.board.cells.values()) cell.removeAttribute("aria-disabled");
    const others = isSetup ? [] : view.legal.filter((move) => !isCell(move));
    place("words").hidden = others.length === 0;
    place("words").replaceChildren(...others.map((move) => {
      const judged = worths?.each[move];
      return button(judged ? `${capital(move)}: ${worthWords(judged, worths?.exact)}${judged.is_best ? ", best" : ""}` : capital(move), () => this.#play([move]));
    }));
  }

  #drawMoves() {
    const { record, movers, view } = this.shown;
    place("moves").replaceChildren(...record.moves.map((move, index) => step(move, movers[index], this.shown, NAMES, {
      onclick: () => this.#go(() => index + 1), "aria-current": index + 1 === view.ply ? "step" : null, class: index < view.ply ? null : "later",
    })));
    place("moves-note").textContent = record.moves.length ? "" : "None yet. Tap a square to play it.";
    place("walk").hidden = this.#mode === "setup" && record.moves.length === 0;
    press("back").disabled = view.ply === 0;
    press("on").disabled = view.ply === record.moves.length;
  }

  #drawPuzzle() {
    const { values } = this.#state;
    press("puzzle").disabled = this.#puzzle === null;
    const isNone = values?.exact && this.#puzzle === null;
    place("puzzle-note").textContent = isNone ? "A position is a puzzle if exactly one of several moves wins." : "";
  }

  #drawAddress() {
    press("undo").disabled = !this.history.mayUndo;
    press("redo").disabled = !this.history.mayRedo;
    find("#link .link-row, #link .label").parentElement?.replaceChildren(make("span.label", {}, "Link to this position"), linkRow("Link to this position", location.href));
  }

  #preview(/** @type {string|null} */ cell) {
    const { view } = this.shown;
    place("preview").textContent = cell && this.#mode === "play" && !view.over ? `${cell} ${previewWords(view, cell, { names: NAMES })}.` : "";
  }

  /** Say what is wrong; nothing, if nothing is. @param {string} words */
  #complain(words) {
    place("problem").textContent = words;
    place("problem").hidden = !words;
  }

  /** The player who was to move, but cannot. @param {PositionWish} wish */
  #tellSkip({ setup, moves }) {
    const { view } = this.shown;
    if (setup && !moves.length && !view.over && view.turn !== setup.turn) this.#complain(skipSentence(setup.turn, NAMES));
  }

  #setMode(/** @type {string} */ mode) {
    this.#mode = mode;
    for (const each of all("[data-mode]")) each.setAttribute("aria-pressed", String(each.dataset.mode === mode));
    place("brushes").hidden = mode !== "setup";
    this.#preview(null);
    this.#drawMoves();
    this.#drawBoard();
  }

  #choose(/** @type {string} */ brush) {
    const name = this.brushes.choose(brush);
    if (name === null) return;
    this.#setMode("setup");
    announce(`Brush: ${name}`);
  }

  // --- Listening ---

  #listen() {
    // Every press on a cell means something here, so it is taken before the board looks whether it is a move.
    place("board").addEventListener("click", (event) => {
      const cell = around(event, ".cell")?.dataset.cell;
      if (!cell) return;
      event.stopPropagation();
      this.#press(cell);
    }, { capture: true });
    for (const each of all("[data-mode]")) each.addEventListener("click", () => this.#setMode(each.dataset.mode ?? "play"));
    const deeds = /** @type {Record<string, () => unknown>} */ ({
      undo: () => this.history.undo(),
      redo: () => this.history.redo(),
      back: () => this.#go((ply) => ply - 1),
      on: () => this.#go((ply) => ply + 1),
      deal: () => this.#change(({ record, view }) => ({ book: record.book, size: view.size, moves: [] })),
      clear: () => this.#change(({ record }) => ({ book: record.book, board: record.board, moves: [] })),
      type: () => this.#typeNumbers(),
      play: () => this.#playOn(),
      puzzle: () => this.#pose(),
    });
    for (const [id, deed] of Object.entries(deeds)) press(id).addEventListener("click", deed);
    list("turn").addEventListener("change", () => this.#change((shown) => placed(shown, { turn: /** @type {Seat} */ (Number(list("turn").value)) })));
    for (const id of ["rows", "columns"]) list(id).addEventListener("change", () => this.#resize());
    new AnalyseKeys({
      b: ["paint blue", () => this.#choose("1")],
      a: ["paint amber", () => this.#choose("2")],
      f: ["paint free", () => this.#choose("0")],
      n: ["set numbers", () => this.#choose("number")],
      p: ["play moves", () => this.#setMode("play")],
      u: ["undo", deeds.undo],
      r: ["redo", deeds.redo],
      k: ["one move back", deeds.back],
      j: ["one move on", deeds.on],
    });
  }

  #resize() {
    const size = ["rows", "columns"].map((id) => Number(list(id).value));
    this.#change(({ record }) => ({ book: record.book, size, moves: [] })).then(() => {
      [list("rows").value, list("columns").value] = this.shown.view.size.map(String); // a size that was refused
    });
  }

  /** Numbers that are typed; claims stay if the size does. */
  #typeNumbers() {
    askForNumbers(this.shown.record.board, async (text) => {
      await this.#change(({ record, setup }) => ({ book: record.book, board: text, ...(isSameShape(text, record.board) ? { setup } : {}), moves: [] }));
      return place("problem").textContent ?? "";
    });
  }

  #playOn() {
    const { record, view } = this.shown;
    const moves = record.moves.slice(0, view.ply);
    offerContinuation({ record: { ...record, moves }, view, moves }, []);
  }

  async #pose() {
    const { record, setup } = this.shown;
    location.assign(address(`puzzles${await pack({ book: record.book, board: record.board, setup, moves: [] }, 0)}`));
  }
}

/** What is said of a link whose position is none. @param {unknown} error */
const broken = (error) => `The position in this link cannot be used: ${messageOf(error)}. Here is another one.`.replace("..", ".");

const data = pageData();
new AnalysisBoard(data.shown).begin(data).finally(() => (document.documentElement.dataset.ready = "true"));
