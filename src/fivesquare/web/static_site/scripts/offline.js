/** For when there is no network, and for new versions: the service worker, as the page sees it. */

import { button } from "./elements.js";
import { ROOT, VERSION } from "./place.js";
import { showNote } from "./sitenote.js";

const { dataset } = document.documentElement;

/** Let a version that has arrived whole take over before anything is done here, if this is its only page. */
export function takeOverIfAlone() {
  const container = navigator.serviceWorker;
  if (!container) return;
  if (container.controller) dataset.offline = "ready";
  container.addEventListener("controllerchange", () => { dataset.offline = "ready"; });
  container.addEventListener("message", ({ data }) => {
    if (data.version !== VERSION) location.reload(); // all pages come from the new version at once
  });
  container.startMessages();
  container.getRegistration(ROOT).then((found) => found?.waiting?.postMessage("take over if alone"), () => {});
}

/** Keep all files of the site, and look for a new version. */
export async function keepFiles() {
  if (!navigator.serviceWorker || !window.isSecureContext) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL("sw.js", ROOT), { updateViaCache: "none" });
    registration.addEventListener("updatefound", () => follow(registration));
    follow(registration);
    if (registration.waiting) offer(registration.waiting);
    if (registration.active) registration.update().catch(() => {}); // there is no network, or what came is damaged
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

/** A new version has arrived whole. It takes over when the reader says so, or once no page of the old one is open. @param {ServiceWorker} coming */
function offer(coming) {
  showNote("A new version of Fivesquare is ready. ", button("Load it now", () => coming.postMessage("take over")));
}
