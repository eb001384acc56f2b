"""The compiled search in a browser, in the memory of the very Python that a site ships."""

import json
from pathlib import Path

import nodes
from playwright.sync_api import Page

from node_counts import NODES
from web.browser.conftest import Visit
from web.built_site import hosting, version_of

_START = """async (app) => {
    const { loadPyodide } = await import(app + "pyodide.mjs");
    const { bind } = await import(app + "search.js");
    const worker = await (await fetch(app + "worker.js")).text();
    const lock = worker.match(/EMPTY_LOCK = '(.*)'/)[1];
    const archive = await fetch(app + "python.zip.gz");
    const modules = await new Response(archive.body.pipeThrough(new DecompressionStream("gzip"))).blob();
    const python = await loadPyodide({
        indexURL: app, lockFileContents: lock, packageBaseUrl: app, stdLibURL: URL.createObjectURL(modules),
    });
    const module = await WebAssembly.compile(await (await fetch(app + "code.wasm")).arrayBuffer());
    const memory = python._module.memory ?? python._module.wasmMemory;
    const code = python.pyimport("fivesquare.solver.code");
    const functions = bind(module, memory, (bytes) => python._module._malloc(bytes));
    code.use(python.toPy(new Map(Object.entries(functions))));
    window.counted = (source) => python.runPython(source + "\\nimport json\\njson.dumps(counts())");
}"""


def test_the_search_enters_as_many_positions_as_everywhere(visit: Visit, built_site: Path) -> None:
    with hosting(built_site) as host:
        page: Page = visit(f"{host.url}rules/")
        page.evaluate(_START, f"{host.url}app/{version_of(built_site)}/")
        source = Path(nodes.__file__).read_text(encoding="utf-8")
        assert json.loads(page.evaluate("(source) => window.counted(source)", source)) == NODES
