/** A game of an evening: the way back, the next table as soon as there is one, and what the host decided meanwhile. */

import { address } from "./addresses.js";
import { find, seek } from "./elements.js";
import { meetingText, tableText } from "./eveningwords.js";
import { announce } from "./liveregion.js";
import { Stream } from "./stream.js";

export class EveningWay {
  #me = /** @type {number|null} */ (null);
  #said = "";
  #evening = /** @type {Evening|null} */ (null);

  constructor(/** @type {GamePage} */ page) {
    this.page = page;
    this.place = seek("#evening-way");
    if (!this.place) return;
    const path = address(`api/clubs/${this.place.dataset.evening}`);
    new Stream(path, { onGame: (/** @type {Evening} */ heard) => this.#hear(heard), onLost: () => {}, onGone: () => {} });
  }

  #hear(/** @type {Evening} */ evening) {
    this.#evening = evening;
    this.#me ??= this.#number(evening);
    this.show();
  }

  /** The number of this page's player on the evening. @param {Evening} evening */
  #number({ tables, results }) {
    const { game: { id }, mine } = this.page;
    if (mine.length !== 1) return null;
    const table = tables.find(({ game }) => game === id);
    if (table) return mine[0] === 1 ? table.first : table.second;
    const result = results.find(([, , , , game]) => game === id);
    return result ? result[mine[0]] : null;
  }

  show() {
    if (!this.place) return;
    const next = this.#next;
    const decided = this.#decided;
    const words = next ?? decided ?? "";
    this.place.hidden = !this.page.game.over && words === "";
    if (words === this.#said) return;
    this.#said = words;
    find("#evening-words").textContent = words;
    announce(words);
    const table = next ? this.#table : undefined;
    const link = find("a", HTMLAnchorElement, this.place);
    link.href = table ? address(`games/${table.game}`) : address(`club/${this.#evening?.id}`);
    link.textContent = table ? "Go to your table" : "Back to the evening";
  }

  /** The table of this player that is not over. */
  get #table() {
    return this.#evening?.tables.find(({ first, second, settled }) => !settled && (first === this.#me || second === this.#me));
  }

  /** "Your table: against Mara, you begin.", if it is another one than this. */
  get #next() {
    const table = this.#table;
    if (!table || !this.#evening || this.#me === null || table.game === this.page.game.id || this.#evening.over) return null;
    return `Your table: ${meetingText(this.#evening, this.#me, [table.first, table.second])}.`;
  }

  /** What the host decided about this game. */
  get #decided() {
    const evening = this.#evening;
    const table = evening?.tables.find(({ game }) => game === this.page.game.id);
    if (!evening || !table?.decided) return null;
    return table.winner === null ? "The host has skipped this game: it counts for nobody." : `The host has decided this game: ${tableText(evening, table)}.`;
  }
}
