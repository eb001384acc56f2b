/** What may come, drawn on free cells: the numbered steps of a hint, and the claim that the tutor warns of. */

import { make, symbol } from "./elements.js";

const WORDS = ["ghost", "by1", "by2", "now", "warned"];

/** @param {Map<string, Cell>} cells @param {Map<string, Ghost>} ghosts by cell */
export function drawGhosts(cells, ghosts) {
  for (const [name, { button }] of cells) {
    const ghost = ghosts.get(name);
    const drawn = ghost ? `${ghost.text} ${ghost.player} ${ghost.isNow}` : "";
    if ((button.dataset.ghost ?? "") === drawn) continue;
    button.classList.remove(...WORDS);
    for (const part of button.querySelectorAll(".ghost-no, .ghostly")) part.remove();
    if (ghost) draw(button, ghost);
    if (drawn) button.dataset.ghost = drawn;
    else delete button.dataset.ghost;
  }
}

function draw(/** @type {HTMLElement} */ button, /** @type {Ghost} */ { text, player, isNow }) {
  button.classList.add(...(player ? ["ghost", `by${player}`] : ["warned"]), ...(isNow ? ["now"] : []));
  if (player) button.append(symbol(`m${player}`, "mark ghostly"));
  button.append(make("span.ghost-no", { "aria-hidden": "true" }, text));
}
