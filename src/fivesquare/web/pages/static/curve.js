/**
 * A game as a curve of exact values: up is good for the first player.
 * It is a slider for the keyboard and for screen readers, and any point of it can be clicked.
 */

import { make } from "./elements.js";
import { signed } from "./words.js";

const HEIGHT = 148;
const TOP = 14;
const BOTTOM = 24; // room for the numbers of the moves
const RIGHT = 12;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

export class Curve {
  constructor(/** @type {HTMLElement} */ element, /** @type {{onGo: (ply: number) => void}} */ { onGo }) {
    this.element = element;
    this.onGo = onGo;
    this.ply = 0;
    this.data = /** @type {CurveData} */ ({ heights: [], players: [], mistakes: new Set(), turning: null, hasMargins: false, captions: [] });
    this.now = make("g.now");
    this.left = this.width = this.high = this.low = 0;
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.setAttribute("aria-valuemin", "0");
    element.addEventListener("pointerdown", (event) => this.#press(event));
    element.addEventListener("pointermove", (event) => event.buttons === 1 && this.#press(event));
    element.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#draw()).observe(element);
  }

  show(/** @type {CurveData} */ data) {
    this.data = data;
    this.element.setAttribute("aria-valuemax", String(this.#last));
    this.#draw();
  }

  get #last() {
    return this.data.heights.length - 1;
  }

  at(/** @type {number} */ ply) {
    this.ply = ply;
    if (this.#last < 0) return;
    this.element.setAttribute("aria-valuenow", String(ply));
    this.element.setAttribute("aria-valuetext", this.data.captions[ply]);
    this.#place();
  }

  #key(/** @type {KeyboardEvent} */ event) {
    const by = /** @type {Record<string, number>} */ ({ ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 })[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    this.onGo(Math.min(Math.max(this.ply + by, 0), this.#last));
  }

  #press(/** @type {PointerEvent} */ event) {
    if (this.#last < 0 || event.button > 0) return;
    const x = event.clientX - this.element.getBoundingClientRect().left;
    const ply = Math.round(((x - this.left) / Math.max(1, this.width - RIGHT - this.left)) * this.#last);
    this.onGo(Math.min(Math.max(ply, 0), this.#last));
  }

  #x(/** @type {number} */ ply) {
    return this.left + (ply * (this.width - RIGHT - this.left)) / Math.max(1, this.#last);
  }

  #y(/** @type {number} */ height) {
    return TOP + ((this.high - height) * (HEIGHT - TOP - BOTTOM)) / (this.high - this.low);
  }

  #draw() {
    this.width = this.element.clientWidth;
    if (this.#last < 0 || !this.width) return;
    const { heights, hasMargins } = this.data;
    const marks = hasMargins ? scale(heights) : new Map([[1, "wins"], [0, "draw"], [-1, "wins"]]);
    const levels = [...marks.keys(), ...heights.filter((height) => height !== null)];
    this.high = Math.max(...levels);
    this.low = Math.min(...levels);
    this.left = hasMargins ? 46 : 66;
    const svg = make("svg", { viewBox: `0 0 ${this.width} ${HEIGHT}`, width: this.width, height: HEIGHT, "aria-hidden": "true" });
    svg.append(this.#definitions(), this.now, ...this.#grid(marks), ...this.#numbers());
    for (const run of runs(heights)) svg.append(...this.#run(run));
    for (const gap of runs(heights.map((height) => (height === null ? 0 : null)))) svg.append(...this.#gap(gap));
    svg.append(...heights.flatMap((height, ply) => (height === null ? [] : [this.#point(height, ply)])));
    this.element.replaceChildren(svg);
    this.at(this.ply);
  }

  /** The stripes below the line: the second player's part differs from the first's by more than colour. */
  #definitions() {
    return make("defs", {},
      make("pattern", { id: "curve-stripes", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        make("rect.stripe-ground", { width: 6, height: 6 }), make("rect.stripe", { width: 3, height: 6 })),
      make("clipPath", { id: "curve-above" }, make("rect", { x: 0, y: 0, width: this.width, height: this.#y(0) })),
      make("clipPath", { id: "curve-below" }, make("rect", { x: 0, y: this.#y(0), width: this.width, height: HEIGHT })));
  }

  #grid(/** @type {Map<number, string>} */ marks) {
    return [...marks].flatMap(([height, label]) => {
      const text = make("text.scale", { x: this.left - 10, y: this.#y(height) + 4 }, label);
      const line = make("path", { d: `M${this.left - 4} ${this.#y(height)}H${this.width - RIGHT + 4}`, class: height === 0 ? "zero" : "grid" });
      const whose = this.data.hasMargins || height === 0 ? [] : [shape(height > 0 ? 1 : 2, 13, this.#y(height), 4.5, `whose ${height > 0 ? "first" : "second"}`)];
      return [line, text, ...whose];
    });
  }

  #numbers() {
    const room = (this.width - RIGHT - this.left) / 26;
    const step = STEPS.find((wide) => this.#last / wide <= room) ?? this.#last;
    const drawn = [];
    for (let ply = step; ply <= this.#last; ply += step) drawn.push(make("text.number", { x: this.#x(ply), y: HEIGHT - 5 }, ply));
    return drawn;
  }

  #run(/** @type {Run} */ run) {
    const points = run.map(([ply, height]) => `${this.#x(ply)},${this.#y(height)}`);
    const zero = this.#y(0);
    const outline = `${this.#x(run[0][0])},${zero} ${points.join(" ")} ${this.#x(run[run.length - 1][0])},${zero}`;
    return [
      make("polygon.area.first", { points: outline, "clip-path": "url(#curve-above)" }),
      make("polygon.area.second", { points: outline, "clip-path": "url(#curve-below)" }),
      make("polyline.line", { points: points.join(" ") }),
    ];
  }

  /** A stretch that was not solved: a dotted line, and a word if there is room for it. @param {Run} gap */
  #gap(gap) {
    const [from, to] = [this.#x(gap[0][0]), this.#x(gap[gap.length - 1][0])];
    const middle = (HEIGHT - BOTTOM + TOP) / 2;
    return [
      make("path.gap", { d: `M${from - 3} ${middle}H${to + 3}` }),
      make("text.unknown", { x: (from + to) / 2, y: middle - 6 }, to - from > 76 ? "not solved" : "?"),
    ];
  }

  #point(/** @type {number} */ height, /** @type {number} */ ply) {
    const { heights, players, mistakes, turning } = this.data;
    const [x, y] = [this.#x(ply), this.#y(height)];
    const crowded = heights.length > (this.width - this.left) / 11;
    const r = (mistakes.has(ply) ? 5.5 : 3.5) * (crowded ? 0.62 : 1);
    return make("g", { class: `point ${["", "first", "second"][players[ply]]}` },
      ply === turning ? make("circle.turning", { cx: x, cy: y, r: 10 }) : null, shape(players[ply], x, y, r));
  }

  /** Where we are: a bar from top to bottom. */
  #place() {
    const [x, top, bottom] = [this.#x(this.ply), TOP - 10, HEIGHT - BOTTOM + 8];
    this.now.replaceChildren(
      make("rect", { x: x - 9, y: top, width: 18, height: bottom - top, rx: 5 }),
      make("path", { d: `M${x} ${top}V${bottom}` }),
    );
  }
}

/** Round heights to draw a line at, with their names: zero, and a few above and below it. @param {(number|null)[]} heights */
function scale(heights) {
  const known = heights.filter((height) => height !== null);
  const high = Math.max(0, ...known);
  const low = Math.min(0, ...known);
  if (high === low) return new Map([[1, ""], [0, "0"], [-1, ""]]);
  const step = STEPS.find((wide) => (high - low) / wide <= 4) ?? STEPS[STEPS.length - 1];
  const marks = new Map();
  for (let mark = Math.floor(high / step) * step; mark >= low; mark -= step) {
    marks.set(mark, signed(mark));
  }
  return marks;
}

/** The stretches of a curve without a gap. @param {(number|null)[]} heights */
function runs(heights) {
  const found = /** @type {Run[]} */ ([]);
  heights.forEach((height, ply) => {
    if (height === null) return;
    if (ply === 0 || heights[ply - 1] === null) found.push([]);
    found[found.length - 1].push([ply, height]);
  });
  return found;
}

/** A player's shape: a circle, or a diamond. @param {number} player @param {number} x @param {number} y @param {number} r */
function shape(player, x, y, r, kind = "") {
  const side = r * 1.25;
  if (player === 2) return make("path", { d: `M${x} ${y - side}l${side} ${side}-${side} ${side}-${side}-${side}z`, class: kind });
  return make("circle", { cx: x, cy: y, r, class: kind });
}
