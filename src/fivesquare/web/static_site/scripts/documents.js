/**
 * Documents in IndexedDB: texts under keys, each with a version. browser_store.py says what they are for.
 * What is asked and answered is JSON, which crosses between Python and JavaScript at one go.
 */

const STORE = "documents";
const channel = new BroadcastChannel("fivesquare documents");

/** Where the browser refuses to keep anything: the same, for as long as this worker lives. @type {Map<string, {version: number, text: string}>} */
const held = new Map();

let opening = /** @type {Promise<IDBDatabase|null>|null} */ (null);

/** Whether what is written is still there when the page is closed. */
export async function isLasting() {
  return (await database()) !== null;
}

function database() {
  opening ??= open().catch(() => null);
  return opening;
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
  return opened;
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** What is kept under a prefix: no key of ours has a character behind this one. @param {string} prefix */
const under = (prefix) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

/** @param {string} asked the keys @returns {Promise<string>} version and text of each, or null */
export async function read(asked) {
  const keys = /** @type {string[]} */ (JSON.parse(asked));
  const opened = await database();
  if (opened === null) return JSON.stringify(keys.map((key) => entry(held.get(key))));
  const store = opened.transaction(STORE).objectStore(STORE);
  return JSON.stringify((await Promise.all(keys.map((key) => done(store.get(key))))).map(entry));
}

/** @param {{version: number, text: string}|undefined} found */
function entry(found) {
  return found === undefined ? null : [found.version, found.text];
}

/** @param {string} asked a prefix @returns {Promise<string>} key, version and text of each */
export async function range(asked) {
  const prefix = /** @type {string} */ (JSON.parse(asked));
  const opened = await database();
  if (opened === null) {
    const keys = [...held.keys()].filter((key) => key.startsWith(prefix)).sort();
    return JSON.stringify(keys.map((key) => [key, ...(entry(held.get(key)) ?? [])]));
  }
  const store = opened.transaction(STORE).objectStore(STORE);
  const [keys, found] = await Promise.all([done(store.getAllKeys(under(prefix))), done(store.getAll(under(prefix)))]);
  return JSON.stringify(found.map(({ version, text }, place) => [keys[place], version, text]));
}

/** Write all if every version is still that one, else nothing; answered when it is on disk. @param {string} asked @returns {Promise<string>} true or false */
export async function commit(asked) {
  const { versions, writes } = /** @type {{versions: Record<string, number>, writes: Record<string, string|null>}} */ (JSON.parse(asked));
  const opened = await database();
  if (opened === null) return JSON.stringify(commitHeld(versions, writes));
  const transaction = opened.transaction(STORE, "readwrite", { durability: "strict" });
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(null);
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser has given it up"));
  });
  ended.catch(() => {}); // it is awaited below, unless something else fails first
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
