/** "Make your own": the questions of a rule book as a form, read as a rule book. */

import { all, find } from "./elements.js";
import { Slip } from "./form.js";

const POINTS = /^\d+([.,][05])?$/; // a multiple of one half

export class BookForm {
  constructor(/** @type {Form} */ form) {
    this.form = form;
    this.part = find("#make", HTMLElement, form.form);
    this.part.addEventListener("change", () => this.#showNumbers());
    this.#showNumbers();
  }

  /** The book that the answers make; a Slip if a number is missing. */
  book() {
    const { form } = this;
    const title = form.value("title").trim();
    return {
      size: [form.wholeNumber("own-rows", "size", "The number of rows"), form.wholeNumber("own-columns", "size", "The number of columns")],
      values: this.#values(),
      reach: form.value("own-reach"),
      take: form.value("own-take"),
      again: form.value("own-again"),
      goal: this.#goal(),
      tie: form.value("own-tie"),
      ...this.#balance(),
      ...(title ? { title } : {}),
    };
  }

  /** Give the answers of a rule book, as `book` writes them; a title stays as it is, if the book has none. @param {Record<string, any>} book */
  take(book) {
    const { size, values, goal, balance = "none" } = book;
    this.fill({
      ...("title" in book ? { title: book.title } : {}),
      "own-rows": String(size[0]), "own-columns": String(size[1]),
      ...(Array.isArray(values) ? { "own-values": "random", "own-low": String(values[0]), "own-high": String(values[1]) } : { "own-values": values }),
      "own-reach": book.reach, "own-take": book.take, "own-again": book.again, "own-tie": book.tie,
      ...(typeof goal === "object" ? { "own-goal": "exactly", "own-target": String(goal.exactly) } : { "own-goal": goal }),
      ...(typeof balance === "object" ? { "own-balance": "komi", "own-komi": String(balance.komi) } : { "own-balance": balance }),
    });
  }

  #values() {
    const answer = this.form.value("own-values");
    if (answer !== "random") return answer;
    return [this.form.wholeNumber("own-low", "values", "The lowest number"), this.form.wholeNumber("own-high", "values", "The highest number")];
  }

  #goal() {
    const answer = this.form.value("own-goal");
    return answer === "exactly" ? { exactly: this.form.wholeNumber("own-target", "goal", "The score") } : answer;
  }

  /** The balance, where the form asks for one and it is not none. */
  #balance() {
    if (!this.part.querySelector('[name="own-balance"]')) return {};
    const answer = this.form.value("own-balance");
    if (answer !== "komi") return answer === "none" ? {} : { balance: answer };
    const points = this.form.value("own-komi").trim();
    if (!POINTS.test(points)) throw new Slip("balance", "The points must be a multiple of one half, from 0 on.");
    return { balance: { komi: Number(points.replace(",", ".")) } };
  }

  /** Numbers are asked for only where an answer wants them. */
  #showNumbers() {
    for (const numbers of all("[data-with]", this.part)) {
      numbers.hidden = numbers.closest("fieldset")?.querySelector(`input:checked[value="${numbers.dataset.with}"]`) === null;
    }
  }

  /** Everything that is filled in, to be remembered. */
  filled() {
    const inputs = [...this.part.querySelectorAll("input")].filter((input) => input.type !== "radio" || input.checked);
    return Object.fromEntries(inputs.map((input) => [input.name, input.value]));
  }

  /** Fill in what was remembered. @param {Record<string, unknown>} answers */
  fill(answers) {
    for (const input of this.part.querySelectorAll("input")) {
      const answer = answers[input.name];
      if (typeof answer !== "string") continue;
      if (input.type === "radio") input.checked = input.value === answer;
      else input.value = answer;
    }
    for (const part of all("fieldset:has([type=radio]):not(:has(:checked))", this.part)) find("input", HTMLInputElement, part).checked = true;
    this.#showNumbers();
  }
}
