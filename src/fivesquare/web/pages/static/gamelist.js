/** The list of games on the analysis board. */

import { address } from "./addresses.js";
import { find, make } from "./elements.js";

const OWN = "own"; // rules to be made
const THIS = "this"; // the game that is shown, if it is not in the list

export class GameList {
  /** @param {{onGame: (name: string) => void, onOwn: () => void}} options */
  constructor({ onGame, onOwn }) {
    this.list = find("#which", HTMLSelectElement);
    this.list.addEventListener("change", () => {
      const { value } = this.list;
      if (value === OWN) onOwn();
      else if (value !== THIS) onGame(value);
    });
  }

  /** Choose the game that is shown; one that is not in the list is added for as long as it is shown. @param {Shown} shown */
  show({ known, view: { label, name, size } }) {
    this.list.querySelector(`[value="${THIS}"]`)?.remove();
    if (!known) this.list.querySelector("optgroup:last-child")?.prepend(make("option", { value: THIS }, `${label}, ${size[0]} × ${size[1]}`));
    this.list.value = known ?? THIS;
    find("#rules", HTMLAnchorElement).href = address(name ? `rules/${name}` : "rules");
  }
}
