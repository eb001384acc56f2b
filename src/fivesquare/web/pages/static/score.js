/** Scores with the goal in sight: a bar of points, a row of pips, or two ladders. */

import { all, find, make } from "./elements.js";
import { many, scoreSentence } from "./words.js";

const MOST_PIPS = 36; // more become a bar
const MOST_RUNGS = 30;

/** @param {number} count @param {string} classes */
const parts = (count, classes) => Array.from({ length: count }, () => make("i", { class: classes }));
/** @param {number} points @param {number} whole */
const share = (points, whole) => `${(100 * points) / whole}%`;

export class Score {
  #drawn = "";

  constructor(/** @type {HTMLElement} */ section) {
    this.sides = all(".side", section);
    this.goal = find(".goal", HTMLElement, section);
    this.note = find(".goal-note", HTMLElement, section);
  }

  /** @param {View} game @param {{names: Names, faces?: Names, notes: (string|Node)[], then: Claim|null}} options `then`: a claim that is pointed at; `faces`: names above the score */
  show(game, { names, faces = names, notes, then }) {
    const now = counted(game, game);
    const after = then ? counted(game, then) : now;
    this.sides.forEach((side, index) => {
      const komi = index === 1 ? game.goal.komi : 0;
      find("b", HTMLElement, side).textContent = faces[index];
      find("small", HTMLElement, side).replaceChildren(notes[index]);
      find(".points", HTMLElement, side).replaceChildren(String(now[index]), ...(komi ? [make("small", {}, `+${komi}`)] : []));
      if (game.turn === index + 1) side.setAttribute("aria-current", "true");
      else side.removeAttribute("aria-current");
    });
    this.#build(game.goal);
    this.#fill(game.goal, now, after);
    this.note.textContent = goalNote(game, names);
    this.goal.setAttribute("aria-label", `${scoreSentence(game, names)} ${this.note.textContent}`);
  }

  #build(/** @type {Goal} */ { kind, total, target }) {
    const shape = kind === "exactly" ? "ladders" : kind === "majority" && total <= MOST_PIPS ? "pips" : "bar";
    const count = kind === "exactly" ? target : total;
    const wanted = `${shape} ${count}`;
    if (wanted === this.#drawn) return;
    this.#drawn = wanted;
    this.goal.className = `goal ${shape}`;
    this.goal.style.setProperty("--count", String(count));
    if (shape === "pips") this.goal.replaceChildren(...parts(count, "pip"));
    else if (shape === "ladders") this.goal.replaceChildren(...["a", "b"].map((side) => ladder(side, count)));
    else this.goal.replaceChildren(...["komi", "a", "a then", "b", "b then", "mid"].flatMap((name) => parts(1, name)));
  }

  #fill(/** @type {Goal} */ goal, /** @type {number[]} */ now, /** @type {number[]} */ after) {
    if (goal.kind === "exactly") this.#fillLadders(goal.target, now, after);
    else if (goal.kind === "majority" && goal.total <= MOST_PIPS) this.#fillPips(goal.total, goal.enough[0], now, after);
    else this.#fillBar(goal.total, goal.komi ?? 0, now, after);
  }

  #fillBar(/** @type {number} */ total, /** @type {number} */ komi, /** @type {number[]} */ now, /** @type {number[]} */ after) {
    const whole = total + komi;
    const changes = { a: after[0] - now[0], b: after[1] - now[1] };
    const lengths = {
      komi, a: now[0], b: now[1], "a-then": Math.abs(changes.a), "b-then": Math.abs(changes.b),
      "a-end": Math.max(now[0], after[0]), "b-end": Math.max(now[1], after[1]) + komi,
    };
    for (const [name, points] of Object.entries(lengths)) this.goal.style.setProperty(`--${name}`, share(points, whole));
    for (const [name, change] of Object.entries(changes)) find(`.${name}.then`, HTMLElement, this.goal).classList.toggle("less", change < 0);
  }

  #fillPips(/** @type {number} */ total, /** @type {number} */ enough, /** @type {number[]} */ now, /** @type {number[]} */ after) {
    [...this.goal.children].forEach((pip, index) => {
      const fromRight = total - 1 - index;
      pip.classList.toggle("a", index < Math.max(now[0], after[0]));
      pip.classList.toggle("b", fromRight < Math.max(now[1], after[1]));
      const changes = (index < now[0]) !== (index < after[0]) || (fromRight < now[1]) !== (fromRight < after[1]);
      pip.classList.toggle("then", changes);
      pip.classList.toggle("last", index === enough - 1 || fromRight === enough - 1);
    });
  }

  #fillLadders(/** @type {number} */ target, /** @type {number[]} */ now, /** @type {number[]} */ after) {
    all(".ladder", this.goal).forEach((ladder, side) => {
      ladder.style.setProperty("--now", share(Math.min(now[side], target), target));
      ladder.style.setProperty("--then", share(Math.max(0, after[side] - now[side]), target));
      all(".rung", ladder).forEach((rung, index) => {
        rung.classList.toggle("on", index < Math.max(now[side], after[side]));
        rung.classList.toggle("then", index < now[side] !== index < after[side]);
      });
    });
  }
}

function ladder(/** @type {string} */ side, /** @type {number} */ target) {
  return make(`div.ladder.${side}`, {}, ...(target > MOST_RUNGS ? [...parts(1, "part"), ...parts(1, "part then")] : parts(target, "rung")));
}

/** What counts: cells where a majority is the goal, else points. @param {View} game @param {View|Claim} view */
function counted(game, view) {
  return game.goal.kind === "majority" ? view.counts : view.scores;
}

/** What wins; or who cannot be caught any more, as the server has proved it. @param {View} game @param {Names} names */
function goalNote({ goal, decided, over }, names) {
  if (goal.kind === "exactly") return `Exactly ${goal.target} wins at once, never above`;
  if (decided && !over) return `${names[decided - 1]} can’t be caught${goal.kind === "points" ? "; play on for the margin" : ""}`;
  if (goal.kind === "majority") return `${many(goal.enough[0], "cell")} win at once`;
  const { enough, komi } = goal;
  if (!enough) return `Most points on the full board win${komi ? ", komi included" : ""}`;
  return komi ? `${enough[0]} points win, ${enough[1]} with komi` : `${many(enough[0], "point")} win`;
}
