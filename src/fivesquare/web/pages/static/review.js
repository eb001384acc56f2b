/** The review of a game: stepping through it, its curve, its lines, its lessons; and what one does from there. */

import { address } from "./addresses.js";
import { Analysis } from "./analysis.js";
import { messageOf, post } from "./api.js";
import { comments, spoken } from "./commentary.js";
import { offerContinuation } from "./continuation.js";
import { Course } from "./course.js";
import { around, find, make, pageData, seek } from "./elements.js";
import { pack, unpack } from "./fragment.js";
import { Lessons } from "./lessons.js";
import { announce } from "./liveregion.js";
import { RecordForm } from "./recordform.js";
import { ReviewBoard } from "./reviewboard.js";
import { ReviewKeys } from "./reviewkeys.js";
import { ReviewList } from "./reviewlist.js";
import { reviewAddress, shareReview } from "./share.js";
import { Summary, turningPoint } from "./summary.js";
import { isCell, mention, playerNames, previewWords, sentence, subject } from "./words.js";

const SETTLED = 120; // milliseconds
const FIRST_MISTAKE = "#mistake"; // in an address: the first one, as soon as it is known

export class ReviewPage {
  constructor(/** @type {{id: string|null, record: GameRecord|null, seats: Seat[], result: Ending|null, is_reachable: boolean}} */ data) {
    this.id = data.id;
    this.isReachable = data.is_reachable;
    this.mine = data.seats;
    this.result = data.result;
    this.root = find("#review");
    this.names = ["First", "Second"];
    this.course = /** @type {Course|null} */ (null);
    this.walk = /** @type {Walk|null} */ (null);
    this.lessons = /** @type {Lessons|null} */ (null);
    this.values = true;
    this.problem = "";
    this.settling = 0;
    this.seeks = location.hash === FIRST_MISTAKE;
    this.board = new ReviewBoard({ onChoose: (move) => this.#choose(move), onVain: (cell) => this.#explain(cell) });
    this.summary = new Summary({ onGo: (ply) => this.course?.go(ply) });
    this.list = new ReviewList(find("#moves"), { onGo: (ply) => {
      this.course?.go(ply);
      this.board.reveal();
    } });
    this.form = this.id ? null : new RecordForm(find("#bring", HTMLFormElement), { onRecord: (record) => this.open(record) });
    this.analysis = new Analysis({ onWalk: (walk) => this.#take(walk) });
    this.keys = new ReviewKeys(this);
    this.#listen();
  }

  // --- Opening a game ---

  /** Show the game at once, and what it was worth as soon as that is known. @param {GameRecord} record @param {number|null} ply */
  async open(record, ply = 0) {
    const { game, plies } = await post(address("api/plies"), record);
    this.names = namesOf(game.players, this.mine, this.id ? record.names : []); // the names in other records may be anything
    this.walk = null;
    this.course = new Course(record, game, plies, () => this.show());
    this.course.ply = Math.min(ply ?? 0, this.course.last);
    this.#finish(this.course.plies);
    if (this.form) this.form.form.hidden = true;
    this.root.hidden = false;
    const worded = this.course.plies.some((each) => each.legal.some((move) => !isCell(move)));
    find("#words").hidden = !worded; // room for "stop" and "swap" is kept through the whole game
    this.root.classList.toggle("worded", worded);
    this.#about(game);
    this.list.show(this.course.plies, null, this.names);
    this.show({ silent: true });
    this.analysis.run(record);
  }

  /** A game may end by more than its moves: then its last position says so, and one can still explore from there. @param {View[]} plies */
  #finish(plies) {
    const last = plies[plies.length - 1];
    if (this.result && !last.over) last.ended = this.result;
  }

  #take(/** @type {Walk} */ walk) {
    if (!this.course) return;
    walk.plies = this.course.views(walk.plies);
    this.walk = walk;
    this.course.plies = walk.plies;
    this.#finish(walk.plies);
    this.summary.show(walk, this.names);
    this.#button("learn").disabled = !walk.lessons.length;
    this.#button("mistake").disabled = !this.#mistakes.length;
    this.list.show(walk.plies, walk.moves, this.names);
    this.show({ silent: true });
    announce(`The review is ready. ${turningPoint(walk, this.names)}`);
    if (this.seeks) this.#goToFirstMistake();
  }

  #about(/** @type {Setting} */ { label, name }) {
    document.title = `Review: ${label} · Fivesquare`;
    find("#title").textContent = label;
    const rules = name ? [" ", make("a", { href: address(`rules/${name}`) }, "Rules")] : [];
    const back = this.id
      ? make("a", { href: address(`games/${this.id}`) }, "To the game")
      : make("button.plain-link", { type: "button", onclick: () => this.#close() }, "Another game");
    find("#about").replaceChildren(`${subject(this.names[0])} against ${mention(this.names[1])}.`, ...rules, " ", back);
  }

  /** Back to the form, for another game. */
  #close() {
    this.analysis.cancel();
    this.leaveLessons();
    this.root.hidden = true;
    this.summary.figure.hidden = this.summary.section.hidden = true;
    history.replaceState(null, "", location.pathname + location.search);
    document.title = "Review a game · Fivesquare";
    this.form?.show();
    this.form?.text.focus();
  }

  // --- Showing where one is ---

  show({ silent = false } = {}) {
    const { course, walk, names, problem } = this;
    if (this.lessons || !course) return;
    const { view, line } = course;
    this.board.show(view, names, { active: !view.over, values: this.values, marks: !line && course.next ? { [course.next]: "played" } : {} });
    find("#where").textContent = line ? `Line ${course.at}/${line.moves.length}` : `${course.ply} / ${course.last}`;
    for (const [name, end] of /** @type {[string, number][]} */ ([["start", 0], ["back", 0], ["on", course.last], ["end", course.last]])) {
      this.#button(name).disabled = !line && course.ply === end;
    }
    this.problem = "";
    find("#verdict").replaceChildren(...comments(course, walk, names, { problem, onLine: (to, at) => this.#enter(course.enter(to, at)) }));
    this.summary.curve.at(course.root);
    this.list.mark(course.root);
    if (!silent) announce(spoken(course, walk, names));
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.#settle(course, view), SETTLED);
  }

  /** What is done when one stays at a position: holding an arrow key down passes many. @param {Course} course @param {View} view */
  async #settle(course, view) {
    const { root, record } = course;
    const place = await reviewAddress({ id: this.id, record, isReachable: true }, root);
    if (this.course?.root === root && !this.root.hidden) history.replaceState(null, "", place);
    if (course.view !== view || !course.line) return;
    if ((await course.learnWorths(view)) && course.view === view) this.show({ silent: true });
  }

  // --- Going somewhere ---

  /** Step into moves that were not played. @param {Promise<void>|undefined} step */
  async #enter(step) {
    try {
      await step;
    } catch (error) {
      this.#complain(sentence(messageOf(error)));
    }
  }

  #complain(/** @type {string} */ problem) {
    this.problem = problem;
    announce(problem);
    this.show({ silent: true });
  }

  /** A cell was chosen: the game's own move steps on, another one begins a line. @param {string} move */
  #choose(move) {
    const { course, lessons } = this;
    if (lessons) lessons.choose(move);
    else if (move === course?.next) course.step(1);
    else this.#enter(course?.explore(move));
  }

  /** Why a cell cannot be tried here. @param {string} cell */
  #explain(cell) {
    const { course, lessons, names } = this;
    if (lessons) lessons.choose(cell);
    else if (course) this.#complain(course.view.over ? "The game is over here." : `${cell} ${previewWords(course.view, cell, { names })}.`);
  }

