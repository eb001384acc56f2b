/** The review of a game: stepping through it, its curve, its lines, its lessons; and what one does from there. */

import { announce } from "./announce.js";
import { post } from "./api.js";
import { Board } from "./board.js";
import { Bringing } from "./bringing.js";
import { Course } from "./course.js";
import { Curve } from "./curve.js";
import { make } from "./elements.js";
import { goOver } from "./going.js";
import { showKeys } from "./reviewkeys.js";
import { Learning } from "./learn.js";
import { unpack } from "./packing.js";
import { offerToPlayOn } from "./playon.js";
import { addressOf, share } from "./reviewshare.js";
import * as saying from "./saying.js";
import { Score } from "./score.js";
import { lettersOn } from "./shortcuts.js";
import { besides, isKnown, leadsTo, told } from "./verdict.js";
import { capital, isCell, playerNames, sentence, worthWords } from "./words.js";

const at = (id) => document.getElementById(id);
const SETTLED = 120; // milliseconds
const FIRST_MISTAKE = "#mistake"; // in an address: the first one, as soon as it is known

class ReviewPage {
  /** @param {{id: string|null, record: object|null, seats: number[], result: object|null}} data */
  constructor(data) {
    this.id = data.id;
    this.mine = data.seats;
    this.result = data.result;
    this.root = at("review");
    this.values = true;
    this.seeks = location.hash === FIRST_MISTAKE;
    this.pointed = false; // whether the board has the focus by a click: then arrow keys step
    this.board = new Board(at("board"), { onChoose: (move) => this.choose(move), onPreview: (cell) => this.#drawScore(cell) });
    this.score = new Score(at("score"));
    this.curve = new Curve(at("curve"), { onGo: (ply) => this.course.go(ply) });
    this.bringing = this.id ? null : new Bringing(at("bring"), { onRecord: (record) => this.open(record) });
    this.#listen();
  }

  // --- Opening a game ---

  /** Show the game at once, and what it was worth as soon as that is known. */
  async open(record, ply = 0) {
    const { game, plies } = await post("/api/plies", record);
    this.record = record;
    this.game = game;
    this.names = named(game.players, this.mine);
    this.walk = null;
    this.course = new Course(plies.map((each) => ({ ...game, ...each })), () => this.show());
    this.course.ply = Math.min(ply ?? 0, this.course.last);
    this.#finish();
    if (this.bringing) this.bringing.form.hidden = true;
    this.root.hidden = false;
    const worded = plies.some((each) => each.legal.some((move) => !isCell(move)));
    at("words").hidden = !worded; // if there is ever one, its place is kept
    this.root.classList.toggle("worded", worded);
    this.#about();
    this.#list();
    this.show({ silent: true });
    this.#goOver();
  }

  /** A game may end by more than its moves: then its last position says so, and one can still look on from there. */
  #finish() {
    const last = this.course.plies.at(-1);
    if (this.result && !last.over) last.ended = this.result;
  }

  async #goOver() {
    this.stop?.abort();
    const stop = (this.stop = new AbortController());
    const going = at("going-words");
    at("going").hidden = false;
    at("cancel").textContent = "Cancel";
    const began = Date.now();
    const ticking = setInterval(() => (at("going-time").textContent = `${Math.round((Date.now() - began) / 1000)} s`), 1000);
    try {
      const walk = await goOver(this.record, {
        signal: stop.signal,
        onGo: (words) => (going.textContent = words),
      });
      if (stop.signal.aborted) return;
      at("going").hidden = true;
      this.#take(walk);
    } catch (error) {
      if (this.stop !== stop) return;
      going.textContent = stop.signal.aborted ? "The game has not been gone over." : `The game could not be gone over. ${sentence(error.message)}`;
      at("cancel").textContent = "Go over it";
    } finally {
      clearInterval(ticking);
      if (this.stop === stop) at("going-time").textContent = "";
    }
  }

