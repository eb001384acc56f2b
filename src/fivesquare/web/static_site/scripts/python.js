/** Python in its worker, as the page sees it: asked, ended when it thinks in vain, and begun again. */

import { keep, recall } from "./memory.js";
import { APP, ASSETS, ROOT, VERSION } from "./place.js";
import { dropNote, showNote } from "./sitenote.js";

/** @typedef {{method: string, path: string, headers?: object, body?: string}} Question */
/** @typedef {{status: number, headers: Record<string, string>, content: string, event?: string, broken?: string}} Told */

const SNAPSHOTS = `fivesquare ${ROOT.pathname} memory ${VERSION}`; // a cache; the service worker drops those of other versions
const HELD = "documents"; // where nothing can be kept: what this tab holds instead
const THINKING = /^\/api\/(values|walk|solve|review|puzzles|komi|fairness|remedies|samples|takeaway|lessons|daily)|\/advice$/;
const LONG = 300; // milliseconds
const MOST_DEATHS = 3; // of Python, after which a question is taken to be what kills it
const SOON = 1_000; // milliseconds, after which the page has what it needs first
const KEEPS_NOTHING = "This browser keeps nothing for this site, perhaps because the window is private or its storage is full. Games last until this tab is closed.";
const FULL = "This browser cannot save what you do now. Perhaps its storage is full: free some space on this device. A move that is on its way is then saved by itself.";
const BROKEN = "The program could not be started, so this page shows only what was there before. Reload it; if that does not help, try a newer browser.";

/** What was measured, in milliseconds since the page began. */
export const marks = /** @type {Record<string, unknown>} */ ({});

const asked = /** @type {Map<number, (told: Told) => void>} */ (new Map()); // who waits for an answer, by number
const waiting = /** @type {Map<number, object>} */ (new Map()); // what was asked and is not answered yet
let number = 0;
let isReady = false;
let restarts = 0;
let deaths = 0;
let onReady = () => {};
let worker = begin();

export const since = () => Math.round(performance.now());

export const isPythonReady = () => isReady;

/** @param {() => void} call when it first runs, and nothing more has to be loaded */
export function whenSettled(call) {
  onReady = call;
}

function begin() {
  const made = new Worker(new URL("worker.js", APP), { type: "module" });
  const documentation = document.documentElement.dataset.documentation ?? "";
  const place = documentation && new URL(documentation, location.href).pathname;
  const edition = { is_served: false, base: ROOT.pathname, assets: ASSETS, documentation: place };
  made.postMessage({ setting: { edition, snapshots: SNAPSHOTS, held: recall(HELD, "[]", "tab") } });
  made.onmessage = ({ data }) => made === worker && hear(data);
  made.onerror = (event) => breakDown(event.message || "the worker could not be loaded");
  return made;
}

/** @param {any} data */
function hear(data) {
  if (data.marks) started(data);
  else if (data.held) keep(HELD, data.held, "tab");
  else if (data.isRefused) showNote(FULL);
  else if (data.isRefused === false) dropNote(FULL);
  else if (data.number === undefined) breakDown(data.broken);
  else if (data.broken && isReady && deaths < MOST_DEATHS) revive(data.broken);
  else {
    if (data.event === undefined) waiting.delete(data.number);
    asked.get(data.number)?.(data);
  }
}

/** @param {{marks: Record<string, number>, isLasting: boolean, started: string}} told */
function started(told) {
  isReady = true;
  Object.assign(marks, { python: told.marks, started: told.started, ready: since() });
  document.documentElement.dataset.python = "ready";
  if (!told.isLasting) showNote(KEEPS_NOTHING);
  if (restarts > 0) return;
  navigator.storage?.persist?.().catch(() => false); // not to be cleared when the disk is full
  if (told.started === "archive") setTimeout(keepSnapshot, SOON);
  else onReady();
}

/** @param {string} reason */
function breakDown(reason) {
  console.error(reason);
  document.documentElement.dataset.python = "broken";
  showNote(BROKEN);
}

/** Python has died while it answered: another one is asked the same. @param {string} reason */
function revive(reason) {
  console.error(reason);
  deaths += 1;
  restart();
}

/** Have a second worker make what later starts begin from, of files that are here by now. */
function keepSnapshot() {
  const made = new Worker(new URL("worker.js", APP), { type: "module" });
  const done = () => {
    made.terminate();
    onReady();
  };
  made.onmessage = done;
  made.onerror = done;
  made.postMessage({ keep: SNAPSHOTS });
}

/**
 * Ask Python, as a browser asks a server.
 * @param {Question} question @param {(told: Told) => void} heard called once, or with each event of a stream
 * @returns {() => void} what to call when no one waits for the answer any more
 */
export function ask(question, heard) {
  const mine = ++number;
  const begun = performance.now();
  const sent = { ...question, address: location.origin + question.path };
  asked.set(mine, heard);
  waiting.set(mine, sent);
  worker.postMessage({ number: mine, ...sent });
  return () => {
    const isWaiting = waiting.delete(mine);
    asked.delete(mine);
    if (isWaiting && isReady && THINKING.test(question.path) && performance.now() - begun > LONG) restart();
    else worker.postMessage({ number: mine, left: true });
  };
}

/** The answer to one question. @param {Question} question @returns {Promise<Told>} */
export function answerTo(question) {
  return new Promise((resolve, reject) => {
    ask(question, (told) => (told.broken ? reject(new Error(told.broken)) : resolve(told)));
  });
}

/** End the worker, for a search cannot be told to stop, and ask another one whatever else was asked. All that was acknowledged is on disk. */
function restart() {
  worker.terminate();
  isReady = false;
  restarts += 1;
  Object.assign(marks, { restarts });
  worker = begin();
  for (const [mine, question] of waiting) worker.postMessage({ number: mine, ...question });
}
