/** Rules of one's own: the questions of a rule book in a dialog. */

import { address } from "./addresses.js";
import { ApiError, messageOf, post } from "./api.js";
import { BookForm } from "./bookform.js";
import { closable, show } from "./dialogs.js";
import { find, onSubmit } from "./elements.js";
import { Form, Slip } from "./form.js";

export class OwnRules {
  constructor(/** @type {(book: Book) => unknown} */ onBook) {
    this.dialog = find("#own-dialog", HTMLDialogElement);
    this.form = new Form(find("#own", HTMLFormElement));
    this.questions = new BookForm(this.form);
    this.onBook = onBook;
    closable(this.dialog);
    onSubmit(this.form.form, () => this.#use());
  }

  show() {
    this.form.clear();
    show(this.dialog);
  }

  /** Use the rules, if they are some: the server knows. */
  async #use() {
    this.form.clear();
    try {
      const book = this.questions.book();
      await post(address("api/books"), { book });
      this.dialog.close();
      this.onBook(book);
    } catch (error) {
      const field = error instanceof Slip ? error.field : error instanceof ApiError ? (error.field ?? "start") : "start";
      this.form.stopAt(field, messageOf(error));
    }
  }
}