  #take(walk) {
    walk.plies = walk.plies.map((each) => ({ ...this.game, ...each }));
    this.walk = walk;
    this.course.plies = walk.plies;
    this.#finish();
    at("course").hidden = walk.plies.length < 2;
    this.curve.show({
      heights: walk.plies.map((each) => each.height),
      players: walk.plies.map((each) => each.last?.player ?? 0),
      mistakes: new Set(walk.moves.filter((move) => move.is_mistake).map((move) => move.number)),
      turning: walk.turning_point,
      hasMargins: walk.has_margins,
      captions: walk.plies.map((_, ply) => this.#caption(ply)),
    });
    const ring = walk.turning_point ? "; the ring is the turning point" : "";
    at("curve-words").textContent = `Up is good for ${this.names[0]}, down for ${this.names[1]}. Large points threw something away${ring}.`;
    at("summary").hidden = !walk.moves.length;
    at("marks").replaceChildren(...saying.marks(walk, this.names));
    at("turning").textContent = saying.turning(walk, this.names);
    this.#button("learn").disabled = !walk.lessons.length;
    this.#button("mistake").disabled = !walk.moves.some((move) => move.is_mistake);
    this.#list();
    this.show({ silent: true });
    announce(`The game has been gone over. ${saying.turning(walk, this.names)}`);
    if (this.seeks) this.#firstMistake();
  }

