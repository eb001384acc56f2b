/** For when there is no network, and for new versions: the service worker, as the page sees it. */

import { button } from "./elements.js";
import { ROOT, VERSION } from "./place.js";
import { showNote } from "./sitenote.js";

const { dataset } = document.documentElement;

let isTouched = false;
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (isTouched = true), { capture: true, once: true });

/** Follow which version this page belongs to: all pages change to another one together. */
export function followVersion() {
  const container = navigator.serviceWorker;
  if (!container) return;
  if (container.controller) dataset.offline = "ready";
  container.addEventListener("controllerchange", () => { dataset.offline = "ready"; });
  container.addEventListener("message", ({ data }) => {
    if (data.version !== VERSION) location.reload();
  });
  container.startMessages();
}

/** Keep all files of the site, and look for a new version. */
export async function keepFiles() {
  if (!navigator.serviceWorker || !window.isSecureContext) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL("sw.js", ROOT), { updateViaCache: "none" });
    registration.addEventListener("updatefound", () => follow(registration));
    follow(registration);
    if (registration.waiting) greet(registration.waiting);
    else if (registration.active) registration.update().catch(() => {}); // there is no network, or what came is damaged
  } catch (error) {
    console.warn(`The site is not kept for when there is no network: ${error}`);
  }
}

/** @param {ServiceWorkerRegistration} registration */
function follow(registration) {
  const coming = registration.installing;
  coming?.addEventListener("statechange", () => {
    if (coming.state === "installed" && registration.active) offer(coming);
  });
}

/**
 * A version has arrived whole on an earlier page: it takes over if this page is the only one, and nothing was done on it yet.
 * Not sooner: while the old service worker is at work for a page that begins, Chromium may put the change off for minutes.
 * @param {ServiceWorker} coming
 */
function greet(coming) {
  offer(coming);
  if (!isTouched) coming.postMessage("take over if alone");
}

/** A new version has arrived whole. It takes over when the reader says so, or once no page of the old one is open. @param {ServiceWorker} coming */
function offer(coming) {
  showNote("A new version of Fivesquare is ready. ", button("Load it now", () => coming.postMessage("take over")));
}
