/** A position as the pages' board wants it, and what a move did: what `json_view.py` says, by the compiled rules. */

import { cellsOf, EXACTLY, FREE, MAJORITY, other } from "./rules.js";

/** What stays the same during a game. @param {Rules} rules @returns {Setting} */
export function setting({ record, rows, columns, values, cells, setup }) {
  const { book, board, written, names } = record;
  const komi = setup.komi / 2;
  const half = Math.floor(cells / 2) + 1;
  const goal = /** @type {Goal} */ (
    setup.goal === EXACTLY ? { kind: "exactly", target: setup.target }
      : setup.goal === MAJORITY ? { kind: "majority", total: cells, enough: [half, half] }
        : { kind: "points", total: values.reduce((total, value) => total + value, 0), enough: null, komi });
  const title = book.title ?? "";
  return { book: written.book, board, title, name: null, label: title, size: [rows, columns], has_numbers: book.values !== "ones", goal, players: names };
}

/** A position, and what the last move did. @param {Rules} rules @param {State} state @param {Done|null} last @returns {View} */
export function viewOf(rules, state, last) {
  const open = rules.claims(state);
  const isOver = open === 0n;
  const masks = masksOf(state);
  return {
    ...setting(rules), ...(isOver ? endingOf(rules, state) : { winner: null, reason: null }),
    turn: isOver ? null : state.turn, legal: isOver ? [] : rules.legal(state), owners: ownersOf(rules, masks),
    ...totals(rules, masks), decided: null, over: isOver, chain: state.link === FREE ? null : rules.names[state.link],
    claims: Object.fromEntries(cellsOf(open).map((cell) => [rules.names[cell], claimOf(rules, state, cell)])), refused: {}, last,
  };
}

/** What a move did. @param {Rules} rules @param {State} before @param {string} move @param {State} after @returns {Done} */
export function doneBy(rules, before, move, after) {
  const player = before.turn;
  const isClaim = move !== "stop" && move !== "swap";
  const isOver = rules.claims(after) === 0n;
  const isSkip = !isOver && after.link === FREE && after.turn === player;
  return {
    move, player, takes: isClaim ? takenBy(rules, before, move, after) : [], skipped: isSkip ? other(player) : null,
    forfeits: isClaim && !isOver && before.link === FREE && after.link === FREE && isLinked(rules, before, move),
  };
}

/** The cells of both players. @param {State} state @returns {[bigint, bigint]} */
function masksOf({ own, other, turn }) {
  return turn === 1 ? [own, other] : [other, own];
}

/** @param {Rules} rules @param {[bigint, bigint]} masks */
function totals(rules, masks) {
  return { scores: masks.map((mask) => rules.score(mask)), counts: masks.map((mask) => cellsOf(mask).length) };
}

/** @param {Rules} rules @param {[bigint, bigint]} masks @returns {Winner[][]} */
function ownersOf({ rows, columns }, [first, second]) {
  const owner = (/** @type {bigint} */ cell) => /** @type {Winner} */ (Number((first >> cell) & 1n) + 2 * Number((second >> cell) & 1n));
  return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, column) => owner(BigInt(row * columns + column))));
}

/** @param {Rules} rules @param {State} state @param {number} cell @returns {Claim} */
function claimOf(rules, state, cell) {
  const name = rules.names[cell];
  const after = rules.play(state, name);
  return { takes: takenBy(rules, state, name, after), ...totals(rules, masksOf(after)) };
}

/** The cells that a claim brought along. @param {Rules} rules @param {State} before @param {string} move @param {State} after */
function takenBy({ names }, before, move, after) {
  const now = masksOf(after)[before.turn - 1];
  return cellsOf(now & ~before.own).map((cell) => names[cell]).filter((name) => name !== move);
}

/** Whether a claim lay beside the player's own cells, in a game with chains. @param {Rules} rules @param {State} before @param {string} move */
function isLinked({ setup, names }, { own }, move) {
  return setup.again !== 0 && (own & setup.beside[names.indexOf(move)]) !== 0n;
}

/** How a game ended: who won, and the reason in the words of `Position.outcome`. @param {Rules} rules @param {State} state @returns {Ending} */
function endingOf(rules, state) {
  const { setup } = rules;
  const winner = rules.winner(state);
  const { scores, counts } = totals(rules, masksOf(state));
  const [mine, theirs] = rules.isMajority ? counts : scores;
  if (setup.goal === EXACTLY && scores[state.turn - 1] === setup.target) return { winner, reason: "exact score" };
  if (setup.goal === MAJORITY && 2 * counts[state.turn - 1] > rules.cells) return { winner, reason: "majority" };
  if (2 * mine !== 2 * theirs + setup.komi) return { winner, reason: setup.goal === MAJORITY ? "more cells" : "higher score" };
  return { winner, reason: winner === 0 ? "tie" : ["", "tie, last claim wins", "tie, second player wins"][setup.tie] };
}
