/** The sheet in which a game is set up and started: against whom, how strong, who starts, the clock, the board. */

import { address } from "./addresses.js";
import { ApiError, messageOf } from "./api.js";
import { BoardForm } from "./boardform.js";
import { closable } from "./dialogs.js";
import { all, bit, find, make, onSubmit, seek } from "./elements.js";
import { Form, Slip } from "./form.js";
import { choicesFor, clockFor, keepChoices, levelFor, opponentWords, seatsFor } from "./gamechoices.js";
import { RulesPreview } from "./rulespreview.js";
import { rest, startGame } from "./startgame.js";

const KEPT = ["against", "level", "begins", "clock", "board", "seed", "rows", "rows-count", "columns-count", "balance"];

export class GameSheet {
  game = /** @type {ShelfGame|null} */ (null);
  #press = /** @type {UIEvent|null} */ (null);

  /** @param {HTMLDialogElement} dialog @param {ShelfGame[]} games @param {Opponent[]} opponents @param {() => void} onStart choices have been made */
  constructor(dialog, games, opponents, onStart) {
    this.dialog = dialog;
    this.games = games;
    this.opponents = opponents;
    this.onStart = onStart;
    this.form = new Form(find("form", HTMLFormElement, dialog));
    this.board = new BoardForm(this.form, () => this.#show());
    this.playButton = find(".play", HTMLButtonElement, dialog);
    this.rulesPart = find("#rules", HTMLDetailsElement, dialog);
    this.rules = new RulesPreview(find("[data-told]", HTMLElement, dialog), (error) => this.#onRules(error));
    closable(dialog);
    dialog.addEventListener("close", () => this.#onClose());
    this.form.form.addEventListener("input", () => this.#onInput());
    this.board.more.addEventListener("toggle", () => this.#show());
    this.rulesPart.addEventListener("toggle", () => this.rulesPart.open && this.#showRules());
    this.playButton.addEventListener("click", (event) => {
      this.#press = event;
    });
    onSubmit(this.form.form, () => this.play());
  }

  /** Open the sheet for a game, unless a dialog is open already. @param {string} name @param {Record<string, string>} [values] as they were before the page was reloaded */
  open(name, values) {
    const game = this.games.find((each) => each.name === name);
    if (!game || seek("dialog[open]")) return;
    this.game = game;
    this.form.clear();
    this.rulesPart.open = false;
    this.#describe(game);
    this.board.open(game);
    this.#fill({ ...choicesFor(name), level: levelFor(game, this.opponents), ...values });
    this.setBusy(false);
    this.dialog.showModal();
    rest(this.dialog);
    this.dialog.scrollTop = 0;
    this.playButton.focus({ preventScroll: true });
    this.#show();
    this.#remember();
  }

  /** What game this is. @param {ShelfGame} game */
  #describe({ name, label, is_fair }) {
    const card = find(`a[data-sheet="${name}"]`);
    find("#sheet-title").textContent = label;
    const picture = seek(".miniature", card)?.cloneNode(true) ?? "";
    find("[data-picture]", HTMLElement, this.dialog).replaceChildren(picture);
    find("[data-sentence]", HTMLElement, this.dialog).textContent = seek("small", card)?.textContent ?? "";
    find("[data-learn]", HTMLAnchorElement, this.dialog).href = address(`learn/${name}`);
    const page = find("[data-rules-page]", HTMLAnchorElement, this.dialog);
    page.href = address(`rules/${name}`);
    page.hidden = is_fair;
  }

  #fill(/** @type {Record<string, string|number>} */ values) {
    for (const [field, value] of Object.entries(values)) {
      if (!KEPT.includes(field)) continue;
      if (this.form.form.elements.namedItem(field) instanceof RadioNodeList) this.form.choose(field, value);
      else this.form.set(field, String(value));
    }
  }

  /** @returns {GameChoices} */
  get #choices() {
    const [against, level, begins, clock] = KEPT.map((name) => this.form.value(name));
    return { against, level: Number(level), begins, clock };
  }

  get #opponent() {
    return this.opponents[this.#choices.level - 1];
  }

  // --- Playing ---

  async play() {
    const { game, board } = this;
    if (!game || this.playButton.disabled) return;
    this.form.clear();
    try {
      const wanted = board.wanted();
      const choices = this.#choices;
      const wish = { book: game.name, ...wanted, ...seatsFor(choices, this.#opponent.name), ...clockFor(choices), ...board.balanceFor(wanted) };
      this.setBusy(true);
      await startGame(wish, this.#press);
      keepChoices(game.name, choices);
      history.replaceState(null, "");
      this.onStart();
    } catch (error) {
      this.setBusy(false);
      this.form.stopAt(error instanceof Slip ? error.field : this.#placeOf(error), messageOf(error));
    }
  }

  setBusy(/** @type {boolean} */ isBusy) {
    this.playButton.disabled = isBusy;
    this.playButton.textContent = isBusy ? "One moment …" : "Play";
  }

  /** The field beside which the server's complaint belongs. @param {unknown} error */
  #placeOf(error) {
    if (!(error instanceof ApiError)) return "start";
    if (error.status === 422 && this.board.isByHand) return "board";
    if (error.status === 422 && this.board.otherSize) return "dimensions";
    return error.field && seek(`[data-error="${error.field}"]`, this.dialog) ? error.field : "start";
  }

  // --- What is shown ---

  #onInput() {
    this.#show();
    this.#showRules();
    this.#remember();
  }

  #show() {
    if (!this.game) return;
    const choices = this.#choices;
    for (const part of all("[data-for]", this.dialog)) part.hidden = !part.dataset.for?.split(" ").includes(choices.against);
    this.board.show();
    this.#showLevel(this.game);
    const { words } = opponentWords(choices, this.#opponent.title);
    find("#summary").textContent = `${this.game.label} ${words}.${this.#startWords(choices)}`;
    find('[name="begins"][value="other"] + span', HTMLElement, this.dialog).textContent = choices.against === "friend" ? "Your friend" : "Computer";
  }

  #startWords(/** @type {GameChoices} */ { against, begins }) {
    if (against === "both") return "";
    if (begins === "lot") return " Who starts is random.";
    return begins === "me" ? " You start." : against === "friend" ? " Your friend starts." : " The computer starts.";
  }

  #showLevel(/** @type {ShelfGame} */ { beaten, next }) {
    const { title, words } = this.#opponent;
    find("#level-name").textContent = title;
    find("#level-words").textContent = words;
    find("#level").setAttribute("aria-valuetext", `${title}, ${words}`);
    find("#ticks").replaceChildren(...this.opponents.map(({ name }) =>
      make("li", {}, bit(beaten.includes(name) ? "first" : name === next ? "now" : "still"))));
    find("#beaten").textContent = this.#ladderWords(beaten, next);
  }

  #ladderWords(/** @type {string[]} */ beaten, /** @type {string|null} */ next) {
    const title = (/** @type {string} */ name) => this.opponents.find((each) => each.name === name)?.title ?? "";
    const last = this.opponents.filter(({ name }) => beaten.includes(name)).at(-1);
    if (!last) return "Win without help, and the next level waits.";
    return next === null ? "You have beaten them all." : `You have beaten ${last.title.toLowerCase()}. ${title(next)} is next.`;
  }

  /** The rules of what is chosen, size and swap included; the server writes them, and says what cannot be. */
  #showRules() {
    const { game, board } = this;
    this.rules.stop();
    if (!game) return;
    try {
      const size = board.otherSize;
      const isSwap = board.balance === "swap";
      if (this.rulesPart.open || size || isSwap) this.rules.soon(isSwap ? { like: game.name, balance: "swap" } : game.name, size);
      else this.form.clear();
    } catch (error) {
      if (!(error instanceof Slip)) throw error;
      this.form.clear();
      this.form.complain(error.field, error.message);
    }
  }

  #onRules(/** @type {unknown} */ error) {
    this.form.clear();
    if (error) this.form.complain(this.#placeOf(error), messageOf(error));
  }

  // --- Remembering ---

  /** What is set outlasts a reload, but not the sheet: otherwise the same board would be played for ever. */
  #remember() {
    const values = Object.fromEntries(KEPT.map((name) => [name, this.form.value(name)]));
    history.replaceState({ sheet: this.game?.name, values }, "");
  }

  /** Open again what was open when the page was reloaded; whether there was anything. */
  restore() {
    const { sheet, values } = history.state ?? {};
    if (typeof sheet === "string") this.open(sheet, values);
    return typeof sheet === "string";
  }

  #onClose() {
    this.rules.stop();
    this.board.close();
    this.game = null;
    history.replaceState(null, "");
  }
}
