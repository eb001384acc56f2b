/** Home: choose a game and how to play it, then play. The server decides what is allowed; this only asks. */

import { announce } from "./announce.js";
import { post } from "./api.js";
import { Making, Slip, wholeNumber } from "./make.js";
import { keep, recall } from "./memory.js";
import { Telling } from "./telling.js";
import { many, sentence } from "./words.js";

const { books, opponents, wanted } = JSON.parse(document.querySelector("#data").textContent);
const form = document.querySelector("#setup");
const { elements } = form;
const OWN = "own";
const SEED = /^\d{1,15}$/;
const SOLVING = 60_000; // milliseconds that a fair komi may take

const making = new Making(form);
const telling = new Telling(form.querySelector(`[data-rules="${OWN}"]`), (error) => {
  clearErrors();
  if (error) complain(placeOf(error), error.message);
});

// --- What is chosen ---

const chosen = (name) => elements[name].value;
const isOwn = () => chosen("book") === OWN;
const named = () => books.find((book) => book.name === chosen("book"));

/** Whether the goal is the most points, and whether the cells have numbers. */
function traits() {
  if (!isOwn()) return named();
  return { has_points: chosen("own-goal") === "points", has_numbers: chosen("own-values") !== "ones" };
}

/** The size, where it is not the book's own. */
function otherSize() {
  if (isOwn() || chosen("board") === "hand") return undefined;
  const size = [
    wholeNumber(elements["rows-count"], "dimensions", "The number of rows"),
    wholeNumber(elements["columns-count"], "dimensions", "The number of columns"),
  ];
  return size.join() === named().size.join() ? undefined : size;
}

/** The rows that were typed. What may stand in them is for the server to say. */
function typedRows() {
  const plain = elements.rows.value.replaceAll("[", " ").replaceAll(/\],?/g, "\n"); // as a record writes them
  const lines = plain.split(/[\n;/]/).map((line) => line.trim()).filter(Boolean);
  if (!lines.length) throw new Slip("board", "Type the numbers of the board, a row a line.");
  const rows = lines.map((line) => line.split(/[\s,]+/).filter(Boolean));
  for (const [index, row] of rows.entries()) {
    const strange = row.find((text) => !/^\d+$/.test(text));
    if (strange !== undefined) throw new Slip("board", `“${strange}” in row ${index + 1} is no number.`);
    if (row.length !== rows[0].length) throw new Slip("board", `Row ${index + 1} has ${many(row.length, "number")}, and row 1 has ${rows[0].length}.`);
  }
  return rows.map((row) => row.map(Number));
}

/** Which board: rows, a seed, or whatever comes. */
function wantedBoard() {
  const kind = traits().has_numbers ? chosen("board") : "random";
  if (kind === "hand") return { board: typedRows() };
  const size = otherSize();
  const shape = size ? { size } : {};
  return kind === "seed" ? { seed: typedSeed(), ...shape } : shape;
}

function typedSeed() {
  const text = elements.seed.value.trim();
  if (!SEED.test(text)) throw new Slip("seed", "The number of a board is 1 to 15 digits, and nothing else.");
  return Number(text);
}

/** Who sits where, and which seats are this browser's. */
function wantedSeats() {
  const against = chosen("against");
  if (against === "both") return { first: "human", second: "human", sit: [1, 2] };
  const begins = chosen("begins") === "lot" ? crypto.getRandomValues(new Uint8Array(1))[0] % 2 === 0 : chosen("begins") === "me";
  const other = against === "friend" ? "human" : chosen("level");
  return begins ? { first: "human", second: other, sit: [1] } : { first: other, second: "human", sit: [2] };
}

// --- Playing ---

async function play() {
  clearErrors();
  let wish;
  try {
    wish = { book: isOwn() ? making.book() : chosen("book"), ...wantedBoard(), ...wantedSeats() };
  } catch (slip) {
    complain(slip.field, slip.message);
    lead(slip.field);
    return;
  }
  if (isOwn() && !(await telling.tell(wish.book))) return;
  await busily(async () => {
    try {
      const { id } = await post("/api/games", await balanced(wish));
      location.assign(`/games/${id}`);
    } catch (error) {
      complain(placeOf(error), error.message);
      lead(placeOf(error));
    }
  });
}

/** The wish with what makes it fair. A fair komi belongs to one board, so that one has to be known before. */
async function balanced(wish) {
  const balance = chosen("balance");
  if (balance === "none") return wish;
  if (balance === "swap") return { ...wish, balance };
  const { book, board, size } = wish;
  const seed = wish.seed ?? crypto.getRandomValues(new Uint32Array(1))[0];
  const known = board ? { board } : { seed, ...(size ? { size } : {}) };
  try {
    const { komi } = await post("/api/komi", { book, ...known }, { patience: SOLVING });
    return { ...wish, ...known, balance: { komi } };
  } catch (error) {
    error.field = "balance";
    throw error;
  }
}

/** The field beside which the server's complaint belongs. */
function placeOf(error) {
  if (error.field === "balance") return "balance";
  if (error.status === 422 && chosen("board") === "hand" && traits().has_numbers) return "board";
  if (error.status === 422 && !isOwn() && otherSize()) return "dimensions";
  return error.field && form.querySelector(`[data-error="${error.field}"]`) ? error.field : "start";
}

async function busily(work) {
  const button = form.querySelector(".play");
  button.disabled = true;
  button.textContent = chosen("balance") === "komi" ? "Working it out …" : "One moment …";
  await work();
  ready();
}

