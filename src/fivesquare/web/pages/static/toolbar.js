/** The buttons of a game page: which of them are shown, and what they do. */

import { button, find } from "./elements.js";
import * as sound from "./sound.js";
import { isCell, worth } from "./words.js";

const WORDS = /** @type {Record<string, string>} */ ({ stop: "Stop here", swap: "Swap" });
const byId = (/** @type {string} */ id) => find(`#${id}`);

export class Toolbar {
  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.undo = find("#undo", HTMLButtonElement);
    for (const { id, deed } of page.deeds) if (id) byId(id).addEventListener("click", deed);
  }

  show() {
    const { game, mine, advice, ending, requests, flipped } = this.page;
    const plays = mine.length > 0;
    const isNext = plays && game.over && !game.rematch && !game.evening;
    const shown = {
      hint: advice.isFair && plays, values: advice.isFair, undo: plays && (!game.over || requests.mayUndoEnd), again: isNext && !ending.isRematch, fresh: isNext,
      review: game.over && game.ply > 0, analyse: game.over, share: true, resign: plays && !game.over,
    };
    for (const [id, visible] of Object.entries(shown)) byId(id).hidden = !visible;
    if (!plays || game.over) byId("type").hidden = true;
    find(".keys").hidden = !plays;
    find(".acts").classList.toggle("over", game.over);
    this.undo.disabled = !requests.mayUndo || this.page.isPending;
    const isLoud = sound.isOn();
    for (const [id, isOn] of Object.entries({ hint: advice.hints.isOn, values: advice.isOn, turn: flipped, sound: isLoud })) byId(id).setAttribute("aria-pressed", String(isOn));
    byId("sound").querySelector("use")?.setAttribute("href", isLoud ? "#i-sound" : "#i-silent");
    this.#showOthers(byId("now"));
  }

  /** Moves that are not cells have buttons of their own. @param {HTMLElement} place */
  #showOthers(place) {
    const { advice: { shown: values }, game, isActive } = this.page;
    const wanted = isActive ? game.legal.filter((move) => !isCell(move)) : [];
    place.hidden = wanted.length === 0;
    if (place.dataset.moves !== wanted.join()) {
      place.dataset.moves = wanted.join();
      place.replaceChildren(...wanted.map((move) => button(WORDS[move], () => this.page.play(move), { main: true })));
    }
    for (const [index, move] of wanted.entries()) {
      const judged = values?.each[move];
      place.children[index].textContent = judged ? `${WORDS[move]}: ${worth(judged, values?.exact).words}${judged.is_best ? ", best" : ""}` : WORDS[move];
    }
  }
}
