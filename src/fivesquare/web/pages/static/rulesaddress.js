/** Addresses with a rule book in them: `?rules=` and its JSON, as the server reads and writes them. */

import { address } from "./addresses.js";

/** @param {"play"|"learn"|"make"} page @param {Book} book */
export function rulesAddress(page, book) {
  return address(`${page}?rules=${encodeURIComponent(JSON.stringify(book))}`);
}
