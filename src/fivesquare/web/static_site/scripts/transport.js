/** What pages ask with, fetch and EventSource: for what a server would answer, Python does. */

import { make } from "./elements.js";
import { isAnswered, pathOf } from "./place.js";
import { ask, isPythonReady } from "./python.js";
import { showNote } from "./sitenote.js";

const plainFetch = window.fetch.bind(window);
const KEPT = 60_000; // milliseconds until a file that was saved is let go of
const BODYLESS = [204, 304];

let onNews = () => {};

/** @param {() => void} call whenever something was answered */
export function whenAnswered(call) {
  onNews = call;
}

/** @param {string|URL|Request} resource @param {RequestInit} options @returns {Promise<Response>} */
function fetchFromPython(resource, options = {}) {
  const url = resource instanceof Request ? null : new URL(resource, location.href);
  if (url === null || !isAnswered(url)) return plainFetch(resource, options);
  const headers = Object.fromEntries(new Headers(options.headers));
  const body = /** @type {string|undefined} */ (options.body);
  return new Promise((resolve, reject) => {
    const leave = ask({ method: options.method ?? "GET", path: pathOf(url), headers, body }, async (told) => {
      if (told.broken) return reject(new TypeError(told.broken));
      try {
        const content = told.headers["content-type"] === "image/png" ? await pixels(told.content) : told.content;
        resolve(new Response(BODYLESS.includes(told.status) ? null : content, { status: told.status, headers: told.headers }));
      } catch (error) {
        return reject(error); // the drawing could not be made a picture
      }
      return onNews();
    });
    const { signal } = options;
    signal?.addEventListener("abort", () => {
      if (signal.reason?.name === "TimeoutError" && !isPythonReady()) return; // it has not even begun: it will answer
      leave();
      reject(signal.reason);
    });
  });
}

class PythonEvents extends EventTarget {
  /** @param {string} address */
  constructor(address) {
    super();
    this.close = ask({ method: "GET", path: pathOf(new URL(address, location.href)) }, ({ event }) => {
      if (event === undefined) this.dispatchEvent(new Event("error"));
      else {
        const data = event.slice(event.indexOf("data: ") + 6).trimEnd();
        this.dispatchEvent(new MessageEvent("message", { data }));
        onNews();
      }
    });
  }
}

/** A drawing as a PNG: what a server does with a library, the browser does by itself. @param {string} drawing @returns {Promise<Blob>} */
async function pixels(drawing) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = make("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? new Blob())));
}

/** Save a file that Python makes now. @param {HTMLAnchorElement} link */
async function save(link) {
  const answer = await fetchFromPython(link.href).catch(() => null);
  if (!answer?.ok) return showNote("That file could not be made.");
  const href = URL.createObjectURL(await answer.blob());
  make("a", { href, download: link.download || "fivesquare" }).click();
  return setTimeout(() => URL.revokeObjectURL(href), KEPT);
}

/** Put ours in place of the browser's. */
export function install() {
  window.fetch = fetchFromPython;
  window.EventSource = /** @type {typeof EventSource} */ (/** @type {unknown} */ (PythonEvents));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[download]") : null;
    if (!(link instanceof HTMLAnchorElement) || !isAnswered(new URL(link.href))) return;
    event.preventDefault();
    save(link);
  }, { capture: true });
}
