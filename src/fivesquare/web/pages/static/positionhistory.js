/** The position in the address of the page: each change is an entry of the browser's history, so that Back undoes it. */

import { pack, unpack } from "./fragment.js";

export class PositionHistory {
  #at = 0; // the entry that is shown, counted from the one that opened the page
  #last = 0; // the newest entry

  /** @param {(hash: string) => void} onMove another entry has been gone to */
  constructor(onMove) {
    this.onMove = onMove;
    addEventListener("popstate", (event) => this.#moved(event.state?.at));
  }

  /** Entries that a long history has lost cannot be gone back to. */
  get mayUndo() {
    return this.#at > Math.max(0, this.#last - (history.length - 1));
  }

  get mayRedo() {
    return this.#at < this.#last;
  }

  /** Put the first position into the address. @param {GameRecord} record @param {number} ply @param {string} path of the page */
  async begin(record, ply, path) {
    this.#at = this.#last = Number(history.state?.at ?? 0);
    history.replaceState({ at: this.#at }, "", path + (await pack(record, ply)));
  }

  /** A change: another entry; those that were undone are gone. @param {GameRecord} record @param {number} ply */
  async add(record, ply) {
    const hash = await pack(record, ply);
    if (hash === location.hash) return;
    this.#last = this.#at += 1;
    history.pushState({ at: this.#at }, "", hash);
  }

  undo() {
    if (this.mayUndo) history.back();
  }

  redo() {
    if (this.mayRedo) history.forward();
  }

  /** @param {number|undefined} at nothing if the address was changed by hand */
  #moved(at) {
    this.#at = at ?? this.#at + 1;
    if (at === undefined) history.replaceState({ at: this.#at }, "");
    this.#last = at === undefined ? this.#at : Math.max(this.#last, this.#at);
    this.onMove(location.hash);
  }
}

/** The position in a fragment; a sentence if it is broken; null if there is none. @returns {Promise<{record: GameRecord, ply: number}|string|null>} */
export async function positionIn(/** @type {string} */ hash) {
  if (!hash) return null;
  try {
    const { ply, record } = await unpack(hash);
    if (record && typeof record === "object" && Array.isArray(record.moves)) return { record, ply: Math.min(ply ?? 0, record.moves.length) };
  } catch (error) {
    if (error instanceof RangeError) return "The position in this link is too large.";
  }
  return "The position in this link cannot be read; perhaps a part of the link is missing. Here is another one.";
}