  /** The line that says most here: what would have been better, or how it goes on. */
  playThrough() {
    seek("#verdict .line .step")?.click();
  }

  get #mistakes() {
    return this.walk?.moves.filter((move) => move.is_mistake) ?? [];
  }

  /** The first mistake of the player who looks at it, or of either. */
  #goToFirstMistake() {
    this.seeks = false;
    const first = this.#mistakes.find((move) => this.mine.includes(move.player)) ?? this.#mistakes[0];
    if (first) this.course?.go(first.number);
  }

  /** The next mistake, or the one before; round and round. @param {number} by */
  seekMistake(by) {
    const { course } = this;
    const made = this.#mistakes.map((move) => move.number);
    if (!made.length || !course) return;
    course.go(by > 0 ? (made.find((number) => number > course.root) ?? made[0]) : (made.findLast((number) => number < course.root) ?? made[made.length - 1]));
  }

  // --- Lessons ---

  #learn() {
    const { course, walk, names, mine } = this;
    if (!course || !walk?.lessons.length) return;
    course.line = null;
    this.root.dataset.mode = "learn";
    find("#learn").hidden = false;
    this.lessons = new Lessons(find("#learn"), {
      walk, course, names, mine,
      draw: (view, drawing) => this.board.show(view, names, drawing),
      focus: () => this.board.board.focus(),
      onLeave: (ply) => this.leaveLessons(ply),
    });
  }

  /** @param {number|null} ply of the mistake that was looked at */
  leaveLessons(ply = null) {
    if (!this.lessons) return;
    this.lessons = null;
    this.root.dataset.mode = "game";
    find("#learn").hidden = true;
    if (ply !== null && this.course) this.course.ply = ply + 1;
    this.show();
    this.#button("learn").focus();
  }

  // --- Keys and buttons ---

  #button(/** @type {string} */ name) {
    return find(`[data-do="${name}"]`, HTMLButtonElement, this.root);
  }

  get deeds() {
    const { course, id, isReachable, mine } = this;
    return {
      start: () => course?.start(),
      back: () => course?.step(-1),
      on: () => course?.step(1),
      end: () => course?.end(),
      values: () => this.#toggleValues(),
      mistake: () => this.seekMistake(1),
      learn: () => this.#learn(),
      play: () => course && offerContinuation(course, mine),
      analyse: () => course && analyse(course),
      share: () => course && shareReview({ id, record: course.record, isReachable }, course.root),
      cancel: () => this.analysis.toggle(),
    };
  }

  #toggleValues() {
    this.values = !this.values;
    this.#button("values").setAttribute("aria-pressed", String(this.values));
    this.show({ silent: true });
    announce(this.values ? "Values on" : "Values off");
  }

  #listen() {
    this.root.addEventListener("click", (event) => {
      const name = around(event, "[data-do]")?.dataset.do;
      if (name) this.deeds[/** @type {keyof ReviewPage["deeds"]} */ (name)]();
    });
    find("[data-keys]", HTMLElement, this.root).addEventListener("click", () => this.keys.show());
    addEventListener("hashchange", () => this.#follow());
  }

  /** The address has another ply, or another game. */
  async #follow() {
    if (location.hash === FIRST_MISTAKE && this.walk) return this.#goToFirstMistake();
    const { ply, record } = await unpack(location.hash).catch(() => ({ ply: null, record: null }));
    if (record && this.form) await this.open(record, ply).catch((error) => this.form?.show(sentence(error.message)));
    else if (ply !== null) this.course?.go(ply);
  }
}

