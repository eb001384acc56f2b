/** Dialogs: the browser's own <dialog>, which keeps the focus inside and gives it back. */

import { button, find, make, symbol } from "./elements.js";

let count = 0;

/** Make a dialog with a heading and a button to close it. Escape and a click beside it close it too. @param {string} title @param {...(Node|string)} content */
export function makeDialog(title, ...content) {
  const heading = make("h2", { id: `dialog-${(count += 1)}` }, title);
  const body = make("div.dialog-body", {}, ...content);
  const dialog = make("dialog", { "aria-labelledby": heading.id },
    make("div.dialog-head", {}, heading, make("button.icon", { type: "button", "aria-label": "Close", "data-close": true }, symbol("i-close", "ico"))),
    body, make("p.aloud", { role: "status" }));
  closable(dialog);
  document.body.append(dialog);
  return { dialog, body, heading };
}

/**
 * Close a dialog, and leave no focus inside it. If the page itself had the focus before, the browser moves it out
 * only with the next frame: a key pressed meanwhile would be lost.
 */
function close(/** @type {HTMLDialogElement} */ dialog) {
  dialog.close();
  const held = document.activeElement;
  if (held instanceof HTMLElement && dialog.contains(held)) held.blur();
}

/** Let a dialog be closed by its button with `data-close`, by Escape, and by a press that begins and ends beside it. @param {HTMLDialogElement} dialog */
export function closable(dialog) {
  find("[data-close]", HTMLElement, dialog).addEventListener("click", () => close(dialog));
  // The browser itself would close it some time after Escape.
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    close(dialog);
  });
  let began = false;
  dialog.addEventListener("pointerdown", (event) => {
    began = event.target === dialog;
  });
  dialog.addEventListener("click", (event) => {
    if (began && event.target === dialog) close(dialog);
  });
}

/** Show a dialog; another one that is open gives way, so that there is never more than one. @param {HTMLDialogElement} dialog */
export function show(dialog) {
  for (const other of document.querySelectorAll("dialog[open]")) if (other instanceof HTMLDialogElement && other !== dialog) close(other);
  if (!dialog.open) dialog.showModal();
}

/** Show a dialog once and remove it when it is closed. @param {string} title @param {...(Node|string)} content */
export function showOnce(title, ...content) {
  const made = makeDialog(title, ...content);
  made.dialog.addEventListener("close", () => made.dialog.remove());
  show(made.dialog);
  return made;
}

/**
 * Ask a question; null if it was not answered.
 * @param {string} title @param {string} text @param {[string, string][]} answers what is returned, and the words on its button; the first is the main one
 * @returns {Promise<string|null>}
 */
export function choose(title, text, answers) {
  return new Promise((resolve) => {
    const buttons = answers.map(([answer, words], index) => button(words, () => dialog.close(answer), { main: index === 0 }));
    const { dialog } = showOnce(title, make("p", {}, text), make("div.buttons", {}, ...buttons));
    buttons[0].focus();
    dialog.addEventListener("close", () => resolve(dialog.returnValue || null));
  });
}
