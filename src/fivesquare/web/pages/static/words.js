/** Sentences and names: what the pages say about a game. */

import { cellOfLetters, placed } from "./places.js";

export function listed(/** @type {string[]} */ parts) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** "1 cell", "3 cells". @param {number} count @param {string} word */
export function many(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

export function capital(/** @type {string} */ text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What the server says, as a sentence: with a capital and a full stop. @param {string} text */
export function sentence(text) {
  return /[.!?…]$/.test(text) ? capital(text) : `${capital(text)}.`;
}

/** A signed number with a true minus: "+8", "−2", "0". @param {number} number */
export function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}

/** The name of a computer player: "Level 6", "Perfect". @param {string} player */
export function playerName(player) {
  const [kind, detail] = player.split(":");
  return detail ? `${capital(kind)} ${detail}` : capital(kind);
}

/** The names of both players, as seen from these seats. @param {{players: string[], seats?: string[], names?: (string|null)[]}} game @param {Seat[]} mine */
export function playerNames(game, mine = []) {
  return game.players.map((player, index) => {
    if (player !== "human") return playerName(player);
    if (mine.length === 1 && mine[0] === index + 1) return "You";
    const name = game.names?.[index];
    if (name) return isolated(name);
    if (mine.length === 1) return ["open", "elsewhere"].includes(game.seats?.[index] ?? "") ? "Your friend" : "Opponent";
    return index === 0 ? "First" : "Second";
  });
}

/** A name that is written from right to left, so that it does not reorder the sentence around it. @param {string} name */
function isolated(name) {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name;
}

/** A player inside a sentence: "you", "your opponent", "Level 6". @param {string} name */
export function mention(name) {
  if (name === "Opponent") return "your opponent";
  return /^You(r .*)?$/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/** The same at its beginning. @param {string} name */
export function subject(name) {
  return capital(mention(name));
}

/** "yours", "your opponent’s", "Level 6’s". @param {string} name */
function possessive(name) {
  return name === "You" ? "yours" : `${mention(name)}’${name.endsWith("s") ? "" : "s"}`;
}

/** The number on a cell. @param {View} view @param {string} cell */
export function valueAt(view, cell) {
  const [row, column] = cell.split(",").map(Number);
  return view.board[row - 1][column - 1];
}

export function isCell(/** @type {string} */ move) {
  return /^\d+,\d+$/.test(move);
}

/** Typed text as a move is written, a cell as "2,3" or "c2"; null if it is not a move. @param {string} text */
export function typedMove(text) {
  const typed = text.trim().toLowerCase();
  const [, row, column] = typed.match(/^(\d+)\s*[,. ]\s*(\d+)$/) ?? [];
  if (row) return `${row},${column}`;
  return ["stop", "swap"].includes(typed) ? typed : cellOfLetters(typed);
}

/** What a move is worth to its mover, as sign and text; estimates have a tilde. @returns {{sign: "win"|"lose"|"even", text: string, words: string}} */
export function worth(/** @type {MoveWorth} */ judged, exact = true) {
  const result = judged.result ?? Math.sign(judged.lead ?? 0);
  const sign = result > 0 ? "win" : result < 0 ? "lose" : "even";
  const word = { win: "wins", lose: "loses", even: "draw" }[sign];
  const { lead } = judged;
  if (!exact) {
    if (lead === null) return { sign, text: `~${word}`, words: `about ${word}` };
    return { sign, text: `~${Math.abs(lead)}`, words: `about ${signed(lead)}` }; // a minus after a tilde cannot be read
  }
  if (!lead || Math.sign(lead) !== result) return { sign, text: word, words: word };
  return { sign, text: signed(lead), words: `${word} by ${Math.abs(lead)}` };
}

/** "wins by 8 points", "loses", "is a draw". @param {MoveWorth} judged */
export function worthWords(judged, exact = true) {
  const { sign, words } = worth(judged, exact);
  if (!exact) return `leads to ${words}`;
  if (sign === "even") return "is a draw";
  return / by /.test(words) ? `${words} ${Math.abs(judged.lead ?? 0) === 1 ? "point" : "points"}` : words;
}

/**
 * What a screen reader says of a cell.
 * @param {string} name @param {View} view
 * @param {{owner: number, legal: boolean, judged?: MoveWorth, mark?: string, names?: Names, exact?: boolean}} drawn
 */
export function cellLabel(name, view, { owner, legal, judged, mark, names = ["First", "Second"], exact }) {
  const parts = [];
  if (owner) parts.push(names[owner - 1] === "You" ? "yours" : names[owner - 1]);
  else parts.push(legal ? "free" : view.over || view.turn === null ? "free" : "free, out of reach");
  const claim = legal ? view.claims[name] : undefined;
  if (claim?.takes.length) parts.push(`takes ${listed(claim.takes.map((each) => takenWords(view, each)))}`);
  if (view.last?.move === name) parts.push("claimed last");
  if (view.last?.takes.includes(name)) parts.push("just taken");
  if (judged) parts.push(`${worthWords(judged, exact)}${judged.is_best ? ", best" : ""}`);
  if (mark) parts.push(mark);
  const number = view.has_numbers ? ` ${valueAt(view, name)},` : "";
  return `${placed(name)}:${number} ${parts.join(", ")}`;
}

function takenWords(/** @type {View} */ view, /** @type {string} */ cell) {
  return view.has_numbers ? String(valueAt(view, cell)) : placed(cell);
}

/** Whether what is taken belonged to the opponent: then they have fewer cells. */
function isCapture(/** @type {number} */ player, /** @type {number[]|null} */ before, /** @type {number[]|undefined} */ after) {
  return before && after ? after[2 - player] < before[2 - player] : false;
}

/**
 * What a claim brings: "claimed 13 at 1,4 and captured 2".
 * @param {View} view @param {string} move @param {string[]} takes
 * @param {{player: number, before: number[]|null, after?: number[]}} counts @param {"past"|"now"} tense
 */
function deed(view, move, takes, { player, before, after }, tense) {
  const past = tense === "past";
  const what = view.has_numbers ? ` ${valueAt(view, move)}` : "";
  const first = past ? `claimed${what ? `${what} at` : ""} ${placed(move)}` : `claims${what || " it"}`;
  if (!takes.length) return first;
  const brought = listed(takes.map((cell) => takenWords(view, cell)));
  if (isCapture(player, before, after)) return `${first} and ${past ? "captured" : "captures"} ${brought}`;
  return `${first} and ${past ? "took" : "takes"} ${brought} along`;
}

/**
 * A move of the record as a sentence: "Level 6 claimed 13 at 1,4 and captured 2."
 * @param {View} view @param {Done & {counts: number[]}} entry @param {Names} names
 * @param {number[]|null} before how many cells each had before it; without it nothing is called a capture
 */
export function moveSentence(view, entry, names, before = null) {
  const name = subject(names[entry.player - 1]);
  if (entry.move === "stop") return `${name} stopped.`;
  if (entry.move === "swap") return `${name} swapped: the first claim changed hands.`;
  return `${name} ${deed(view, entry.move, entry.takes, { player: entry.player, before, after: entry.counts }, "past")}.`;
}

/** "You cannot claim and are skipped." @param {Seat} player @param {Names} names */
export function skipSentence(player, names) {
  const name = subject(names[player - 1]);
  return name === "You" ? "You cannot claim and are skipped." : `${name} cannot claim and is skipped.`;
}

/** Why a turn ends that had earned one more claim. */
export const FORFEIT = "It has no valid cell beside it, so the additional claim is forfeited.";

/** What choosing a cell would do: "claims 14 and captures 9 and 3: 58 to 27". @param {View} view @param {string} cell @param {{names?: Names}} options */
export function previewWords(view, cell, { names = ["First", "Second"] } = {}) {
  const mover = view.turn ?? 0;
  const claim = view.claims[cell];
  if (claim) {
    const said = deed(view, cell, claim.takes, { player: mover, before: view.counts, after: claim.counts }, "now");
    const shown = view.goal.kind === "majority" ? claim.counts : claim.scores;
    return `${said}: ${shown[0]} to ${shown[1]}`;
  }
  const value = valueAt(view, cell);
  const [row, column] = cell.split(",").map(Number);
  const owner = view.owners[row - 1][column - 1];
  if (owner) return `is ${possessive(names[owner - 1])}`;
  return view.refused[cell] ?? `is ${view.has_numbers ? `${value}, ` : ""}free, but out of reach`;
}

/** The end of a game in one sentence. @param {View} game @param {Names} names */
export function resultSentence(game, names) {
  const shown = game.goal.kind === "majority" ? game.counts : game.scores;
  const [high, low] = shown[0] >= shown[1] ? shown : [shown[1], shown[0]];
  const komi = game.goal.komi ? ` (with ${game.goal.komi} komi for the second player)` : "";
  if (game.winner && game.reason === "resignation") {
    return `${subject(names[2 - game.winner])} resigned: ${winText(names[game.winner - 1])}.`;
  }
  if (game.winner && game.reason === "time") {
    return `${subject(names[2 - game.winner])} ran out of time: ${winText(names[game.winner - 1])}.`;
  }
  if (!game.winner) return `A draw, ${shown[0]} to ${shown[1]}${komi}.`;
  const wins = winText(names[game.winner - 1]);
  const won = capital(wins);
  if (game.reason === "tie, last claim wins") return `${shown[0]} to ${shown[1]}: ${wins} by the last claim.`;
  if (game.reason === "tie, second player wins") return `${shown[0]} to ${shown[1]}: a tie, so ${wins} as second player.`;
  if (game.reason === "exact score") return `${won} with exactly ${game.goal.target ?? high}.`;
  if (game.reason === "majority" || game.reason === "more cells") return `${won}: ${high} cells to ${low}.`;
  return `${won}, ${shown[game.winner - 1]} to ${shown[2 - game.winner]}${komi}.`;
}

function winText(/** @type {string} */ name) {
  return name === "You" ? "you win" : `${mention(name)} wins`;
}

/** "Your turn." or whose it is. @param {View} game @param {Names} names */
export function turnSentence(game, names) {
  if (game.turn === null) return "";
  const name = names[game.turn - 1];
  return name === "You" ? "Your turn." : `${capital(possessive(name))} turn.`;
}

/** The scores in words: "You 32, Level 6 39." @param {View} game @param {Names} names */
export function scoreSentence(game, names) {
  const shown = game.goal.kind === "majority" ? game.counts : game.scores;
  return `${names[0]} ${shown[0]}, ${names[1]} ${shown[1]}.`;
}

/** Moves of a line in words: "1,1, then 2,3, then 3,3". @param {string[]} line */
export function lineWords(line, most = 6) {
  const shown = line.slice(0, most).join(", then ");
  return line.length > most ? `${shown}, and so on` : shown;
}
