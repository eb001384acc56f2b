/**
 * The first script of every page of a static site. What pages ask of a server is answered by Python in a worker;
 * nothing else of them knows. A page that differs from game to game, or from day to day, was painted from what was
 * last seen of it, or from its empty form, and is made by Python as soon as that runs.
 */
(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const ROOT = new URL("../../", script.src);
  const APP = new URL("./", script.src);
  const VERSION = APP.pathname.split("/").at(-2) ?? "";
  const PAGE = document.documentElement.dataset.page ?? "whole"; // "whole": its file is all of it
  const SNAPSHOTS = `fivesquare memory ${VERSION}`;

  const THINKING = /^\/api\/(values|walk|solve|review|puzzles|komi|fairness|remedies|samples|takeaway|lessons|daily)|\/advice$/;
  const LONG = 300; // milliseconds
  const MOST_PAGES = 16; // that are remembered
  const SETTLED = 700; // milliseconds without news of a game, after which its page is remembered
  const REMEMBERED = "fivesquare pages";
  const LETTER = /^\/games\/([^/?#]+)#letter=(.*)$/; // a game between two browsers: letters.py

  document.documentElement.dataset.booted = "";
  const marks = /** @type {Record<string, any>} */ ({ boot: Math.round(performance.now()) });
  const plainFetch = window.fetch.bind(window);

  // --- Addresses: the paths of a server, and where they are in this folder; links.py knows the same ---

  /** The path that a server would have for an address of this site. @param {URL|Location} url */
  function pathOf(url) {
    const inside = url.pathname.slice(ROOT.pathname.length).replace(/(^|\/)index\.html$/, "$1").replace(/\/$/, "");
    const [name, ...rest] = url.search.slice(1).split("&");
    const query = rest.length ? `?${rest.join("&")}` : "";
    if (/^games(\/\w+)?$/.test(inside) && name && !name.includes("=")) return `/games/${name}${inside.slice(5)}${query}`;
    if (inside === "daily" && /^\d{4}-\d\d-\d\d$/.test(name)) return `/daily/${name}${query}`;
    return `/${inside}${url.search}`;
  }

  /** Where a page is in this folder. @param {string} path without a slash before it */
  function inFolder(path) {
    if (!path || /^(api|static)\/|^[?#]/.test(path)) return path;
    const named = /^(games|daily)\/([^/?#]+)(?:\/([^?#]+))?(.*)$/.exec(path);
    if (named) {
      const [, folder, name, page, rest] = named;
      if (page?.includes(".")) return path;
      return `${folder}/${page ? `${page}/` : ""}?${name}${rest.replace(/^\?/, "&")}`;
    }
    return path.replace(/^([^?#.]*[^?#./])(?=$|[?#])/, "$1/");
  }

  const path = pathOf(location);
  const isLive = /^\/games\/[^/]+(\/(review|analysis))?$/.test(path.replace(/\?.*/, "")); // its script follows what it shows

  // --- Python ---

  const asked = new Map(); // who waits for an answer, by number
  const waiting = new Map(); // what was asked and is not answered yet
  let number = 0;
  let isReady = false;
  let worker = begin();

  function begin() {
    const made = new Worker(new URL("worker.js", APP), { type: "module" });
    const documentation = document.documentElement.dataset.documentation ?? "";
    made.postMessage({
      setting: {
        edition: { is_served: false, base: ROOT.pathname, assets: script.dataset.assets, documentation },
        snapshots: SNAPSHOTS,
      },
    });
    made.onmessage = ({ data }) => {
      if (data.marks) return started(data);
      if (data.broken && !data.number) return broken(data.broken);
      if (data.status || data.broken) waiting.delete(data.number);
      asked.get(data.number)?.(data);
    };
    made.onerror = (event) => broken(event.message || "the worker could not be loaded");
    return made;
  }

  /** @param {{marks: Record<string, number>, isLasting: boolean, started: string}} told */
  function started(told) {
    isReady = true;
    Object.assign(marks, { python: told.marks, started: told.started, ready: Math.round(performance.now()) });
    document.documentElement.dataset.python = "ready";
    if (!told.isLasting) note("This browser keeps nothing for this site, perhaps because the window is private. Games last until this page is closed.");
    if (window.isSecureContext) navigator.storage?.persist?.().catch(() => false);
    if (told.started === "archive") setTimeout(keepSnapshot, 1000);
    else install();
  }

  /** Have a second worker make what later starts begin from; it is done with what it has loaded anyway. */
  function keepSnapshot() {
    const made = new Worker(new URL("worker.js", APP), { type: "module" });
    made.onmessage = ({ data }) => {
      marks.snapshot = data.kept;
      made.terminate();
      install();
    };
    made.onerror = () => install();
    made.postMessage({ keep: SNAPSHOTS });
  }

  /** @param {string} reason */
  function broken(reason) {
    console.error(reason);
    document.documentElement.dataset.python = "broken";
    note("The computer could not be started, so this page only shows what was there before. Reload the page; a browser of the last two years is needed.");
  }

  /** Ask the worker. @param {{method: string, path: string, headers?: object, body?: string}} request @param {(told: any) => void} heard @returns {() => void} what to call when no one waits any more */
  function ask(request, heard) {
    const mine = ++number;
    const since = performance.now();
    const sent = { ...request, address: `${location.origin}${request.path}` };
    asked.set(mine, heard);
    waiting.set(mine, sent);
    worker.postMessage({ number: mine, ...sent });
    return () => {
      const isWaiting = waiting.delete(mine);
      asked.delete(mine);
      if (isWaiting && isReady && THINKING.test(request.path) && performance.now() - since > LONG) again();
      else worker.postMessage({ number: mine, left: true });
    };
  }

  /** A search cannot be told to stop: its worker is ended, and another one asked whatever else was. All that was acknowledged is on disk. */
  function again() {
    worker.terminate();
    isReady = false;
    worker = begin();
    marks.restarts = (marks.restarts ?? 0) + 1;
    for (const [mine, request] of waiting) worker.postMessage({ number: mine, ...request });
  }

  // --- What pages ask with ---

  /** Whether Python answers this, and no file. @param {URL} url */
  function isAnswered(url) {
    if (url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return false;
    return /^(api\/|healthz$|openapi\.json$|continue\/?$|me\/?$|games\/)/.test(url.pathname.slice(ROOT.pathname.length));
  }

  window.fetch = (resource, options = {}) => {
    const url = new URL(resource instanceof Request ? resource.url : resource, location.href);
    if (resource instanceof Request || !isAnswered(url)) return plainFetch(resource, options);
    return new Promise((resolve, reject) => {
      const headers = { ...Object.fromEntries(new Headers(options.headers)) };
      const leave = ask({ method: options.method ?? "GET", path: pathOf(url), headers, body: /** @type {string|undefined} */ (options.body) }, async (told) => {
        if (told.broken) return reject(new TypeError(told.broken));
        settle();
        const isPicture = told.headers["content-type"] === "image/png";
        const content = isPicture ? await pixels(told.content) : told.content;
        resolve(new Response(/^(204|304)$/.test(told.status) ? null : content, { status: told.status, headers: told.headers }));
      });
      const { signal } = options;
      signal?.addEventListener("abort", () => {
        const isImpatient = signal.reason?.name === "TimeoutError";
        if (isImpatient && !isReady) return; // Python has not even begun: it will answer
        leave();
        reject(signal.reason);
      });
    });
  };

  window.EventSource = /** @type {any} */ (class extends EventTarget {
    /** @param {string} address */
    constructor(address) {
      super();
      this.close = ask({ method: "GET", path: pathOf(new URL(address, location.href)) }, ({ event }) => {
        if (event === undefined) return this.dispatchEvent(new Event("error"));
        const data = event.slice(event.indexOf("data: ") + 6).trimEnd();
        settle();
        this.dispatchEvent(new MessageEvent("message", { data }));
      });
    }
  });

  /** A drawing as a PNG: what a server does with a library, the browser does by itself. @param {string} drawing */
  async function pixels(drawing) {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return /** @type {Promise<Blob>} */ (new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? new Blob()))));
  }

  /** Files that Python makes when they are asked for. */
  document.addEventListener("click", async (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[download]") : null;
    if (!(link instanceof HTMLAnchorElement) || !isAnswered(new URL(link.href))) return;
    event.preventDefault();
    const answer = await window.fetch(link.href);
    if (!answer.ok) return note("That file could not be made.");
    const made = document.createElement("a");
    made.href = URL.createObjectURL(await answer.blob());
    made.download = link.download || "fivesquare";
    made.click();
    setTimeout(() => URL.revokeObjectURL(made.href), 60_000);
  }, true);

  /** A line above the page, for what concerns all of it. @param {string} words @param {HTMLElement[]} more */
  function note(words, ...more) {
    const show = () => {
      const line = Object.assign(document.createElement("p"), { className: "site-note", role: "status" });
      line.append(words, ...more);
      document.querySelector(".site-note")?.remove();
      document.body.prepend(line);
    };
    if (document.body) show();
    else document.addEventListener("DOMContentLoaded", show);
  }

  // --- Pages that Python makes ---

  function storage() {
    try {
      return window.localStorage;
    } catch {
      return null; // refused, as in a frame on another site
    }
  }

  /** @returns {{version: string, pages: [string, string][]}} the pages last seen, the newest first */
  function remembered() {
    try {
      const found = JSON.parse(storage()?.getItem(REMEMBERED) ?? "null");
      if (found?.version === VERSION) return found;
    } catch {
      // as if there were none
    }
    return { version: VERSION, pages: [] };
  }

  /** @param {string} page @param {string} text */
  function remember(page, text) {
    const pages = remembered().pages.filter(([each]) => each !== page);
    pages.unshift([page, text]);
    for (let most = MOST_PAGES; most > 0; most = Math.floor(most / 2)) {
      try {
        storage()?.setItem(REMEMBERED, JSON.stringify({ version: VERSION, pages: pages.slice(0, most) }));
        return;
      } catch {
        // there is no room for so many
      }
    }
  }

  /** @param {{method: string, path: string, headers?: object, body?: string}} request @returns {Promise<{status: number, headers: Record<string, string>, content: string}>} */
  const answered = (request) => new Promise((resolve, reject) => {
    ask(request, (told) => (told.broken ? reject(new Error(told.broken)) : resolve(told)));
  });

  /** A page as Python makes it. @param {string} page */
  const made = (page) => answered({ method: "GET", path: page, headers: { accept: "text/html" } });

  /** Show a page: everything but its scripts. @param {string} text */
  async function paint(text) {
    const page = new DOMParser().parseFromString(text, "text/html");
    const sources = all(page, 'script[type="module"][src]').map((each) => new URL(each.getAttribute("src") ?? "", location.href).href);
    const there = new Set(all(document, 'link[rel="stylesheet"]').map((link) => /** @type {HTMLLinkElement} */ (link).href));
    const missing = all(page, 'link[rel="stylesheet"]').filter((link) => !there.has(new URL(link.getAttribute("href") ?? "", location.href).href));
    await Promise.all(missing.map((link) => new Promise((resolve) => {
      const made = Object.assign(document.createElement("link"), { rel: "stylesheet", href: link.getAttribute("href"), onload: resolve, onerror: resolve });
      document.head.append(made);
    })));
    document.title = page.title;
    const { scrollX, scrollY } = window;
    document.querySelector(".site-note")?.remove();
    document.body.replaceChildren(...page.body.childNodes);
    window.scrollTo(scrollX, scrollY);
    for (const early of all(page, "head script[src]:not([type])")) runEarly(/** @type {HTMLScriptElement} */ (early));
    return sources;
  }

  /** Run one of the small scripts of a page's head, unless it has run already. @param {HTMLScriptElement} early */
  function runEarly(early) {
    const source = new URL(early.getAttribute("src") ?? "", location.href).href;
    if (source === script.src || all(document, "script[src]").some((each) => /** @type {HTMLScriptElement} */ (each).src === source)) return;
    const made = document.createElement("script");
    for (const { name, value } of early.attributes) made.setAttribute(name, value);
    document.head.append(made);
  }

  /** @param {Document} page @param {string} what */
  const all = (page, what) => [...page.querySelectorAll(what)];

  /** Run the scripts of a page that was painted. @param {string[]} sources */
  async function run(sources) {
    for (const source of sources) await import(source);
    document.documentElement.dataset.painted = "true";
  }

  async function show() {
    if (PAGE === "whole" && !location.search) return;
    const [, game, letter] = LETTER.exec(path + location.hash) ?? [];
    const tell = game ? await openLetter({ game, letter }) : () => {};
    await showPage(Boolean(game));
    tell();
  }

  /** A friend has sent their move: take in what is new in it. What is returned tells the reader about it. @param {{game: string, letter: string, instead?: boolean}} wish @returns {Promise<() => void>} */
  async function openLetter(wish) {
    history.replaceState(history.state, "", location.pathname + location.search);
    const answer = await answered({ method: "POST", path: "/api/letters", body: JSON.stringify(wish) });
    const { error, sentence } = JSON.parse(answer.content);
    settle();
    if (answer.status === 409) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "plain-link", textContent: "Use your friend’s game" });
      button.addEventListener("click", async () => (await openLetter({ ...wish, instead: true }))());
      return () => note(`${whole(error)} Nothing was changed here. `, button);
    }
    if (error ?? sentence) return () => note(whole(error ?? sentence));
    return () => document.querySelector(".site-note")?.remove();
  }

  /** What programs are told, for people. @param {string} words */
  const whole = (words) => `${words[0].toUpperCase()}${words.slice(1)}${words.endsWith(".") ? "" : "."}`;

  /** @param {boolean} isChanged whether it is another one than was last seen */
  async function showPage(isChanged) {
    const known = isChanged ? null : remembered().pages.find(([each]) => each === path)?.[1];
    if (known) {
      const sources = await paint(known);
      marks.painted = Math.round(performance.now());
      if (isLive) return run(sources);
    }
    const answer = await made(path);
    const place = answer.headers.location;
    if (answer.status >= 300 && answer.status < 400 && place) return location.replace(place);
    const sources = await paint(answer.content);
    marks.painted ??= Math.round(performance.now());
    if (answer.status === 200) remember(path, answer.content);
    await run(sources);
  }

  let settling = 0;

  /** Something has been answered: what the page shows now is remembered when it is quiet for a moment. */
  function settle() {
    if (!isLive) return;
    clearTimeout(settling);
    settling = setTimeout(async () => {
      const answer = await made(path);
      if (answer.status === 200) remember(path, answer.content);
    }, SETTLED);
  }

  // --- Offline, and new versions ---

  /** Keep all files of the site, for when there is no network; after Python, so that nothing is loaded twice. */
  async function install() {
    if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
    try {
      const registration = await navigator.serviceWorker.register(new URL("sw.js", ROOT), { updateViaCache: "none" });
      registration.addEventListener("updatefound", () => offerWhenReady(registration));
      if (registration.waiting) offer(registration.waiting);
    } catch (error) {
      console.warn(`This page is not kept for when there is no network: ${error}`);
    }
  }

  /** @param {ServiceWorkerRegistration} registration */
  function offerWhenReady(registration) {
    const coming = registration.installing;
    coming?.addEventListener("statechange", () => {
      if (coming.state === "installed" && registration.active) offer(coming);
      if (coming.state === "activated") document.documentElement.dataset.offline = "ready";
    });
  }

  /** A new version has arrived whole. It takes over when the reader says so, or when no page of the old one is open. @param {ServiceWorker} coming */
  function offer(coming) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "plain-link", textContent: "Load it now" });
    button.addEventListener("click", () => coming.postMessage("take over"));
    note("A new version of Fivesquare is ready. ", button);
  }

  if ("serviceWorker" in navigator) {
    const hadOne = Boolean(navigator.serviceWorker.controller);
    if (hadOne) document.documentElement.dataset.offline = "ready";
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (hadOne) location.reload(); // all pages come from the new version at once
      else document.documentElement.dataset.offline = "ready";
    });
    // Before anything was done here: if this is the only page, a version that waits takes over.
    navigator.serviceWorker.getRegistration(ROOT).then((found) => found?.waiting?.postMessage("take over if alone"));
  }

  window.addEventListener("hashchange", () => LETTER.test(path + location.hash) && location.reload());
  Object.assign(window, { fivesquare: { address: inFolder, marks } });
  window.addEventListener("unhandledrejection", (event) => console.error(event.reason));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", show);
  else show();
})();
