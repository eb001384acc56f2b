// The course of a game as a curve of exact values: up is good for the first player.
// It is a slider for the keyboard and for screen readers, and any point of it can be clicked.

import { signed } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 148;
const TOP = 14;
const BOTTOM = 24; // room for the numbers of the moves
const RIGHT = 12;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

/**
 * @typedef {object} Course
 * @property {(number|null)[]} heights  one a ply, null where it was not solved
 * @property {(1|2|0)[]} players  who made the move that led there; 0 at the opening
 * @property {Set<number>} mistakes  the plies after a move that threw something away
 * @property {number|null} turning
 * @property {boolean} hasMargins
 * @property {string[]} captions  each ply in words
 */

export class Curve {
  constructor(element, { onGo }) {
    this.element = element;
    this.onGo = onGo;
    this.ply = 0;
    this.course = null;
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.setAttribute("aria-valuemin", "0");
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => event.buttons === 1 && this.#press(event));
    element.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#draw()).observe(element);
  }

  /** @param {Course} course */
  show(course) {
    this.course = course;
    this.element.setAttribute("aria-valuemax", String(course.heights.length - 1));
    this.#draw();
  }

  at(ply) {
    this.ply = ply;
    if (!this.course) return;
    this.element.setAttribute("aria-valuenow", String(ply));
    this.element.setAttribute("aria-valuetext", this.course.captions[ply]);
    this.#place();
  }

