/** The form that takes a record to review: pasted, chosen as a file, dropped, or as an example. */

import { get, messageOf } from "./api.js";
import { button, find, onSubmit } from "./elements.js";
import { MOST_BYTES } from "./fragment.js";
import { sentence } from "./words.js";

const EXAMPLES = new URL("./examples.json", import.meta.url).pathname;

/** The record in a text; the first one if each line has one. What the game is, the server decides. @param {string} text @returns {GameRecord} */
function read(text) {
  const trimmed = text.trim();
  if (!trimmed) throw new Error("There is nothing here yet: paste a record, choose a file, or try an example.");
  if (new Blob([trimmed]).size > MOST_BYTES) throw new Error("This is too large for a record: the limit is 64 KiB.");
  const record = parsed(trimmed) ?? parsed(trimmed.split("\n", 1)[0]);
  if (record === undefined) throw new Error("This is not a record: it is not a JSON object.");
  if (record === null || typeof record !== "object" || Array.isArray(record)) {
    throw new Error("This is not a record: a record is a JSON object with a book, a board and moves.");
  }
  const missing = ["book", "board", "moves"].filter((key) => !(key in record));
  if (missing.length) throw new Error(`This is not a record: it has no ${missing.map((key) => `"${key}"`).join(" and no ")}.`);
  return record;
}

function parsed(/** @type {string} */ text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export class RecordForm {
  #hasExamples = false;

  /** @param {HTMLFormElement} form  @param {{onRecord: (record: GameRecord) => Promise<void>}} options */
  constructor(form, { onRecord }) {
    this.form = form;
    this.onRecord = onRecord;
    this.text = find("textarea", HTMLTextAreaElement, form);
    this.error = find(".error", HTMLElement, form);
    onSubmit(form, () => this.#submit(this.text.value));
    const chooser = find("input[type=file]", HTMLInputElement, form);
    chooser.addEventListener("change", () => {
      if (chooser.files?.length) this.#file(chooser.files[0]);
      chooser.value = "";
    });
    this.#listenForDrops();
  }

  /** Show the form, perhaps with what was wrong. */
  async show(problem = "") {
    this.form.hidden = false;
    this.say(problem);
    if (this.#hasExamples) return;
    const examples = /** @type {{words: string, record: GameRecord}[]} */ (await get(EXAMPLES));
    this.#hasExamples = true;
    find("#examples").replaceChildren(...examples.map(({ words, record }) => button(words, () => this.#submit(JSON.stringify(record)))));
  }

  say(/** @type {string} */ problem) {
    this.error.hidden = !problem;
    this.error.textContent = problem;
    this.text.toggleAttribute("aria-invalid", Boolean(problem));
  }

  async #submit(/** @type {string} */ text) {
    this.text.value = text;
    try {
      await this.onRecord(read(text));
      this.say("");
    } catch (error) {
      this.form.hidden = false;
      this.say(sentence(messageOf(error)));
      this.text.focus();
    }
  }

  async #file(/** @type {File} */ file) {
    if (file.size > MOST_BYTES) this.say(`${file.name} is too large for a record: the limit is 64 KiB.`);
    else await this.#submit(await file.text());
  }

  #listenForDrops() {
    const isFor = (/** @type {DragEvent} */ event) => !this.form.hidden && event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain");
    addEventListener("dragover", (event) => {
      if (!isFor(event)) return;
      event.preventDefault();
      this.form.classList.add("over");
    });
    addEventListener("dragleave", (event) => event.relatedTarget || this.form.classList.remove("over"));
    addEventListener("drop", (event) => {
      this.form.classList.remove("over");
      if (!isFor(event) || !event.dataTransfer) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.#file(file);
      else this.#submit(event.dataTransfer.getData("text/plain"));
    });
  }
}
