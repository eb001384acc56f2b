/**
 * The puzzle of the day on an element: its own page, or a card of the home page. The server knows every answer and
 * writes every sentence; this shows them one claim after the other, and hands in what was tried.
 */

import { address } from "./addresses.js";
import { ApiError, get, messageOf, post } from "./api.js";
import { DayProgress } from "./dayprogress.js";
import { localDate, streakParts, tryRows, untilTomorrow, yesterdayParts } from "./daytiles.js";
import { choose } from "./dialogs.js";
import { button, make, seek, symbol } from "./elements.js";
import { announce } from "./liveregion.js";
import { PuzzleBoard } from "./puzzleboard.js";
import { explainWaiting, pause, retry } from "./retry.js";
import { copyText } from "./share.js";
import { sentence } from "./words.js";

const NAMES = ["You", "Amber"];
const PACE = 0.8; // seconds between two moves that are shown
const PATIENCE = 60_000; // milliseconds: the first to ask for a day waits until its puzzle is made
const TRIES = 5;
const LATER = 5_000; // milliseconds until a server that did not answer is asked again, without being told to
const COPIED = 2000; // milliseconds

export class DailyCard {
  puzzle = /** @type {DailyPuzzle|null} */ (null);
  progress = /** @type {DayProgress|null} */ (null);
  #lastWrong = "";
  #isMoving = false;

  /** @param {HTMLElement} root @param {DayData} data @param {{onCalendar?: (calendar: DayCalendar, date: string) => void}} options */
  constructor(root, { wanted, day, calendar }, { onCalendar = () => {} } = {}) {
    this.root = root;
    this.onCalendar = onCalendar;
    this.calendar = calendar;
    this.today = localDate();
    this.date = wanted ?? this.today;
    this.isOurs = day.date === this.date && calendar.today === this.today;
    this.board = new PuzzleBoard(root, { label: "Puzzle of the day", names: NAMES, onAnswer: (move) => this.#answer(move), onRefused: (text) => this.tell(text) });
    this.#part("why")?.addEventListener("click", () => this.#explain());
    this.#part("give-up")?.addEventListener("click", () => this.#giveUp());
  }

  /** Get the puzzle, and show how far this browser is with it. */
  async start() {
    if (this.isOurs) this.#showCalendar(this.calendar);
    const done = explainWaiting((words) => this.say(words));
    try {
      const asked = retry(() => get(address(`api/daily/${this.date}`), { patience: PATIENCE }), { tries: TRIES });
      if (!this.isOurs) this.#showCalendar(await get(address(`api/days?${new URLSearchParams({ today: this.today, date: this.date })}`)));
      this.#begin(await asked);
    } catch (error) {
      this.#offerAgain(error, () => this.start());
    } finally {
      done();
    }
  }

  #part(/** @type {string} */ name) {
    return seek(`[data-${name}]`, this.root);
  }

  // --- Playing ---

  #begin(/** @type {DailyPuzzle} */ puzzle) {
    this.puzzle = puzzle;
    this.#head(puzzle);
    const played = this.calendar.played[this.date];
    if (played) {
      this.#showEnd(played);
      return;
    }
    this.progress = new DayProgress(puzzle);
    this.#ask(true, puzzle.task);
    if (this.progress.isOver) this.#handIn();
  }

