/** Draws a position and tells which cell was pointed at or chosen. It decides no rule: `claims` says what a claim brings. */

import { cellLabel, worth } from "./words.js";

const OWNERS = ["free", "first", "second"];
const SVG = "http://www.w3.org/2000/svg";

/** An svg that uses one of the page's symbols. */
export function symbol(id, className = "mark") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}

function element(tag, className = "", attributes = {}) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

export class Board {
  /**
   * @param {HTMLElement} area an empty element
   * @param {{onChoose?: (cell: string) => void, onVain?: (cell: string) => void, onPreview?: (cell: string|null) => void, label?: string}} options
   *   `onVain`: a key was pressed on a cell that cannot be chosen now, perhaps by somebody who does not see why
   */
  constructor(area, { onChoose = () => {}, onVain = () => {}, onPreview = () => {}, label = "Board" } = {}) {
    this.area = area;
    this.onChoose = onChoose;
    this.onVain = onVain;
    this.onPreview = onPreview;
    this.label = label;
    this.cells = new Map(); // "row,column" to its parts
    this.order = []; // the cells as they lie on the screen, row by row
    this.layout = "";
    this.aimed = null; // the cell whose claim is previewed
    this.armed = null; // the cell touched once
    this.shown = null; // the view on the board
    this.options = {};
    area.classList.add("board-area");
  }

  /**
   * Show a position. Buttons are changed in place, so that the focus stays where it is.
   * @param {object} view a game, or a position of a walk or a puzzle
   * @param {{mover?: number, active?: boolean, values?: object|null, pending?: string|null, marks?: Object<string, string>,
   *          flipped?: boolean, names?: string[], still?: boolean}} options `still`: without motion
   */
  show(view, options = {}) {
    const [rows, columns] = view.size ?? [view.board.length, view.board[0].length];
    const layout = `${rows}x${columns}${options.flipped ? " flipped" : ""}`;
    const rebuilt = layout !== this.layout;
    if (rebuilt) this.#build(rows, columns, Boolean(options.flipped), layout);
    const before = rebuilt ? null : this.shown;
    if (before === null || before.legal.join() !== view.legal.join()) this.armed = null;
    this.shown = view;
    this.options = options;
    const mover = options.mover ?? view.turn;
    this.grid.setAttribute("aria-label", `${this.label}, ${rows} by ${columns}`);
    this.board.classList.toggle("plain", view.has_numbers === false);
    this.board.toggleAttribute("data-active", Boolean(options.active));
    if (mover) this.board.dataset.turn = String(mover);
    const after = this.#afterPending(view, mover, options.pending);
    for (const [name, cell] of this.cells) this.#draw(name, cell, view, after, options, before);
    this.#keepTabStop(view);
    this.preview(this.aimed);
  }

  /** Point at a cell, or at none. */
  preview(name) {
    const claim = name === null ? undefined : this.shown?.claims?.[name];
    const takes = new Set(this.options.pending ? [] : (claim?.takes ?? []));
    for (const [each, { button }] of this.cells) {
      button.classList.toggle("aim", each === name && Boolean(claim) && !this.options.pending);
      button.classList.toggle("taken", takes.has(each));
    }
    const changed = this.aimed !== name;
    this.aimed = name;
    if (changed) this.onPreview(name);
  }

  /** Put the focus on a cell: that one, or where the tab stop is. */
  focus(name = null) {
    const cell = this.cells.get(name) ?? [...this.cells.values()].find((each) => each.button.tabIndex === 0);
    cell?.button.focus();
  }

