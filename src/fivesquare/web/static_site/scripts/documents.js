/**
 * Documents in IndexedDB: texts under keys, each with a version. browser_store.py says what they are for.
 * What is asked and answered is JSON, which crosses between Python and JavaScript at one go.
 */

const STORE = "documents";
const TRIAL = " ".repeat(10_000); // as long as some games
const channel = new BroadcastChannel("fivesquare documents");

/** Where the browser refuses to keep anything: the same, for as long as the tab is open, which holds it from page to page. @type {Map<string, {version: number, text: string}>} */
let held = new Map();
let onHeld = /** @type {(entries: string) => void} */ (() => {});

let opening = /** @type {Promise<IDBDatabase|null>|null} */ (null);
let wasOpened = false;
let isRefused = false;
let onRefusal = /** @type {(isRefused: boolean) => void} */ (() => {});

/** Whether what is written is still there when the page is closed. */
export async function isLasting() {
  return (await database()) !== null;
}

/** @param {string} entries what the tab holds @param {(entries: string) => void} call with what it is to hold instead, before that is acknowledged */
export function holdInTab(entries, call) {
  held = new Map(JSON.parse(entries));
  onHeld = call;
}

/** @param {(isRefused: boolean) => void} call when the browser begins to refuse what is written, and when it takes it again */
export function whenRefused(call) {
  onRefusal = call;
}

function database() {
  opening ??= open().then(lasting, otherwise);
  return opening;
}

/** @param {IDBDatabase} opened */
function lasting(opened) {
  wasOpened = true;
  return opened;
}

/** What is kept in memory must not take the place of what is on disk already. @param {unknown} error */
function otherwise(error) {
  if (!wasOpened) return null;
  opening = null;
  throw error;
}

/** @returns {Promise<IDBDatabase>} */
async function open() {
  const request = indexedDB.open("fivesquare", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const opened = await done(request);
  const again = () => (opening = null);
  opened.onclose = again; // the browser has cleared its storage
  opened.onversionchange = () => {
    opened.close();
    again();
  };
  await tryOut(opened);
  return opened;
}

/** Fail if nothing is kept yet and nothing can be, as on a full disk: games that last until the page is closed are better than none. @param {IDBDatabase} opened */
async function tryOut(opened) {
  if (await done(opened.transaction(STORE).objectStore(STORE).count())) return;
  const transaction = opened.transaction(STORE, "readwrite");
  transaction.objectStore(STORE).put(TRIAL, "");
  transaction.objectStore(STORE).delete("");
  await endOf(transaction);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** When all that a transaction has written is on disk. @param {IDBTransaction} transaction @returns {Promise<void>} */
function endOf(transaction) {
  const ended = /** @type {Promise<void>} */ (new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser has given it up"));
  }));
  ended.catch(() => {}); // it is awaited later, unless something else fails first
  return ended;
}

/** A function whose errors Python can raise: some of the browser's own, such as QuotaExceededError, are none to it. @param {(asked: string) => Promise<string>} work */
const plainly = (work) => async (/** @type {string} */ asked) => {
  try {
    return await work(asked);
  } catch (error) {
    throw error instanceof DOMException ? new Error(`${error.name}: ${error.message}`) : error;
  }
};

/** What is kept under a prefix: no key of ours has a character behind this one. @param {string} prefix */
const under = (prefix) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** Version and text of each key, or null. */
export const read = plainly(async (asked) => {
  const keys = /** @type {string[]} */ (JSON.parse(asked));
  const opened = await database();
  if (opened === null) return JSON.stringify(keys.map((key) => entry(held.get(key))));
  const store = opened.transaction(STORE).objectStore(STORE);
  return JSON.stringify((await Promise.all(keys.map((key) => done(store.get(key))))).map(entry));
});

/** @param {{version: number, text: string}|undefined} found */
function entry(found) {
  return found === undefined ? null : [found.version, found.text];
}

/** Key, version and text of each under a prefix. */
export const range = plainly(async (asked) => {
  const prefix = /** @type {string} */ (JSON.parse(asked));
  const opened = await database();
  if (opened === null) {
    const keys = [...held.keys()].filter((key) => key.startsWith(prefix)).sort();
    return JSON.stringify(keys.map((key) => [key, ...(entry(held.get(key)) ?? [])]));
  }
  const store = opened.transaction(STORE).objectStore(STORE);
  const [keys, found] = await Promise.all([done(store.getAllKeys(under(prefix))), done(store.getAll(under(prefix)))]);
  return JSON.stringify(found.map(({ version, text }, place) => [keys[place], version, text]));
});

/** Write all if every version is still that one, else nothing; answered, true or false, when it is on disk. */
export const commit = plainly(async (asked) => {
  try {
    const answer = await write(asked);
    refuse(false);
    return answer;
  } catch (error) {
    refuse(true);
    throw error;
  }
});

/** @param {boolean} now */
function refuse(now) {
  if (now !== isRefused) onRefusal(now);
  isRefused = now;
}

/** @param {string} asked */
async function write(asked) {
  const { versions, writes } = /** @type {{versions: Record<string, number>, writes: Record<string, string|null>}} */ (JSON.parse(asked));
  const opened = await database();
  if (opened === null) return JSON.stringify(commitHeld(versions, writes));
  const transaction = opened.transaction(STORE, "readwrite", { durability: "strict" });
  const ended = endOf(transaction);
  const store = transaction.objectStore(STORE);
  const keys = Object.keys({ ...versions, ...writes });
  const found = await Promise.all(keys.map((key) => done(store.get(key))));
  const now = new Map(keys.map((key, place) => [key, found[place]?.version ?? 0]));
  const isNext = Object.entries(versions).every(([key, version]) => now.get(key) === version);
  for (const [key, text] of isNext ? Object.entries(writes) : []) {
    if (text === null) store.delete(key);
    else store.put({ version: (now.get(key) ?? 0) + 1, text }, key);
  }
  await ended;
  return JSON.stringify(isNext);
}

/** @param {Record<string, number>} versions @param {Record<string, string|null>} writes */
function commitHeld(versions, writes) {
  if (Object.entries(versions).some(([key, version]) => (held.get(key)?.version ?? 0) !== version)) return false;
  for (const [key, text] of Object.entries(writes)) {
    if (text === null) held.delete(key);
    else held.set(key, { version: (held.get(key)?.version ?? 0) + 1, text });
  }
  onHeld(JSON.stringify([...held]));
  return true;
}

/** Tell the other tabs. @param {string} words */
export function tell(words) {
  channel.postMessage(words);
}

/** @param {(words: string) => void} heard */
export function listen(heard) {
  channel.onmessage = ({ data }) => heard(data);
}
