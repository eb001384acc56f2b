/** How a record comes to the review: pasted, chosen as a file, dropped, or as an example. */

import { make } from "./elements.js";
import { get } from "./api.js";
import { MOST_BYTES } from "./packing.js";
import { sentence } from "./words.js";

const EXAMPLES = new URL("./examples.json", import.meta.url).pathname;

/** Text that is no record; the message says why. */
class NoRecordError extends Error {}

/** The record that a text holds; the first one if it holds one a line. What the game is, the server decides. */
export function read(text) {
  const trimmed = text.trim();
  if (!trimmed) throw new NoRecordError("There is nothing here yet: paste a record, choose a file, or try an example.");
  if (new Blob([trimmed]).size > MOST_BYTES) throw new NoRecordError("This is too large for a record: at most 64 KiB are read.");
  const record = parsed(trimmed) ?? parsed(trimmed.split("\n", 1)[0]);
  if (record === undefined) throw new NoRecordError("This is no record: it is not a JSON object.");
  if (record === null || typeof record !== "object" || Array.isArray(record)) {
    throw new NoRecordError("This is no record: a record is a JSON object with a book, a board and moves.");
  }
  const missing = ["book", "board", "moves"].filter((key) => !(key in record));
  if (missing.length) throw new NoRecordError(`This is no record: it has no ${missing.map((key) => `"${key}"`).join(" and no ")}.`);
  return record;
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export class Bringing {
  /** @param {HTMLFormElement} form  @param {{onRecord: (record: object) => Promise<void>}} options */
  constructor(form, { onRecord }) {
    this.form = form;
    this.onRecord = onRecord;
    this.text = form.querySelector("textarea");
    this.error = form.querySelector(".error");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#bring(this.text.value);
    });
    form.querySelector("input[type=file]").addEventListener("change", (event) => {
      if (event.target.files.length) this.#file(event.target.files[0]);
      event.target.value = "";
    });
    this.#listenForDrops();
  }

  /** Show the form, perhaps with what was wrong. */
  async show(problem = "") {
    this.form.hidden = false;
    this.say(problem);
    if (!this.examples) {
      this.examples = await get(EXAMPLES);
      const buttons = this.examples.map(({ words, record }) =>
        make("button.button", { type: "button", onclick: () => this.#bring(JSON.stringify(record)) }, words));
      this.form.querySelector("#examples").replaceChildren(...buttons);
    }
  }

  say(problem) {
    this.error.hidden = !problem;
    this.error.textContent = problem;
    this.text.toggleAttribute("aria-invalid", Boolean(problem));
  }

  async #bring(text) {
    this.text.value = text;
    try {
      await this.onRecord(read(text));
      this.say("");
    } catch (error) {
      this.form.hidden = false;
      this.say(sentence(error.message));
      this.text.focus();
    }
  }

  async #file(file) {
    if (file.size > MOST_BYTES) this.say(`${file.name} is too large for a record: at most 64 KiB are read.`);
    else await this.#bring(await file.text());
  }

  #listenForDrops() {
    const carriesSomething = (event) => event.dataTransfer?.types.some((type) => type === "Files" || type === "text/plain");
    addEventListener("dragover", (event) => {
      if (this.form.hidden || !carriesSomething(event)) return;
      event.preventDefault();
      this.form.classList.add("over");
    });
    for (const gone of ["dragleave", "drop"]) {
      addEventListener(gone, (event) => (gone === "drop" || !event.relatedTarget) && this.form.classList.remove("over"));
    }
    addEventListener("drop", (event) => {
      if (this.form.hidden || !carriesSomething(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer.files;
      if (file) this.#file(file);
      else this.#bring(event.dataTransfer.getData("text/plain"));
    });
  }
}
