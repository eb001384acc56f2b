/** Make your own: the seven questions as a form, read as a rule book. */

/** A problem with one field of a form, in a sentence. */
export class Slip extends Error {
  constructor(field, message) {
    super(message);
    this.field = field;
  }
}

/** A whole number that somebody typed, between two others; a Slip if it is none. */
export function wholeNumber(input, field, what) {
  const text = input.value.trim();
  const number = Number(text);
  const [low, high] = [Number(input.min), Number(input.max)];
  if (/^\d+$/.test(text) && number >= low && number <= high) return number;
  throw new Slip(field, `${what} must be a whole number from ${low} to ${high}.`);
}

export class Making {
  /** @param {HTMLFormElement} form */
  constructor(form) {
    this.form = form;
    this.part = form.querySelector("#make");
    this.part.addEventListener("change", () => this.#showNumbers());
    this.#showNumbers();
  }

  /** The book as the answers stand; a Slip if a number is missing. */
  book() {
    const { elements } = this.form;
    const title = elements.title.value.trim();
    return {
      size: [wholeNumber(elements["own-rows"], "size", "The number of rows"), wholeNumber(elements["own-columns"], "size", "The number of columns")],
      values: this.#values(elements),
      reach: elements["own-reach"].value,
      take: elements["own-take"].value,
      again: elements["own-again"].value,
      goal: this.#goal(elements),
      tie: elements["own-tie"].value,
      ...(title ? { title } : {}),
    };
  }

  #values(elements) {
    const answer = elements["own-values"].value;
    if (answer !== "random") return answer;
    return [wholeNumber(elements["own-low"], "values", "The lowest number"), wholeNumber(elements["own-high"], "values", "The highest number")];
  }

  #goal(elements) {
    const answer = elements["own-goal"].value;
    return answer === "exactly" ? { exactly: wholeNumber(elements["own-target"], "goal", "The score") } : answer;
  }

  /** Numbers are asked for only where an answer wants them. */
  #showNumbers() {
    for (const numbers of this.part.querySelectorAll("[data-with]")) {
      const chosen = numbers.closest("fieldset").querySelector("input[type=radio]:checked");
      numbers.hidden = chosen.value !== numbers.dataset.with;
    }
  }

  /** Everything that is filled in, to be remembered. */
  filled() {
    const inputs = [...this.part.querySelectorAll("input")].filter((input) => input.type !== "radio" || input.checked);
    return Object.fromEntries(inputs.map((input) => [input.name, input.value]));
  }

  /** Fill in what was remembered. */
  fill(answers) {
    for (const input of this.part.querySelectorAll("input")) {
      const answer = answers[input.name];
      if (typeof answer !== "string") continue;
      if (input.type === "radio") input.checked = input.value === answer;
      else input.value = answer;
    }
    for (const fieldset of this.part.querySelectorAll("fieldset:has(input[type=radio])")) {
      if (!fieldset.querySelector(":checked")) fieldset.querySelector("input").checked = true;
    }
    this.#showNumbers();
  }
}
