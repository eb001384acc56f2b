/** Where this site is, and its addresses: the paths that a server would have, and where they are in this folder. */

const script = /** @type {HTMLScriptElement} */ (document.currentScript); // boot.js, of which this becomes a part

export const BOOT = script.src;

/** The folder of the scripts of this version: app/VERSION/. */
export const APP = new URL("./", script.src);

export const ROOT = new URL("../../", script.src);
export const VERSION = APP.pathname.split("/").at(-2) ?? "";

/** The version of the files that pages load. */
export const ASSETS = script.dataset.assets ?? "";

const PAGE_OF_A_GAME = /^games(\/\w+)?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const ANSWERED = /^(api\/|healthz\/?$|openapi\.json$|continue\/?$|me\/?$|games\/)/;

/** The path that a server would have for an address of this site. @param {URL|Location} url */
export function pathOf(url) {
  const inside = url.pathname.slice(ROOT.pathname.length).replace(/(^|\/)index\.html$/, "$1").replace(/\/$/, "");
  const [name, ...rest] = url.search.slice(1).split("&");
  const query = rest.length ? `?${rest.join("&")}` : "";
  if (PAGE_OF_A_GAME.test(inside) && name && !name.includes("=")) return `/games/${name}${inside.slice(5)}${query}`;
  if (inside === "daily" && DATE.test(name)) return `/daily/${name}${query}`;
  return `/${inside}${url.search}`;
}

/** Where a page is in this folder, as links.py says it in Python. @param {string} path without a slash before it */
export function inFolder(path) {
  if (!path || /^(api|static)\/|^[?#]/.test(path)) return path;
  const named = /^(games|daily)\/([^/?#]+)(?:\/([^?#]+))?(.*)$/.exec(path);
  if (named) {
    const [, folder, name, page, rest] = named;
    if (page?.includes(".")) return path; // a file, which is made when it is asked for
    return `${folder}/${page ? `${page}/` : ""}?${name}${rest.replace(/^\?/, "&")}`;
  }
  return path.replace(/^([^?#.]*[^?#./])(?=$|[?#])/, "$1/");
}

/** Whether Python answers this, and no file. @param {URL} url */
export function isAnswered(url) {
  return url.origin === ROOT.origin && url.pathname.startsWith(ROOT.pathname) && ANSWERED.test(url.pathname.slice(ROOT.pathname.length));
}
