/** The parts of the review page that say something: scores, verdict, list of moves, marks. They only draw. */

import { symbol } from "./board.js";
import { make } from "./elements.js";
import { besides, either, inShort, isKnown, leadsTo, moveNumbers, percent, sign, told } from "./verdict.js";
import { capital, many } from "./words.js";

const SIDES = ["", "first", "second"];
const FEW = 7; // moves of a line that are shown before one steps into it

/** A word below each player's name. */
export function notes(view) {
  return [1, 2].map((player) => {
    const end = view.over ? view : view.ended;
    if (end) return end.winner === player ? "won" : end.winner === 0 ? "draw" : "";
    return view.turn === player ? "to move" : "";
  });
}

/** The sign of a move, in a box of its own; the words stand beside it. */
function badge(move) {
  const { text, kind } = sign(move);
  return make(`span.badge.${kind}`, { "aria-hidden": "true" }, kind === "good" ? symbol("right") : text);
}

/** Whose win, in short, for a column. */
function worthIn(worth, names) {
  const { winner, text } = inShort(worth);
  const words = isKnown(worth) ? leadsTo(worth, names) : "not solved";
  return make(`span.worth-now.${SIDES[winner] || "even"}`, {}, winner ? symbol(`m${winner}`) : null,
    make("span", { "aria-hidden": "true" }, text), make("span.aloud", {}, words));
}

/**
 * Moves of a line as buttons: a step each.
 * @param {string} words  what the line is
 * @param {string[]} moves
 * @param {(at: number) => void} onStep
 */
export function line(words, moves, onStep, { at = 0, whole = false } = {}) {
  const shown = whole ? moves : moves.slice(0, FEW);
  const steps = shown.map((move, index) =>
    make("li", {}, make("button.step", {
      type: "button", "aria-current": index + 1 === at ? "step" : null, onclick: () => onStep(index + 1),
    }, move)));
  if (moves.length > shown.length) {
    const more = moves.length - shown.length;
    steps.push(make("li", {}, make("button.step.more", { type: "button", "aria-label": `and ${many(more, "more move")}`, onclick: () => onStep(FEW + 1) }, "…")));
  }
  return make("div.line", {}, words ? make("span.line-words", {}, words) : null, make("ol", { "aria-label": words || "Moves of the line" }, ...steps));
}

/** What is said of a ply of the game. `lines` says how one steps into a line. */
export function verdict(walk, ply, names, { onLine }) {
  const view = walk.plies[ply];
  const move = ply ? walk.moves[ply - 1] : null;
  const parts = [make("p.what", {}, move ? badge(move) : null, make("span", {}, ...heading(walk, ply, names)))];
  const more = besides(view, names);
  if (more) parts.push(make("p", {}, more));
  const comparison = compared(walk, ply, names);
  if (comparison) parts.push(make("p", {}, comparison));
  if (move?.is_mistake && move.best.length) {
    const before = walk.plies[ply - 1];
    const better = before.line?.length ? before.line : move.best.slice(0, 1);
    const words = move.best.length > 1 ? `Better: ${either(move.best)}` : "Better";
    parts.push(line(words, better, (at) => onLine({ from: ply - 1, back: ply, moves: better, title: `Better: ${better[0]}` }, at)));
  }
  const onward = move?.line?.length ? move.line : view.line;
  if (onward?.length) {
    const words = move?.is_mistake ? "It runs into" : ply ? "Best play from here" : "A perfect game";
    parts.push(line(words, onward, (at) => onLine({ from: ply, moves: onward, title: words }, at)));
  }
  return parts;
}

function heading(walk, ply, names) {
  const view = walk.plies[ply];
  if (!ply) return [make("strong", {}, "The opening.")];
  const move = walk.moves[ply - 1];
  const said = told(view, walk.plies[ply - 1], names);
  return [make("strong", {}, `${ply}. ${said}`), ` ${judged(move)}.`];
}

/** The verdict as the end of a sentence. */
export function judged(move) {
  return capital(move.verdict);
}

/** What is said where the solver was too slow. */
export function unsolved(view) {
  const estimates = Object.values(view.each ?? {}).some((judged) => judged.lead !== null);
  return `This position could not be solved in time${estimates ? "; the numbers with ~ are estimates" : ""}.`;
}

/** What the position is worth, and what it was worth before. */
function compared(walk, ply, names) {
  const view = walk.plies[ply];
  const move = ply ? walk.moves[ply - 1] : null;
  const now = isKnown(view) ? leadsTo(view, names) : "";
  if (!now) return unsolved(view);
  if (view.over) return "";
  const before = ply ? walk.plies[ply - 1] : null;
  if (move?.is_mistake && isKnown(before)) return `With perfect play it was: ${leadsTo(before, names)}. Now it is: ${now}.`;
  return `With perfect play: ${now}.`;
}

/** The list of moves, each with its verdict; a skip is a line of its own. */
export function moves(walk, names, { onGo }) {
  return walk.plies.slice(1).flatMap((view, index) => {
    const number = index + 1;
    const move = walk.moves?.[index] ?? null;
    const { player, takes } = view.last;
    const got = takes.length ? ` +${takes.length}` : "";
    const row = make(`li.${SIDES[player]}`, { "data-ply": number },
      make("button", { type: "button", tabindex: "-1", onclick: () => onGo(number) },
        make("span.no", {}, String(number)),
        make("span.by", {}, symbol(`m${player}`), make("span.aloud", {}, names[player - 1])),
        make("span.move", {}, view.last.move, got ? make("small", { title: `takes ${takes.join(" ")}` }, got) : null),
        make("span.verdict-short", {}, move ? badge(move) : null, make("span", {}, move?.verdict ?? "")),
        move ? worthIn(view, names) : null));
    if (!view.last.skipped) return [row];
    const name = names[view.last.skipped - 1];
    return [row, make("li.skip-note", {}, `${name} ${name === "You" ? "are" : "is"} skipped`)];
  });
}

/** The table of accuracy and skill. */
export function marks(walk, names) {
  return [1, 2].map((player) => {
    const made = walk.moves.filter((move) => move.player === player);
    const results = made.filter((move) => move.result_lost).length;
    const others = made.filter((move) => move.is_mistake && !move.result_lost).length;
    return make("tr", {},
      make("th", { scope: "row" }, symbol(`m${player}`), ` ${names[player - 1]}`),
      make("td", {}, percent(walk.accuracy[player - 1])),
      make("td", {}, percent(walk.skill[player - 1])),
      make("td", {}, `${results + others}`, results ? make("small", {}, `${results} cost the result`) : null));
  });
}

/** The turning point, and what could not be worked out, as sentences. */
export function turning(walk, names) {
  const said = [];
  const point = walk.turning_point;
  if (point) {
    const move = walk.moves[point - 1];
    said.push(`Turning point: move ${point}, ${move.move} by ${names[move.player - 1]}: ${move.verdict}.`);
  } else if (walk.solved && walk.moves.length) said.push("Nobody made a mistake.");
  const unsolved = walk.moves.filter((move) => move.verdict === "not solved").map((move) => move.number);
  if (unsolved.length) {
    const [it, could] = [unsolved.length === 1 ? "it" : "them", `${capital(moveNumbers(unsolved))} could not be solved in time`];
    said.push(`${could}: nothing is said of ${it}, and accuracy and skill leave ${it} out.`);
  }
  return said.join(" ");
}
