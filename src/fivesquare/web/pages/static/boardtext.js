/** The numbers of a board as text, in a dialog. */

import { showOnce } from "./dialogs.js";
import { make, onSubmit } from "./elements.js";

/** Whether a text has as many rows and columns as a board. @param {string} text @param {number[][]} board */
export function isSameShape(text, board) {
  const lines = text.trim().split(/[\n/]/).map((line) => line.trim().split(/[\s,]+/));
  return lines.length === board.length && lines.every((line) => line.length === board[0].length);
}

/** Ask for numbers. @param {number[][]} board @param {(text: string) => Promise<string>} onText what is wrong with them, if anything is */
export function askForNumbers(board, onText) {
  const rows = board.map((row) => row.join(" ")).join("\n");
  const text = /** @type {HTMLTextAreaElement} */ (make("textarea", { id: "typed", rows: Math.max(3, board.length), spellcheck: "false", autocomplete: "off", "aria-describedby": "typed-problem" }, rows));
  const problem = make("p.error", { id: "typed-problem", role: "alert", hidden: true });
  const form = make("form.typed-board", {},
    make("div.field", {}, make("label", { for: "typed" }, "Numbers, one row per line"), text), problem,
    make("div.buttons", {}, make("button.button.main", { type: "submit" }, "Use them")));
  const { dialog } = showOnce("Type the numbers", form);
  onSubmit(form, async () => {
    const words = await onText(text.value);
    problem.textContent = words;
    problem.hidden = !words;
    if (!words) dialog.close();
  });
  text.focus();
}
