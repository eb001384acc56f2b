/** The list of moves of a review: each with its verdict, and a line for each player who was skipped. */

import { badge, worthNow } from "./commentary.js";
import { all, find, make, seek, symbol } from "./elements.js";
import { subject } from "./words.js";

const SIDES = ["", "first", "second"];

export class ReviewList {
  constructor(/** @type {HTMLElement} */ list, /** @type {{onGo: (ply: number) => void}} */ { onGo }) {
    this.list = list;
    this.onGo = onGo;
  }

  /** @param {View[]} plies @param {ReviewedMove[]|null} moves with their verdicts, as soon as they are known @param {string[]} names */
  show(plies, moves, names) {
    this.list.replaceChildren(...plies.slice(1).flatMap((view, index) => this.#items(view, index + 1, moves?.[index] ?? null, names)));
  }

  #items(/** @type {View} */ view, /** @type {number} */ number, /** @type {ReviewedMove|null} */ judged, /** @type {string[]} */ names) {
    if (!view.last) return [];
    const { player, move, takes, skipped } = view.last;
    const row = make(`li.${SIDES[player]}`, { "data-ply": number },
      make("button", { type: "button", tabindex: "-1", onclick: () => this.onGo(number) },
        make("span.no", {}, number),
        make("span.by", {}, symbol(`m${player}`), make("span.aloud", {}, names[player - 1])),
        make("span.move", {}, move, takes.length ? make("small", { title: `takes ${takes.join(" ")}` }, ` +${takes.length}`) : null),
        make("span.verdict-short", {}, judged && badge(judged), make("span", {}, judged?.verdict ?? "")),
        judged && worthNow(view, names)));
    if (!skipped) return [row];
    const name = subject(names[skipped - 1]);
    return [row, make("li.skip-note", {}, `${name} ${name === "You" ? "are" : "is"} skipped`)];
  }

  /** Mark the move of a ply, and bring it into sight within the list, not the page. @param {number} ply */
  mark(ply) {
    for (const row of all("[data-ply]", this.list)) {
      const isHere = Number(row.dataset.ply) === ply;
      const press = find("button", HTMLButtonElement, row);
      row.toggleAttribute("data-here", isHere);
      press.tabIndex = isHere || (ply === 0 && row.dataset.ply === "1") ? 0 : -1;
      if (isHere) press.setAttribute("aria-current", "step");
      else press.removeAttribute("aria-current");
      if (isHere) this.#reveal(row.offsetTop, row.offsetTop + row.offsetHeight);
    }
  }

  /** Put the focus on the move that is marked. */
  focus() {
    seek("[data-here] button", this.list)?.focus();
  }

  #reveal(/** @type {number} */ top, /** @type {number} */ bottom) {
    const { list } = this;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }
}
