/** Trims and compiles the Python that a site ships, in the very Pyodide that will run it: node trim.mjs PYODIDE SOURCES.zip TRIM.py OUT.zip ROOT... */

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, sources, script, out, ...roots] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONNODEBUGRANGES: "1" } });
python.runPython(readFileSync(script, "utf8"));
for (const [name, path] of [["standard", `${pyodide}/python_stdlib.zip`], ["ours", sources]]) python.FS.writeFile(`/${name}.zip`, readFileSync(path));
python.globals.get("write_trimmed")("/standard.zip", "/ours.zip", "/trimmed.zip", python.toPy(roots));
writeFileSync(out, python.FS.readFile("/trimmed.zip"));
