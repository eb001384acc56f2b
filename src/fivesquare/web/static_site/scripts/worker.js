/**
 * Python in a worker: answers what a page asks as a server would, by the same functions (in_worker.py).
 * The first start loads Python and the modules from one archive. A second worker then does the same, warms up, and
 * keeps a snapshot of its memory, from which every later start begins.
 */

import { loadPyodide } from "./pyodide.mjs";
import * as documents from "./documents.js";
import { bind } from "./search.js";

/** @typedef {{edition: object, snapshots: string, held: string}} Setting the cache with the snapshot is `snapshots`; what the tab holds where nothing is kept is `held` */

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

/** The snapshot that was kept, if there is one. @param {string} cache */
async function snapshot(cache) {
  try {
    const found = await (await caches.open(cache)).match(here("memory"));
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null; // storage is refused here
  }
}

/** Rejects if Pyodide's WebAssembly cannot be had. Pyodide itself then waits for ever, also where a host names the type of the file wrongly. */
const failure = new Promise((_resolve, reject) => {
  const stream = WebAssembly.instantiateStreaming.bind(WebAssembly);
  WebAssembly.instantiateStreaming = async (source, imports) => {
    try {
      const answer = await source;
      if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
      if (answer.headers.get("content-type") === "application/wasm") return await stream(answer, imports);
      return await WebAssembly.instantiate(await answer.arrayBuffer(), imports);
    } catch (error) {
      reject(error);
      throw error;
    }
  };
});

/** @param {object} more @returns {Promise<any>} */
const load = (more) => Promise.race([loadPyodide({ ...options(), ...more }), failure]);

const options = () => ({ indexURL: here("./"), lockFileContents: EMPTY_LOCK, packageBaseUrl: here("./") });

/** Python with its modules, from the snapshot if there is one. @param {Uint8Array|null} kept */
async function python(kept) {
  if (kept) return load({ stdLibURL: NOTHING, _loadSnapshot: kept });
  return load({ stdLibURL: await archive() });
}

async function begin(/** @type {Setting} */ { edition, snapshots, held }) {
  const module = search();
  const kept = await snapshot(snapshots);
  mark("memory");
  const py = await python(kept).catch((error) => {
    if (!kept) throw error;
    return python(null); // a snapshot that does not fit: as if there were none
  });
  mark("python");
  const glue = py.pyimport("fivesquare.web.static_site.in_worker");
  mark("modules");
  const functions = bind(await module, py._module.memory ?? py._module.wasmMemory, (bytes) => py._module._malloc(bytes));
  documents.holdInTab(held, (entries) => postMessage({ held: entries }));
  documents.whenRefused((isRefused) => postMessage({ isRefused }));
  await glue.start(functions, documents, JSON.stringify(edition));
  mark("ready");
  postMessage({ marks, isLasting: await documents.isLasting(), started: kept ? "snapshot" : "archive" });
  return glue;
}

/** Make the snapshot: of a Python that has everything imported and has done some of its work, and holds nothing of this browser. */
async function keep(/** @type {string} */ cache) {
  const py = await load({ stdLibURL: await archive(), _makeSnapshot: true });
  py.runPython("from fivesquare.web.static_site.in_worker import warm_up; warm_up(); del warm_up");
  const memory = py.makeMemorySnapshot();
  await (await caches.open(cache)).put(here("memory"), new Response(memory));
  return memory.length;
}

const EMPTY_LOCK = '%LOCK%'; // for which Pyodide it is; there are no packages to be loaded
const NOTHING = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==";

let begun = /** @type {Promise<any>|null} */ (null);

onmessage = async ({ data }) => {
  if (data.setting) {
    begun = begin(data.setting);
    begun.catch((error) => postMessage({ broken: String(error) }));
    return;
  }
  if (data.keep) {
    const bytes = await keep(data.keep).catch((error) => console.warn(`The start of Python is not kept: ${error}`));
    return postMessage({ kept: bytes ?? 0 });
  }
  const { number, address, method, headers, body, left } = data;
  try {
    const glue = await begun;
    if (left) return glue.leave(number);
    const put = (/** @type {string} */ event) => postMessage({ number, event });
    const [status, told, content] = JSON.parse(await glue.ask(number, address, method, JSON.stringify(headers ?? {}), body ?? "", put));
    postMessage({ number, status, headers: told, content });
  } catch (error) {
    postMessage({ number, broken: String(error) });
  }
};