/** The names of both; two of the same name are told apart. @param {string[]|undefined} players @param {Seat[]} mine @param {(string|null)[]} [called] what they are called */
function namesOf(players = ["human", "human"], mine, called = []) {
  const names = playerNames({ players, names: called }, mine);
  return names[0] === names[1] ? [`${names[0]} (first)`, `${names[1]} (second)`] : names;
}

/** Take the shown position to the analysis board, with the moves that led to it and those that follow. @param {Course} course */
async function analyse({ record, line, root, moves }) {
  const whole = line ? [...record.moves.slice(0, root), ...line.moves] : record.moves;
  const { book, board, setup } = record;
  location.assign(address(`analysis${await pack({ book, board, setup, moves: whole }, moves.length)}`));
}

async function begin() {
  if (!seek("#review")) return; // the review is closed while the game goes on
  const data = pageData();
  const page = new ReviewPage(data);
  let problem = "";
  const asked = await unpack(location.hash).catch((error) => {
    problem = error instanceof RangeError ? error.message : "The game in this link cannot be read; perhaps a part of the link is missing.";
    return { ply: null, record: null };
  });
  const record = data.record ?? asked.record;
  if (!record) return page.form?.show(problem);
  return page.open(record, asked.ply).catch((error) => {
    if (page.form) return page.form.show(sentence(error.message));
    return page.analysis.say(sentence(error.message));
  });
}

begin();
document.documentElement.dataset.ready = "true";
