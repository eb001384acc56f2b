/** "Board and fairness": which board a game is played on, and what makes it even. The server says what is allowed. */

import { all, find } from "./elements.js";
import { FairKomi } from "./fairkomi.js";
import { Slip } from "./form.js";
import { many } from "./words.js";

const SEED = /^\d{1,15}$/;

export class BoardForm {
  game = /** @type {ShelfGame|null} */ (null);
  #dealt = 0; // the number of the board, where any will do and its komi is asked for

  /** @param {Form} form @param {() => void} onChange the fair komi of a board has been found, or not */
  constructor(form, onChange) {
    this.form = form;
    this.more = find("#more", HTMLDetailsElement, form.form);
    this.fair = new FairKomi(onChange);
  }

  /** Begin with a random board of the game's own size. @param {ShelfGame} game */
  open(game) {
    this.game = game;
    this.#dealt = crypto.getRandomValues(new Uint32Array(1))[0];
    this.more.open = false;
    for (const [name, value] of Object.entries({ board: "random", seed: "", rows: "", balance: "none" })) this.form.set(name, value);
    ["rows-count", "columns-count"].forEach((name, index) => this.form.set(name, String(game.size[index])));
  }

  close() {
    this.fair.look(null);
  }

  get #kind() {
    return this.game?.has_numbers ? this.form.value("board") : "random";
  }

  /** Whether the numbers of the board are typed. */
  get isByHand() {
    return this.#kind === "hand";
  }

  get balance() {
    return this.form.value("balance");
  }

  /** The size, where it is not the book's own; a Slip if there can be none such. */
  get otherSize() {
    if (this.isByHand) return undefined;
    const size = [this.form.wholeNumber("rows-count", "dimensions", "The number of rows"), this.form.wholeNumber("columns-count", "dimensions", "The number of columns")];
    return size.join() === this.game?.size.join() ? undefined : size;
  }

  /** Which board: rows, a number, or a random one. @returns {{board?: number[][], seed?: number, size?: number[]}} */
  wanted() {
    if (this.isByHand) return { board: this.#typedRows() };
    const size = this.otherSize;
    const shape = size ? { size } : {};
    return this.#kind === "seed" ? { seed: this.#typedSeed(), ...shape } : shape;
  }

  /** The rows that were typed. Which values are allowed is for the server to say. */
  #typedRows() {
    const plain = this.form.value("rows").replaceAll("[", " ").replaceAll(/\],?/g, "\n"); // as a record writes them
    const lines = plain.split(/[\n;/]/).map((line) => line.trim()).filter(Boolean);
    if (!lines.length) throw new Slip("board", "Type the numbers of the board, one row per line.");
    const rows = lines.map((line) => line.split(/[\s,]+/).filter(Boolean));
    for (const [index, row] of rows.entries()) {
      const strange = row.find((text) => !/^\d+$/.test(text));
      if (strange !== undefined) throw new Slip("board", `“${strange}” in row ${index + 1} is not a number.`);
      if (row.length !== rows[0].length) throw new Slip("board", `Row ${index + 1} has ${many(row.length, "number")}, but row 1 has ${rows[0].length}.`);
    }
    return rows.map((row) => row.map(Number));
  }

  #typedSeed() {
    const text = this.form.value("seed").trim();
    if (!SEED.test(text)) throw new Slip("seed", "A board number has 1 to 15 digits, and nothing else.");
    return Number(text);
  }

  /** What makes the game even. A head start belongs to one board: the one for which it was found. @param {{board?: number[][], seed?: number}} wanted */
  balanceFor({ board, seed }) {
    if (this.balance === "none") return {};
    if (this.balance === "swap") return { balance: "swap" };
    if (this.fair.state !== "found") {
      throw new Slip("balance", "The head start is still being worked out. Wait a moment, or choose something else.");
    }
    return { ...(board ? {} : { seed: seed ?? this.#dealt }), balance: { komi: this.fair.komi } };
  }

  /** The board whose fair komi is to be found; null where none is asked for, or there is none. */
  get #boardForKomi() {
    if (!this.game?.has_points || !(this.more.open || this.balance === "komi")) return null;
    try {
      const { board, seed = this.#dealt, size } = this.wanted();
      return { book: this.game.name, ...(board ? { board } : { seed, ...(size ? { size } : {}) }) };
    } catch {
      return null; // it is complained about when it matters
    }
  }

  show() {
    const has_numbers = Boolean(this.game?.has_numbers);
    for (const part of all("[data-board]", this.form.form)) part.hidden = part.dataset.board !== this.form.value("board") || !has_numbers;
    this.form.radios("board")[0].closest("fieldset")?.toggleAttribute("hidden", !has_numbers);
    find("[data-size]").hidden = this.isByHand;
    this.#showBalance();
    find("#more-words").textContent = this.#details().join(", ");
  }

  #showBalance() {
    this.fair.look(this.#boardForKomi);
    const [none, , komi] = this.form.radios("balance");
    const has_points = Boolean(this.game?.has_points);
    const { state, problem } = this.fair;
    const isHidden = state !== "found" && !(komi.checked && state === "looking");
    komi.closest("label")?.toggleAttribute("hidden", isHidden);
    if (komi.checked && (!has_points || state === "failed")) none.checked = true;
    find("#komi-words").textContent = !has_points ? "" : {
      none: "",
      looking: "Looking for the fair head start on this board …",
      found: `A fair head start on this board: ${many(this.fair.komi, "point")}.`,
      failed: `No head start: ${problem}.`,
    }[state];
    for (const part of all("[data-balance]", this.form.form)) part.hidden = part.dataset.balance !== this.balance;
    find("#shares").textContent = this.#isOtherSize ? "The first player keeps any advantage of moving first." : this.game?.fairness ?? "";
  }

  get #isOtherSize() {
    try {
      return this.isByHand || Boolean(this.otherSize);
    } catch {
      return true;
    }
  }

  /** What holds, in words. */
  #details() {
    const seed = this.form.value("seed").trim();
    const board = !this.game?.has_numbers ? [] : this.isByHand ? ["my own numbers"] : this.#kind === "seed" && SEED.test(seed) ? [`board ${seed}`] : ["random board"];
    const size = this.isByHand ? [] : [`${this.form.value("rows-count")} × ${this.form.value("columns-count")}`];
    const balance = this.balance === "none" ? [] : [this.balance === "swap" ? "with swap" : "with a head start"];
    return [...board, ...size, ...balance];
  }
}
