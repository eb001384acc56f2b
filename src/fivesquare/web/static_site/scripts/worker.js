/**
 * Python in a worker: answers what a page asks as a server would, by the same functions (in_worker.py).
 * The first start loads Python and the modules from one archive, and keeps a picture of the memory then; from the
 * second on it starts from that picture.
 */

import { loadPyodide } from "./pyodide.mjs";
import * as documents from "./documents.js";
import { bind } from "./search.js";

/** @typedef {{edition: object, snapshots: string|null}} Setting */

const began = performance.now();
const marks = /** @type {Record<string, number>} */ ({});
const mark = (/** @type {string} */ name) => { marks[name] = Math.round(performance.now() - began); };
const here = (/** @type {string} */ name) => new URL(name, import.meta.url).href;

/** The archive of Python's modules: it travels packed, whatever the host does. */
async function archive() {
  const answer = await fetch(here("python.zip.gz"));
  if (!answer.ok || !answer.body) throw new Error(`python.zip.gz: ${answer.status}`);
  return URL.createObjectURL(await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).blob());
}

/** The search, ready to be bound; some hosts name its type wrongly. */
async function search() {
  const answer = await fetch(here("code.wasm"));
  if (!answer.ok) throw new Error(`code.wasm: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** The picture of the memory that an earlier start kept. @param {string|null} cache */
async function snapshot(cache) {
  if (cache === null || !("caches" in self)) return null;
  try {
    const found = await (await caches.open(cache)).match(here("memory"));
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // storage is refused here
  }
}

async function keepSnapshot(/** @type {string|null} */ cache, /** @type {Uint8Array} */ memory) {
  if (cache === null || !("caches" in self)) return;
  try {
    await (await caches.open(cache)).put(here("memory"), new Response(memory));
  } catch {
    // There is no room for it: the next start takes a little longer, and that is all.
  }
}

/** Python with the modules imported, and the picture to keep if it was not begun from one. @param {Uint8Array|null} kept */
async function python(kept) {
  const options = { indexURL: here("./"), lockFileContents: EMPTY_LOCK, packageBaseUrl: here("./"), env: { PYTHONHASHSEED: "0", HOME: "/home/pyodide" } };
  if (kept) {
    const py = await loadPyodide({ ...options, stdLibURL: NOTHING, _loadSnapshot: kept });
    return { py, picture: null };
  }
  const py = await loadPyodide({ ...options, stdLibURL: await archive(), _makeSnapshot: true });
  mark("python");
  py.runPython("import fivesquare.web.static_site.in_worker");
  return { py, picture: py.makeMemorySnapshot() };
}

async function begin(/** @type {Setting} */ { edition, snapshots }) {
  const module = search();
  const kept = await snapshot(snapshots);
  if (kept) mark("memory");
  const { py, picture } = await python(kept).catch((error) => {
    if (!kept) throw error;
    return python(null); // a picture that does not fit: as if there were none
  });
  mark("package");
  const functions = bind(await module, py._module.memory ?? py._module.wasmMemory, (bytes) => py._module._malloc(bytes));
  const glue = py.pyimport("fivesquare.web.static_site.in_worker");
  await glue.start(functions, documents, JSON.stringify(edition));
  mark("ready");
  postMessage({ marks, isLasting: await documents.isLasting(), started: kept ? "memory" : "archive" });
  if (picture) setTimeout(() => keepSnapshot(snapshots, picture), 2000); // first comes what the page wants
  return glue;
}

const EMPTY_LOCK = JSON.stringify({ info: {}, packages: {} });
const NOTHING = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==";

let begun = /** @type {Promise<any>|null} */ (null);

onmessage = async ({ data }) => {
  if (data.setting) {
    begun = begin(data.setting);
    begun.catch((error) => postMessage({ broken: String(error) }));
    return;
  }
  const { number, address, method, headers, body, left } = data;
  const glue = await begun;
  if (left) return glue.leave(number);
  try {
    const put = (/** @type {string} */ event) => postMessage({ number, event });
    const [status, told, content] = JSON.parse(await glue.ask(number, address, method, JSON.stringify(headers ?? {}), body ?? "", put));
    postMessage({ number, status, headers: told, content });
  } catch (error) {
    postMessage({ number, broken: String(error) });
  }
};