  #head(/** @type {DailyPuzzle} */ { heading, book, label }) {
    for (const [name, words] of [["heading", heading], ["label", label]]) {
      const place = this.#part(name);
      if (place) place.textContent = words;
    }
    this.#part("rules")?.setAttribute("href", address(`rules/${book}`));
  }

  /** The position of a claim, with what stays the same through the game. @param {Partial<View>} view @returns {View} */
  #whole(view) {
    return /** @type {View} */ ({ ...this.puzzle?.game, ...view });
  }

  /** Ask for the claim that is next. @param {boolean} still @param {string} words before it */
  #ask(still, words) {
    const { puzzle, progress } = this;
    if (!puzzle || !progress) return;
    this.#drawTries();
    const claim = puzzle.claims[progress.at];
    const last = puzzle.claims.at(-1);
    if (!claim) {
      this.board.show(this.#whole(last?.after.at(-1) ?? {}), { active: false, still });
      return;
    }
    this.#drawClaim(still);
    const isFresh = progress.at === 0 && !progress.tried[0].length;
    this.tell(isFresh ? words : `${words} ${this.#toGo()}`);
    this.#enable();
  }

  #drawClaim(still = false) {
    const { puzzle, progress } = this;
    if (!puzzle || !progress) return;
    const marks = Object.fromEntries(progress.tried[progress.at].map((move) => [move, "wrong"]));
    this.board.show(this.#whole(puzzle.claims[progress.at].view), { active: true, marks, still });
  }

  #toGo() {
    const { puzzle, progress } = this;
    const claim = puzzle?.claims[progress?.at ?? 0];
    return claim?.to_go[claim.tries - (progress?.tried[progress.at].length ?? 0) - 1] ?? "";
  }

  #answer(/** @type {string} */ move) {
    const { puzzle, progress } = this;
    if (!puzzle || !progress || this.#isMoving || progress.isOver) return;
    const at = progress.at;
    const claim = puzzle.claims[at];
    const isNew = progress.note(move);
    if (move === claim.right) {
      this.#goOn(at, claim.kept);
      return;
    }
    this.#lastWrong = move;
    const [not, result] = claim.wrong[move];
    if (isNew && progress.isDone(at)) {
      this.#goOn(at, `${not} ${result} ${claim.shown}`);
      return;
    }
    this.#drawClaim();
    this.#drawTries();
    this.#enable();
    const words = `${result} ${this.#toGo()}`;
    this.#part("say")?.replaceChildren(make("p", {}, make("strong.bad", {}, symbol("lose"), ` ${not}`), ` ${words}`));
    announce(`${not} ${words}`);
  }

  /** Show a claim and what follows it, then ask for the next one. @param {number} at @param {string} words */
  async #goOn(at, words) {
    const { puzzle, progress } = this;
    if (!puzzle || !progress) return;
    this.#isMoving = true;
    this.#lastWrong = "";
    this.#enable();
    this.#drawTries();
    this.say(words);
    const [first, ...rest] = puzzle.claims[at].after;
    this.board.show(this.#whole(first), { active: false });
    const pace = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACE;
    for (const view of rest) {
      await pause(pace);
      this.board.show(this.#whole(view), { active: false });
    }
    this.#isMoving = false;
    if (progress.isOver && progress.at > at + 1) await this.#goOn(at + 1, puzzle.claims[at + 1].shown);
    else this.#ask(true, words);
    if (progress.isOver) await this.#handIn();
    else this.board.board.focus();
  }

  #explain() {
    const claim = this.puzzle?.claims[this.progress?.at ?? 0];
    if (claim && this.#lastWrong) this.tell(`${claim.why[this.#lastWrong]} ${this.#toGo()}`);
  }

  async #giveUp() {
    const answer = await choose("Give up?", "The rest is shown, and the day does not count as solved.", [["no", "Keep trying"], ["yes", "Show me"]]);
    if (answer !== "yes" || !this.puzzle || !this.progress || this.#isMoving) return;
    const at = this.progress.at;
    this.progress.giveUp();
    await this.#goOn(at, this.puzzle.claims[at].shown);
  }

  // --- The end ---

  /** Tell the server what was tried, and show what came of it. */
  async #handIn() {
    const { progress } = this;
    if (!progress || this.#part("result")?.dataset.date === this.date) return;
    try {
      const body = { tried: progress.tried, today: this.today };
      const told = await retry(() => post(address(`api/daily/${this.date}`), body, { patience: PATIENCE }), { tries: TRIES });
      progress.forget();
      this.#showCalendar(told);
      this.#showEnd(told.attempt);
    } catch (error) {
      this.#offerAgain(error, () => this.#handIn());
    }
  }

  /** How it went: on the board, as a tile, and as squares to share. @param {PlayedDay} played */
  #showEnd(played) {
    const { puzzle } = this;
    if (!puzzle) return;
    const last = puzzle.claims.at(-1)?.after.at(-1);
    this.board.show(this.#whole(last ?? {}), { active: false, still: true });
    const rows = tryRows(played.tries, played.found, puzzle.tries);
    this.#part("tries")?.replaceChildren(...rows);
    this.root.classList.add("ended");
    const result = this.#part("result");
    if (result) {
      result.dataset.date = this.date;
      result.className = `card result ${played.solved ? "first" : "second"}`;
      result.replaceChildren(...this.#resultParts(played));
      result.hidden = false;
      for (const name of ["card", "acts", "say"]) this.#part(name)?.toggleAttribute("hidden", true);
    } else {
      this.say(`${played.verdict} ${played.sum}.`);
      this.#part("say")?.append(shareButton(played.share));
    }
    announce(`${played.verdict} ${played.sum}.`);
  }

  #resultParts(/** @type {PlayedDay} */ played) {
    const { puzzle } = this;
    const shape = make("span.shape", {}, symbol(played.solved ? "m1" : "m2"));
    const words = make("div", {}, make("h2", { id: "verdict" }, played.verdict), make("p.sum", {}, played.sum));
    const columns = puzzle?.tries ?? 0;
    return [
      make("div.verdict", {}, shape, words),
      make("div.both", {},
        make(`div.tries.big.columns-${columns}`, { role: "list", "aria-label": "Your tries" }, ...tryRows(played.tries, played.found, columns)),
        make("div.streak", {}, streakParts(this.calendar)[0])),
      shareButton(played.share),
      make("details", {}, make("summary", {}, "See what is shared"), make("p.share-text", {}, played.share)),
      this.date === this.today ? make("p.quiet", {}, `Tomorrow: ${puzzle?.next}, in ${untilTomorrow()}.`) : make("p.quiet", {}, make("a", { href: address("daily") }, "To the puzzle of today")),
    ];
  }

  // --- What is shown ---

  #showCalendar(/** @type {DayCalendar} */ calendar) {
    this.calendar = calendar;
    this.#part("streak")?.replaceChildren(...streakParts(calendar));
    const yesterday = yesterdayParts(calendar);
    this.#part("yesterday")?.replaceChildren(...yesterday);
    this.#part("yesterday")?.toggleAttribute("hidden", !yesterday.length);
    this.onCalendar(calendar, this.date);
  }

  #drawTries() {
    const { puzzle, progress } = this;
    if (!puzzle || !progress) return;
    const found = progress.tried.map((_, index) => progress.isFound(index));
    this.#part("tries")?.replaceChildren(...tryRows(progress.tried.map((moves) => moves.length), found, puzzle.tries, progress.at));
  }

  #enable() {
    this.#part("why")?.toggleAttribute("disabled", !this.#lastWrong || this.#isMoving);
    this.#part("give-up")?.toggleAttribute("disabled", this.#isMoving);
  }

  /** Say what went wrong, with a button that tries again; what passes is tried again by itself. @param {unknown} error @param {() => unknown} again */
  #offerAgain(error, again) {
    const words = sentence(messageOf(error));
    if (this.#part("say")?.textContent?.startsWith(words)) this.say(words); // it was read aloud before
    else this.tell(words);
    const isPassing = error instanceof ApiError && error.isPassing;
    const over = new AbortController();
    const act = () => {
      over.abort();
      clearTimeout(timer);
      again();
    };
    const timer = setTimeout(() => isPassing && !document.hidden && act(), LATER);
    if (isPassing) {
      addEventListener("online", act, { signal: over.signal });
      document.addEventListener("visibilitychange", () => document.hidden || act(), { signal: over.signal });
    }
    this.#part("say")?.append(button("Try again", act));
  }

  /** Say it on the page. @param {string} text */
  say(text) {
    this.#part("say")?.replaceChildren(make("p", {}, text));
  }

  /** Say it on the page and aloud. @param {string} text */
  tell(text) {
    this.say(text);
    announce(text);
  }
}

/** A button that copies the squares. @param {string} text */
function shareButton(text) {
  const words = make("span", {}, "Share the squares");
  const press = make("button.button.main.large", { type: "button" }, symbol("i-share", "ico"), words);
  press.addEventListener("click", async () => {
    const done = await copyText(text, press);
    words.textContent = done ? "Copied" : "Copy them below";
    announce(done ? "Copied." : "They can be copied from what is shared, below.");
    setTimeout(() => (words.textContent = "Share the squares"), COPIED);
  });
  return press;
}

/** Make the puzzle of the day playable on an element. @param {HTMLElement} root @param {DayData} data @param {{onCalendar?: (calendar: DayCalendar, date: string) => void}} options */
export function mountDaily(root, data, options = {}) {
  const card = new DailyCard(root, data, options);
  card.start();
  return card;
}
