/** Home: choose a game and how to play it, then play. The server decides what is allowed; this only asks. */

import { address } from "./addresses.js";
import { ApiError, messageOf, post } from "./api.js";
import { BookForm } from "./bookform.js";
import { all, find, onSubmit, pageData } from "./elements.js";
import { FairKomi } from "./fairkomi.js";
import { Form, Slip } from "./form.js";
import { keep, recall } from "./memory.js";
import { RulesPreview } from "./rulespreview.js";
import { many } from "./words.js";

/** @type {{books: OfferedBook[], opponents: {name: string, title: string, words: string}[], wanted: string|null}} */
const { books, opponents, wanted } = pageData();
const form = new Form(find("#setup", HTMLFormElement));
const chosen = (/** @type {string} */ name) => form.value(name);
const parts = (/** @type {string} */ selector) => all(selector, form.form);
const playButton = find(".play", HTMLButtonElement);
const more = find("#more", HTMLDetailsElement);
const { dataset } = document.documentElement; // earlypress.js has written there what was done before this script came
const OWN = "own";
const SEED = /^\d{1,15}$/;
const dealt = crypto.getRandomValues(new Uint32Array(1))[0]; // the number of the board, where any will do and its komi is asked for

const bookForm = new BookForm(form);
const rules = new RulesPreview(find(`[data-rules="${OWN}"]`), (error) => {
  form.clear();
  if (error) form.complain(placeOf(error), messageOf(error));
});
const fair = new FairKomi(show);

// --- What is chosen ---

const isOwn = () => chosen("book") === OWN;
const named = () => books.find((book) => book.name === chosen("book")) ?? books[0];
const wantedBook = () => (isOwn() ? bookForm.book() : chosen("book"));

function traits() {
  if (!isOwn()) return named();
  return { has_points: chosen("own-goal") === "points", has_numbers: chosen("own-values") !== "ones" };
}

/** The size, where it is not the book's own. */
function otherSize() {
  if (isOwn() || chosen("board") === "hand") return undefined;
  const size = [form.wholeNumber("rows-count", "dimensions", "The number of rows"), form.wholeNumber("columns-count", "dimensions", "The number of columns")];
  return size.join() === named().size.join() ? undefined : size;
}

/** The rows that were typed. Which values are allowed is for the server to say. */
function typedRows() {
  const plain = chosen("rows").replaceAll("[", " ").replaceAll(/\],?/g, "\n"); // as a record writes them
  const lines = plain.split(/[\n;/]/).map((line) => line.trim()).filter(Boolean);
  if (!lines.length) throw new Slip("board", "Type the numbers of the board, one row per line.");
  const rows = lines.map((line) => line.split(/[\s,]+/).filter(Boolean));
  for (const [index, row] of rows.entries()) {
    const strange = row.find((text) => !/^\d+$/.test(text));
    if (strange !== undefined) throw new Slip("board", `“${strange}” in row ${index + 1} is not a number.`);
    if (row.length !== rows[0].length) throw new Slip("board", `Row ${index + 1} has ${many(row.length, "number")}, but row 1 has ${rows[0].length}.`);
  }
  return rows.map((row) => row.map(Number));
}

/** Which board: rows, a seed, or a random one. @returns {{board?: number[][], seed?: number, size?: number[]}} */
function wantedBoard() {
  const kind = traits().has_numbers ? chosen("board") : "random";
  if (kind === "hand") return { board: typedRows() };
  const size = otherSize();
  const shape = size ? { size } : {};
  return kind === "seed" ? { seed: typedSeed(), ...shape } : shape;
}

