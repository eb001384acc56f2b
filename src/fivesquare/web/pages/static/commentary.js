/** What a review says about where one is: the verdict on a move, lines to step into, what is read aloud. It only draws. */

import { button, make, symbol } from "./elements.js";
import { besides, either, inShort, isKnown, leadsTo, sign, told } from "./verdict.js";
import { capital, many } from "./words.js";

const SIDES = ["even", "first", "second"];
const FEW = 7; // moves of a line that are shown before one steps into it

/** A word below each player's name. @param {View} view */
export function notes(view) {
  const end = view.over ? view : view.ended;
  return [1, 2].map((player) => {
    if (end) return end.winner === player ? "won" : end.winner === 0 ? "draw" : "";
    return view.turn === player ? "to move" : "";
  });
}

/** The sign of a move, in a box of its own; the words are beside it. @param {ReviewedMove} move */
export function badge(move) {
  const { text, kind } = sign(move);
  return make(`span.badge.${kind}`, { "aria-hidden": "true" }, kind === "good" ? symbol("right") : text);
}

/** Whose win, in short, for a column. @param {View} view @param {Names} names */
export function worthNow(view, names) {
  const { winner, text } = inShort(view);
  const words = isKnown(view) ? capital(leadsTo(view, names)) : "not solved";
  return make(`span.worth-now.${SIDES[winner]}`, {}, winner ? symbol(`m${winner}`) : null,
    make("span", { "aria-hidden": "true" }, text), make("span.aloud", {}, words));
}

/**
 * Moves of a line as buttons: a step each. `words` says what the line is.
 * @param {string} words @param {string[]} moves @param {(at: number) => void} onStep @param {{at?: number, whole?: boolean}} options
 */
export function lineRow(words, moves, onStep, { at = 0, whole = false } = {}) {
  const shown = whole ? moves : moves.slice(0, FEW);
  const step = (/** @type {string} */ move, /** @type {number} */ number, attributes = {}) =>
    make("li", {}, make("button.step", { type: "button", onclick: () => onStep(number), ...attributes }, move));
  const steps = shown.map((move, index) => step(move, index + 1, { "aria-current": index + 1 === at ? "step" : null }));
  const more = moves.length - shown.length;
  if (more) steps.push(step("…", FEW + 1, { class: "step more", "aria-label": `and ${many(more, "more move")}` }));
  return make("div.line", {}, words ? make("span.line-words", {}, words) : null, make("ol", { "aria-label": words || "Moves of the line" }, ...steps));
}

/**
 * What is said where one is, in the game or in a line; `walk` as soon as it is known.
 * @param {Course} course @param {Walk|null} walk @param {Names} names @param {{problem: string, onLine: (line: Line, at: number) => void}} options
 */
export function comments(course, walk, names, { problem, onLine }) {
  const error = problem ? [make("p.error", {}, problem)] : [];
  const { view, ply } = course;
  if (course.line) return lineComments(course, course.line, names, error, onLine);
  if (walk) return [...error, ...gameComments(walk, ply, names, onLine)];
  const said = told(view, course.before, names);
  return [...error, make("p", {}, make("strong", {}, ply ? `${ply}. ${said}` : said), ` ${besides(view, names)}`)];
}

function gameComments(/** @type {Walk} */ walk, /** @type {number} */ ply, /** @type {Names} */ names, /** @type {(line: Line, at: number) => void} */ onLine) {
  const view = walk.plies[ply];
  const move = ply ? walk.moves[ply - 1] : null;
  const heading = move
    ? [make("strong", {}, `${ply}. ${told(view, walk.plies[ply - 1], names)}`), ` ${capital(move.verdict)}.`]
    : [make("strong", {}, "The opening.")];
  const parts = [make("p.what", {}, move && badge(move), make("span", {}, ...heading))];
  for (const words of [besides(view, names), comparison(walk, ply, names)]) if (words) parts.push(make("p", {}, words));
  if (move?.is_mistake && move.best.length) {
    const { line } = walk.plies[ply - 1];
    const better = line?.length ? line : move.best.slice(0, 1);
    const words = move.best.length > 1 ? `Better: ${either(move.best)}` : "Better";
    parts.push(lineRow(words, better, (at) => onLine({ from: ply - 1, back: ply, moves: better, title: `Better: ${better[0]}` }, at)));
  }
  const onward = move?.line.length ? move.line : view.line;
  if (onward?.length) {
    const title = move?.is_mistake ? "It runs into" : ply ? "Best play from here" : "A perfect game";
    parts.push(lineRow(title, onward, (at) => onLine({ from: ply, moves: onward, title }, at)));
  }
  return parts;
}

/** What the position is worth, and what it was worth before. @param {Walk} walk @param {number} ply @param {Names} names */
function comparison(walk, ply, names) {
  const view = walk.plies[ply];
  if (!isKnown(view)) return unsolved(view);
  if (view.over) return "";
  const before = walk.plies[ply - 1] ?? null;
  if (ply && walk.moves[ply - 1].is_mistake && isKnown(before)) return `With perfect play it was: ${leadsTo(before, names)}. Now it is: ${leadsTo(view, names)}.`;
  return `With perfect play: ${leadsTo(view, names)}.`;
}

/** What is said where the solver was too slow. @param {View} view */
function unsolved(view) {
  const estimates = Object.values(view.each ?? {}).some((judged) => judged.lead !== null);
  return `This position could not be solved in time${estimates ? "; the numbers with ~ are estimates" : ""}.`;
}

/** @param {Course} course @param {Line} line @param {Names} names @param {HTMLElement[]} error @param {(line: Line, at: number) => void} onLine */
function lineComments(course, line, names, error, onLine) {
  const { at, view } = course;
  const parts = [
    make("p.what", {}, make("strong", {}, line.title), make("span.quiet", {}, ` from move ${line.from + 1}`)),
    lineRow("", line.moves, (to) => course.stepTo(to), { at, whole: true }),
    make("p", {}, `${told(view, course.before, names)} ${besides(view, names)}`),
    ...error,
  ];
  if (isKnown(view) && !view.over) parts.push(make("p", {}, `With perfect play: ${leadsTo(view, names)}.`));
  else if (view.exact === false) parts.push(make("p", {}, unsolved(view)));
  const onward = view.line ?? [];
  if (onward.length && at === line.moves.length && !view.over) {
    parts.push(lineRow("Best play from here", onward, (to) => onLine({ ...line, moves: [...line.moves, ...onward] }, at + to)));
  }
  return [...parts, make("div.buttons", {}, button("Back to the game", () => course.leave()))];
}

/** What is read aloud after a step. @param {Course} course @param {Walk|null} walk @param {Names} names */
export function spoken({ line, at, view, ply, before }, walk, names) {
  const number = line ? `Line, ${at} of ${line.moves.length}.` : ply ? `Move ${ply}.` : "";
  const verdict = !line && ply && walk ? `${capital(walk.moves[ply - 1].verdict)}.` : "";
  const worth = isKnown(view) && !view.over && (walk || line) ? `${capital(leadsTo(view, names))} with perfect play.` : "";
  return [number, told(view, before, names), verdict, besides(view, names), worth].filter(Boolean).join(" ");
}
