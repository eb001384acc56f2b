/** Who is winning: in words, as a bar, and how best play continues. */

import { button, find, make, symbol } from "./elements.js";
import { leadsTo } from "./verdict.js";
import { capital, many, resultSentence, valueAt } from "./words.js";

const FEW = 6; // moves of a line that are shown

/** A move as a round button. @param {string} move @param {Seat} player @param {Shown} shown @param {Names} names @param {{onclick: () => void, [attribute: string]: unknown}} attributes */
export function step(move, player, { view, numbers }, names, attributes) {
  const isNumber = numbers === "shuffled" && move.includes(",");
  const words = isNumber ? `${valueAt(view, move)} at ${move}` : move;
  return make("li", {}, make("button", { type: "button", "aria-label": `${names[player - 1]} ${words}`, ...attributes },
    make(`span.p${player}`, {}, symbol(`m${player}`)), isNumber ? String(valueAt(view, move)) : move));
}

/** What a position is worth to both: that of its best move. @param {LineValues} values @returns {MoveWorth|undefined} */
const best = ({ each, best: moves }) => each[moves[0]];

/** The share of the bar that is the first player's, in percent. @param {number} lead of the first player @param {Goal} goal */
function share(lead, goal) {
  const total = goal.kind === "points" ? goal.total + goal.komi : goal.total;
  const part = total ? lead / total : Math.sign(lead);
  return Math.min(100, Math.max(0, 50 + 50 * part));
}

/** A lead that fills the bar, for the winner of a game without margins. @param {Winner} winner @param {Goal} goal */
function whole(winner, goal) {
  return (winner === 1 ? 1 : winner === 2 ? -1 : 0) * (goal.total ?? 1);
}

export class Lead {
  /** @param {Names} names @param {{onStep: (moves: string[]) => void, onRetry: () => void}} options */
  constructor(names, { onStep, onRetry }) {
    this.names = names;
    this.onStep = onStep;
    this.onRetry = onRetry;
    this.verdict = find("#verdict");
    this.meter = find("#meter");
    this.title = find("#line-title");
    this.line = find("#line");
  }

  /** @param {Shown} shown @param {ValuesState} state @returns {string} what is said aloud */
  show(shown, { values, words, failed }) {
    const { view } = shown;
    this.#drawLine(shown, view.over ? null : values);
    if (view.over) return this.#tell(resultSentence(view, this.names), view.winner ?? 0, "over", this.#ended(view), view.goal);
    if (!values) {
      const again = failed ? button("Try again", this.onRetry) : null;
      this.verdict.replaceChildren(make("span", {}, words), ...(again ? [again] : []));
      this.#fill(null, "Not known yet");
      return failed ? words : "";
    }
    return values.exact ? this.#exact(view, best(values)) : this.#estimated(view, best(values));
  }

  /** How far a finished game was won, as the bar has it. @param {View} view */
  #ended({ goal, scores, winner }) {
    return goal.kind === "points" ? scores[0] - scores[1] - goal.komi : whole(winner ?? 0, goal);
  }

  #exact(/** @type {View} */ { goal }, /** @type {MoveWorth|undefined} */ judged) {
    const { winner = 0, margin = null } = judged ?? {};
    return this.#tell(capital(leadsTo({ winner, margin }, this.names)), winner ?? 0, "exact", margin ?? whole(winner ?? 0, goal), goal);
  }

  #estimated(/** @type {View} */ { turn, goal }, /** @type {MoveWorth|undefined} */ judged) {
    const ahead = judged?.lead ?? null;
    if (ahead === null || turn === null) return this.#tell("Too large to solve in time", 0, "estimate", null, goal);
    const lead = turn === 1 ? ahead : -ahead;
    const player = lead > 0 ? 1 : lead < 0 ? 2 : 0;
    const text = player ? `${this.names[player - 1]} is ahead by about ${many(Math.abs(lead), goal.kind === "majority" ? "cell" : "point")}` : "About even";
    return this.#tell(text, player, "estimate", lead, goal);
  }

  /** @param {string} text @param {Winner} winner @param {string} tag @param {number|null} lead of the first player @param {Goal} goal */
  #tell(text, winner, tag, lead, goal) {
    const mark = winner ? [make(`span.p${winner}`, {}, symbol(`m${winner}`))] : [];
    this.verdict.replaceChildren(...mark, make("span", {}, text.replace(/\.$/, "")), make("span.tag", {}, tag));
    const by = lead && goal.kind === "points" ? ` by ${Math.abs(lead)} of ${goal.total + goal.komi}` : "";
    const ahead = lead ? `${this.names[lead > 0 ? 0 : 1]} is ahead${by}` : "Even";
    this.#fill(lead === null ? null : share(lead, goal), lead === null ? "Not known" : ahead);
    return text;
  }

  #fill(/** @type {number|null} */ part, /** @type {string} */ label) {
    this.meter.classList.toggle("unknown", part === null);
    this.meter.setAttribute("aria-label", label);
    this.meter.style.setProperty("--share", `${part ?? 50}%`);
  }

  #drawLine(/** @type {Shown} */ shown, /** @type {LineValues|null} */ values) {
    const line = values?.line ?? [];
    this.title.textContent = line.length ? "Best play from here" : values ? "Numbers with ~ are estimates" : "";
    this.line.replaceChildren(...line.slice(0, FEW).map((move, index) =>
      step(move, values?.movers[index] ?? 1, shown, this.names, { onclick: () => this.onStep(line.slice(0, index + 1)) })));
    if (line.length > FEW) {
      const words = `Play all ${many(line.length, "move")} of the line`;
      this.line.append(make("li", {}, make("button", { type: "button", "aria-label": words, title: words, onclick: () => this.onStep(line) }, "…")));
    }
  }
}
