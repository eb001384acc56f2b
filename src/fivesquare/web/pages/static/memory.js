/** What this browser, or a tab of it, remembers; without storage it simply forgets. */

const PREFIX = "fivesquare-";

/** Use a storage, if the browser has it: it may refuse even to name it. @template T @param {"browser"|"tab"} where @param {(storage: Storage) => T} work */
function using(where, work) {
  try {
    return work(where === "tab" ? sessionStorage : localStorage);
  } catch {
    return null;
  }
}

/** What was kept under a name, or the fallback. @template T @param {string} name @param {T} fallback @param {"browser"|"tab"} where @returns {T} */
export function recall(name, fallback, where = "browser") {
  return using(where, (storage) => JSON.parse(storage.getItem(PREFIX + name) ?? "null")) ?? fallback;
}

/** Remember a value; null forgets it. @param {string} name @param {unknown} value @param {"browser"|"tab"} where */
export function keep(name, value, where = "browser") {
  using(where, (storage) => (value === null ? storage.removeItem(PREFIX + name) : storage.setItem(PREFIX + name, JSON.stringify(value))));
}

/** Forget all that is remembered here, in the browser and in this tab. */
export function forgetAll() {
  for (const where of /** @type {("browser"|"tab")[]} */ (["browser", "tab"])) {
    using(where, (storage) => Object.keys(storage).filter((key) => key.startsWith(PREFIX)).forEach((key) => storage.removeItem(key)));
  }
}
