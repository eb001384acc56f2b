/** A short way to make elements. Text is always text: whatever a record says, it cannot become markup. */

/**
 * @param {string} tag  with its classes: "p.quiet"
 * @param {Object<string, unknown>} attributes  "on..." is an event; true and false set and leave out
 * @param {...(Node|string|null)} children
 */
export function make(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const element = document.createElement(name);
  element.classList.add(...classes);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== ""));
  return element;
}