  /** The owners as they will be when a move that was sent is acknowledged. */
  #afterPending(view, mover, pending) {
    const claim = pending ? view.claims?.[pending] : undefined;
    return claim ? new Map([pending, ...claim.takes].map((name) => [name, mover])) : new Map();
  }

  #build(rows, columns, flipped, layout) {
    const focused = document.activeElement?.closest?.(".cell");
    const kept = this.area.contains(focused) ? focused.dataset.cell : null;
    const numbers = (count) => {
      const list = Array.from({ length: count }, (_, index) => index + 1);
      return flipped ? list.reverse() : list;
    };
    this.layout = layout;
    this.shape = [rows, columns];
    this.area.style.setProperty("--rows", rows);
    this.area.style.setProperty("--columns", columns);
    this.board = element("div", "board");
    this.grid = element("div", "cells", { role: "grid", "aria-rowcount": rows, "aria-colcount": columns });
    const across = element("div", "rim columns", { "aria-hidden": "true" });
    const down = element("div", "rim rows", { "aria-hidden": "true" });
    for (const [rim, count] of [[across, columns], [down, rows]]) {
      for (const number of numbers(count)) rim.append(Object.assign(element("span"), { textContent: number }));
    }
    this.cells.clear();
    this.order = [];
    for (const row of numbers(rows)) {
      const line = element("div", "", { role: "row", "aria-rowindex": row });
      for (const column of numbers(columns)) line.append(this.#buildCell(row, column));
      this.grid.append(line);
    }
    this.board.append(across, down, this.grid);
    this.area.replaceChildren(this.board);
    this.#listen();
    if (kept) this.focus(kept);
  }

  #buildCell(row, column) {
    const name = `${row},${column}`;
    const place = element("div", "", { role: "gridcell", "aria-colindex": column });
    const button = element("button", "cell", { type: "button", "data-cell": name, tabindex: "-1" });
    const number = element("span", "number", { "aria-hidden": "true" });
    button.append(number);
    place.append(button);
    this.cells.set(name, { button, number, owner: 0, mark: null, flag: null, value: null, sign: null, row: row - 1, column: column - 1 });
    this.order.push(name);
    return place;
  }

  #draw(name, cell, view, after, options, before) {
    const { button } = cell;
    const owner = after.get(name) ?? view.owners[cell.row][cell.column];
    const value = view.board[cell.row][cell.column];
    const numbers = view.has_numbers !== false;
    const legal = owner === 0 && view.legal.includes(name);
    const judged = legal && options.values ? options.values.each?.[name] : undefined;
    const last = view.last ?? null;
    const mark = options.marks?.[name];
    for (const [index, word] of OWNERS.entries()) button.classList.toggle(word, owner === index);
    button.classList.toggle("open", legal);
    button.classList.toggle("pending", after.has(name));
    button.classList.toggle("last", last?.move === name && after.size === 0 ? owner !== 0 : options.pending === name);
    button.classList.toggle("caught", after.size === 0 && owner !== 0 && Boolean(last?.takes?.includes(name)));
    for (const word of ["right", "wrong", "played"]) button.classList.toggle(word, mark === word);
    if (mark) cell.sign = this.#symbolIn(button, cell.sign, mark, "sign");
    cell.number.textContent = numbers ? value : "";
    if (owner) cell.mark = this.#symbolIn(button, cell.mark, `m${owner}`, "mark");
    else cell.mark = cell.mark?.remove() ?? null;
    const taker = Number(this.board.dataset.turn ?? 1);
    cell.flag = this.#symbolIn(button, cell.flag, `m${taker}`, "mark flag");
    this.#drawWorth(cell, judged, options.values);
    button.setAttribute("aria-label", cellLabel(name, view, { owner, legal, judged, mark, names: options.names, values: options.values }));
    if (legal && options.active) button.removeAttribute("aria-disabled");
    else button.setAttribute("aria-disabled", "true");
    if (before && !options.still && owner !== 0 && owner !== cell.owner) this.#move(cell, name, options.pending ? { move: options.pending, takes: view.claims?.[options.pending]?.takes ?? [] } : last);
    cell.owner = owner;
  }

  #symbolIn(button, svg, id, className) {
    if (svg === null) {
      svg = symbol(id, className);
      button.append(svg);
    }
    svg.firstChild.setAttribute("href", `#${id}`);
    return svg;
  }

  #drawWorth(cell, judged, values) {
    cell.button.classList.toggle("valued", Boolean(judged));
    cell.button.classList.toggle("best", Boolean(judged?.is_best));
    if (!judged) {
      cell.value = cell.value?.remove() ?? null;
      return;
    }
    if (cell.value === null) {
      cell.value = element("span", "worth", { "aria-hidden": "true" });
      cell.value.append(symbol("even", ""), element("span"));
      cell.button.append(cell.value);
    }
    const { sign, text } = worth(judged, values.exact);
    cell.value.className = `worth ${sign}${text.length > 3 ? " long" : ""}`;
    cell.value.querySelector("use").setAttribute("href", `#${sign}`);
    cell.value.lastChild.textContent = text;
  }

  /** Let a tile come, or turn over, once. */
  #move(cell, name, last) {
    const order = last?.takes?.indexOf(name) ?? -1;
    if (order < 0 && last?.move !== name) return;
    const word = order < 0 ? "new" : "turned";
    cell.button.style.setProperty("--i", Math.max(order, 0));
    cell.button.classList.add(word);
    cell.button.addEventListener("animationend", () => cell.button.classList.remove(word), { once: true });
    cell.button.addEventListener("animationcancel", () => cell.button.classList.remove(word), { once: true });
  }

  #keepTabStop(view) {
    const stops = [...this.cells.values()].filter(({ button }) => button.tabIndex === 0);
    if (stops.length === 1) return;
    const name = this.order.find((each) => view.legal.includes(each)) ?? this.order[0];
    this.cells.get(name).button.tabIndex = 0;
  }

  #listen() {
    const named = (event) => event.target.closest?.(".cell")?.dataset.cell ?? null;
    let pointer = "mouse";
    this.grid.addEventListener("pointerdown", (event) => {
      pointer = event.pointerType;
    });
    this.grid.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse" && named(event)) this.preview(named(event));
    });
    this.grid.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") this.preview(this.grid.querySelector(".cell:focus-visible")?.dataset.cell ?? null);
    });
    this.grid.addEventListener("focusin", (event) => {
      for (const { button } of this.cells.values()) button.tabIndex = button === event.target ? 0 : -1;
      if (event.target.matches(":focus-visible")) this.preview(named(event));
    });
    this.grid.addEventListener("focusout", (event) => {
      if (this.grid.contains(event.relatedTarget)) return;
      this.armed = null;
      this.preview(null);
    });
    this.grid.addEventListener("keydown", (event) => this.#onKey(event));
    this.grid.addEventListener("click", (event) => {
      const name = named(event);
      if (name === null) return;
      const touched = event.detail > 0 && (event.pointerType || pointer) === "touch";
      if (touched && this.armed !== name) {
        this.armed = name;
        this.preview(name);
        return;
      }
      this.armed = null;
      if (this.options.active && this.cells.get(name).owner === 0) this.onChoose(name);
      else if (event.detail === 0) this.onVain(name);
    });
  }

  #onKey(event) {
    const here = event.target.closest?.(".cell")?.dataset.cell;
    if (!here || event.altKey || event.metaKey) return;
    const index = this.order.indexOf(here);
    const [, columns] = this.shape;
    const column = index % columns;
    const start = index - column;
    const last = this.order.length - 1;
    const steps = {
      ArrowUp: index - columns,
      ArrowDown: index + columns,
      ArrowLeft: column > 0 ? index - 1 : index,
      ArrowRight: column < columns - 1 ? index + 1 : index,
      Home: event.ctrlKey ? 0 : start,
      End: event.ctrlKey ? last : start + columns - 1,
      PageUp: column,
      PageDown: last - (columns - 1 - column),
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const target = this.order[steps[event.key]];
    if (target) this.focus(target);
  }
}
