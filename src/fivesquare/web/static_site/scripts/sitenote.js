/** A line above the page, for what concerns all of it: a new version, a browser that keeps nothing. */

import { make, seek } from "./elements.js";

/** @param {...(string|Node)} content */
export function showNote(...content) {
  const show = () => {
    seek(".site-note")?.remove();
    document.body.prepend(make("p.site-note", { role: "status" }, ...content));
  };
  if (document.body) show();
  else document.addEventListener("DOMContentLoaded", show);
}
