/** A hint on the board: the move to make and how it may go on, as numbered ghosts. */

import { button, find, make, symbol } from "./elements.js";
import { placed } from "./places.js";
import { isCell, valueAt } from "./words.js";

export class Hint {
  #answer = /** @type {Hinted|null} */ (null);
  #shown = 0; // steps that are drawn
  #at = 0; // the step after which the board is shown; 0: as it is

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.list = find("#steps");
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#at && !document.querySelector("dialog[open]")) this.look(0);
    });
  }

  get isOn() {
    return this.#shown > 0;
  }

  /** Whether another press shows more. */
  get hasMore() {
    return this.#shown === 1 && (this.#answer?.steps.length ?? 0) > 1;
  }

  /** The first step of an answer. @param {Hinted} answer */
  begin(answer) {
    this.#answer = answer;
    this.#shown = 1;
    this.#at = 0;
  }

  /** All steps. */
  more() {
    this.#shown = this.#answer?.steps.length ?? 0;
  }

  clear() {
    this.#answer = null;
    this.#shown = 0;
    this.#at = 0;
  }

  /** Show the board after a step, or as it is. @param {number} step from 1; 0 for the board as it is */
  look(step) {
    this.#at = step === this.#at ? 0 : step;
    this.page.show();
  }

  /** The game as it would be after the step that is looked at; null if none is. @returns {Game|null} */
  get view() {
    const step = this.#steps[this.#at - 1];
    return step ? { ...this.page.game, ...step.frame, claims: {}, refused: {}, chain: null, decided: null } : null;
  }

  get #steps() {
    return (this.#answer?.steps ?? []).slice(0, this.#shown);
  }

  /** What is drawn on the cells, by cell. @returns {Map<string, Ghost>} */
  get ghosts() {
    const drawn = this.#steps.slice(this.#at).map(({ move, player }, index) => {
      const number = this.#at + index + 1;
      return /** @type {[string, Ghost]} */ ([move, { text: String(number), player, isNow: number === 1, words: `step ${number} of the hint` }]);
    });
    return new Map(drawn.filter(([move]) => isCell(move)));
  }

  /** What the first step takes. */
  get takes() {
    const [first] = this.#steps;
    return first && this.#at === 0 && this.#shown === 1 ? first.frame.last.takes : [];
  }

  show() {
    const steps = this.#steps;
    this.list.hidden = steps.length === 0;
    const drawn = JSON.stringify([steps.map(({ move }) => move), this.page.game.version, placed("1,2")]);
    if (this.list.dataset.drawn !== drawn) {
      this.list.dataset.drawn = drawn;
      this.list.replaceChildren(...steps.map((step, index) => make("li", {}, this.#chip(step, index + 1))));
    }
    for (const [index, item] of [...this.list.children].entries()) item.firstElementChild?.setAttribute("aria-pressed", String(index + 1 === this.#at));
  }

  #chip(/** @type {HintStep} */ { move, player }, /** @type {number} */ number) {
    const { game, names } = this.page;
    const words = isCell(move) && game.has_numbers ? String(valueAt(game, move)) : placed(move);
    const label = `Board after step ${number}: ${names[player - 1]}, ${placed(move)}`;
    const chip = button("", () => this.look(number), { "aria-label": label, class: "step" });
    chip.append(make("span.no", {}, number), make(`span.p${player}`, {}, symbol(`m${player}`)), words);
    return chip;
  }
}
