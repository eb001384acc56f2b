/** A line above the page, for what concerns all of it: a new version, a browser that keeps nothing. */

import { make, seek } from "./elements.js";

/** @param {...(string|Node)} content */
export function showNote(...content) {
  const show = () => {
    dropNote();
    document.body.prepend(make("p.site-note", { role: "status" }, ...content));
  };
  if (document.body) show();
  else document.addEventListener("DOMContentLoaded", show);
}

/** Remove the line, if it has these words. */
export function dropNote(words = "") {
  const note = seek(".site-note");
  if (note?.textContent?.includes(words)) note.remove();
}
