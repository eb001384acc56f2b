/** "Your turn" where a player looks who is elsewhere: in the tab's icon and, if they ask for it, in a note from the browser. */

import { asset } from "./addresses.js";
import { find } from "./elements.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";

const NOTES = "notify"; // "on" or "off"
const canNotify = "Notification" in window && isSecureContext;

export class Notice {
  #icon = find('link[rel="icon"]', HTMLLinkElement);
  #plain = this.#icon.href;

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.switch = /** @type {HTMLInputElement|null} */ (document.querySelector("#notify"));
    this.switch?.addEventListener("change", () => this.#ask());
    const row = this.switch?.closest("label");
    if (row && !canNotify) row.hidden = true;
  }

  /** Whether a note may be shown: the player asked for it, and the browser allows it. */
  get isOn() {
    return canNotify && recall(NOTES, /** @type {string} */ ("off")) === "on" && Notification.permission === "granted";
  }

  show() {
    const { game, isMine, mine } = this.page;
    const href = isMine && !game.over && mine.length === 1 ? asset("icon-turn.svg") : this.#plain;
    if (this.#icon.href !== href) this.#icon.href = href;
    if (this.switch) this.switch.checked = this.isOn;
  }

  /** Permission is asked for when the switch is turned on, and never otherwise. */
  async #ask() {
    const wanted = this.switch?.checked ?? false;
    keep(NOTES, wanted ? "on" : "off");
    if (wanted && (await Notification.requestPermission()) !== "granted") {
      keep(NOTES, "off");
      this.page.news.refuse("Your browser does not allow notes from this site.");
    } else announce(wanted ? "You will be told when it is your turn." : "You will not be told.");
    this.show();
  }

  /** It became this player's turn while they looked elsewhere. @param {string} words what happened */
  turn(words) {
    if (!this.isOn || !document.hidden) return;
    try {
      const note = new Notification(`Your turn: ${this.page.game.label}`, { body: words, tag: this.page.game.id, icon: asset("icon-180.png") });
      note.addEventListener("click", () => {
        focus();
        note.close();
      });
    } catch {
      /* Some phones show notes only from a service worker. The title and the icon still tell. */
    }
  }
}
