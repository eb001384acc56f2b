/** The worked example of a book's rules: one board that steps through the moves. */

import { Board } from "./board.js";
import { all, around, find, make, pageData } from "./elements.js";
import { announce } from "./liveregion.js";

const { view, frames } = /** @type {{view: View, frames: Frame[]}} */ (pageData());
const views = [view, ...frames].map((each) => ({ ...view, ...each, claims: {}, refused: {} }));
const board = new Board(find("#board"), { label: "Example board" });
const items = all(".scenes > li");
const words = items.map((item) => item.textContent?.replace(/\s+/g, " ").trim() ?? "");
const controls = {
  start: { at: () => 0 },
  previous: { at: () => ply - 1 },
  next: { at: () => ply + 1 },
  end: { at: () => frames.length },
};
let ply = 0;

/** Show the board after that many moves. @param {number} wanted */
function go(wanted) {
  const before = ply;
  ply = Math.min(Math.max(wanted, 0), frames.length);
  show(ply !== before + 1);
  if (ply !== before) announce(ply ? words[ply - 1] : "The opening.");
}

function show(still = true) {
  board.show(views[ply], { mover: views[ply].last?.player ?? 1, still });
  for (const [index, item] of items.entries()) {
    const step = item.firstElementChild;
    if (index === ply - 1) step?.setAttribute("aria-current", "step");
    else step?.removeAttribute("aria-current");
  }
  for (const [id, { at }] of Object.entries(controls)) {
    const target = at();
    find(`#${id}`, HTMLButtonElement).setAttribute("aria-disabled", String(target < 0 || target > frames.length || target === ply));
  }
}

for (const [index, item] of items.entries()) {
  item.replaceChildren(make("button.scene", { type: "button", onclick: () => go(index + 1) }, ...item.childNodes));
}
for (const [id, { at }] of Object.entries(controls)) {
  const control = find(`#${id}`, HTMLButtonElement);
  control.disabled = false;
  control.addEventListener("click", () => go(at()));
}
document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || around(event, ".cells, .wide:not(.board-area), input")) return;
  const step = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1 })[event.key];
  if (!step) return;
  event.preventDefault();
  go(ply + step);
});
show();
document.documentElement.dataset.ready = "true";
