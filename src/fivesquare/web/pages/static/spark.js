/** The course of a game in a small curve: up is good for the first player. */

import { make } from "./elements.js";

const WIDTH = 340;
const HEIGHT = 60;
const EDGE = 8;

/** @param {number[]} heights the worth at the start and after each move @param {number|null} turn the number of the move that lost the game */
export function spark(heights, turn) {
  const most = Math.max(...heights, 0);
  const least = Math.min(...heights, 0);
  const scale = (HEIGHT - 2 * EDGE) / (most - least || 1);
  const x = (/** @type {number} */ ply) => (EDGE + ((WIDTH - 2 * EDGE) * ply) / (heights.length - 1)).toFixed(1);
  const y = (/** @type {number} */ height) => (EDGE + (most - height) * scale).toFixed(1);
  const line = (/** @type {number[]} */ values) => values.map((height, ply) => `L${x(ply)} ${y(height)}`).join("").slice(1);
  const area = (/** @type {number[]} */ values) => `M${x(0)} ${y(0)}L${line(values)}L${x(values.length - 1)} ${y(0)}Z`;
  return make("svg", { class: "spark", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "Who was winning, move by move" },
    make("path", { class: "up", d: area(heights.map((height) => Math.max(height, 0))) }),
    make("path", { class: "down", d: area(heights.map((height) => Math.min(height, 0))) }),
    make("path", { class: "zero", d: `M0 ${y(0)}H${WIDTH}` }),
    make("path", { class: "curve", d: `M${line(heights)}` }),
    turn === null ? null : make("circle", { class: "turn", cx: x(turn), cy: y(heights[turn]), r: 6 }));
}
