/** The tables of the newest round, as small boards that follow their games; and the round to come. */

import { address } from "./addresses.js";
import { Board } from "./board.js";
import { bit, button, find, make, symbol } from "./elements.js";
import { nameOf, tableText } from "./eveningwords.js";

class TableCard {
  constructor(/** @type {EveningTable} */ table, /** @type {number} */ number, /** @type {((table: EveningTable, number: number) => void)|null} */ onDecide) {
    this.game = table.game;
    this.table = table;
    const area = make("div.little", { inert: true, "aria-hidden": "true" });
    this.board = new Board(area, { label: `Table ${number}` });
    this.sides = [1, 2].map((seat) => make(`span.table-side.${seat === 1 ? "first" : "second"}`, {},
      make("span.token", {}, symbol(`m${seat}`)), make("span.called", {}, make("b"), make("small")), make("span.sum")));
    this.state = make("span.tag");
    const link = make("a.table-link", { href: address(`games/${table.game}`) }, area,
      make("span.table-words", {}, make("span.quiet", {}, `Table ${number}`), ...this.sides, this.state));
    this.decide = onDecide ? button("Decide", () => onDecide(this.table, number), { class: "button small plain" }) : null;
    this.element = make("li.card.table-card", {}, link, this.decide);
  }

  show(/** @type {Evening} */ evening, /** @type {EveningTable} */ table, /** @type {boolean} */ isMine) {
    this.table = table;
    const { view } = table;
    if (view) this.board.show({ ...view, claims: {} });
    const sums = !view ? ["", ""] : view.goal.kind === "majority" ? view.counts : view.scores;
    [table.first, table.second].forEach((player, index) => {
      const side = this.sides[index];
      find("b", HTMLElement, side).textContent = nameOf(evening, player);
      find(".sum", HTMLElement, side).textContent = String(sums[index]);
      const isPlaying = !table.settled && !evening.over;
      side.classList.toggle("turn", isPlaying && view?.turn === index + 1);
      side.classList.toggle("won", table.settled && table.winner === index + 1);
      const isAway = isPlaying && table.here[index] === false;
      const note = find("small", HTMLElement, side);
      note.classList.toggle("presence", isAway);
      note.textContent = isAway ? "away" : "";
    });
    this.state.textContent = tableText(evening, table);
    this.state.classList.toggle("strong", isMine && !table.settled && !evening.over);
    this.element.classList.toggle("settled", table.settled);
    if (this.decide) {
      this.decide.hidden = evening.over || (table.settled && !table.decided);
      this.decide.textContent = table.settled ? "Change" : "Decide";
      this.decide.setAttribute("aria-label", `${this.decide.textContent} ${tableName(evening, table)}`);
    }
  }
}

const tableName = (/** @type {Evening} */ evening, /** @type {EveningTable} */ table) => `${nameOf(evening, table.first)} against ${nameOf(evening, table.second)}`;

export class EveningTables {
  #cards = /** @type {TableCard[]} */ ([]);

  constructor(/** @type {((table: EveningTable, number: number) => void)|null} */ onDecide) {
    this.onDecide = onDecide;
    this.section = find("#tables");
    this.next = find("#next");
    this.title = make("h2", { id: "tables-title" });
    this.count = make("p");
    this.list = make("ul.tables");
    this.section.append(make("div.section-head", {}, this.title, this.count), this.list);
  }

  show(/** @type {Evening} */ evening, /** @type {number|null} */ mine) {
    const { tables, round } = evening;
    this.section.hidden = tables.length === 0;
    if (tables.map(({ game }) => game).join() !== this.#cards.map(({ game }) => game).join()) {
      this.#cards = tables.map((table, index) => new TableCard(table, index + 1, this.onDecide));
      this.list.replaceChildren(...this.#cards.map(({ element }) => element));
    }
    tables.forEach((table, index) => this.#cards[index].show(evening, table, mine !== null && [table.first, table.second].includes(mine)));
    const done = tables.filter(({ settled }) => settled).length;
    this.title.textContent = `Round ${round}`;
    const free = evening.free.length ? `${evening.free.map((player) => nameOf(evening, player)).join(", ")} free · ` : "";
    this.count.textContent = `${free}${done} of ${tables.length} over`;
    this.#showNext(evening);
  }

  #showNext(/** @type {Evening} */ evening) {
    const { next, over, round, playing, form } = evening;
    this.next.hidden = over || (next === null && !(form === "ladder" && playing));
    if (this.next.hidden) return;
    const head = make("div.section-head", {}, make("h2", { id: "next-title" }, round ? "Next" : "Round 1"));
    if (next === null) {
      this.next.replaceChildren(head, make("p.quiet", {}, "The standing after this round decides who meets whom."));
      return;
    }
    const pairs = next.pairs.map(([first, second]) => make("li.pair", {}, bit("first"), make("b", {}, nameOf(evening, first)), make("span.quiet", {}, "meets"), bit("second"), make("b", {}, nameOf(evening, second))));
    const free = next.free.length ? [make("li.pair.free", {}, make("span.quiet", {}, "Free:"), make("b", {}, next.free.map((player) => nameOf(evening, player)).join(", ")))] : [];
    this.next.replaceChildren(head, make("ul.pairs", {}, ...pairs, ...free));
  }
}
