/** Open an evening at the club: the game, who meets whom, the clock. */

import { address } from "./addresses.js";
import { messageOf, post } from "./api.js";
import { all, find, onSubmit, pageData } from "./elements.js";
import { Form } from "./form.js";

const { own } = pageData();
const form = new Form(find("#open", HTMLFormElement));
const button = find("#start", HTMLButtonElement);

function wish() {
  const kind = form.value("form");
  const [per, seconds] = form.value("clock").split(":");
  return {
    title: form.value("title").trim(),
    book: form.value("book") === "own" ? own : form.value("book"),
    form: kind === "ladder" ? "ladder" : "everybody",
    legs: kind === "twice" ? 2 : 1,
    ...(seconds ? { clock: { [per]: Number(seconds) } } : {}),
  };
}

async function open() {
  if (button.disabled) return;
  form.clear();
  button.disabled = true;
  try {
    const { id } = await post(address("api/clubs"), wish());
    location.assign(address(`club/${id}`));
  } catch (error) {
    button.disabled = false;
    form.stopAt(/\btitle\b/.test(messageOf(error)) ? "title" : "start", messageOf(error));
  }
}

function explain() {
  for (const note of all("[data-form]", form.form)) note.hidden = note.dataset.form !== form.value("form");
}

onSubmit(form.form, open);
form.form.addEventListener("change", explain);
addEventListener("pageshow", () => {
  button.disabled = false;
  explain();
});
explain();
document.documentElement.dataset.ready = "true";
