/** "Play on from here": a new game that begins with the moves up to a position of a review. */

import { address } from "./addresses.js";
import { get, messageOf, post } from "./api.js";
import { showOnce } from "./dialogs.js";
import { make, onSubmit, radios } from "./elements.js";
import { essence } from "./fragment.js";
import { capital, many, sentence } from "./words.js";

const TITLE = "Play on from here";
const HUMAN = "human"; // as an opponent: both play on this screen

export async function offerContinuation(/** @type {Pick<Course, "record"|"view"|"moves">} */ course, /** @type {Seat[]} */ mine) {
  const { view: { turn }, moves } = course;
  if (turn === null) {
    showOnce(TITLE, make("p", {}, "The game is over here, so there is nothing left to play. Step back to where you want to continue."));
    return;
  }
  const problem = make("p.error", { role: "alert", hidden: true });
  const opponents = make("select", { id: "opponent" });
  const words = (/** @type {Seat} */ player, /** @type {string} */ name) => (player === turn ? `${name}, to move` : name);
  const seats = radios("seat", make("legend", {}, "You play"), [["1", words(1, "First")], ["2", words(2, "Second")]], String(mine.length === 1 ? mine[0] : turn));
  const form = make("form.play-on", {},
    make("p", {}, start(course)),
    make("div.field", {}, make("label", { for: "opponent" }, "Against"), opponents),
    seats, problem,
    make("div.buttons", {}, make("button.button.main", { type: "submit" }, "Play")));
  opponents.addEventListener("change", () => (seats.hidden = opponents.value === HUMAN));
  onSubmit(form, async () => {
    problem.hidden = true;
    try {
      const seat = /** @type {Seat} */ (Number(new FormData(form).get("seat")));
      const { id } = await post(address("api/games"), { ...essence(course.record), players: undefined, moves, ...players(opponents.value, seat) });
      location.assign(address(`games/${id}`));
    } catch (error) {
      problem.textContent = sentence(messageOf(error));
      problem.hidden = false;
    }
  });
  showOnce(TITLE, form);
  opponents.append(...(await options(course.record.players ?? [])));
  opponents.dispatchEvent(new Event("change"));
  opponents.focus();
}

/** How the new game begins. @param {Pick<Course, "record"|"moves">} course */
function start({ record: { setup }, moves }) {
  if (setup) return "A new game that starts from this position.";
  return moves.length ? `A new game that begins after ${many(moves.length, "move")}.` : "A new game on this board.";
}

/** Who sits where. @param {string} opponent @param {Seat} seat */
function players(opponent, seat) {
  if (opponent === HUMAN) return { first: HUMAN, second: HUMAN, sit: [1, 2] };
  return seat === 1 ? { first: HUMAN, second: opponent, sit: [1] } : { first: opponent, second: HUMAN, sit: [2] };
}

/** Opponents to choose from; the one of this game, if there was one, is chosen. @param {string[]} played */
async function options(played) {
  // Without the list of opponents two can still play here.
  const { players } = /** @type {{players: {name: string, words: string}[]}} */ (await get(address("api/catalogue")).catch(() => ({ players: [] })));
  const level = players.find(({ name }) => played.includes(name))?.name ?? "level:3";
  const computers = players.map(({ name, words }) => make("option", { value: name, selected: name === level }, capital(words)));
  return [...computers, make("option", { value: HUMAN }, "A friend on the same screen")];
}