  #key(event) {
    const last = this.course.heights.length - 1;
    const to = { ArrowUp: this.ply + 1, ArrowDown: this.ply - 1, PageUp: this.ply + 5, PageDown: this.ply - 5 }[event.key];
    if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.onGo(Math.min(Math.max(to, 0), last));
  }

  #press(event) {
    if (!this.course || event.button > 0) return;
    const x = event.clientX - this.element.getBoundingClientRect().left;
    const last = this.course.heights.length - 1;
    const ply = Math.round(((x - this.left) / Math.max(1, this.width - RIGHT - this.left)) * last);
    this.onGo(Math.min(Math.max(ply, 0), last));
  }

  #x(ply) {
    return this.left + (ply * (this.width - RIGHT - this.left)) / Math.max(1, this.course.heights.length - 1);
  }

  #y(height) {
    return TOP + ((this.high - height) * (HEIGHT - TOP - BOTTOM)) / (this.high - this.low);
  }

  #draw() {
    this.width = this.element.clientWidth;
    if (!this.course || !this.width) return;
    const { heights, hasMargins } = this.course;
    const marks = hasMargins ? scale(heights) : new Map([[1, "wins"], [0, "draw"], [-1, "wins"]]);
    const levels = [...marks.keys(), ...heights.filter((height) => height !== null)];
    this.high = Math.max(...levels);
    this.low = Math.min(...levels);
    this.left = hasMargins ? 46 : 66;
    const svg = make("svg", { viewBox: `0 0 ${this.width} ${HEIGHT}`, width: this.width, height: HEIGHT, "aria-hidden": "true" });
    this.now = make("g", { class: "now" });
    svg.append(this.#definitions(), this.now, ...this.#grid(marks), ...this.#numbers());
    for (const run of runs(heights)) svg.append(...this.#run(run));
    for (const gap of runs(heights.map((height) => (height === null ? 0 : null)))) svg.append(...this.#gap(gap));
    svg.append(...heights.flatMap((height, ply) => (height === null ? [] : [this.#point(height, ply)])));
    this.element.replaceChildren(svg);
    this.at(this.ply);
  }

  /** The stripes below the line: the second player's part differs from the first's by more than colour. */
  #definitions() {
    const definitions = make("defs");
    const stripes = make("pattern", { id: "curve-stripes", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
    stripes.append(make("rect", { width: 6, height: 6, class: "stripe-ground" }), make("rect", { width: 3, height: 6, class: "stripe" }));
    const above = make("clipPath", { id: "curve-above" });
    above.append(make("rect", { x: 0, y: 0, width: this.width, height: this.#y(0) }));
    const below = make("clipPath", { id: "curve-below" });
    below.append(make("rect", { x: 0, y: this.#y(0), width: this.width, height: HEIGHT }));
    definitions.append(stripes, above, below);
    return definitions;
  }

  #grid(marks) {
    return [...marks].flatMap(([height, label]) => {
      const text = make("text", { x: this.left - 10, y: this.#y(height) + 4, class: "scale" });
      text.textContent = label;
      const line = make("path", { d: `M${this.left - 4} ${this.#y(height)}H${this.width - RIGHT + 4}`, class: height === 0 ? "zero" : "grid" });
      const whose = this.course.hasMargins || height === 0 ? [] : [shape(height > 0 ? 1 : 2, 13, this.#y(height), 4.5, `whose ${height > 0 ? "first" : "second"}`)];
      return [line, text, ...whose];
    });
  }

  #numbers() {
    const last = this.course.heights.length - 1;
    const room = (this.width - RIGHT - this.left) / 26;
    const step = STEPS.find((wide) => last / wide <= room) ?? last;
    const drawn = [];
    for (let ply = step; ply <= last; ply += step) {
      const text = make("text", { x: this.#x(ply), y: HEIGHT - 5, class: "number" });
      text.textContent = String(ply);
      drawn.push(text);
    }
    return drawn;
  }

  #run(run) {
    const points = run.map(([ply, height]) => `${this.#x(ply)},${this.#y(height)}`);
    const zero = this.#y(0);
    const outline = `${this.#x(run[0][0])},${zero} ${points.join(" ")} ${this.#x(run.at(-1)[0])},${zero}`;
    return [
      make("polygon", { points: outline, class: "area first", "clip-path": "url(#curve-above)" }),
      make("polygon", { points: outline, class: "area second", "clip-path": "url(#curve-below)" }),
      make("polyline", { points: points.join(" "), class: "line" }),
    ];
  }

  /** A stretch that was not solved: a dotted line, and a word if there is room for it. */
  #gap(gap) {
    const [from, to] = [this.#x(gap[0][0]), this.#x(gap.at(-1)[0])];
    const middle = (HEIGHT - BOTTOM + TOP) / 2;
    const text = make("text", { x: (from + to) / 2, y: middle - 6, class: "unknown" });
    text.textContent = to - from > 76 ? "not solved" : "?";
    return [make("path", { d: `M${from - 3} ${middle}H${to + 3}`, class: "gap" }), text];
  }

  #point(height, ply) {
    const { players, mistakes, turning } = this.course;
    const group = make("g", { class: `point ${["", "first", "second"][players[ply]]}` });
    const [x, y] = [this.#x(ply), this.#y(height)];
    if (ply === turning) group.append(make("circle", { cx: x, cy: y, r: 10, class: "turning" }));
    const crowded = this.course.heights.length > (this.width - this.left) / 11;
    const r = (mistakes.has(ply) ? 5.5 : 3.5) * (crowded ? 0.62 : 1);
    group.append(shape(players[ply], x, y, r));
    return group;
  }

  /** Where we are: a bar from top to bottom. */
  #place() {
    if (!this.now) return;
    const [x, top, bottom] = [this.#x(this.ply), TOP - 10, HEIGHT - BOTTOM + 8];
    this.now.replaceChildren(
      make("rect", { x: x - 9, y: top, width: 18, height: bottom - top, rx: 5 }),
      make("path", { d: `M${x} ${top}V${bottom}` }),
    );
  }
}

/** Round heights to draw a line at, with their names: zero, and a few above and below it. */
function scale(heights) {
  const known = heights.filter((height) => height !== null);
  const high = Math.max(0, ...known);
  const low = Math.min(0, ...known);
  if (high === low) return new Map([[1, ""], [0, "0"], [-1, ""]]);
  const step = STEPS.find((wide) => (high - low) / wide <= 4) ?? STEPS.at(-1);
  const marks = new Map();
  for (let mark = Math.floor(high / step) * step; mark >= low; mark -= step) {
    marks.set(mark, signed(mark));
  }
  return marks;
}

/** The stretches of a curve without a gap, as [ply, height]. */
function runs(heights) {
  const found = [[]];
  heights.forEach((height, ply) => {
    if (height !== null) found.at(-1).push([ply, height]);
    else if (found.at(-1).length) found.push([]);
  });
  return found.filter((run) => run.length);
}

/** A player's shape: a circle, or a diamond. */
function shape(player, x, y, r, kind = "") {
  const side = r * 1.25;
  if (player === 2) return make("path", { d: `M${x} ${y - side}l${side} ${side}-${side} ${side}-${side}-${side}z`, class: kind });
  return make("circle", { cx: x, cy: y, r, class: kind });
}

function make(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
