/** Home: the games to continue, the puzzle of the day, and the shelf from which a game is started with one press. */

import { messageOf } from "./api.js";
import { Continuing } from "./continuing.js";
import { mountDaily } from "./dailycard.js";
import { showOnce } from "./dialogs.js";
import { all, around, find, make, pageData, seek } from "./elements.js";
import { choicesFor, clockFor, levelFor, opponentWords, seatsFor } from "./gamechoices.js";
import { GameSheet } from "./gamesheet.js";
import { Sample } from "./sample.js";
import { startGame } from "./startgame.js";
import { sentence } from "./words.js";

/** @type {{books: ShelfGame[], opponents: Opponent[], wanted: string|null, daily: DayData, sample: {view: View, frames: Frame[], caption: string}|null}} */
const { books, opponents, wanted, daily, sample } = pageData();
const { dataset } = document.documentElement; // earlypress.js has written there what was pressed before this script came
const starts = /** @type {HTMLButtonElement[]} */ (all("[data-start]"));
const sheet = new GameSheet(find("#sheet", HTMLDialogElement), books, opponents, showStarts);

const gameOf = (/** @type {string|undefined} */ name) => books.find((each) => each.name === name) ?? books[0];

/** What each button of the shelf starts. */
function showStarts() {
  for (const start of starts) {
    const game = gameOf(start.dataset.start);
    const level = levelFor(game, opponents);
    const { label, words } = opponentWords(choicesFor(game.name), opponents[level - 1].title);
    const place = seek("span", start);
    if (!place) continue;
    const isFirst = label === opponents[0].title && !game.beaten.length;
    place.textContent = isFirst ? "Play" : label;
    start.setAttribute("aria-label", `Play ${game.label} ${words}`);
  }
}

/** Start a game as it was started the last time. @param {string|undefined} name @param {UIEvent|null} press */
async function start(name, press) {
  const game = gameOf(name);
  const choices = choicesFor(game.name);
  const level = opponents[levelFor(game, opponents) - 1].name;
  setBusy(true);
  try {
    await startGame({ book: game.name, ...seatsFor(choices, level), ...clockFor(choices) }, press);
  } catch (error) {
    setBusy(false);
    showOnce("No game yet", make("p", {}, sentence(messageOf(error))));
  }
}

function setBusy(/** @type {boolean} */ isBusy) {
  for (const each of starts) each.disabled = isBusy;
}

document.addEventListener("click", (event) => {
  const opener = around(event, "[data-sheet]");
  const starter = around(event, "[data-start]");
  if (event.ctrlKey || event.metaKey || event.shiftKey || !(opener ?? starter)) return;
  event.preventDefault();
  if (opener) sheet.open(opener.dataset.sheet ?? "");
  else if (starter) start(starter.dataset.start, event);
});
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // a button that was pressed is still out of use, and a level may have been beaten
});

showStarts();
setBusy(false);
mountDaily(find("[data-daily]"), daily);
const place = seek("#continue");
if (place) new Continuing(place);
const sampled = seek("[data-sample]");
if (sampled && sample) new Sample(sampled).play(sample);
dataset.ready = "true";
if (dataset.pressed) start(dataset.pressed, null);
else if (!sheet.restore() && wanted) sheet.open(wanted);
