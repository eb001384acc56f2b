/** What a player sees of an evening first: a name to give, their table, or what comes next for them. */

import { address } from "./addresses.js";
import { messageOf } from "./api.js";
import { button, find, make, onSubmit } from "./elements.js";
import { meetingText, ordinal, pointsText } from "./eveningwords.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";
import { sentence } from "./words.js";

const TAKEN = "taken"; // the game to which this tab has been taken
const PAUSE = 1200; // milliseconds in which "Your table" can be read

export class EveningGuest {
  #shown = "";
  #isRenaming = false;

  constructor(/** @type {EveningPage} */ page) {
    this.page = page;
    this.place = find("#you");
  }

  show() {
    const { evening, mine, isHost } = this.page;
    const isNew = mine === null;
    this.place.hidden = isNew && (evening.over || !evening.open);
    const wanted = JSON.stringify([mine, this.#isRenaming, isNew ? "" : this.#words()]);
    if (this.place.hidden || wanted === this.#shown) return;
    const hadFocus = this.place.contains(document.activeElement);
    this.#shown = wanted;
    if (isNew || this.#isRenaming) this.place.replaceChildren(...this.#form(isNew && isHost));
    else this.#showState();
    if (hadFocus) this.place.querySelector("a, button")?.dispatchEvent(new Event("focus"));
  }

  // --- A name ---

  #form(/** @type {boolean} */ isQuiet) {
    const { evening, mine, name } = this.page;
    const before = mine === null ? (name ?? "") : evening.players[mine - 1].name;
    const problem = make("p.error", { id: "join-error", role: "alert", hidden: true });
    const field = make("input", { id: "join-name", value: before, maxlength: 24, autocomplete: "nickname", spellcheck: "false", enterkeyhint: "go", "aria-describedby": "join-error" });
    const press = make(isQuiet ? "button.button" : "button.button.main", { type: "submit" }, mine === null ? "Join" : "Use it");
    const form = make("form", { method: "dialog" }, make("label", { for: "join-name" }, isQuiet ? "Play along? Your name" : "What shall we call you?"), make("div.link-row", {}, field, press), problem);
    onSubmit(form, async () => {
      if (press.disabled) return;
      press.disabled = true;
      try {
        const { player, evening: heard } = await this.page.post("players", { name: field.value.trim(), keep: true });
        this.page.mine = player;
        this.#isRenaming = false;
        this.page.hear(heard);
        this.page.show();
        announce("You are in.");
      } catch (error) {
        problem.textContent = sentence(messageOf(error));
        problem.hidden = false;
        field.setAttribute("aria-invalid", "true");
        field.focus();
      }
      press.disabled = false;
    });
    return [form];
  }

  // --- A table ---

  /** The table of this player in the newest round. @returns {EveningTable|undefined} */
  get table() {
    const { evening, mine } = this.page;
    return evening.tables.find(({ first, second }) => first === mine || second === mine);
  }

  /** What holds for this player, as a title and a sentence. @returns {[string, string]} */
  #words() {
    const { evening } = this.page;
    const me = /** @type {number} */ (this.page.mine);
    const { name, state } = evening.players[me - 1];
    const place = evening.standing.find(({ player }) => player === me);
    if (state === "removed") return ["You are out", "The host has removed you from this evening."];
    if (evening.over) return place ? [`You came ${place.tied ? "joint " : ""}${ordinal(place.rank)}`, `${pointsText(place.points)} of ${evening.round} points, ${name}. Thank you for playing.`] : ["The evening is over", "Thank you for coming."];
    if (state === "left") return ["You have left", "The others play on. You can come back for the next round."];
    const { table } = this;
    if (table && !table.settled) return ["Your table", `${meetingText(evening, me, [table.first, table.second])}.`];
    const pair = evening.next?.pairs.find((each) => each.includes(me));
    const next = pair ? `Next: ${meetingText(evening, me, pair)}.` : evening.next?.free.includes(me) ? "Next: a free round for you." : "";
    if (evening.round === 0) return [`You are in, ${name}`, `${next} Keep this page open: it takes you to your table.`.trim()];
    if (evening.playing && evening.free.includes(me)) return ["A free round for you", evening.form === "ladder" ? "It counts as a win." : "Everybody has one if the number is odd."];
    if (table) return [this.#outcome(table, me), evening.playing ? `The others are still playing. ${next}` : next || "That was the last round."];
    return [`You are in, ${name}`, next || "You play from the next round on."];
  }

  #outcome(/** @type {EveningTable} */ { first, winner }, /** @type {number} */ me) {
    if (winner === null) return "That game does not count";
    return winner === 0 ? "A draw" : (winner === 1) === (first === me) ? "You won" : "You lost";
  }

  #showState() {
    const { evening, mine } = this.page;
    const [title, words] = this.#words();
    const { table } = this;
    const { state } = evening.players[/** @type {number} */ (mine) - 1];
    const parts = /** @type {HTMLElement[]} */ ([make("h2", {}, title), make("p", {}, words)]);
    if (table && !table.settled && state === "here" && !evening.over) parts.push(make("a.button.main.large", { href: address(`games/${table.game}`) }, "Go to your table"));
    if (state === "left" && !evening.over) parts.push(button("Come back", () => this.#comeBack(), { main: true }));
    if (state === "here" && !evening.over) {
      parts.push(make("div.buttons", {}, button("Change name", () => this.#rename(), { class: "button plain small" }), button("Leave", () => this.#leave(), { class: "button plain small" })));
    }
    this.place.replaceChildren(...parts);
  }

  #rename() {
    this.#isRenaming = true;
    this.show();
    find("#join-name").focus();
  }

  async #leave() {
    await this.page.attempt(async () => this.page.hear(await this.page.post("leave", {})));
  }

  async #comeBack() {
    const { evening, mine } = this.page;
    const { name } = evening.players[/** @type {number} */ (mine) - 1];
    await this.page.attempt(async () => this.page.hear((await this.page.post("players", { name })).evening));
  }

  /** Take this phone to its table, once for each game; the host's screen stays where it is. */
  takeToTable() {
    const { table } = this;
    const { evening, mine, isHost } = this.page;
    if (!table || table.settled || isHost || mine === null || evening.over || document.hidden || recall(TAKEN, "", "tab") === table.game) return;
    keep(TAKEN, table.game, "tab");
    announce(`Your table: ${meetingText(evening, mine, [table.first, table.second])}.`);
    setTimeout(() => location.assign(address(`games/${table.game}`)), PAUSE);
  }
}
