/** What Python puts in when it makes one script of these (`board_script.py`). */

/** The WebAssembly module of the rules and the search, by gzip, as base64. */
export const MODULE = "%MODULE%";

/** The style sheet of a board. */
export const STYLE = "%STYLE%";

/** The symbols of a board: shapes of the players, signs of values and of buttons. */
export const SYMBOLS = /** @type {{id: string, viewBox: string, shapes: {shape: string, [attribute: string]: string}[]}[]} */ (JSON.parse("%SYMBOLS%"));

/** The named books with all their answers. */
export const BOOKS = /** @type {Record<string, BookAnswers>} */ (JSON.parse("%BOOKS%"));

/** Where a frame has what (`solver/frame.py`), and the bits of what is proved (`solver/model.py`). */
export const FRAME = /** @type {Record<string, number>} */ (JSON.parse("%FRAME%"));

/** What is proved for a game, as bits: by the numbers of its reach, take, again and goal, and 1 if all values are alike. */
export const PROVED = /** @type {Record<string, number>} */ (JSON.parse("%PROVED%"));
