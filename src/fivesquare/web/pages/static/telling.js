/** The rules in sentences, as one chooses: the server writes them, a moment after the last change. */

import { post } from "./api.js";

const PAUSE = 250; // milliseconds

export class Telling {
  /**
   * @param {HTMLElement} place where they are written
   * @param {(error: Error|null) => void} onProblem is told what is wrong with the book, or that nothing is
   */
  constructor(place, onProblem) {
    this.place = place;
    this.onProblem = onProblem;
    this.timer = 0;
    this.asking = null;
  }

  /** Tell the rules of a book soon, unless something else is to be told before. */
  soon(book, size) {
    this.stop();
    this.timer = setTimeout(() => this.tell(book, size), PAUSE);
  }

  stop() {
    clearTimeout(this.timer);
    this.asking?.abort();
  }

  /** Tell the rules of a book now; whether it is one. */
  async tell(book, size) {
    this.stop();
    const asking = new AbortController();
    this.asking = asking;
    try {
      this.#write(await post("/api/books", size ? { book, size } : { book }, { signal: asking.signal }));
      this.onProblem(null);
      return true;
    } catch (error) {
      if (!asking.signal.aborted) this.onProblem(error);
      return false;
    }
  }

  #write({ title, rules }) {
    const list = document.createElement("dl");
    for (const paragraph of rules) {
      list.append(
        Object.assign(document.createElement("dt"), { textContent: paragraph.title }),
        Object.assign(document.createElement("dd"), { textContent: paragraph.text }),
      );
    }
    const heading = Object.assign(document.createElement("p"), { className: "own-title", textContent: title });
    this.place.replaceChildren(heading, list);
  }
}
