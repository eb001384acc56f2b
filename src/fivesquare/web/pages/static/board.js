/** Draws a position and tells which cell was pointed at or chosen. It decides no rule: `claims` says what a claim brings. */

import { drawEnding } from "./boardending.js";
import { drawGhosts } from "./boardghosts.js";
import { around, make, seek, symbol } from "./elements.js";
import { columnName } from "./places.js";
import { cellLabel, worth } from "./words.js";

const OWNERS = ["free", "first", "second"];

export class Board {
  /**
   * @param {HTMLElement} area an empty element
   * @param {{onChoose?: (cell: string) => void, onVain?: (cell: string) => void, onPreview?: (cell: string|null) => void, label?: string}} options
   *   `onVain`: a cell was clicked that cannot be chosen now, perhaps by a player who does not see why
   */
  constructor(area, { onChoose = () => {}, onVain = () => {}, onPreview = () => {}, label = "Board" } = {}) {
    this.area = area;
    this.onChoose = onChoose;
    this.onVain = onVain;
    this.onPreview = onPreview;
    this.label = label;
    this.cells = /** @type {Map<string, Cell>} */ (new Map()); // by "row,column"
    this.order = /** @type {string[]} */ ([]); // the cells as they lie on the screen, row by row
    this.columns = 0;
    this.layout = "";
    this.aimed = /** @type {string|null} */ (null); // the cell whose claim is previewed
    this.armed = /** @type {string|null} */ (null); // the cell touched once: another touch chooses it
    this.shown = /** @type {View|null} */ (null); // the view on the board
    this.options = /** @type {BoardOptions} */ ({});
    this.board = make("div.board");
    this.grid = make("div.cells");
    area.classList.add("board-area");
    document.addEventListener("pointerdown", (event) => {
      if (this.armed !== null && !around(event, ".cells, a, button, form, summary")) this.preview(null);
    });
  }

  /**
   * Show a position. Buttons are changed in place, so that the focus stays where it is.
   * @param {View} view a game, or a position of a review or a puzzle
   * @param {BoardOptions} options
   */
  show(view, options = {}) {
    const [rows, columns] = view.size;
    const layout = `${rows}x${columns} ${columnName(1)}${options.flipped ? " flipped" : ""}`;
    const rebuilt = layout !== this.layout;
    if (rebuilt) this.#build(rows, columns, Boolean(options.flipped), layout);
    const before = rebuilt ? null : this.shown;
    if (before === null || !options.active || before.legal.join() !== view.legal.join()) this.armed = null;
    this.shown = view;
    this.options = options;
    const mover = options.mover ?? view.turn;
    this.grid.setAttribute("aria-label", `${this.label}, ${rows} by ${columns}`);
    this.board.classList.toggle("plain", !view.has_numbers);
    this.board.classList.toggle("judged", Boolean(options.values));
    this.board.toggleAttribute("data-active", Boolean(options.active));
    if (mover) this.board.dataset.turn = String(mover);
    const after = this.#afterPending(view, mover, options.pending);
    for (const [name, cell] of this.cells) this.#draw(name, cell, view, after, before !== null && !options.still);
    drawGhosts(this.cells, options.ghosts ?? new Map());
    drawEnding(this.board, this.cells, view, options.winner, options.winner !== undefined && before !== null && !before.over && !options.still);
    this.#keepTabStop(view);
    this.preview(this.aimed);
  }

  /** Point at a cell, or at none; `arm`: one more touch chooses it. @param {string|null} name */
  preview(name, arm = this.armed === name) {
    const claim = name === null ? undefined : this.shown?.claims[name];
    const takes = new Set(this.options.pending ? [] : (claim?.takes ?? (name === null ? this.options.takes : null) ?? []));
    for (const [each, { button }] of this.cells) {
      button.classList.toggle("aim", each === name && Boolean(claim) && !this.options.pending);
      button.classList.toggle("taken", takes.has(each));
    }
    const armed = arm ? name : null;
    const changed = this.aimed !== name || this.armed !== armed;
    this.aimed = name;
    this.armed = armed;
    if (changed) this.onPreview(name);
  }

  /** Put the focus on a cell: that one, or where the tab stop is. */
  focus(name = "") {
    const cell = this.cells.get(name) ?? [...this.cells.values()].find((each) => each.button.tabIndex === 0);
    cell?.button.focus();
  }

