/** What this browser remembers between visits; without storage it simply forgets. */

const PREFIX = "fivesquare-";

/** What was kept under a name, or the fallback. */
export function recall(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name)) ?? fallback;
  } catch {
    return fallback;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    /* Then it lasts as long as the page. */
  }
}
