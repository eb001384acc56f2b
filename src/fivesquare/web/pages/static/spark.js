/** The course of a game in a small curve: up is good for the first player. */

import { make } from "./elements.js";

const WIDTH = 340;
const HEIGHT = 60;
const EDGE = 8;

/** @typedef {[ply: number, height: number]} Point */

/** The points of the curve, and those where it crosses zero. @param {number[]} heights */
function crossed(heights) {
  return heights.flatMap((height, ply) => {
    const before = heights[ply - 1] ?? height;
    const here = /** @type {Point} */ ([ply, height]);
    return before * height < 0 ? [/** @type {Point} */ ([ply - height / (height - before), 0]), here] : [here];
  });
}

/** @param {number[]} heights the worth at the start and after each move @param {number|null} turn the number of the move that lost the game */
export function spark(heights, turn) {
  const most = Math.max(...heights, 0);
  const least = Math.min(...heights, 0);
  const scale = (HEIGHT - 2 * EDGE) / (most - least || 1);
  const x = (/** @type {number} */ ply) => (EDGE + ((WIDTH - 2 * EDGE) * ply) / (heights.length - 1)).toFixed(1);
  const y = (/** @type {number} */ height) => (EDGE + (most - height) * scale).toFixed(1);
  const points = crossed(heights);
  const line = (/** @type {Point[]} */ all) => all.map(([ply, height]) => `${x(ply)} ${y(height)}`).join("L");
  const area = (/** @type {(height: number) => number} */ part) =>
    `M${line([[0, 0], ...points.map(([ply, height]) => /** @type {Point} */ ([ply, part(height)])), [heights.length - 1, 0]])}Z`;
  return make("svg", { class: "spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "Who was winning, move by move" },
    make("path", { class: "up", d: area((height) => Math.max(height, 0)) }),
    make("path", { class: "down", d: area((height) => Math.min(height, 0)) }),
    make("path", { class: "zero", d: `M0 ${y(0)}H${WIDTH}` }),
    make("path", { class: "curve", d: `M${line(points)}` }),
    turn === null ? null : make("circle", { class: "turn", cx: x(turn), cy: y(heights[turn]), r: 6 }));
}
