/** Pyodide, which lies beside worker.js in a site; its own types are in a package that is only there while a site is built. */
declare module "*/pyodide.mjs" {
  export function loadPyodide(options: object): Promise<any>;
}