function typedSeed() {
  const text = chosen("seed").trim();
  if (!SEED.test(text)) throw new Slip("seed", "A board number has 1 to 15 digits, and nothing else.");
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

/** The time that two people have: "move:30" is 30 seconds a move. */
function wantedClock() {
  const [per, seconds] = chosen("clock").split(":");
  return chosen("against") === "computer" || !seconds ? {} : { clock: { [per]: Number(seconds) } };
}

// --- Playing ---

async function play() {
  form.clear();
  try {
    const book = wantedBook();
    const wish = { book, ...wantedBoard(), ...wantedSeats(), ...wantedClock() };
    if (chosen("balance") === "komi" && fair.state !== "found") {
      throw new Slip("balance", "The fair komi is still being worked out. Wait a moment, or choose another balance.");
    }
    if (isOwn() && !(await rules.show(book))) return;
    setBusy(true);
    const { id } = await post(address("api/games"), { ...wish, ...balance(wish) });
    location.assign(address(`games/${id}`));
  } catch (error) {
    form.stopAt(error instanceof Slip ? error.field : placeOf(error), messageOf(error));
  }
  setBusy(false);
}

/** What makes a game fair. A fair komi belongs to one board: the one for which it was found. @param {{board?: number[][], seed?: number}} wish */
function balance({ board, seed }) {
  const kind = chosen("balance");
  if (kind === "none") return {};
  if (kind === "swap") return { balance: kind };
  return { ...(board ? {} : { seed: seed ?? dealt }), balance: { komi: fair.komi } };
}

/** The board whose fair komi is to be found; null where none is asked for, or there is none. */
function boardForKomi() {
  if (!traits().has_points || !(more.open || chosen("balance") === "komi")) return null;
  try {
    const { board, seed = dealt, size } = wantedBoard();
    return { book: wantedBook(), ...(board ? { board } : { seed, ...(size ? { size } : {}) }) };
  } catch {
    return null; // it is complained about when it matters
  }
}

/** The field beside which the server's complaint belongs. @param {unknown} error */
function placeOf(error) {
  if (!(error instanceof ApiError)) return "start";
  if (error.status === 422 && chosen("board") === "hand" && traits().has_numbers) return "board";
  if (error.status === 422 && !isOwn() && otherSize()) return "dimensions";
  return error.field && parts(`[data-error="${error.field}"]`).length ? error.field : "start";
}

function setBusy(/** @type {boolean} */ isBusy) {
  playButton.disabled = isBusy;
  playButton.textContent = isBusy ? "One moment …" : "Play";
}

// --- What is shown ---

function show() {
  const against = chosen("against");
  for (const part of parts("[data-for]")) part.hidden = !part.dataset.for?.split(" ").includes(against);
  showBoard();
  showBalance();
  const level = opponents.find((opponent) => opponent.name === chosen("level")) ?? opponents[0];
  find("#level-words").textContent = `${level.title}: ${level.words}.`;
  const details = chosenDetails();
  find("#more-words").textContent = details.join(", ");
  const label = isOwn() ? chosen("title").trim() || "Your own game" : named().label;
  find("#summary").textContent = [`${label} ${opponentWords(against, level.title)}`, ...details].join(", ") + ".";
  find('[name="begins"][value="other"] + span').textContent = against === "friend" ? "Your friend" : "Computer";
}

function opponentWords(/** @type {string} */ against, /** @type {string} */ level) {
  if (against === "both") return "for two on the same screen";
  const [rival, whom] = against === "friend" ? ["your friend begins", "with a friend"] : ["the computer begins", `against ${level.toLowerCase()}`];
  const begins = chosen("begins");
  return `${whom}; ${begins === "me" ? "you begin" : begins === "other" ? rival : "random start"}`;
}

function showBoard() {
  const kind = chosen("board");
  const { has_numbers } = traits();
  for (const part of parts("[data-board]")) part.hidden = !has_numbers || part.dataset.board !== kind;
  form.radios("board")[0].closest("fieldset")?.toggleAttribute("hidden", !has_numbers);
  find("[data-size]").hidden = isOwn() || (has_numbers && kind === "hand");
}

function showBalance() {
  fair.look(boardForKomi());
  const [none, , komi] = form.radios("balance");
  const { has_points } = traits();
  const isHidden = fair.state !== "found" && !(komi.checked && fair.state === "looking");
  komi.closest("label")?.toggleAttribute("hidden", isHidden);
  if (komi.checked && (!has_points || fair.state === "failed")) none.checked = true;
  find("#komi-words").textContent = !has_points ? "" : {
    none: "",
    looking: "Looking for the fair komi of this board …",
    found: `Fair komi of this board: ${many(fair.komi, "point")}.`,
    failed: `No fair komi: ${fair.problem}.`,
  }[fair.state];
  for (const part of parts("[data-balance]")) part.hidden = part.dataset.balance !== chosen("balance");
}

/** What was set besides the usual, in words. */
function chosenDetails() {
  const details = [];
  const { has_numbers } = traits();
  const seed = chosen("seed").trim();
  if (has_numbers && chosen("board") === "seed" && SEED.test(seed)) details.push(`board ${seed}`);
  if (has_numbers && chosen("board") === "hand") details.push("a board by hand");
  try {
    const size = otherSize();
    if (size) details.push(`${size[0]} by ${size[1]}`);
  } catch {
    /* It is complained about when it matters. */
  }
  if (chosen("balance") !== "none") details.push(chosen("balance") === "swap" ? "with swap" : "with fair komi");
  return details;
}

/** The rules of what is chosen: they are in the page already, or the server writes them. */
function showRules() {
  rules.stop();
  try {
    const book = wantedBook();
    const size = otherSize();
    const swap = chosen("balance") === "swap";
    const isWritten = typeof book === "string" && !size && !swap;
    for (const part of parts("[data-rules]")) part.hidden = part.dataset.rules !== (isWritten ? book : OWN);
    if (isWritten) form.clear();
    else rules.soon(swap ? { ...(typeof book === "string" ? { like: book } : book), balance: "swap" } : book, size);
  } catch (error) {
    if (!(error instanceof Slip)) throw error;
    form.clear();
    form.complain(error.field, error.message);
  }
}

// --- Remembering ---

/** What outlasts going back and reloading, but not the visit: otherwise the same board would be played for ever. */
const PASSING = ["book", "board", "seed", "rows", "rows-count", "columns-count", "balance"];
const LASTING = ["book", "against", "level", "begins", "clock"];

/** @param {string[]} names */
const valuesOf = (names) => Object.fromEntries(names.map((name) => [name, chosen(name)]));

function remember() {
  keep("setup", { ...valuesOf(LASTING), own: bookForm.filled() });
  history.replaceState(valuesOf(PASSING), "");
}

/** Fill in what is remembered; what was chosen before this script came outweighs it. */
function restore() {
  const byHand = valuesOf((dataset.chosen ?? "").split(" ").filter((name) => name in form.form.elements));
  const kept = /** @type {Record<string, any>} */ ({ ...recall("setup", {}), ...(wanted ? { book: wanted } : {}), ...byHand });
  bookForm.fill(kept.own ?? {});
  for (const name of LASTING) form.choose(name, kept[name]);
  takeSize();
  for (const [name, value] of Object.entries({ ...history.state, ...byHand })) form.set(name, value);
}

function takeSize() {
  if (!isOwn()) ["rows-count", "columns-count"].forEach((name, index) => form.set(name, String(named().size[index])));
}

// --- Your games ---

function showDates() {
  const today = new Date().toDateString();
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll(".yours time"))) {
    const then = new Date(time.dateTime);
    time.textContent = then.toDateString() === today
      ? then.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" })
      : then.toLocaleDateString(undefined, { day: "numeric", month: "short" });
  }
}

form.form.addEventListener("input", (event) => {
  if (event.target instanceof HTMLInputElement && event.target.name === "book") takeSize();
  show();
  showRules();
  remember();
});
more.addEventListener("toggle", show);
onSubmit(form.form, play);
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // your games may include a new one
});

restore();
show();
showRules();
showDates();
setBusy(false);
dataset.ready = "true";
if (dataset.pressed) play();