  /** Of whoever looks at it, or of anybody. */
  #firstMistake() {
    this.seeks = false;
    const made = this.walk.moves.filter((move) => move.is_mistake);
    const first = made.find((move) => this.mine.includes(move.player)) ?? made[0];
    if (first) this.course.go(first.number);
  }

  #about() {
    document.title = `Review: ${this.game.label} · Fivesquare`;
    at("title").textContent = this.game.label;
    const [first, second] = this.names;
    const rules = this.game.name ? [" ", make("a", { href: `/rules/${this.game.name}` }, "Rules")] : [];
    const back = this.id
      ? make("a", { href: `/games/${this.id}` }, "To the game")
      : make("button.plain-link", { type: "button", onclick: () => this.another() }, "Another game");
    at("about").replaceChildren(`${first} against ${second}.`, ...rules, " ", back);
  }

  another() {
    this.stop?.abort();
    this.stop = null;
    this.#leaveLearning();
    this.root.hidden = true;
    at("course").hidden = true;
    at("summary").hidden = true;
    history.replaceState(null, "", location.pathname);
    document.title = "Review a game · Fivesquare";
    this.bringing.show();
    this.bringing.text.focus();
  }

  // --- Showing where we are ---

  show({ silent = false } = {}) {
    const { course } = this;
    if (this.learning) return;
    const { view } = course;
    this.#draw(view, { active: !view.over, values: this.values, marks: this.#marks() });
    at("where").textContent = course.line ? `Line ${course.at}/${course.line.moves.length}` : `${course.ply} / ${course.last}`;
    for (const [name, end] of [["start", 0], ["back", 0], ["on", course.last], ["end", course.last]]) {
      this.#button(name).disabled = !course.line && course.ply === end;
    }
    at("verdict").replaceChildren(...this.#verdict());
    this.curve.at(course.root);
    this.#current();
    if (!silent) announce(this.#aloud());
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.#settle(view), SETTLED);
  }

  /** What is done when one stays at a position: whoever holds an arrow key down passes many. */
  #settle(view) {
    this.#keepAddress();
    if (this.course.line) this.#learnWorths(view);
  }

  #draw(view, { active, values = false, marks = {} }) {
    const known = values && hasWorths(view) ? { exact: view.exact, each: view.each, best: view.best } : null;
    this.board.show(view, { active, values: known, marks, names: this.names });
    this.shown = view;
    this.#drawScore(this.board.aimed);
    this.#drawWords(view, active, known, marks);
  }

  /** The scores, and what a claim that is pointed at would make of them. */
  #drawScore(cell) {
    const then = this.shown.claims[cell] ?? null;
    this.score.show(this.shown, { names: this.names, notes: saying.notes(this.shown), then });
  }

  /** What was played from here, if one looks at the game itself. */
  #marks() {
    const next = this.course.line ? null : this.record.moves[this.course.ply];
    return next ? { [next]: "played" } : {};
  }

  /** "stop" and "swap" have no cell: they are buttons below the board. */
  #drawWords(view, active, values, marks) {
    const words = view.legal.filter((move) => !isCell(move));
    at("words").replaceChildren(...words.map((move) => {
      const judged = values?.each[move];
      const said = [judged ? worthWords(judged, values.exact) : "", judged?.is_best ? "best" : "", marks[move] ?? ""].filter(Boolean);
      const words = said.length ? `${capital(move)}: ${said.join(", ")}` : capital(move);
      return make("button.button", { type: "button", disabled: !active, onclick: () => this.choose(move) }, words);
    }));
  }

  #verdict() {
    const { course, walk } = this;
    if (course.line) return this.#lineParts();
    const problem = this.problem ? [make("p.error", {}, this.problem)] : [];
    this.problem = "";
    if (walk) return [...problem, ...saying.verdict(walk, course.ply, this.names, { onLine: (line, step) => this.enter(line, step) })];
    const view = course.view;
    const said = told(view, course.plies[course.ply - 1], this.names);
    return [...problem, make("p", {}, make("strong", {}, course.ply ? `${course.ply}. ${said}` : said), ` ${besides(view, this.names)}`)];
  }

  #lineParts() {
    const { line, at: step, view } = this.course;
    const parts = [
      make("p.what", {}, make("strong", {}, line.title), make("span.quiet", {}, ` from move ${line.from + 1}`)),
      saying.line("", line.moves, (to) => this.course.enter(line, to), { at: step, whole: true }),
      make("p", {}, `${told(view, line.plies[step - 1], this.names)} ${besides(view, this.names)}`),
    ];
    if (this.problem) parts.push(make("p.error", {}, this.problem));
    this.problem = "";
    if (isKnown(view) && !view.over) parts.push(make("p", {}, `With perfect play: ${leadsTo(view, this.names)}.`));
    else if (view.exact === false) parts.push(make("p", {}, saying.unsolved(view)));
    if (view.line?.length && step === line.moves.length && !view.over) {
      parts.push(saying.line("Best play from here", view.line, (to) => this.enter({ ...line, moves: [...line.moves, ...view.line] }, step + to)));
    }
    parts.push(make("div.buttons", {}, make("button.button", { type: "button", onclick: () => this.course.leave() }, "Back to the game")));
    return parts;
  }

  #list() {
    const walk = this.walk ?? { plies: this.course.plies, moves: null };
    at("moves").replaceChildren(...saying.moves(walk, this.names, { onGo: (ply) => this.#pick(ply) }));
  }

  /** Go to a move that was pressed in the list; on a phone the board may be out of sight. */
  #pick(ply) {
    this.course.go(ply);
    const { bottom } = at("board").getBoundingClientRect();
    if (bottom < this.root.clientWidth / 3) at("board").scrollIntoView({ block: "start" });
  }

  /** Mark the move in the list, and bring it into sight within the list, not the page. */
  #current() {
    const list = at("moves");
    for (const row of list.querySelectorAll("[data-ply]")) {
      const here = Number(row.dataset.ply) === this.course.root;
      row.toggleAttribute("data-here", here);
      const button = row.querySelector("button");
      button.tabIndex = here || (this.course.root === 0 && row.dataset.ply === "1") ? 0 : -1;
      if (here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (!here) continue;
      const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
      if (top < list.scrollTop) list.scrollTop = top;
      else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
    }
  }

  #caption(ply) {
    const view = this.walk.plies[ply];
    const said = ply ? `Move ${ply} of ${this.course.last}: ${this.walk.moves[ply - 1].move}, ${this.walk.moves[ply - 1].verdict}` : "The opening";
    return `${said}; ${isKnown(view) ? leadsTo(view, this.names) : "not solved"}`;
  }

  #aloud() {
    const { line, at: step, view, ply, plies } = this.course;
    const before = line ? line.plies[step - 1] : plies[ply - 1];
    const number = line ? `Line, ${step} of ${line.moves.length}.` : ply ? `Move ${ply}.` : "";
    const verdict = !line && ply && this.walk ? `${saying.judged(this.walk.moves[ply - 1])}.` : "";
    const worth = isKnown(view) && !view.over && (this.walk || line) ? `${capital(leadsTo(view, this.names))} with perfect play.` : "";
    return [number, told(view, before, this.names), verdict, besides(view, this.names), worth].filter(Boolean).join(" ");
  }

  async #keepAddress() {
    const { root } = this.course;
    const address = await addressOf(this, root);
    if (this.course.root === root && !this.root.hidden) history.replaceState(null, "", address);
  }

  // --- Lines ---

  /** Step into moves that were not played. */
  async enter(line, step = 1) {
    try {
      const plies = await this.lineFrom(line.from, line.moves);
      this.course.enter({ ...line, plies }, Math.min(step, line.moves.length));
    } catch (error) {
      this.problem = sentence(error.message);
      this.show({ silent: true });
      announce(sentence(error.message));
    }
  }

  /** The positions along a line: the one it leaves, and one after each move. */
  async lineFrom(from, moves) {
    const { book, board, moves: played } = this.record;
    const { plies } = await post("/api/plies", { book, board, moves: [...played.slice(0, from), ...moves] });
    return plies.slice(from).map((each, index) => (index === 0 ? this.course.plies[from] : { ...this.game, ...each }));
  }

  /** What the moves in a position of a line are worth: asked when one looks at it. */
  async #learnWorths(view) {
    if (view.each !== undefined || view.over) return;
    view.each = null; // asked once
    const { book, board } = this.record;
    try {
      const answer = await post("/api/values", { book, board, moves: this.course.movesTo(this.record.moves) }, { patience: 60_000 });
      const best = answer.each[answer.best[0]];
      Object.assign(view, { each: answer.each, best: answer.best, line: answer.line, exact: answer.exact });
      if (answer.exact && best) Object.assign(view, { winner: best.winner, margin: best.margin });
    } catch {
      view.each = undefined; // the board is shown without worths, and asks again next time
    }
    if (this.course.view === view) this.show({ silent: true });
  }

  /** A cell was chosen: the game's own move steps on, another one begins a line. */
  choose(move) {
    if (this.learning) return this.learning.choose(move);
    const { course } = this;
    const { line } = course;
    const next = line ? line.moves[course.at] : this.record.moves[course.ply];
    if (move === next) return course.step(1);
    if (line) return this.enter({ ...line, title: "What if", moves: [...line.moves.slice(0, course.at), move] }, course.at + 1);
    return this.enter({ from: course.ply, moves: [move], title: "What if" });
  }

  /** The line that says most here: what would have been better, or how it goes on. */
  playThrough() {
    at("verdict").querySelector(".line .step")?.click();
  }

  /** The next move that threw something away, or the one before; round and round. */
  mistake(by = 1) {
    const made = this.walk?.moves.filter((move) => move.is_mistake).map((move) => move.number) ?? [];
    if (!made.length) return;
    const { root } = this.course;
    const to = by > 0 ? made.find((number) => number > root) ?? made[0] : made.findLast((number) => number < root) ?? made.at(-1);
    this.course.go(to);
  }

  // --- Learning ---

  learn() {
    if (!this.walk?.lessons.length) return;
    this.course.line = null;
    this.root.dataset.mode = "learn";
    at("learn").hidden = false;
    this.learning = new Learning(at("learn"), {
      walk: this.walk, record: this.record, names: this.names, mine: this.mine,
      draw: (view, options) => this.#draw(view, options),
      focus: () => this.board.focus(),
      lineFrom: (from, moves) => this.lineFrom(from, moves),
      onLeave: (ply) => this.#leaveLearning(ply),
    });
  }

  #leaveLearning(ply = null) {
    if (!this.learning) return;
    this.learning = null;
    this.root.dataset.mode = "game";
    at("learn").hidden = true;
    if (ply !== null) this.course.ply = ply + 1;
    this.show();
    this.#button("learn").focus();
  }

  // --- Keys and buttons ---

  #button(name) {
    return this.root.querySelector(`[data-do="${name}"]`);
  }

  get deeds() {
    return {
      start: () => this.course.start(),
      back: () => this.course.step(-1),
      on: () => this.course.step(1),
      end: () => this.course.end(),
      values: () => this.toggleValues(),
      mistake: () => this.mistake(),
      learn: () => this.learn(),
      play: () => offerToPlayOn(this),
      share: () => share(this),
      cancel: () => (this.stop?.signal.aborted || at("cancel").textContent !== "Cancel" ? this.#goOver() : this.stop.abort()),
    };
  }

  toggleValues() {
    this.values = !this.values;
    this.#button("values").setAttribute("aria-pressed", String(this.values));
    this.show({ silent: true });
    announce(this.values ? "Values on" : "Values off");
  }

  #listen() {
    this.root.addEventListener("click", (event) => {
      const name = event.target.closest("[data-do]")?.dataset.do;
      if (name) this.deeds[name]();
    });
    at("board").addEventListener("pointerdown", () => (this.pointed = true));
    addEventListener("keydown", (event) => this.#key(event), { capture: true });
    addEventListener("hashchange", () => this.#follow());
  }

  /** Somebody has put another ply, or another game, into the address. */
  async #follow() {
    if (location.hash === FIRST_MISTAKE && this.walk) return this.#firstMistake();
    const { ply, record } = await unpack(location.hash).catch(() => ({ ply: null, record: null }));
    if (record && this.bringing) await this.open(record, ply).catch((error) => this.bringing.show(sentence(error.message)));
    else if (ply !== null && this.course) this.course.go(ply);
    return undefined;
  }

  #key(event) {
    if (event.key === "Tab") this.pointed = false;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest("input, textarea, select") && event.target.type !== "radio") return;
    if (event.key === "?") return this.#done(event, () => showKeys());
    if (this.root.hidden || event.target.closest("[popover]:popover-open")) return;
    const onBoard = event.target.closest(".cells") && !this.pointed;
    const turns = { ArrowLeft: -1, ArrowRight: 1 };
    if (this.learning) {
      if (event.target.type === "radio") return;
      if (event.key in turns && this.learning.refutation && !onBoard) this.#done(event, () => this.learning.step(turns[event.key]));
      else if (event.key === "Escape") this.#done(event, () => (this.learning.refutation ? this.learning.tryAgain() : this.#leaveLearning(this.learning.lesson?.ply ?? null)));
      return;
    }
    const moves = { ArrowLeft: this.deeds.back, ArrowRight: this.deeds.on, Home: this.deeds.start, End: this.deeds.end };
    const letters = {
      k: this.deeds.back, j: this.deeds.on, m: () => this.mistake(1), M: () => this.mistake(-1), v: this.deeds.values, l: this.deeds.learn,
      b: () => this.playThrough(), p: this.deeds.play, s: this.deeds.share, Escape: this.course.line ? () => this.course.leave() : null,
    };
    const inList = event.target.closest("#moves") ? { ArrowUp: this.deeds.back, ArrowDown: this.deeds.on } : {};
    const isLetter = event.key.length === 1;
    const deed = (onBoard ? null : moves[event.key]) ?? inList[event.key] ?? (isLetter && !lettersOn() ? null : letters[event.key]);
    if (!deed) return;
    this.#done(event, deed);
    if (event.target.closest("#moves")) at("moves").querySelector("[data-here] button")?.focus();
  }

  #done(event, deed) {
    event.preventDefault();
    event.stopPropagation();
    deed();
  }
}

/** Whether there is something to write on the cells: worths, or estimates where the game has any. */
function hasWorths(view) {
  return Object.values(view.each ?? {}).some((judged) => view.exact || judged.lead !== null);
}

/** What both are called; two of the same name are told apart. */
function named(players, mine) {
  const names = playerNames({ players: players ?? ["human", "human"] }, mine);
  return names[0] === names[1] ? [`${names[0]} (first)`, `${names[1]} (second)`] : names;
}

async function begin() {
  if (!at("review")) return; // the review is closed while the game goes on
  const data = JSON.parse(at("data").textContent);
  const page = new ReviewPage(data);
  let problem = "";
  const asked = await unpack(location.hash).catch((error) => {
    problem = error instanceof RangeError ? error.message : "The game in this link cannot be read; perhaps a part of the link is missing.";
    return { ply: null, record: null };
  });
  const record = data.record ?? asked.record;
  if (!record) return page.bringing.show(problem);
  return page.open(record, asked.ply).catch((error) => {
    if (page.bringing) return page.bringing.show(sentence(error.message));
    at("going").hidden = false;
    at("going-words").textContent = sentence(error.message);
    return undefined;
  });
}

begin();
