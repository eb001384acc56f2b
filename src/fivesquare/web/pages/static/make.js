/** Make your own: the questions of a rule book, and beside them a sample, who wins, and what would make it fair. */

import { address } from "./addresses.js";
import { ApiError, messageOf, post } from "./api.js";
import { BookForm } from "./bookform.js";
import { showOnce } from "./dialogs.js";
import { find, make, onSubmit, pageData } from "./elements.js";
import { Form, Slip } from "./form.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";
import { QuickStart } from "./quickstart.js";
import { Remedies } from "./remedies.js";
import { rulesAddress } from "./rulesaddress.js";
import { Sample } from "./sample.js";
import { linkRow, localNote } from "./share.js";
import { WhoWins } from "./whowins.js";

const KEPT = "own";
const PAUSE = 100; // milliseconds after the last answer

const { book: given } = /** @type {{book: Record<string, any>|null}} */ (pageData());

class Workshop {
  #timer = 0;
  #looked = ""; // the answers that are looked at, as text

  constructor() {
    this.form = new Form(find("#own", HTMLFormElement));
    this.questions = new BookForm(this.form);
    this.sample = new Sample(find("#sample"));
    this.whoWins = new WhoWins(find("#verdict"));
    this.remedies = new Remedies(find("#fairness"), (book, title) => this.#use(book, title));
    this.quickStart = new QuickStart(find("#table", HTMLFormElement), () => this.#valid());
    this.questions.fill(recall(KEPT, null) ?? recall("setup", /** @type {any} */ ({})).own ?? {});
    if (given) this.questions.take(given);
    this.form.form.addEventListener("input", () => this.#changed());
    onSubmit(this.form.form, () => this.#changed());
    find("#share").addEventListener("click", () => this.#share());
    this.#changed(0);
  }

  /** Look at the answers as they are now, once nobody changes them any more. */
  #changed(wait = PAUSE) {
    clearTimeout(this.#timer);
    keep(KEPT, this.questions.filled());
    const name = this.form.value("title").trim();
    find("#play-name").textContent = name ? ` ${name}` : "";
    find("#fit").hidden = this.form.value("own-goal") !== "points" || this.form.value("own-balance") !== "none";
    this.#timer = setTimeout(() => this.#look(), wait);
  }

  #look() {
    this.form.clear();
    try {
      const book = { ...this.questions.book(), title: undefined }; // whatever it is called, it is played alike
      const text = JSON.stringify(book);
      if (text === this.#looked) return;
      this.#looked = text;
      this.#stop();
      this.#show(book, text);
    } catch (error) {
      this.#complain(error);
    }
  }

  async #show(/** @type {Book} */ book, /** @type {string} */ text) {
    try {
      const isDone = this.whoWins.look(book);
      await Promise.all([this.sample.show(book), isDone]);
      if (await isDone) await this.remedies.look(book);
    } catch (error) {
      if (text === this.#looked && !(error instanceof DOMException && error.name === "AbortError")) this.#complain(error);
    }
  }

  #stop() {
    this.sample.stop();
    this.whoWins.stop();
    this.remedies.stop();
  }

  /** What is wrong, beside the question; nothing is said of rules that are none. @param {unknown} error */
  #complain(error) {
    this.#looked = "";
    this.#stop();
    this.whoWins.say("Not a game yet");
    const field = error instanceof Slip || error instanceof ApiError ? error.field : null;
    this.form.complain(field ?? "start", messageOf(error));
  }

  /** The book, if the server takes it. @returns {Promise<Record<string, any>|null>} */
  async #valid() {
    this.form.clear();
    try {
      const book = this.questions.book();
      await post(address("api/books"), { book });
      return book;
    } catch (error) {
      const field = error instanceof Slip || error instanceof ApiError ? error.field : null;
      this.form.stopAt(field ?? "start", messageOf(error));
      return null;
    }
  }

  /** Answer as a remedy does; the title is the player's own. @param {Record<string, any>} book @param {string} title */
  #use(book, title) {
    this.questions.take(book);
    announce(`${title}.`);
    find("#who-wins").focus();
    this.#changed(0);
  }

  async #share() {
    const book = await this.#valid();
    if (!book) return;
    const link = new URL(rulesAddress("play", book), location.href).href;
    showOnce("Share the rules",
      make("p", {}, "Anyone with this link can read the rules, learn them in a minute, play, and change them."),
      linkRow("Link to the rules", link),
      ...[localNote()].filter((note) => note !== null),
      make("p", {}, make("a", { href: link }, "Open it")));
  }
}

new Workshop();
document.documentElement.dataset.ready = "true";
