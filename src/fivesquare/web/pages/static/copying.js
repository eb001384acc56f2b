/** Links to copy. */

import { announce } from "./announce.js";
import { make } from "./elements.js";

const SHOWN = 2000; // milliseconds

/** A link in a field, with a button that copies it. */
export function linkRow(label, link) {
  const field = make("input", { type: "text", readonly: true, value: link, "aria-label": label, onfocus: () => field.select() });
  const press = make("button.button.main", { type: "button" }, "Copy");
  const row = make("div.link-row", {}, field, press);
  press.addEventListener("click", async () => {
    const done = await copy(link, row);
    if (!done) field.select();
    press.textContent = done ? "Copied" : "Selected";
    announce(done ? "Copied." : "The link is selected: copy it with Ctrl C.");
    setTimeout(() => (press.textContent = "Copy"), SHOWN);
  });
  return row;
}

/** Copy a text, also where a plain http host has no clipboard. */
async function copy(text, from) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text, from);
  }
}

/** An open dialog makes everything outside of it inert, so the text is selected inside it. */
function copyBySelecting(text, from) {
  const area = make("textarea.aloud", { readonly: true }, text);
  const before = document.activeElement;
  from.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  before?.focus();
  return done;
}
