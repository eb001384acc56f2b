/** Scores with the goal in sight: a bar of points, a row of pips, or two ladders. */

import { many, scoreSentence } from "./words.js";

const MOST_PIPS = 36; // more become a bar
const MOST_RUNGS = 30;
const ALL_CLAIMED = ["flip", "sweep"]; // every cell is claimed in the end, so that enough is also needed

export class Score {
  /** @param {HTMLElement} section */
  constructor(section) {
    this.sides = [...section.querySelectorAll(".side")];
    this.goal = section.querySelector(".goal");
    this.note = section.querySelector(".goal-note");
    this.drawn = "";
  }

  /**
   * @param {object} game
   * @param {{names: string[], notes: string[], then: object|null}} options `then`: a claim that is pointed at
   */
  show(game, { names, notes, then }) {
    const now = counted(game, game);
    const after = then ? counted(game, then) : now;
    this.sides.forEach((side, index) => {
      side.querySelector("b").textContent = names[index];
      side.querySelector("small").textContent = notes[index];
      this.#showPoints(side.querySelector(".points"), now[index], index === 1 ? game.goal.komi : 0);
      if (game.turn === index + 1) side.setAttribute("aria-current", "true");
      else side.removeAttribute("aria-current");
    });
    this.#build(game);
    this.#fill(game, now, after);
    this.note.textContent = goalNote(game);
    this.goal.setAttribute("aria-label", `${scoreSentence(game, names)} ${goalNote(game)}`);
  }

  #showPoints(place, points, komi) {
    place.textContent = points;
    if (komi) place.append(Object.assign(document.createElement("small"), { textContent: `+${komi}` }));
  }

  #build(game) {
    const { kind, total, target } = game.goal;
    const shape = kind === "majority" && total <= MOST_PIPS ? "pips" : kind === "exactly" ? "ladders" : "bar";
    const wanted = `${shape} ${total ?? target}`;
    if (wanted === this.drawn) return;
    this.drawn = wanted;
    this.goal.className = `goal ${shape}`;
    const parts = (count, className) => Array.from({ length: count }, () => Object.assign(document.createElement("i"), { className }));
    if (shape === "pips") this.goal.replaceChildren(...parts(total, "pip"));
    else if (shape === "ladders") this.goal.replaceChildren(...this.#ladders(target, parts));
    else this.goal.replaceChildren(...["komi", "a", "a then", "b", "b then", "mid"].flatMap((name) => parts(1, name)));
    this.goal.style.setProperty("--count", total ?? target);
  }

  #ladders(target, parts) {
    return ["a", "b"].map((name) => {
      const ladder = Object.assign(document.createElement("div"), { className: `ladder ${name}` });
      if (target > MOST_RUNGS) ladder.append(...parts(1, "part"), ...parts(1, "part then"));
      else ladder.append(...parts(target, "rung"));
      return ladder;
    });
  }

  #fill(game, now, after) {
    if (this.goal.classList.contains("pips")) this.#fillPips(game, now, after);
    else if (this.goal.classList.contains("ladders")) this.#fillLadders(game, now, after);
    else this.#fillBar(game, now, after);
  }

  #fillBar(game, now, after) {
    const komi = game.goal.komi ?? 0;
    const whole = game.goal.total + komi;
    const share = (points) => `${(100 * points) / whole}%`;
    const parts = { a: now[0], b: now[1], "a-then": after[0] - now[0], "b-then": after[1] - now[1] };
    this.goal.style.setProperty("--komi", share(komi));
    for (const [name, points] of Object.entries(parts)) {
      this.goal.style.setProperty(`--${name}`, share(Math.abs(points)));
      if (name.endsWith("then")) this.goal.querySelector(`.${name.charAt(0)}.then`).classList.toggle("less", points < 0);
    }
    this.goal.style.setProperty("--a-end", share(Math.max(now[0], after[0])));
    this.goal.style.setProperty("--b-end", share(Math.max(now[1], after[1]) + komi));
  }

  #fillPips(game, now, after) {
    const { total, enough: [enough] } = game.goal;
    [...this.goal.children].forEach((pip, index) => {
      const fromRight = total - 1 - index;
      pip.classList.toggle("a", index < Math.max(now[0], after[0]));
      pip.classList.toggle("b", fromRight < Math.max(now[1], after[1]));
      const changes = (index < now[0]) !== (index < after[0]) || (fromRight < now[1]) !== (fromRight < after[1]);
      pip.classList.toggle("then", changes);
      pip.classList.toggle("last", index === enough - 1 || fromRight === enough - 1);
    });
  }

  #fillLadders(game, now, after) {
    const { target } = game.goal;
    [...this.goal.children].forEach((ladder, side) => {
      ladder.style.setProperty("--now", `${(100 * Math.min(now[side], target)) / target}%`);
      ladder.style.setProperty("--then", `${(100 * Math.max(0, after[side] - now[side])) / target}%`);
      ladder.querySelectorAll(".rung").forEach((rung, index) => {
        rung.classList.toggle("on", index < Math.max(now[side], after[side]));
        rung.classList.toggle("then", index < now[side] !== index < after[side]);
      });
    });
  }
}

/** What counts: cells where a majority is the goal, else points. */
function counted(game, view) {
  return game.goal.kind === "majority" ? (view.counts ?? view.scores) : view.scores;
}

function goalNote(game) {
  const { kind, enough, target, komi } = game.goal;
  if (kind === "exactly") return `Exactly ${target} wins at once, never above`;
  if (kind === "majority") return `${many(enough[0], "cell")} win at once`;
  const wins = ALL_CLAIMED.includes(game.name) ? "win" : "are surely enough";
  if (!komi) return `${many(enough[0], "point")} ${wins}`;
  return `${enough[0]} points ${wins}, ${enough[1]} with komi`;
}
