/** Dialogs: the browser's own <dialog>, which keeps the focus inside and gives it back. */

let count = 0;

/**
 * Make a dialog with a heading and a button to close it. Escape and a click beside it close it too.
 * @param {string} title
 * @param {...(Node|string)} content
 */
export function makeDialog(title, ...content) {
  const dialog = document.createElement("dialog");
  const heading = Object.assign(document.createElement("h2"), { textContent: title, id: `dialog-${(count += 1)}` });
  const head = Object.assign(document.createElement("div"), { className: "dialog-head" });
  const body = Object.assign(document.createElement("div"), { className: "dialog-body" });
  const close = Object.assign(document.createElement("button"), { type: "button", className: "icon", ariaLabel: "Close" });
  close.dataset.close = "";
  close.innerHTML = '<svg class="ico" aria-hidden="true"><use href="#i-close"/></svg>';
  head.append(heading, close);
  body.append(...content);
  dialog.setAttribute("aria-labelledby", heading.id);
  dialog.append(head, body, Object.assign(document.createElement("p"), { className: "aloud", role: "status" }));
  closable(dialog);
  document.body.append(dialog);
  return { dialog, body, heading };
}

/** Let a dialog be closed by its button with `data-close`, and by a press that begins and ends beside it. */
export function closable(dialog) {
  dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
  let began = false;
  dialog.addEventListener("pointerdown", (event) => {
    began = event.target === dialog;
  });
  dialog.addEventListener("click", (event) => {
    if (began && event.target === dialog) dialog.close();
  });
}

/** Show a dialog once and forget it when it is closed. */
export function showOnce(title, ...content) {
  const made = makeDialog(title, ...content);
  made.dialog.addEventListener("close", () => made.dialog.remove());
  made.dialog.showModal();
  return made;
}

export function paragraph(text, className = "") {
  return Object.assign(document.createElement("p"), { textContent: text, className });
}

export function button(words, onClick, className = "button") {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: words, className });
  made.addEventListener("click", onClick);
  return made;
}

/**
 * Ask a question with several answers; null if none was given.
 * @param {string} title
 * @param {string} text
 * @param {[string, string][]} answers what is returned, and the words on its button; the first is the main one
 * @returns {Promise<string|null>}
 */
export function choose(title, text, answers) {
  return new Promise((resolve) => {
    const row = Object.assign(document.createElement("div"), { className: "buttons" });
    const { dialog } = showOnce(title, paragraph(text), row);
    for (const [index, [answer, words]] of answers.entries()) {
      row.append(button(words, () => dialog.close(answer), index === 0 ? "button main" : "button"));
    }
    row.firstChild.focus();
    dialog.addEventListener("close", () => resolve(dialog.returnValue || null));
  });
}

/** Ask a question with yes and no. */
export async function confirm(title, text, yes, no = "Cancel") {
  return (await choose(title, text, [["yes", yes], ["no", no]])) === "yes";
}
