/** Pages that are made by Python: shown as last seen, then as made now, and their scripts run once. */

import { button, make, seek } from "./elements.js";
import { lastSeen, remember } from "./lastpages.js";
import { takeLetter } from "./letters.js";
import { BOOT, ROOT, inFolder, pathOf } from "./place.js";
import { answerTo, marks, since } from "./python.js";
import { showNote } from "./sitenote.js";

const SETTLED = 700; // milliseconds without news, after which what the page shows is remembered
const OF_A_GAME = /^\/games\/[^/?]+(\/(review|analysis))?(\?|$)/;

const path = pathOf(location);
const isLive = OF_A_GAME.test(path); // the script of such a page follows what it shows by itself

/** @param {ParentNode} page @param {string} selector */
const all = (page, selector) => [...page.querySelectorAll(selector)];

/** The whole address of what an element loads. @param {Element} element @param {string} attribute */
const loads = (element, attribute) => new URL(element.getAttribute(attribute) ?? "", location.href).href;

/** The page of this address as Python makes it now. */
const made = () => answerTo({ method: "GET", path, headers: { accept: "text/html" } });

/** Show a page; the addresses of its scripts, which are still to be run. @param {string} text */
async function paint(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const sources = all(page, 'script[type="module"][src]').map((each) => loads(each, "src"));
  await addStyles(page);
  document.title = page.title;
  const { scrollX, scrollY } = window;
  const note = seek(".site-note");
  document.body.replaceChildren(...(note ? [note] : []), ...page.body.childNodes);
  window.scrollTo(scrollX, scrollY);
  for (const early of all(page, "head script[src]:not([type])")) runEarly(early);
  marks.painted ??= since();
  return sources;
}

/** Load the style sheets of a page that are not here yet. @param {Document} page */
async function addStyles(page) {
  const selector = 'link[rel="stylesheet"]';
  const here = new Set(all(document, selector).map((link) => loads(link, "href")));
  const missing = all(page, selector).map((link) => loads(link, "href")).filter((href) => !here.has(href));
  await Promise.all(missing.map((href) => new Promise((resolve) => {
    document.head.append(make("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }));
  })));
}

/** Run one of the small scripts of a page's head, unless it has run already. @param {Element} early */
function runEarly(early) {
  const source = loads(early, "src");
  if (source === BOOT || all(document, "script[src]").some((each) => loads(each, "src") === source)) return;
  document.head.append(make("script", Object.fromEntries([...early.attributes].map(({ name, value }) => [name, value]))));
}

/** @param {string[]} sources */
async function run(sources) {
  try {
    for (const source of sources) await import(source);
    document.documentElement.dataset.painted = "true";
  } catch (error) {
    console.error(error);
    showNote("A part of this page has not loaded, so it does not work yet. ", button("Reload", () => location.reload()));
  }
}

/** Show the page of this address, unless its file is all of it. */
export async function showPage() {
  const kind = document.documentElement.dataset.page ?? "whole";
  if (kind === "whole" && !location.search) return run(all(document, 'script[type="module/later"]').map((each) => loads(each, "src")));
  const folder = ROOT.pathname + inFolder(path.slice(1));
  if (kind === "lost" && folder !== location.pathname + location.search) {
    location.replace(folder + location.hash);
    return;
  }
  const known = (await takeLetter()) ? null : lastSeen(path); // what was last seen is not the newest then
  const sources = known === null ? [] : await paint(known);
  if (isLive && known !== null) return run(sources);
  const { status, headers, content } = await made();
  if (status >= 300 && status < 400 && headers.location) return location.replace(headers.location);
  const scripts = await paint(content);
  if (status === 200) remember(path, content);
  return run(scripts);
}

let settling = 0;

/** Something has been answered: what the page shows then is remembered when it is quiet for a moment. */
export function rememberSoon() {
  if (!isLive) return;
  clearTimeout(settling);
  settling = setTimeout(async () => {
    const { status, content } = await made();
    if (status === 200) remember(path, content);
  }, SETTLED);
}
