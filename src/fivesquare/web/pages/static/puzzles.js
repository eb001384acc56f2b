/** Puzzles, one after the other. The server makes them and knows what is right; this asks and shows. */

import { address } from "./addresses.js";
import { messageOf, post } from "./api.js";
import { showOnce } from "./dialogs.js";
import { find, onSubmit, seek } from "./elements.js";
import { Form } from "./form.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";
import { positionIn } from "./positionhistory.js";
import { PuzzleBoard } from "./puzzleboard.js";
import { explainWaiting } from "./retry.js";
import { linkRow } from "./share.js";
import { Keys } from "./shortcuts.js";
import { Practice, Supply, Tally } from "./supply.js";
import { capital, sentence, typedMove } from "./words.js";

const place = (/** @type {string} */ id) => find(`#${id}`);
const act = (/** @type {string} */ id) => find(`#${id}`, HTMLButtonElement);
const typed = find("#typed", HTMLInputElement);
const wishForm = new Form(find("#wish", HTMLFormElement));
const books = wishForm.radios("book").map((input) => input.value).filter((value) => value !== "any");
const NAMES = ["First", "Second"];
const WISH = "puzzle-wish";

const query = new URLSearchParams(location.search);
const practice = seek("#practice") ? new Practice(query.get("mistake") ?? "", query.get("book")) : null;
let supply = /** @type {Supply|Practice} */ (practice ?? new Supply(books));
const tally = new Tally();
const asked = new PuzzleBoard(find("main"), { label: "Puzzle", names: NAMES, onAnswer: answer, onRefused: tell });
const { board } = asked;
const deeds = [
  { id: "hint", key: "h", words: "hint", deed: hint },
  { id: "show", key: "a", words: "show the answer", deed: show },
  { id: "next", key: "n", words: "the next one", deed: next },
  { id: "share", key: "l", words: "link to this puzzle", deed: share },
];
const keys = new Keys(typed, deeds, { home: () => board.focus(), mayType: () => true });

let puzzle = /** @type {Puzzle|null} */ (null); // the one on the board
let hints = 0; // how many were given
let isCounted = false;
let isDone = false;
let marks = /** @type {Record<string, string>} */ ({});
let turn = 0; // counts the puzzles, so that one that comes late is not posed

// --- One puzzle ---

function wish() {
  return { book: wishForm.value("book"), difficulty: wishForm.value("difficulty") };
}

/** Pose a puzzle as soon as it is there. @param {Promise<Puzzle>} promise */
async function pose(promise) {
  const mine = (turn += 1);
  puzzle = null;
  enable(false);
  const slow = setTimeout(() => mine === turn && say("Making a puzzle …"), 300);
  const heard = explainWaiting((words) => mine === turn && tell(words));
  try {
    const found = await promise;
    if (mine === turn) begin(found);
  } catch (error) {
    if (mine !== turn) return;
    setNext("Try again", true);
    act("next").disabled = false;
    tell(sentence(messageOf(error)));
  } finally {
    clearTimeout(slow);
    heard();
  }
}

function begin(/** @type {Puzzle} */ found) {
  puzzle = found;
  hints = 0;
  isCounted = false;
  isDone = false;
  marks = {};
  const { book, difficulty, seed, view } = found;
  const named = typeof book === "string" ? book : "";
  const name = capital(named) || view.label;
  place("what").textContent = `${name}, ${difficulty}.`;
  find("#rules", HTMLAnchorElement).href = address(named ? `rules/${named}` : "rules");
  document.title = `${name}: which move wins? · Fivesquare`;
  if (practice && supply === practice) place("practice-count").textContent = `${practice.words}.`;
  else if (seed !== null) history.replaceState(null, "", `?${new URLSearchParams({ book: String(book), difficulty, seed: String(seed) })}`);
  setNext("Skip", false);
  enable(true);
  draw(true);
  tell(`${who(view)} ${found.task}`);
  supply.prepare(wish());
}

function who(/** @type {View} */ { turn: player, chain }) {
  const shape = player === 1 ? "First (blue, circle)" : "Second (amber, diamond)";
  return chain ? `${shape} has just claimed ${chain} and may continue.` : `${shape} is to move.`;
}

