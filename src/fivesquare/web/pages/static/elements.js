/** Elements: made, found, and found from an event. Text is always text: whatever a record says, it cannot become markup. */

const SVG = "http://www.w3.org/2000/svg";
const SHAPES = new Set(["svg", "symbol", "use", "g", "defs", "pattern", "clipPath", "path", "circle", "rect", "text", "polygon", "polyline"]);

/**
 * Make an element of HTML or SVG.
 * @template {string} T
 * @param {T} tag with its classes: "p.quiet"
 * @param {Attributes} attributes "on..." is an event; true and false set and leave out
 * @param {...(Node|string|number|null)} children null is left out
 * @returns {Made<T>}
 */
export function make(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = SHAPES.has(name) ? document.createElementNS(SVG, name) : document.createElement(name);
  if (classes.length) element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== "").map((child) => (child instanceof Node ? child : String(child))));
  return /** @type {Made<T>} */ (element);
}

/** A button. @param {string} words @param {() => unknown} onclick @param {{main?: boolean, [attribute: string]: string|boolean|undefined}} options */
export function button(words, onclick, { main = false, ...attributes } = {}) {
  return make(main ? "button.button.main" : "button.button", { type: "button", onclick, ...attributes }, words);
}

/** An svg that uses one of the page's symbols. @param {string} id */
export function symbol(id, classes = "mark", attributes = {}) {
  return make("svg", { class: classes, "aria-hidden": "true", ...attributes }, make("use", { href: `#${id}` }));
}

/** A little tile, the unit of streaks, tries and ladders. @param {TileKind} kind nothing yet, if empty */
export function bit(kind = "") {
  const mark = kind === "first" ? symbol("m1", "") : kind === "second" ? symbol("m2", "") : null;
  return make("i", { class: `bit ${kind}` }, mark);
}

/**
 * A row of choices, each a value and words.
 * @param {string} name @param {HTMLLegendElement} legend @param {[string, string][]} choices @param {string} chosen @param {(value: string) => void} onchange
 */
export function radios(name, legend, choices, chosen, onchange = () => {}) {
  return make("fieldset.choices", {}, legend, ...choices.map(([value, words]) =>
    make("label", {}, make("input", { type: "radio", name, value, checked: value === chosen, onchange: () => onchange(value) }), make("span", {}, words))));
}

/**
 * The one element that a selector means; an error if the page has none of that kind.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector @param {new () => E} kind @param {ParentNode} within
 * @returns {E}
 */
export function find(selector, kind = /** @type {any} */ (HTMLElement), within = document) {
  const found = within.querySelector(selector);
  if (found instanceof kind) return found;
  throw new Error(`This page has no ${kind.name} ${selector}.`);
}

/** The first element that a selector means, if the page has one now. @returns {HTMLElement|null} */
export function seek(/** @type {string} */ selector, /** @type {ParentNode} */ within = document) {
  return within.querySelector(selector);
}

/** All elements that a selector means. @returns {HTMLElement[]} */
export function all(/** @type {string} */ selector, /** @type {ParentNode} */ within = document) {
  return [...within.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement);
}

/** The nearest element around the target of an event, which may lie inside of another element's shadow. @param {Event} event @param {string} selector @returns {HTMLElement|null} */
export function around(event, selector) {
  const target = event.composedPath()[0] ?? event.target;
  return target instanceof Element ? target.closest(selector) : null;
}

/** Do something instead of sending a form. */
export function onSubmit(/** @type {HTMLElement} */ form, /** @type {() => unknown} */ deed) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    deed();
  });
}

/** What the server put into the page for its script. */
export function pageData() {
  return JSON.parse(find("#data").textContent ?? "");
}
