/** "Play on from here": a new game that begins with the moves up to where one looks. */

import { get, post } from "./api.js";
import { showOnce } from "./dialogs.js";
import { make } from "./elements.js";
import { capital, many, sentence } from "./words.js";

const BOTH_HERE = "human";

/** @param {{record: object, course: object, mine: number[], names: string[]}} page */
export async function offerToPlayOn(page) {
  const { course, record } = page;
  const { view } = course;
  if (view.over) {
    showOnce("Play on from here", make("p", {}, "The game is over here: there is nothing left to play. Step back to where you would like to go on."));
    return;
  }
  const moves = course.movesTo(record.moves);
  const { turn } = view;
  const seat = page.mine.length === 1 ? page.mine[0] : turn;
  const problem = make("p.error", { role: "alert", hidden: true });
  const opponents = make("select", { id: "opponent" });
  const seats = make("fieldset.choices", {}, make("legend", {}, "You play"),
    ...[1, 2].map((player) => make("label", {},
      make("input", { type: "radio", name: "seat", value: player, checked: player === seat }),
      make("span", {}, `${player === 1 ? "First" : "Second"}${player === turn ? ", to move" : ""}`))));
  const form = make("form.play-on", {},
    make("p", {}, moves.length ? `A new game that begins after ${many(moves.length, "move")}.` : "A new game on this board."),
    make("div.field", {}, make("label", { for: "opponent" }, "Against"), opponents),
    seats, problem,
    make("div.buttons", {}, make("button.button.main", { type: "submit" }, "Play")));
  opponents.addEventListener("change", () => (seats.hidden = opponents.value === BOTH_HERE));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.hidden = true;
    const me = Number(form.elements.seat.value);
    const other = opponents.value;
    const both = other === BOTH_HERE;
    const players = [1, 2].map((player) => (both || player === me ? BOTH_HERE : other));
    try {
      const made = await post("/api/games", {
        book: record.book, board: record.board, moves, first: players[0], second: players[1], sit: both ? [1, 2] : [me],
      });
      location.assign(`/games/${made.id}`);
    } catch (error) {
      problem.textContent = sentence(error.message);
      problem.hidden = false;
    }
  });
  const { dialog } = showOnce("Play on from here", form);
  try {
    const { players } = await get("/api/catalogue");
    const level = players.find((player) => page.record.players?.includes(player.name))?.name ?? "level:3";
    opponents.append(...players.map(({ name, words }) => make("option", { value: name, selected: name === level }, capital(words))));
  } catch {
    /* Without the list of opponents two can still play here. */
  }
  opponents.append(make("option", { value: BOTH_HERE }, "Both here, on this screen"));
  opponents.dispatchEvent(new Event("change"));
  dialog.querySelector("select").focus();
}