/** A move was chosen: right or wrong, and why. @param {string} move */
function answer(move) {
  if (!puzzle || isDone) return;
  const isRight = puzzle.right.includes(move);
  count(isRight);
  if (isRight) {
    solve("Right.", move);
    return;
  }
  marks = { ...marks, [move]: "wrong" };
  draw();
  tell(`No. ${puzzle.why[move]} Try another.`);
}

function solve(/** @type {string} */ word, /** @type {string} */ move) {
  if (!puzzle) return;
  isDone = true;
  marks = { ...marks, [move]: "right" };
  draw();
  setNext("Next", true);
  tell(`${word} ${puzzle.why[move]}`);
}

function count(/** @type {boolean} */ isRight) {
  if (isCounted) return;
  isCounted = true;
  tally.count(isRight, hints > 0);
  drawTally();
}

function hint() {
  if (!puzzle || isDone) return;
  if (hints < puzzle.hints.length) tell(puzzle.hints[hints++]);
  else tell("That was the last hint; Show tells the answer.");
}

function show() {
  if (!puzzle || isDone) return;
  count(false);
  solve("The answer:", puzzle.right[0]);
}

function next() {
  if (act("next").disabled) return;
  const hadFocus = document.activeElement;
  pose(supply.next(wish())).then(() => {
    if (hadFocus === act("next") && puzzle) board.focus();
  });
}

function share() {
  if (!puzzle) return;
  showOnce("Share this puzzle", linkRow("Link to this puzzle", location.href));
}

// --- What is shown ---

function draw(still = false) {
  if (!puzzle) return;
  const values = isDone ? { exact: true, each: puzzle.view.each } : null;
  asked.show(puzzle.view, { active: !isDone, values, marks, still });
}

/** Say it on the page. @param {string} text */
function say(text) {
  place("say").textContent = text;
}

/** Say it on the page and aloud. @param {string} text */
function tell(text) {
  say(text);
  announce(text);
}

function drawTally() {
  place("streak").textContent = String(tally.counts.streak);
  place("best").textContent = String(tally.counts.best);
  place("solved").textContent = tally.words;
}

function enable(/** @type {boolean} */ isOn) {
  for (const { id } of deeds) act(id).disabled = !isOn;
}

function setNext(/** @type {string} */ words, /** @type {boolean} */ isMain) {
  find("#next span").textContent = words;
  act("next").classList.toggle("main", isMain);
  act("hint").disabled = act("show").disabled = isMain;
}

// --- Listening ---

for (const { id, deed } of deeds) act(id).addEventListener("click", deed);
onSubmit(place("type"), () => {
  const text = typed.value.trim();
  const move = text ? (typedMove(text) ?? text) : board.armed;
  keys.leave();
  board.preview(null); // so that the answer can be read, not what the cell in focus would do
  if (move) asked.answer(move);
  else tell("Choose a cell, or type its row and column, like 2,3.");
});
wishForm.form.addEventListener("change", () => {
  if (practice && supply === practice) {
    supply = new Supply(books);
    place("practice").hidden = true;
  }
  keep(WISH, wish());
  pose(supply.next(wish()));
});

/** The position in a link as a puzzle. @returns {Promise<Puzzle>} */
async function given(/** @type {string} */ hash) {
  const asked = await positionIn(hash);
  if (asked === null || typeof asked === "string") throw new Error("The puzzle in this link cannot be read; perhaps a part of the link is missing.");
  const { record: { moves, ...start }, ply } = asked;
  return post(address("api/puzzles"), { record: { ...start, moves: moves.slice(0, ply) } }, { patience: 90_000 });
}

function start() {
  const kept = recall(WISH, wish());
  if (query.get("seed") || !query.get("book")) {
    wishForm.choose("book", kept.book);
    wishForm.choose("difficulty", kept.difficulty);
  }
  drawTally();
  const { book, difficulty, seed } = Object.fromEntries(query);
  if (practice) pose(practice.next());
  else if (location.hash.length > 1) pose(given(location.hash));
  else pose(book && seed ? new Supply(books).ask({ book, difficulty: difficulty || "medium", seed }) : supply.next(wish()));
}

start();
document.documentElement.dataset.ready = "true";