function ready() {
  const button = form.querySelector(".play");
  button.disabled = false;
  button.textContent = "Play";
}

// --- Errors ---

function complain(field, message) {
  const place = form.querySelector(`[data-error="${field}"]`) ?? form.querySelector('[data-error="start"]');
  place.textContent = sentence(message);
  place.hidden = false;
  const folded = place.closest("details");
  if (folded) folded.open = true;
  for (const input of form.querySelectorAll(`[aria-describedby~="${place.id}"]`)) input.setAttribute("aria-invalid", "true");
  announce(message);
}

/** Go to the field that keeps the game from beginning. */
function lead(field) {
  form.querySelector(`[aria-describedby~="error-${field}"]`)?.focus();
}

function clearErrors() {
  for (const place of form.querySelectorAll("[data-error]")) place.hidden = true;
  for (const input of form.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
}

// --- What is shown ---

const label = () => (isOwn() ? elements.title.value.trim() || "Your own game" : named().label);

function show() {
  const against = chosen("against");
  form.querySelector("#make").hidden = !isOwn();
  for (const part of form.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(against);
  showBoard();
  showBalance();
  const level = opponents.find((opponent) => opponent.name === chosen("level"));
  form.querySelector("#level-words").textContent = `${level.title}: ${level.words}.`;
  const details = chosenDetails();
  form.querySelector("#more-words").textContent = details.join(", ");
  const begins = { me: "you begin", other: against === "friend" ? "your friend begins" : "the computer begins", lot: "by lot who begins" }[chosen("begins")];
  const whom = { computer: `against ${level.title.toLowerCase()}; ${begins}`, friend: `with a friend; ${begins}`, both: "for two on this screen" }[against];
  form.querySelector("#summary").textContent = [`${label()} ${whom}`, ...details].join(", ") + ".";
}

function showBoard() {
  const kind = chosen("board");
  const { has_numbers } = traits();
  for (const part of form.querySelectorAll("[data-board]")) part.hidden = !has_numbers || part.dataset.board !== kind;
  elements.board[0].closest("fieldset").hidden = !has_numbers;
  form.querySelector("[data-size]").hidden = isOwn() || (has_numbers && kind === "hand");
}

function showBalance() {
  const { has_points } = traits();
  const komi = [...elements.balance].find((input) => input.value === "komi");
  komi.closest("label").hidden = !has_points;
  if (!has_points && komi.checked) elements.balance[0].checked = true;
  for (const part of form.querySelectorAll("[data-balance]")) part.hidden = part.dataset.balance !== chosen("balance");
}

/** What was set besides the usual, in words. */
function chosenDetails() {
  const details = [];
  const { has_numbers } = traits();
  if (has_numbers && chosen("board") === "seed" && SEED.test(elements.seed.value.trim())) details.push(`board ${elements.seed.value.trim()}`);
  if (has_numbers && chosen("board") === "hand") details.push("a board by hand");
  try {
    const size = otherSize();
    if (size) details.push(`${size[0]} by ${size[1]}`);
  } catch {
    /* It is complained about when it matters. */
  }
  if (chosen("balance") !== "none") details.push({ swap: "with swap", komi: "with fair komi" }[chosen("balance")]);
  return details;
}

/** The rules of what is chosen: they stand in the page already, or the server writes them. */
function tell() {
  telling.stop();
  let book = chosen("book");
  let size;
  try {
    if (isOwn()) book = making.book();
    else size = otherSize();
  } catch (slip) {
    clearErrors();
    complain(slip.field, slip.message);
    return;
  }
  const swap = chosen("balance") === "swap";
  const isWritten = !isOwn() && !size && !swap;
  for (const part of form.querySelectorAll("[data-rules]")) part.hidden = part.dataset.rules !== (isWritten ? book : OWN);
  if (isWritten) clearErrors();
  else telling.soon(swap ? { ...(isOwn() ? book : { like: book }), balance: "swap" } : book, size);
}

// --- Remembering ---

/** What outlasts going back and loading again, but not the visit: else somebody plays the same board for ever. */
const PASSING = ["book", "board", "seed", "rows", "rows-count", "columns-count", "balance"];

function remember() {
  const { book, against, level, begins } = elements;
  keep("setup", { book: book.value, against: against.value, level: level.value, begins: begins.value, own: making.filled() });
  history.replaceState(Object.fromEntries(PASSING.map((name) => [name, elements[name].value])), "");
}

function choose(name, value) {
  const input = [...elements[name]].find((each) => each.value === value);
  if (input) input.checked = true;
}

function restore() {
  const kept = recall("setup", {});
  making.fill(kept.own ?? {});
  for (const name of ["book", "against", "level", "begins"]) choose(name, kept[name]);
  if (wanted) choose("book", wanted);
  takeSize();
  for (const [name, value] of Object.entries(history.state ?? {})) elements[name].value = value;
}

function takeSize() {
  if (!isOwn()) [elements["rows-count"].value, elements["columns-count"].value] = named().size;
}

// --- Your games ---

function showDates() {
  const today = new Date().toDateString();
  for (const time of document.querySelectorAll(".yours time")) {
    const then = new Date(time.dateTime);
    const isToday = then.toDateString() === today;
    time.textContent = isToday
      ? then.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" })
      : then.toLocaleDateString(undefined, { day: "numeric", month: "short" });
  }
}

form.addEventListener("input", (event) => {
  if (event.target.name === "book") takeSize();
  show();
  tell();
  remember();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  play();
});
addEventListener("pageshow", ready); // also when coming back

restore();
show();
tell();
showDates();
document.documentElement.dataset.ready = "true";
