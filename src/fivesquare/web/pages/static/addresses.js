/** Addresses of this site. Its scripts are two folders below its root: static/VERSION/. */

const ROOT = new URL("../../", import.meta.url).pathname;

/** @param {string} path without a slash before it: "api/games" */
export function address(path) {
  return ROOT + (window.fivesquare?.address(path) ?? path); // a static site has its pages elsewhere: boot.js says where
}

/** The address of a file beside the scripts. @param {string} name "icon.svg" */
export function asset(name) {
  return new URL(name, import.meta.url).href;
}
