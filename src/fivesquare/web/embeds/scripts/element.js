/**
 * `<fivesquare-board record="..." mode="play|values|replay">`: a board in any page.
 *
 * Until the board is ready, the element shows its own content: a picture, or words.
 */

import { compiled } from "./compiled.js";
import { make } from "./elements.js";
import { STYLE, SYMBOLS } from "./embedded.js";
import { read } from "./recordreader.js";
import { Rules } from "./rules.js";
import { Table } from "./table.js";

const MODES = /** @type {Mode[]} */ (["play", "values", "replay"]);

let sheet = /** @type {CSSStyleSheet|null} */ (null);

/** The style sheet, one for all boards: a page may forbid style elements. */
function style() {
  if (sheet) return sheet;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  return sheet;
}

/** The symbols that a board uses, out of sight. */
function symbols() {
  return make("svg", { hidden: true }, ...SYMBOLS.map(({ id, viewBox, shapes }) =>
    make("symbol", { id, viewBox }, ...shapes.map(({ shape, ...attributes }) => make(shape, attributes)))));
}

class FivesquareBoard extends HTMLElement {
  static observedAttributes = ["record", "mode", "ply", "computer", "site"];

  #root = this.attachShadow({ mode: "open" });
  #table = /** @type {Table|null} */ (null);
  #isAsked = false;

  constructor() {
    super();
    this.#root.append(make("slot", {}));
    this.#root.adoptedStyleSheets = [style()];
  }

  connectedCallback() {
    this.#ask();
  }

  disconnectedCallback() {
    this.#table?.end();
  }

  attributeChangedCallback() {
    this.#ask();
  }

  /** The game so far, as a record; null before the board is there. */
  get record() {
    const { line, rules } = this.#table ?? {};
    return line && rules ? { ...rules.record.written, moves: line.moves } : null;
  }

  /** Build the board soon, once for all attributes that change together. */
  #ask() {
    if (this.#isAsked || !this.isConnected) return;
    this.#isAsked = true;
    queueMicrotask(async () => {
      this.#isAsked = false;
      try {
        await this.#build();
      } catch (error) {
        this.#refuse(error instanceof Error ? error.message : String(error));
      }
    });
  }

  async #build() {
    const mode = this.#choice("mode", MODES, "play");
    const computer = this.#choice("computer", ["", "1", "2"], "");
    const record = read(this.getAttribute("record") ?? "{}");
    const ply = this.getAttribute("ply") ?? "0";
    if (!/^\d+$/.test(ply)) throw new Error(`The attribute “ply” is a number of moves, not “${ply}”.`);
    const rules = new Rules(await compiled(), record);
    this.#table?.end();
    const table = new Table(rules, {
      mode, computer: computer ? /** @type {Seat} */ (Number(computer)) : null, site: this.getAttribute("site"),
      onMove: (move) => this.dispatchEvent(new CustomEvent("move", { detail: { move, record: this.record }, bubbles: true, composed: true })),
    });
    this.#table = table;
    this.#root.replaceChildren(symbols(), table.element);
    if (mode === "replay") table.go(Number(ply));
    else table.begin();
  }

  /** The value of an attribute, one of a few. @template {string} T @param {string} name @param {T[]} values @param {T} fallback @returns {T} */
  #choice(name, values, fallback) {
    const value = /** @type {T} */ (this.getAttribute(name) ?? fallback);
    if (values.includes(value)) return value;
    throw new Error(`The attribute “${name}” must be one of ${values.filter(Boolean).join(", ")}, not “${value}”.`);
  }

  /** Say what is wrong, below the element's own content. */
  #refuse(/** @type {string} */ words) {
    this.#table?.end();
    this.#table = null;
    this.#root.replaceChildren(make("slot", {}), make("p", { role: "alert" }, `This board cannot be shown. ${words}`));
  }
}

if (!customElements.get("fivesquare-board")) customElements.define("fivesquare-board", FivesquareBoard);
