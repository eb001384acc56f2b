/** My games: climbing on, watching one's games being gone over, a name, and forgetting everything. */

import { address } from "./addresses.js";
import { get, messageOf, post } from "./api.js";
import { choose, showOnce } from "./dialogs.js";
import { all, around, find, make, onSubmit, pageData, seek } from "./elements.js";
import { announce } from "./liveregion.js";
import { forgetAll } from "./memory.js";
import { pause, retry } from "./retry.js";
import { sentence } from "./words.js";

const LONGEST = 24; // letters of a name
const PAUSE = 1; // seconds between two looks at how far it is
const { name, is_working: isWorking } = /** @type {{name: string|null, is_working: boolean}} */ (pageData());

/** Say what went wrong. @param {unknown} error */
function refuse(error) {
  showOnce("That did not work", make("p", {}, sentence(messageOf(error))));
}

// --- The ladder ---

let isStarting = false;

/** Begin a game against a level at once. @param {string} book @param {string} level */
async function play(book, level) {
  if (isStarting) return;
  isStarting = true;
  try {
    const { id } = await post(address("api/games"), { book, first: "human", second: level });
    location.assign(address(`games/${id}`));
  } catch (error) {
    isStarting = false;
    refuse(error);
  }
}

document.addEventListener("click", (event) => {
  const step = around(event, "[data-play]");
  if (!step || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  play(step.dataset.play ?? "", step.dataset.level ?? "");
});
addEventListener("pageshow", () => {
  isStarting = false;
});

// --- How one plays ---

/** Look how far it is, until every game was gone over; then show what came of it. */
async function follow() {
  for (;;) {
    await pause(PAUSE);
    const { reviews } = /** @type {Me} */ (await retry(() => get(address("api/me"))));
    if (reviews.done >= reviews.of) break;
    find("#working").textContent = `Working it out: ${reviews.done} of ${reviews.of}`;
    find("#insight progress", HTMLProgressElement).value = reviews.done;
  }
  const page = await retry(() => get(location.pathname + location.search, { kind: "blob" }));
  const shown = new DOMParser().parseFromString(await page.text(), "text/html");
  find("#insight").replaceChildren(...find("#insight", HTMLElement, shown).children);
  for (const row of all(".table-games a")) { // a review adds to its game how accurate it was
    const reviewed = seek(`.table-games a[href="${CSS.escape(row.getAttribute("href") ?? "")}"] .accuracy`, shown);
    if (reviewed) find(".accuracy", HTMLElement, row).replaceWith(reviewed);
  }
  announce("Your games have been reviewed.");
}

// --- The name ---

function rename() {
  const problem = make("p.error", { id: "name-error", role: "alert", hidden: true });
  const field = make("input", { id: "player-name", value: name ?? "", maxlength: LONGEST, autocomplete: "nickname", spellcheck: "false", enterkeyhint: "done", "aria-describedby": "name-error" });
  const form = make("form.name-form", { method: "dialog" }, make("label", { for: "player-name" }, "Your name"),
    make("div.link-row", {}, field, make("button.button.main", { type: "submit" }, "Use it")), problem);
  onSubmit(form, async () => {
    try {
      await post(address("api/me/name"), { name: field.value.trim() || null });
      location.reload();
    } catch (error) {
      problem.textContent = sentence(messageOf(error));
      problem.hidden = false;
      field.setAttribute("aria-invalid", "true");
      field.focus();
    }
  });
  showOnce("What shall we call you?", make("p.quiet", {}, "For the games that you begin or join from now on. The other player sees it."), form);
  field.focus();
  field.select();
}

// --- Forgetting ---

async function forget(/** @type {Event} */ { currentTarget: pressed }) {
  const answer = await choose("Forget everything?", /** @type {HTMLElement} */ (pressed).dataset.forget ?? "",
    [["no", "Keep it"], ["yes", "Forget everything"]]);
  if (answer !== "yes") return;
  try {
    await post(address("api/me/forget"));
  } catch (error) {
    refuse(error);
    return;
  }
  forgetAll();
  location.assign(address("me"));
}

for (const each of all("[data-rename]")) each.addEventListener("click", rename);
for (const each of all("[data-forget]")) each.addEventListener("click", forget);
if (isWorking && seek("#working")) follow().catch(refuse);
document.documentElement.dataset.ready = "true";
