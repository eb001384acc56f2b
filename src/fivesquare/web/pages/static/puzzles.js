/** Puzzles, one after the other. The server made them and knows what is right; this asks and tells. */

import { announce } from "./announce.js";
import { Board } from "./board.js";
import { linkRow } from "./copying.js";
import { button, showOnce } from "./dialogs.js";
import { Keys } from "./shortcuts.js";
import { keep, recall } from "./memory.js";
import { explainWaiting } from "./patience.js";
import { Supply } from "./supply.js";
import { Tally } from "./tally.js";
import { capital, isCell, previewWords, sentence, typedMove } from "./words.js";

const $ = (id) => document.getElementById(id);
const wishForm = $("wish");
const books = [...wishForm.elements.book].map((input) => input.value).filter((value) => value !== "any");
const NAMES = ["First", "Second"];
const WISH = "puzzle-wish";

const supply = new Supply(books);
const tally = new Tally();
const board = new Board($("board"), { onChoose: answer, onPreview: preview, label: "Puzzle" });
const keys = new Keys($("typed"), [
  ["h", "hint", hint],
  ["a", "show the answer", show],
  ["n", "the next one", next],
  ["l", "link to this puzzle", share],
], () => board.focus());

let puzzle = null; // the one on the board
let hints = 0; // how many were given
let isCounted = false;
let isDone = false;
let marks = {};
let turn = 0; // counts the puzzles, so that one that comes late is not posed

// --- One puzzle ---

function wish() {
  return { book: wishForm.elements.book.value, difficulty: wishForm.elements.difficulty.value };
}

/** Pose a puzzle as soon as it is there. */
async function pose(promise) {
  const mine = (turn += 1);
  puzzle = null;
  enable(false);
  const slow = setTimeout(() => mine === turn && say("One moment: a puzzle is being made …"), 300);
  const heard = explainWaiting((words) => mine === turn && tell(words));
  try {
    const found = await promise;
    if (mine === turn) begin(found);
  } catch (error) {
    if (mine === turn) fail(error);
  } finally {
    clearTimeout(slow);
    heard();
  }
}

function begin(found) {
  puzzle = found;
  hints = 0;
  isCounted = false;
  isDone = false;
  marks = {};
  const { book, difficulty, seed } = puzzle;
  const name = typeof book === "string" ? capital(book) : puzzle.view.label;
  $("what").textContent = `${name}, ${difficulty}.`;
  $("rules").href = typeof book === "string" ? `/rules/${book}` : "/rules";
  document.title = `${name}: which move wins? · Fivesquare`;
  history.replaceState(null, "", `?${new URLSearchParams({ book, difficulty, seed })}`);
  offerOthers();
  setNext("Skip", false);
  enable(true);
  draw(true);
  tell(`${who()} ${puzzle.task}`);
  supply.prepare(wish());
}

function who() {
  const { turn: player, chain } = puzzle.view;
  const shape = player === 1 ? "First (blue, circle)" : "Second (amber, diamond)";
  return chain ? `${shape} has just claimed ${chain} and may go on.` : `${shape} is to move.`;
}

function fail(error) {
  setNext("Try again", true);
  $("next").disabled = false;
  tell(sentence(error.message));
}

/** A move was chosen: right or wrong, and why. */
function answer(move) {
  if (!puzzle || isDone) return;
  if (!puzzle.view.legal.includes(move)) {
    tell(`${move} cannot be claimed now.`);
    return;
  }
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

function solve(word, move) {
  isDone = true;
  marks = { ...marks, [move]: "right" };
  draw();
  setNext("Next", true);
  tell(`${word} ${puzzle.why[move]}`);
}

function count(isRight) {
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
  const [move] = puzzle.right;
  solve("The answer:", move);
}

function next() {
  if ($("next").disabled) return;
  const hadFocus = document.activeElement;
  pose(supply.next(wish())).then(() => {
    if (hadFocus === $("next") && puzzle) board.focus();
  });
}

function share() {
  if (!puzzle) return;
  showOnce("This very puzzle", linkRow("Link to this puzzle", location.href));
}

// --- What is shown ---

function draw(still = false) {
  const values = isDone ? { exact: true, each: puzzle.view.each } : null;
  board.show(puzzle.view, { active: !isDone, values, marks, names: NAMES, still });
}

function preview(cell) {
  $("preview").textContent = cell && puzzle && !isDone ? `${cell} ${previewWords(puzzle.view, cell, { names: NAMES })}.` : "";
}

/** Say it on the page. */
function say(text) {
  $("say").textContent = text;
}

/** Say it on the page and aloud. */
function tell(text) {
  say(text);
  announce(text);
}

function drawTally() {
  $("streak").textContent = tally.streak;
  $("best").textContent = tally.best;
  $("solved").textContent = tally.words;
}

function enable(isOn) {
  for (const id of ["hint", "show", "next", "share"]) $(id).disabled = !isOn;
}

function setNext(words, isMain) {
  $("next").lastElementChild.textContent = words;
  $("next").classList.toggle("main", isMain);
  $("hint").disabled = $("show").disabled = isMain;
}

/** Moves that are no cells: to stop, to swap. */
function offerOthers() {
  const others = puzzle.view.legal.filter((move) => !isCell(move));
  $("others").replaceChildren(...others.map((move) => button(capital(move), () => answer(move))));
  $("others").hidden = others.length === 0;
}

// --- Listening ---

for (const [id, deed] of Object.entries({ hint, show, next, share })) $(id).addEventListener("click", deed);
$("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const move = typedMove($("typed").value) ?? $("typed").value.trim();
  keys.leave();
  board.preview(null); // the answer is to be read, not what the cell in focus would do
  if (move) answer(move);
});
wishForm.addEventListener("change", () => {
  keep(WISH, wish());
  pose(supply.next(wish()));
});

function start() {
  const asked = new URLSearchParams(location.search);
  const kept = recall(WISH, {});
  if (asked.get("seed") || !asked.get("book")) {
    for (const name of ["book", "difficulty"]) {
      const input = [...wishForm.elements[name]].find((each) => each.value === kept[name]);
      if (input) input.checked = true;
    }
  }
  drawTally();
  const { book, difficulty, seed } = Object.fromEntries(asked);
  pose(book && seed ? supply.one(book, difficulty || "medium", seed) : supply.next(wish()));
}

start();
