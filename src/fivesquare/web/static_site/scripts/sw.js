/**
 * Keeps every file of one version of the site, and serves that version and no other: all of them were fetched and
 * compared with their digests before it was installed, so an update that is cut off or damaged changes nothing.
 */

const VERSION = "%VERSION%";
const FILES = /** @type {Record<string, string>} */ (JSON.parse('%FILES%')); // path -> digest of its content
const AT_ONCE = 6;

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = new URL(worker.registration.scope);
const OURS = `fivesquare ${scope.pathname} `; // the caches of this site: others may lie beside it on the same host
const CACHE = `${OURS}site ${VERSION}`;

worker.addEventListener("install", (event) => event.waitUntil(install()));

async function install() {
  const cache = await caches.open(CACHE);
  const waiting = Object.entries(FILES);
  const fetchSome = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await keep(cache, ...next);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

/** Put a file into the cache, from the browser's own or from the host: only with the content that this version has. @param {Cache} cache @param {string} path @param {string} digest */
async function keep(cache, path, digest) {
  const address = new URL(path, scope).href;
  if (await cache.match(address)) return;
  for (const mode of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const answer = await fetch(address, { cache: mode });
    const body = answer.ok ? await answer.arrayBuffer() : new ArrayBuffer(0);
    if (answer.ok && (await digestOf(body)) === digest) {
      const kept = new Headers(answer.headers);
      for (const name of ["content-encoding", "content-length"]) kept.delete(name); // the body is unpacked
      await cache.put(address, new Response(body, { headers: kept }));
      return;
    }
  }
  throw new Error(`${path} is not that of version ${VERSION}`);
}

/** @param {ArrayBuffer} body */
async function digestOf(body) {
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...found.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

worker.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && !name.endsWith(` ${VERSION}`)) await caches.delete(name);
  }
  await worker.clients.claim();
  for (const page of await worker.clients.matchAll({ type: "window" })) page.postMessage({ version: VERSION });
})()));

worker.addEventListener("message", (event) => event.waitUntil((async () => {
  if (event.data === "take over") await worker.skipWaiting();
  if (event.data === "take over if alone") {
    const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    if (pages.length <= 1) await worker.skipWaiting();
  }
})()));

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const path = decodeURI(url.pathname.slice(scope.pathname.length));
  const file = path in FILES ? path : `${path}index.html`;
  if (file in FILES) return event.respondWith(found(file, event.request));
  const folder = folderOf(path, url.search);
  if (folder !== null && event.request.mode === "navigate") event.respondWith(Response.redirect(new URL(folder, scope).href, 302));
});

/** Where a page is that a server would have at this path; null: it is none of ours, or no part of what is kept. @param {string} path @param {string} query */
function folderOf(path, query) {
  if (`${path}/index.html` in FILES) return `${path}/${query}`;
  const [, folder, name, page] = /^(games|daily)\/([^/]+)(?:\/(\w+))?\/?$/.exec(path) ?? [];
  return name ? `${folder}/${page ? `${page}/` : ""}?${name}${query.replace(/^\?/, "&")}` : null;
}

/** @param {string} file @param {Request} request */
async function found(file, request) {
  const kept = await (await caches.open(CACHE)).match(new URL(file, scope).href);
  return kept ?? fetch(request); // the browser has cleared its storage
}
