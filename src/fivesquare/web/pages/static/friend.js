/** Two people at one game: names, who is here, phrases, and the parts of the page that belong to them. */

import { messageOf, post } from "./api.js";
import { ClockFace } from "./clockface.js";
import { all, find, make, seek } from "./elements.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";
import { askName, mayAsk, nameForm, offerName } from "./nameform.js";
import { Notice } from "./notice.js";
import { openSeat } from "./share.js";
import { moveSentence, subject } from "./words.js";

const MUTED = "muted"; // true or nothing
const SHOWN = 6000; // milliseconds for a phrase
const OLD = 10; // seconds after which a phrase is no news
const LONG = 14; // letters, from which on a name is set smaller where there is little room
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export class Friend {
  #said = [0, 0]; // when each player said the last phrase that was shown here
  #hiding = [0, 0];
  #now = 0; // the server's time, when it last came
  #nowAt = 0; // and this page's then
  #unasked = () => {}; // takes the question for a name away, where it is shown beside the game

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.clock = new ClockFace(page);
    this.notice = new Notice(page);
    this.place = seek("#friend");
    this.mark(page.game);
    if (this.place) this.#listen();
    page.share.introduction = () => this.#introduction();
  }

  #listen() {
    find("#phrases").addEventListener("click", (event) => {
      const pressed = event.target instanceof HTMLElement ? event.target.dataset.phrase : undefined;
      if (pressed) this.#say(pressed);
    });
    find("#rename").addEventListener("click", () => this.askName());
    const mute = find("#mute", HTMLInputElement);
    mute.checked = recall(MUTED, false);
    mute.addEventListener("change", () => keep(MUTED, mute.checked || null));
    setInterval(() => document.hidden || this.page.showScore(), MINUTE * 1000); // "away for 3 min"
  }

  /** Note what a game tells of time, and whose phrases are old. @param {Game} game */
  mark(game) {
    this.clock.hear(game);
    if (game.now === undefined) return;
    this.#now = game.now;
    this.#nowAt = performance.now() / 1000;
  }

  /** A game was heard. @param {Game} before @param {Game} now */
  hear(before, now) {
    this.mark(now);
    now.said.forEach((said, index) => said && this.#hearPhrase(/** @type {Seat} */ (index + 1), said));
    now.names.forEach((name, index) => name && name !== before.names[index] && this.#hearName(/** @type {Seat} */ (index + 1), name));
    const { mine, names } = this.page;
    const isMine = (/** @type {Game} */ game) => game.turn !== null && !game.over && mine.length === 1 && mine[0] === game.turn;
    if (isMine(now) && now.version !== before.version && (!isMine(before) || now.ply !== before.ply)) {
      const last = now.log.at(-1);
      this.notice.turn(last ? moveSentence(now, last, names) : "The game has begun.");
    }
  }

  show() {
    const { game, mine, stream } = this.page;
    this.clock.show();
    this.notice.show();
    for (const name of all(".score .who b")) name.classList.toggle("long", (name.textContent?.length ?? 0) > LONG);
    if (stream) stream.isUrgent = !game.over && (game.clock !== null || this.notice.isOn);
    if (!this.place) return;
    const isTalking = mine.length === 1 && game.seats.every((seat) => seat === "sat");
    this.place.hidden = mine.length !== 1;
    find("#say-button").hidden = !isTalking;
    if (!isTalking) this.toggle(false);
    const name = mine.length === 1 ? game.names[mine[0] - 1] : null;
    if (name || game.log.some(({ player }) => mine.includes(player))) this.#unasked(); // it would hide what is below the board
    find("#called").textContent = name ? `You play as ${name}.` : "You have no name yet.";
    find("#rename").textContent = name ? "Change" : "Add your name";
    find("#banner").toggleAttribute("data-asked", game.asks !== null && mine.length === 1 && !mine.includes(game.asks));
  }

  // --- Who is here ---

  /** What stands below a player's name: the note, or whether the person is here. @param {Seat} seat @param {string} note @returns {string|Node} */
  note(seat, note) {
    const { game, mine } = this.page;
    const presence = game.presence[seat - 1];
    if (mine.includes(seat)) return note === "waiting" && game.names[seat - 1] !== null && mine.length === 1 ? "you" : note;
    if (!presence) return note;
    const words = !presence.here ? this.#away(presence.since) : note === "waiting" || note === "" ? "here now" : note;
    return make(presence.here ? "span.presence.here" : "span.presence", {}, words);
  }

  /** The server's time now. */
  get #time() {
    return this.#now + performance.now() / 1000 - this.#nowAt;
  }

  #away(/** @type {number|null} */ since) {
    const seconds = since === null ? 0 : this.#time - since;
    if (seconds < MINUTE) return "away";
    if (seconds < HOUR) return `away for ${Math.floor(seconds / MINUTE)} min`;
    return seconds < DAY ? `away for ${Math.floor(seconds / HOUR)} h` : "away for days";
  }

  /** Names for the score: one's own too, where the sentences say "you". */
  get faces() {
    const { game, names } = this.page;
    return names.map((name, index) => game.names[index] ?? name);
  }

  // --- Names ---

  askName() {
    const { game, mine, path } = this.page;
    this.#unasked(); // one question is enough
    askName(path, game.names[mine[0] - 1] ?? "", (heard) => this.page.hear(heard));
  }

  /** Ask a friend who has just joined. */
  joined() {
    const { game, mine, path } = this.page;
    if (mine.length === 1 && game.names[mine[0] - 1] === null && mayAsk()) this.#unasked = offerName(path, (heard) => this.page.hear(heard));
  }

  /** The question for a name, above an invitation; null where it is not asked. */
  #introduction() {
    const { game, mine, path } = this.page;
    if (!openSeat(game, mine) || mine.length !== 1 || game.names[mine[0] - 1] !== null || !mayAsk()) return null;
    const section = make("section.share-part", {}, make("h3", {}, "What shall we call you?"));
    const { form } = nameForm(path, { button: "Use it", isMain: false }, (heard) => {
      this.page.hear(heard);
      section.replaceChildren(make("p", { role: "status" }, `You play as ${heard.names[mine[0] - 1]}.`));
    });
    section.append(form);
    return section;
  }

  #hearName(/** @type {Seat} */ seat, /** @type {string} */ name) {
    if (!this.page.mine.includes(seat)) announce(`${seat === 1 ? "The first" : "The second"} player is called ${name}.`);
  }

  // --- Phrases ---

  /** Show the phrases, or hide them. */
  toggle(isOpen = find("#phrases").hidden) {
    find("#phrases").hidden = !isOpen;
    find("#say-button").setAttribute("aria-expanded", String(isOpen));
    if (isOpen) find("#phrases button").focus();
  }

  async #say(/** @type {string} */ phrase) {
    this.toggle(false);
    find("#say-button").focus();
    try {
      this.page.hear(await post(`${this.page.path}/phrases`, { phrase }));
    } catch (error) {
      this.page.news.refuse(messageOf(error));
    }
  }

  #hearPhrase(/** @type {Seat} */ seat, /** @type {Said} */ { phrase, at }) {
    if (at <= this.#said[seat - 1]) return;
    this.#said[seat - 1] = at;
    if (this.#time - at > OLD) return;
    const isMine = this.page.mine.includes(seat);
    const words = seek(`[data-phrase="${CSS.escape(phrase)}"]`)?.textContent;
    if (!words || (!isMine && find("#mute", HTMLInputElement).checked)) return;
    const side = all(".score .side")[seat - 1];
    seek(".said", side)?.remove();
    side.append(make("span.said", { "aria-hidden": "true" }, words));
    clearTimeout(this.#hiding[seat - 1]);
    this.#hiding[seat - 1] = setTimeout(() => seek(".said", side)?.remove(), SHOWN);
    announce(isMine ? `You said: ${words}` : `${subject(this.page.names[seat - 1])} says: ${words}`);
  }
}
