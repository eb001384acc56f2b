/** The page of an evening at the club: what is known about it, and the parts that show it. */

import { address } from "./addresses.js";
import { messageOf, post } from "./api.js";
import { find, make, pageData } from "./elements.js";
import { EveningGuest } from "./eveningguest.js";
import { EveningHost } from "./eveninghost.js";
import { EveningStanding, guests } from "./eveningstanding.js";
import { EveningTables } from "./eveningtables.js";
import { aboutText, nameOf, stageText, tableText, winnerText } from "./eveningwords.js";
import { announce } from "./liveregion.js";
import { Stream } from "./stream.js";
import { many, sentence } from "./words.js";

export class EveningPage {
  constructor(/** @type {{evening: Evening, mine: number|null, host: boolean, name: string|null}} */ { evening, mine, host, name }) {
    this.evening = evening;
    this.mine = mine;
    this.isHost = host;
    this.name = name;
    this.path = address(`api/clubs/${evening.id}`);
    this.host = host ? new EveningHost(this) : null;
    this.guest = new EveningGuest(this);
    this.tables = new EveningTables(this.host ? (table, number) => this.host?.decide(table, number) : null);
    this.standing = new EveningStanding();
    this.show();
    this.guest.takeToTable();
    this.stream = new Stream(this.path, {
      onGame: (/** @type {Evening} */ heard) => this.hear(heard),
      onLost: (lost) => this.#lose(lost), onGone: () => this.#tell("This evening has been deleted."),
    });
  }

  /** @param {string} what @param {object} body @returns {Promise<any>} */
  post(what, body) {
    return post(`${this.path}/${what}`, body);
  }

  /** The server's evening, from whichever way it came; an older one is ignored. @param {Evening} heard */
  hear(heard) {
    const before = this.evening;
    if (heard.version < before.version) return;
    this.evening = heard;
    this.show();
    if (heard.version > before.version) this.#report(before, heard);
    this.guest.takeToTable();
  }

  show() {
    const { evening, mine } = this;
    const main = find("#main");
    main.dataset.stage = evening.over ? "over" : evening.round ? "rounds" : "lobby";
    find("#about").textContent = aboutText(evening);
    find("#stage").textContent = stageText(evening);
    find("#door").textContent = evening.open ? "" : "The door is closed: nobody else can join.";
    this.#showLobby();
    this.guest.show();
    this.host?.show();
    this.tables.show(evening, mine);
    this.standing.show(evening, mine);
  }

  #showLobby() {
    const { evening } = this;
    const place = find("#lobby");
    const here = evening.players.filter(({ state }) => state === "here").length;
    place.hidden = evening.round > 0 || evening.over;
    if (place.hidden) return;
    place.replaceChildren(make("div.section-head", {}, make("h2", { id: "lobby-title" }, here ? `${many(here, "player")} ${here === 1 ? "is" : "are"} here` : "Who is here")),
      here ? guests(evening, null) : make("p.quiet", {}, "Nobody yet. Whoever scans the code and gives a name appears here."));
  }

  /** Say what is new. @param {Evening} before @param {Evening} now */
  #report(before, now) {
    for (const { number, name } of now.players.slice(before.players.length)) if (number !== this.mine) announce(`${name} is here.`);
    if (now.round > before.round) announce(`Round ${now.round} begins.`);
    else {
      now.tables.forEach((table, index) => {
        if (table.settled && !before.tables[index]?.settled) announce(`${nameOf(now, table.first)} against ${nameOf(now, table.second)}: ${tableText(now, table)}.`);
      });
    }
    if (now.over && !before.over) announce(`${winnerText(now)}.`);
  }

  #lose(/** @type {boolean} */ lost) {
    const place = find("#connection");
    if (place.hidden === !lost) return;
    place.hidden = !lost;
    announce(lost ? "Connection lost. Trying again." : "The connection is back.");
  }

  #tell(/** @type {string} */ words) {
    const place = find("#connection");
    place.textContent = words;
    place.hidden = false;
    announce(words);
  }

  /** Do something, or say why not. @param {() => Promise<unknown>} deed */
  async attempt(deed) {
    try {
      await deed();
    } catch (error) {
      this.#tell(sentence(messageOf(error)));
    }
  }
}

new EveningPage(pageData());
document.documentElement.dataset.ready = "true";
