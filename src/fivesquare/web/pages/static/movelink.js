/** A friend who plays elsewhere: each move is a link that carries the whole game, to be sent to them by any messenger. */

import { address } from "./addresses.js";
import { get, messageOf } from "./api.js";
import { button, make, onSubmit, seek } from "./elements.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";
import { linkRow, localNote } from "./share.js";
import { sentence } from "./words.js";

const LINK = /[?]([\w-]+)#letter=([\w-]+)/;

export class MoveLink {
  #made = ""; // for what the panel was made
  #asked = 0;
  #isShown = false;

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.place = seek("#move-link");
  }

  /** Whether the friend does not know yet what has happened here. */
  get #isDue() {
    const { game, mine } = this.page;
    if (!game.seats.includes("elsewhere") || mine.length !== 1) return false;
    const last = game.resigned ?? game.log.at(-1)?.player ?? null;
    return game.over ? last !== null && mine.includes(last) : game.turn !== null && !mine.includes(game.turn);
  }

  /** What was sent last: where the game stood. */
  get #sent() {
    return `sent ${this.page.path}`;
  }

  get #isSent() {
    const { game } = this.page;
    return recall(this.#sent, "") === stateOf(game);
  }

  show() {
    const { place } = this;
    if (!place) return;
    place.hidden = !this.#isDue;
    const { game } = this.page;
    const wanted = place.hidden ? "" : `${game.version} ${this.#isSent}`;
    if (this.#made === wanted) return;
    this.#made = wanted;
    place.replaceChildren();
    if (wanted) this.#draw(place, this.#isShown);
    this.#isShown = true;
  }

  /** @param {HTMLElement} place @param {boolean} isNews whether something has happened on this page */
  async #draw(place, isNews) {
    const asked = (this.#asked += 1);
    const title = this.#title;
    announce(title);
    const links = make("div.move-link-ways", {}, make("p.quiet", {}, "One moment …"));
    place.replaceChildren(make("h2", { id: "move-link-title" }, title), make("p", {}, this.#words), links);
    const ways = await this.#ways();
    if (asked !== this.#asked) return;
    links.replaceChildren(...ways);
    if (isNews) place.scrollIntoView({ block: "nearest" }); // on a phone it is below what is seen
  }

  async #ways() {
    const { game, path } = this.page;
    try {
      const { link } = await get(`${path}/letter`);
      return [...waysToSend(link, game.label, () => this.#send()), ...(game.over ? [] : [pasteForm()])];
    } catch (error) {
      return [make("p.error", {}, sentence(messageOf(error)))];
    }
  }

  get #title() {
    const { game } = this.page;
    if (this.#isSent) return game.over ? "Your friend can see how it ended" : "Now wait for your friend’s link";
    if (game.over) return "Show your friend how it ended";
    return game.log.length ? "Send your move to your friend" : "Send the game to your friend";
  }

  get #words() {
    const { game } = this.page;
    if (game.over) return "The link carries the whole game. Send it by any messenger.";
    if (this.#isSent) return "Open the link that comes back, in this browser: their move appears here. You can send yours again.";
    return "The link carries the whole game. Send it by any messenger, then wait for the link that comes back.";
  }

  /** The link has left. */
  #send() {
    const { game } = this.page;
    keep(this.#sent, stateOf(game));
    this.#made = `${game.version} true`;
    const [title, words] = this.place?.children ?? [];
    if (!words) return;
    title.textContent = this.#title;
    words.textContent = this.#words;
  }
}

/** What a friend is told by a link. @param {Game} game */
const stateOf = ({ moves, resigned }) => `${moves.join(" ")} ${resigned ?? ""}`;

/** The ways to send a link: what the device offers, and copying. @param {string} link @param {string} game @param {() => void} onSent */
export function waysToSend(link, game, onSent) {
  const row = linkRow("Link for your friend", link);
  row.addEventListener("click", (event) => event.target instanceof HTMLButtonElement && onSent());
  const note = localNote();
  const ways = [row, ...(note ? [note] : [])];
  if (!navigator.share) return ways;
  seek("button", row)?.classList.remove("main");
  const share = async () => {
    try {
      await navigator.share({ title: game, text: `Your turn in ${game}:`, url: link });
      onSent();
    } catch {
      // closed without sending it
    }
  };
  return [button("Share the link", share, { main: true }), ...ways];
}

/** Where a link is pasted that was opened somewhere else. */
function pasteForm() {
  const problem = make("p.error", { id: "paste-error", role: "alert", hidden: true }, "That is not the link of a game.");
  const field = make("input", { id: "pasted-link", type: "text", autocomplete: "off", spellcheck: "false", enterkeyhint: "go", "aria-describedby": "paste-error" });
  const form = make("form", { method: "dialog" }, make("label", { for: "pasted-link" }, "Your friend’s link"),
    make("div.link-row", {}, field, make("button.button", { type: "submit" }, "Open")), problem);
  onSubmit(form, () => {
    const [, game, letter] = LINK.exec(field.value) ?? [];
    problem.hidden = Boolean(game);
    if (game) location.assign(`${address(`games/${game}`)}#letter=${letter}`);
    else field.focus();
  });
  return make("details", {}, make("summary", {}, "Paste a link instead of opening it"), form);
}
