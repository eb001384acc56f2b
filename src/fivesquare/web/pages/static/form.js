/** A form: its fields by name, and complaints beside them. */

import { all, find, seek } from "./elements.js";
import { announce } from "./liveregion.js";
import { sentence } from "./words.js";

/** A problem with one field of a form, in a sentence. */
export class Slip extends Error {
  constructor(/** @type {string} */ field, /** @type {string} */ message) {
    super(message);
    this.field = field;
  }
}

export class Form {
  constructor(/** @type {HTMLFormElement} */ form) {
    this.form = form;
  }

  /** What is typed, or which of several is chosen. @param {string} name */
  value(name) {
    return /** @type {HTMLInputElement|RadioNodeList} */ (this.form.elements.namedItem(name)).value;
  }

  set(/** @type {string} */ name, /** @type {string} */ value) {
    /** @type {HTMLInputElement|RadioNodeList} */ (this.form.elements.namedItem(name)).value = value;
  }

  /** The radio buttons of a name. @param {string} name */
  radios(name) {
    return /** @type {HTMLInputElement[]} */ ([.../** @type {RadioNodeList} */ (this.form.elements.namedItem(name))]);
  }

  /** Choose one of several, if it is among them. @param {string} name @param {unknown} value */
  choose(name, value) {
    const input = this.radios(name).find((each) => each.value === value);
    if (input) input.checked = true;
  }

  /**
   * A whole number that was typed, within its field's limits; a Slip if it is not one.
   * @param {string} name
   * @param {string} field beside which the complaint belongs
   * @param {string} what
   */
  wholeNumber(name, field, what) {
    const { value, min, max } = find(`[name="${name}"]`, HTMLInputElement, this.form);
    const number = Number(value.trim());
    if (/^\d+$/.test(value.trim()) && number >= Number(min) && number <= Number(max)) return number;
    throw new Slip(field, `${what} must be a whole number from ${min} to ${max}.`);
  }

  // --- Complaints ---

  complain(/** @type {string} */ field, /** @type {string} */ message) {
    const place = seek(`[data-error="${field}"]`, this.form) ?? find('[data-error="start"]', HTMLElement);
    place.textContent = sentence(message);
    place.hidden = false;
    place.closest("details")?.toggleAttribute("open", true);
    for (const input of all(`[aria-describedby~="${place.id}"]`, this.form)) input.setAttribute("aria-invalid", "true");
    announce(message);
  }

  /** Complain, and go to the field. @param {string} field @param {string} message */
  stopAt(field, message) {
    this.complain(field, message);
    seek(`[aria-describedby~="error-${field}"]`, this.form)?.focus();
  }

  clear() {
    for (const place of all("[data-error]", this.form)) place.hidden = true;
    for (const input of all("[aria-invalid]", this.form)) input.removeAttribute("aria-invalid");
  }
}
