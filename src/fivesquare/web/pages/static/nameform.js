/** "What shall we call you?": asked when one invites a friend or joins one, and kept by the browser if one likes. */

import { messageOf, post } from "./api.js";
import { showOnce } from "./dialogs.js";
import { find, make, onSubmit } from "./elements.js";
import { announce } from "./liveregion.js";
import { keep, recall } from "./memory.js";
import { sentence } from "./words.js";

const SKIPPED = "nameless"; // "yes": asked once, and skipped
const LONGEST = 24;

/** Whether to ask by ourselves: not again after it was skipped. */
export const mayAsk = () => recall(SKIPPED, "") === "";

/**
 * The form: a field, whether to remember it, and the button.
 * @param {string} path of the game @param {{name?: string, button: string, isMain?: boolean}} options `name`: the one so far @param {(game: Game) => void} onDone
 */
export function nameForm(path, { name = "", button, isMain = true }, onDone) {
  const problem = make("p.error", { id: "name-error", role: "alert", hidden: true });
  const field = make("input", { id: "player-name", value: name, maxlength: LONGEST, autocomplete: "nickname", spellcheck: "false", enterkeyhint: "done", "aria-describedby": "name-error" });
  const lasting = make("input", { type: "checkbox", checked: true });
  const form = make("form.name-form", { method: "dialog" },
    make("label", { for: "player-name" }, "Your name"),
    make("div.link-row", {}, field, make(isMain ? "button.button.main" : "button.button", { type: "submit" }, button)),
    problem, make("label.switch", {}, lasting, " Remember it in this browser"));
  onSubmit(form, async () => {
    try {
      const game = await post(`${path}/name`, { name: field.value.trim() || null, keep: lasting.checked });
      keep(SKIPPED, null);
      onDone(game);
    } catch (error) {
      problem.textContent = sentence(messageOf(error));
      problem.hidden = false;
      field.setAttribute("aria-invalid", "true");
      field.focus();
    }
  });
  return { form, field };
}

const QUESTION = "What shall we call you?";
const note = () => make("p.quiet", {}, "Whoever sees this game sees it.");

/** Ask in a dialog, because the player wants to. @param {string} path @param {string} name @param {(game: Game) => void} onDone */
export function askName(path, name, onDone) {
  const { form, field } = nameForm(path, { name, button: name ? "Change" : "Use it" }, (game) => {
    dialog.close();
    onDone(game);
  });
  const { dialog } = showOnce(QUESTION, note(), form);
  field.focus();
  field.select();
}

/** Ask beside the game, which can be played meanwhile; it can be skipped. Returns what takes the question away. @param {string} path @param {(game: Game) => void} onDone */
export function offerName(path, onDone) {
  const leave = () => card.remove();
  const { form } = nameForm(path, { button: "Use it" }, (game) => {
    leave();
    onDone(game);
  });
  const skip = make("button.button.plain.small", { type: "button", onclick: () => {
    keep(SKIPPED, "yes");
    leave();
  } }, "Skip");
  const head = make("div.section-head", {}, make("h2", { id: "name-question" }, QUESTION), skip);
  const card = make("section.card.name-card", { "aria-labelledby": "name-question" }, head, form);
  find("main").append(card);
  announce(QUESTION);
  return leave;
}
