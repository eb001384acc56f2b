/** "Continue": the running games, drawn anew when something has happened in one of them. */

import { address } from "./addresses.js";
import { get } from "./api.js";
import { all, seek } from "./elements.js";
import { announce } from "./liveregion.js";

const SOON = 4_000; // milliseconds until the server is asked again
const SELDOM = 60_000; // the same while nothing happens for long
const SLOWER = 1.5; // each time that nothing has changed

/**
 * The server is asked while the page is looked at, ever more seldom. A stream for each game would be quicker, but its
 * player would be shown to the other one as being at the board.
 */
export class Continuing {
  #timer = 0;
  #wait = SOON;

  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(this.#timer) : this.refresh()));
    addEventListener("pageshow", (event) => event.persisted && this.refresh());
    this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    if (document.hidden || !seek("li", this.place)) return;
    this.#timer = setTimeout(() => this.#ask(), this.#wait);
  }

  /** Ask now, and from now on more often. */
  refresh() {
    this.#wait = SOON;
    return this.#ask();
  }

  async #ask() {
    clearTimeout(this.#timer);
    let isNew = false;
    try {
      const text = await (await get(address("continue"), { kind: "blob" })).text();
      isNew = this.#draw(new DOMParser().parseFromString(text, "text/html").body);
    } catch {
      /* What is shown stays, and the server is asked again. */
    }
    this.#wait = isNew ? SOON : Math.min(this.#wait * SLOWER, SELDOM);
    this.#later();
  }

  /** Draw what has changed; the focus stays on the same game. @param {HTMLElement} body */
  #draw(body) {
    if (body.innerHTML.trim() === this.place.innerHTML.trim()) return false;
    const before = this.#waiting();
    const held = document.activeElement instanceof HTMLAnchorElement && this.place.contains(document.activeElement) ? document.activeElement.pathname : "";
    this.place.replaceChildren(...body.childNodes);
    if (held) seek(`a[href="${held}"]`, this.place)?.focus();
    const news = [...this.#waiting()].filter(([href]) => !before.has(href));
    announce(news.map(([, title]) => `Your turn in ${title}.`).join(" "));
    return true;
  }

  /** The games that wait for this browser, by their addresses. */
  #waiting() {
    return new Map(all("a.mine", this.place).map((link) => [link.getAttribute("href"), seek("b", link)?.textContent ?? ""]));
  }
}