  /**
   * The owners as they will be when a move that was sent is acknowledged.
   * @param {View} view @param {number|null} mover @param {string|null} [pending]
   * @returns {Map<string, number>}
   */
  #afterPending(view, mover, pending) {
    const claim = pending ? view.claims[pending] : undefined;
    return new Map(claim && pending ? [pending, ...claim.takes].map((name) => [name, mover ?? 0]) : []);
  }

  #build(/** @type {number} */ rows, /** @type {number} */ columns, /** @type {boolean} */ flipped, /** @type {string} */ layout) {
    const kept = seek(".cell:focus", this.area)?.dataset.cell;
    const numbers = (/** @type {number} */ count) => Array.from({ length: count }, (_, index) => (flipped ? count - index : index + 1));
    this.layout = layout;
    this.columns = columns;
    this.area.style.setProperty("--rows", String(rows));
    this.area.style.setProperty("--columns", String(columns));
    this.cells.clear();
    this.order = [];
    const lines = numbers(rows).map((row) => make("div", { role: "row", "aria-rowindex": row }, ...numbers(columns).map((column) => this.#buildCell(row, column))));
    this.grid = make("div.cells", { role: "grid", "aria-rowcount": rows, "aria-colcount": columns }, ...lines);
    const rim = (/** @type {string} */ side, /** @type {(number|string)[]} */ names) => make(`div.rim.${side}`, { "aria-hidden": "true" }, ...names.map((each) => make("span", {}, each)));
    this.board = make("div.board", {}, rim("columns", numbers(columns).map(columnName)), rim("rows", numbers(rows)), this.grid);
    this.area.replaceChildren(this.board);
    this.#listen();
    if (kept) this.focus(kept);
  }

  #buildCell(/** @type {number} */ row, /** @type {number} */ column) {
    const name = `${row},${column}`;
    const number = make("span.number", { "aria-hidden": "true" });
    const button = make("button.cell", { type: "button", "data-cell": name, tabindex: "-1" }, number);
    this.cells.set(name, { button, number, owner: 0, mark: null, flag: null, value: null, sign: null, row: row - 1, column: column - 1 });
    this.order.push(name);
    return make("div", { role: "gridcell", "aria-colindex": column }, button);
  }

  /** @param {string} name @param {Cell} cell @param {View} view @param {Map<string, number>} after owners to come @param {boolean} isMoving */
  #draw(name, cell, view, after, isMoving) {
    const { button } = cell;
    const { values, marks = {}, names, active, ghosts } = this.options;
    const exact = values?.exact;
    const owner = after.get(name) ?? view.owners[cell.row][cell.column];
    const legal = owner === 0 && view.legal.includes(name);
    const judged = legal ? values?.each[name] : undefined;
    const mark = marks[name];
    this.#drawClasses(name, cell, view, after, owner, legal);
    this.#drawSign(cell, mark);
    cell.number.textContent = view.has_numbers ? String(view.board[cell.row][cell.column]) : "";
    if (owner) cell.mark = this.#symbolIn(button, cell.mark, `m${owner}`, "mark");
    else cell.mark = cell.mark?.remove() ?? null;
    cell.flag = this.#symbolIn(button, cell.flag, `m${this.board.dataset.turn ?? 1}`, "mark flag");
    this.#drawWorth(cell, judged, exact);
    button.setAttribute("aria-label", cellLabel(name, view, { owner, legal, judged, mark: mark ?? ghosts?.get(name)?.words, names, exact }));
    if (legal && active) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
    if (isMoving && owner !== 0 && owner !== cell.owner) this.#move(cell, name, view);
    cell.owner = owner;
  }

  /** @param {Cell} cell @param {string} [mark] */
  #drawSign(cell, mark) {
    for (const word of ["right", "wrong", "played"]) cell.button.classList.toggle(word, mark === word);
    if (mark) cell.sign = this.#symbolIn(cell.button, cell.sign, mark, "sign");
  }

  /** @param {string} name @param {Cell} cell @param {View} view @param {Map<string, number>} after @param {number} owner @param {boolean} legal */
  #drawClasses(name, { button }, view, after, owner, legal) {
    const { last } = view;
    const isSettled = after.size === 0 && owner !== 0;
    for (const [index, word] of OWNERS.entries()) button.classList.toggle(word, owner === index);
    button.classList.toggle("open", legal);
    button.classList.toggle("pending", after.has(name));
    button.classList.toggle("last", last?.move === name && after.size === 0 ? owner !== 0 : this.options.pending === name);
    button.classList.toggle("caught", isSettled && Boolean(last?.takes.includes(name)));
  }

  #symbolIn(/** @type {HTMLElement} */ button, /** @type {SVGSVGElement|null} */ svg, /** @type {string} */ id, /** @type {string} */ classes) {
    const drawn = svg ?? symbol(id, classes);
    if (drawn !== svg) button.append(drawn);
    drawn.firstElementChild?.setAttribute("href", `#${id}`);
    return drawn;
  }

  /** @param {Cell} cell @param {MoveWorth} [judged] @param {boolean} [exact] */
  #drawWorth(cell, judged, exact) {
    cell.button.classList.toggle("valued", Boolean(judged));
    cell.button.classList.toggle("best", Boolean(judged?.is_best));
    for (const [word, kind] of [["good-cell", "win"], ["bad-cell", "lose"]]) cell.button.classList.toggle(word, Boolean(judged) && worth(/** @type {MoveWorth} */ (judged), exact).sign === kind);
    if (!judged) {
      cell.value = cell.value?.remove() ?? null;
      return;
    }
    const { sign, text } = worth(judged, exact);
    const isAbout = text.startsWith("~");
    const number = text.slice(isAbout ? 1 : 0);
    const value = make("span", { class: `worth ${sign}${number.length > 3 ? " long" : ""}`, "aria-hidden": "true" },
      symbol(sign, ""), make("span.about", {}, isAbout ? "~" : ""), make("span", {}, number));
    if (cell.value) cell.value.replaceWith(value);
    else cell.button.append(value);
    cell.value = value;
  }

  /** Let a tile come, or turn over, once: by the move on its way, or by the last one. @param {Cell} cell @param {string} name @param {View} view */
  #move(cell, name, { claims, last }) {
    const { pending } = this.options;
    const order = (pending ? claims[pending] : last)?.takes.indexOf(name) ?? -1;
    if (order < 0 && (pending ?? last?.move) !== name) return;
    const word = order < 0 ? "new" : "turned";
    cell.button.style.setProperty("--i", String(Math.max(order, 0)));
    cell.button.classList.add(word);
    for (const end of ["animationend", "animationcancel"]) cell.button.addEventListener(end, () => cell.button.classList.remove(word), { once: true });
  }

  #keepTabStop(/** @type {View} */ view) {
    const stops = [...this.cells.values()].filter(({ button }) => button.tabIndex === 0);
    if (stops.length === 1) return;
    const name = this.order.find((each) => view.legal.includes(each)) ?? this.order[0];
    for (const [each, { button }] of this.cells) button.tabIndex = each === name ? 0 : -1;
  }

  #listen() {
    const named = (/** @type {Event} */ event) => around(event, ".cell")?.dataset.cell ?? null;
    let pointer = "mouse";
    this.grid.addEventListener("pointerdown", (event) => {
      pointer = event.pointerType;
    });
    this.grid.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse" && named(event)) this.preview(named(event));
    });
    this.grid.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.preview(seek(".cell:focus-visible", this.grid)?.dataset.cell ?? null);
    });
    this.grid.addEventListener("focusin", (event) => {
      for (const { button } of this.cells.values()) button.tabIndex = button === event.target ? 0 : -1;
      if (around(event, ":focus-visible")) this.preview(named(event));
    });
    this.grid.addEventListener("focusout", (event) => {
      if (event.relatedTarget instanceof Node && this.grid.contains(event.relatedTarget)) return;
      if (this.armed === null) this.preview(null); // a cell that was touched stays for the button that claims it
    });
    this.grid.addEventListener("keydown", (event) => this.#onKey(event));
    this.grid.addEventListener("click", (event) => {
      const name = named(event);
      const kind = event instanceof PointerEvent && event.pointerType ? event.pointerType : pointer;
      if (name !== null) this.#press(name, event.detail, event.detail > 0 && kind === "touch");
    });
  }

  #press(/** @type {string} */ name, /** @type {number} */ clicks, /** @type {boolean} */ touched) {
    const isOffered = Boolean(this.options.active) && this.cells.get(name)?.owner === 0 && Boolean(this.shown?.legal.includes(name));
    if (isOffered && !(touched && this.armed !== name && !this.options.atOneTap)) this.onChoose(name);
    else if (touched) this.preview(name, isOffered);
    else if (clicks < 2) this.onVain(name); // a double click means it once
  }

  #onKey(/** @type {KeyboardEvent} */ event) {
    const here = around(event, ".cell")?.dataset.cell;
    if (!here || event.altKey || event.metaKey) return;
    const { columns } = this;
    const index = this.order.indexOf(here);
    const column = index % columns;
    const start = index - column;
    const last = this.order.length - 1;
    const steps = /** @type {Record<string, number>} */ ({
      ArrowUp: index - columns,
      ArrowDown: index + columns,
      ArrowLeft: column > 0 ? index - 1 : index,
      ArrowRight: column < columns - 1 ? index + 1 : index,
      Home: event.ctrlKey ? 0 : start,
      End: event.ctrlKey ? last : start + columns - 1,
      PageUp: column,
      PageDown: last - (columns - 1 - column),
    });
    if (!(event.key in steps)) return;
    event.preventDefault();
    const target = this.order[steps[event.key]];
    if (target) this.focus(target);
  }
}
