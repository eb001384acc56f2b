/** The keys of the review page: what they do, and their list. */

import { show } from "./dialogs.js";
import { around } from "./elements.js";
import { keyDialog, lettersOn } from "./shortcuts.js";

const LIST = /** @type {[string, string][]} */ ([
  ["← →", "one move back, one move on"],
  ["Home End", "the opening, the end"],
  ["M Shift+M", "the next mistake, the one before"],
  ["B", "play through what would have been better, or how it goes on"],
  ["Esc", "back to the game"],
  ["V", "values on or off"],
  ["L", "learn from the mistakes"],
  ["P", "play on from here"],
  ["S", "share"],
  ["Tab", "to the board, the curve, the list; on the board arrows point, Enter tries a move, J and K step"],
  ["?", "this list"],
]);
const TURNS = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 });

export class ReviewKeys {
  #isPointed = false; // whether the board has the focus by a click: then arrow keys step
  #dialog = /** @type {HTMLDialogElement|null} */ (null);

  constructor(/** @type {ReviewPage} */ page) {
    this.page = page;
    page.board.board.area.addEventListener("pointerdown", () => (this.#isPointed = true));
    addEventListener("keydown", (event) => this.#onKey(event), { capture: true });
  }

  show() {
    this.#dialog ??= keyDialog(LIST);
    show(this.#dialog);
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    if (event.key === "Tab") this.#isPointed = false;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (around(event, "input:not([type=radio]), textarea, select")) return;
    const deed = this.#deed(event);
    if (!deed) return;
    event.preventDefault();
    event.stopPropagation();
    deed();
    if (around(event, "#moves")) this.page.list.focus();
  }

  /** @param {KeyboardEvent} event @returns {(() => unknown)|null|undefined} */
  #deed(event) {
    const { page } = this;
    const isOff = event.key.length === 1 && !lettersOn();
    if (event.key === "?" && !isOff) return () => this.show();
    if (page.root.hidden || around(event, "[popover]:popover-open")) return null;
    const onBoard = Boolean(around(event, ".cells")) && !this.#isPointed;
    if (page.lessons) return around(event, "input") ? null : this.#lessonDeed(event.key, page.lessons, onBoard);
    return (onBoard ? null : this.#stepDeed(event)) ?? (isOff ? null : this.#letterDeed(event.key));
  }

  #lessonDeed(/** @type {string} */ key, /** @type {Lessons} */ lessons, /** @type {boolean} */ onBoard) {
    if (key in TURNS && lessons.refutation && !onBoard) return () => lessons.step(TURNS[key]);
    if (key !== "Escape") return null;
    return lessons.refutation ? () => lessons.tryAgain() : () => this.page.leaveLessons(lessons.lesson?.ply ?? null);
  }

  #stepDeed(/** @type {KeyboardEvent} */ event) {
    const { back, on, start, end } = this.page.deeds;
    const inList = around(event, "#moves") ? { ArrowUp: back, ArrowDown: on } : {};
    return /** @type {Record<string, () => void>} */ ({ ArrowLeft: back, ArrowRight: on, Home: start, End: end, ...inList })[event.key];
  }

  #letterDeed(/** @type {string} */ key) {
    const { page } = this;
    const { back, on, values, learn, play, share } = page.deeds;
    return /** @type {Record<string, (() => void)|null>} */ ({
      k: back, j: on, m: () => page.seekMistake(1), M: () => page.seekMistake(-1), v: values, l: learn, b: () => page.playThrough(), p: play, s: share,
      Escape: page.course?.line ? () => page.course?.leave() : null,
    })[key];
  }
}
