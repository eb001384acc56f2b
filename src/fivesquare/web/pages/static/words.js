/** Sentences and names. Everything that is said about a game is put into words here. */

/** @param {string[]} parts */
export function listed(parts) {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** "1 cell", "3 cells". */
export function many(count, word) {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What the server says, as a sentence: with a capital and a full stop. */
export function sentence(text) {
  return /[.!?…]$/.test(text) ? capital(text) : `${capital(text)}.`;
}

/** A signed number with a true minus: "+8", "−2", "0". */
export function signed(number) {
  return number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0";
}

/** What a player is called that the computer plays: "Level 6", "Perfect". */
function playerName(player) {
  const [kind, detail] = player.split(":");
  return detail ? `${capital(kind)} ${detail}` : capital(kind);
}

/**
 * What both players are called by somebody who holds these seats.
 * @param {{players: string[], seats?: string[]}} game
 * @param {number[]} mine
 */
export function playerNames(game, mine = []) {
  return game.players.map((player, index) => {
    if (player !== "human") return playerName(player);
    if (mine.length === 1) return mine[0] === index + 1 ? "You" : game.seats?.[index] === "open" ? "Your friend" : "Opponent";
    return index === 0 ? "First" : "Second";
  });
}

/** The number on a cell. */
export function valueAt(view, cell) {
  const [row, column] = cell.split(",").map(Number);
  return view.board[row - 1][column - 1];
}

export function isCell(move) {
  return /^\d+,\d+$/.test(move);
}

/** What somebody typed, as a move is written; null if it is none. */
export function typedMove(text) {
  const typed = text.trim().toLowerCase();
  const [, row, column] = typed.match(/^(\d+)\s*[,. ]\s*(\d+)$/) ?? [];
  if (row) return `${row},${column}`;
  return ["stop", "swap"].includes(typed) ? typed : null;
}

/**
 * What a move is worth to its mover, as sign and text; estimates have a tilde.
 * @returns {{sign: "win"|"lose"|"even", text: string, words: string}}
 */
export function worth(judged, exact = true) {
  const result = judged.result ?? Math.sign(judged.lead ?? 0);
  const sign = result > 0 ? "win" : result < 0 ? "lose" : "even";
  const word = { win: "wins", lose: "loses", even: "draw" }[sign];
  if (!exact) {
    const lead = judged.lead === null ? word : signed(judged.lead);
    return { sign, text: `~${lead}`, words: `about ${lead}` };
  }
  const agrees = judged.lead !== null && judged.lead !== undefined && Math.sign(judged.lead) === result && result !== 0;
  if (!agrees) return { sign, text: word, words: word };
  return { sign, text: signed(judged.lead), words: `${word} by ${Math.abs(judged.lead)}` };
}

/** "wins by 8 points", "loses", "is a draw". */
export function worthWords(judged, exact = true) {
  const { sign, words } = worth(judged, exact);
  if (!exact) return `leads to ${words}`;
  if (sign === "even") return "is a draw";
  return / by /.test(words) ? `${words} ${Math.abs(judged.lead) === 1 ? "point" : "points"}` : words;
}

/** What a screen reader hears of a cell. */
export function cellLabel(name, view, { owner, legal, judged, mark, names = ["First", "Second"], values } = {}) {
  const parts = [];
  const holder = owner ? (names[owner - 1] === "You" ? "yours" : names[owner - 1]) : null;
  if (owner) parts.push(holder);
  else parts.push(legal ? "free" : view.over || view.turn === null ? "free" : "free, out of reach");
  const claim = legal ? view.claims?.[name] : undefined;
  if (claim?.takes?.length) parts.push(`takes ${listed(claim.takes.map((each) => takenWords(view, each)))}`);
  if (view.last?.move === name) parts.push("claimed last");
  if (view.last?.takes?.includes(name)) parts.push("just taken");
  if (judged) parts.push(`${worthWords(judged, values?.exact)}${judged.is_best ? ", best" : ""}`);
  if (mark) parts.push({ right: "right", wrong: "wrong", played: "played" }[mark]);
  const number = view.has_numbers === false ? "" : ` ${valueAt(view, name)},`;
  return `${name}:${number} ${parts.join(", ")}`;
}

function takenWords(view, cell) {
  return view.has_numbers === false ? cell : String(valueAt(view, cell));
}

/** Whether what is taken belonged to the opponent: then they have fewer cells. */
function isCapture(player, before, after) {
  return Boolean(before && after) && after[2 - player] < before[2 - player];
}

/**
 * What a claim brings: "claimed 13 at 1,4 and captured 2".
 * @param {"past"|"now"} tense
 */
function deed(view, move, takes, { player, before, after }, tense) {
  const past = tense === "past";
  const claims = past ? "claimed" : "claims";
  const what = view.has_numbers === false ? "" : ` ${valueAt(view, move)}`;
  const first = past ? `${claims}${what ? `${what} at` : ""} ${move}` : `${claims}${what || " it"}`;
  if (!takes.length) return first;
  const brought = listed(takes.map((cell) => takenWords(view, cell)));
  if (isCapture(player, before, after)) return `${first} and ${past ? "captured" : "captures"} ${brought}`;
  return `${first} and ${past ? "took" : "takes"} ${brought} along`;
}

/**
 * A move of the record as a sentence: "Level 6 claimed 13 at 1,4 and captured 2."
 * @param {number[]|null} before how many cells each had before it; without it nothing is called a capture
 */
export function moveSentence(view, entry, names, before = null) {
  const name = names[entry.player - 1];
  if (entry.move === "stop") return `${name} stopped.`;
  if (entry.move === "swap") return `${name} swapped: the first claim changed hands.`;
  return `${name} ${deed(view, entry.move, entry.takes, { player: entry.player, before, after: entry.counts }, "past")}.`;
}

/** "You cannot claim and are skipped." */
export function skipSentence(player, names) {
  const name = names[player - 1];
  return name === "You" ? "You cannot claim and are skipped." : `${name} cannot claim and is skipped.`;
}

/** What choosing a cell would do: "claims 14 and captures 9 and 3: 58 to 27". */
export function previewWords(view, cell, { mover = view.turn, names = ["First", "Second"] } = {}) {
  const claim = view.claims?.[cell];
  if (claim) {
    const said = deed(view, cell, claim.takes, { player: mover, before: view.counts, after: claim.counts }, "now");
    const shown = view.goal?.kind === "majority" && claim.counts ? claim.counts : claim.scores;
    return `${said}: ${shown[0]} to ${shown[1]}`;
  }
  const value = valueAt(view, cell);
  const [row, column] = cell.split(",").map(Number);
  const owner = view.owners[row - 1][column - 1];
  if (owner) return `is ${names[owner - 1] === "You" ? "yours" : `${names[owner - 1]}’s`}`;
  const score = view.scores[mover - 1];
  if (view.goal?.kind === "exactly" && score + value > view.goal.target) return `is ${value}: ${score} and ${value} are above ${view.goal.target}`;
  return `is ${view.has_numbers === false ? "" : `${value}, `}free, but out of reach`;
}

/** The end of a game in one sentence. */
export function resultSentence(game, names) {
  const shown = game.goal?.kind === "majority" ? game.counts : game.scores;
  const [high, low] = shown[0] >= shown[1] ? shown : [shown[1], shown[0]];
  const komi = game.goal?.komi ? ` (with ${game.goal.komi} komi for the second player)` : "";
  if (game.reason === "resignation") {
    const loser = names[2 - game.winner];
    return `${loser} resigned: ${winText(names[game.winner - 1])}.`;
  }
  if (game.winner === 0) return `A draw, ${shown[0]} to ${shown[1]}${komi}.`;
  const wins = winText(names[game.winner - 1]);
  const won = wins.charAt(0).toUpperCase() + wins.slice(1);
  if (game.reason === "tie, last claim wins") return `${shown[0]} to ${shown[1]}: ${wins} by the last claim.`;
  if (game.reason === "tie, second player wins") return `${shown[0]} to ${shown[1]}: a tie, so ${wins} as second player.`;
  if (game.reason === "exact score") return `${won} with exactly ${game.goal?.target ?? high}.`;
  if (game.reason === "majority") return `${won}: ${high} cells to ${low}.`;
  if (game.reason === "more cells") return `${won}: ${high} cells to ${low}.`;
  return `${won}, ${shown[game.winner - 1]} to ${shown[2 - game.winner]}${komi}.`;
}

function winText(name) {
  return name === "You" ? "you win" : `${name} wins`;
}

/** "Your turn." or whose it is. */
export function turnSentence(game, names) {
  if (game.turn === null) return "";
  const name = names[game.turn - 1];
  return name === "You" ? "Your turn." : `${name}’${name.endsWith("s") ? "" : "s"} turn.`;
}

/** The scores in words: "You 32, Level 6 39." */
export function scoreSentence(game, names) {
  const shown = game.goal?.kind === "majority" ? game.counts : game.scores;
  return `${names[0]} ${shown[0]}, ${names[1]} ${shown[1]}.`;
}

/** Moves of a line in words: "1,1, then 2,3, then 3,3". */
export function lineWords(line, most = 6) {
  const shown = line.slice(0, most).join(", then ");
  return line.length > most ? `${shown}, and so on` : shown;
}
