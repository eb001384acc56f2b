"""The Python that a site ships, in its own Pyodide, under Node: nothing that it imports is missing."""

import gzip
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from web.built_site import version_of

_START = """
import { readFileSync } from "node:fs";
import * as documents from "./documents.mjs";
import { loadPyodide } from "./pyodide.mjs";
import { bind } from "./search.mjs";

const [folder, told] = process.argv.slice(2);
const lockFileContents = /EMPTY_LOCK = '(.*)'/.exec(readFileSync(`${folder}/worker.js`, "utf8"))[1];
const python = await loadPyodide({
    indexURL: folder, packageBaseUrl: folder, lockFileContents, stdLibURL: `${folder}/python.zip`,
});
function end(found) {
    process.stdout.write(`\\n${JSON.stringify(found)}`, () => process.exit());
}
"""

_ASK_PYTHON = "end(JSON.parse(python.runPython(told)));"

_ASK_PAGES = """
const module = await WebAssembly.compile(readFileSync(`${folder}/code.wasm`));
const memory = python._module.memory ?? python._module.wasmMemory;
const functions = bind(module, memory, (bytes) => python._module._malloc(bytes));
const glue = python.pyimport("fivesquare.web.static_site.in_worker");
glue.warm_up();
await glue.start(functions, documents, JSON.stringify({ is_served: false, base: "/" }));
let number = 0;
async function ask(path, method = "GET", body = "") {
    return JSON.parse(await glue.ask(number++, `http://here${path}`, method, "{}", body, () => {}));
}
const [, , begun] = await ask("/api/games", "POST", '{"book":"sweep","seed":5,"sit":[1,2]}');
const found = {};
const { id } = JSON.parse(begun);
for (const path of JSON.parse(told)) found[path] = (await ask(path.replace("GAME", id)))[0];
end(found);
"""

_IMPORTS = """
import dis, importlib, importlib.util, json, types, zipfile

def imported(code, package):
    instructions = list(dis.get_instructions(code))
    for place, each in enumerate(instructions):
        if each.opname == "IMPORT_NAME":
            level = instructions[place - 2].argval
            yield importlib.util.resolve_name("." * level + each.argval, package)
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from imported(each, package)

def is_there(name):
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False

broken, missing, count = {}, {}, 0
with zipfile.ZipFile("/lib/python314.zip") as archive:
    paths = [path for path in archive.namelist() if path.endswith(".pyc")]
for path in paths:
    name = path.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
    try:
        importlib.import_module(name)
    except Exception as error:
        broken[name] = str(error)
    if name.partition(".")[0] in ("fivesquare", "jinja2", "markupsafe", "pydantic"):
        package = name if path.endswith("/__init__.pyc") else name.rpartition(".")[0]
        wanted = set(imported(importlib.util.find_spec(name).loader.get_code(name), package))
        count += len(wanted)
        if lost := [each for each in wanted if not is_there(each)]:
            missing[name] = lost
json.dumps({"broken": broken, "missing": missing, "modules": len(paths), "imports": count})
"""

ELSEWHERE = {
    *("fivesquare.native", "llvmlite"),  # the search is WebAssembly here
    *("fivesquare.web.store.sql", "pydantic.json_schema", "resource", "segno"),  # for servers
    *("jinja2.ext", "jinja2.sandbox", "typing_extensions"),  # for type checkers
    "markupsafe._speedups",  # the same in C
}
"""What the code imports where it runs elsewhere."""

PAGES = (
    *("/", "/?book=grow", "/rules", "/rules/flip", "/learn", "/learn/fifteen", "/make", "/me", "/daily"),
    *("/daily/2026-11-18", "/puzzles?book=sweep&difficulty=easy&seed=1", "/analysis", "/review"),
    *("/play?rules=%7B%22like%22:%22grow%22,%22size%22:%5B2,7%5D%7D", "/rules/flip/picture.png"),
    *("/games/GAME", "/games/GAME/review", "/games/GAME/analysis", "/games/GAME/record.json"),
    *("/games/GAME/picture.svg", "/games/GAME/picture.png", "/api/games/GAME", "/api/games/GAME/ladder"),
    *("/api/me", "/api/me/export", "/api/days", "/api/catalogue", "/api/daily", "/healthz"),
)
NOT_HERE = ("/api", "/openapi.json", "/games/GAME/qr.svg", "/api/games/GAME/links", "/club", "/nothing")
"""What needs a server."""


@pytest.fixture(scope="module")
def app(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the worker loads, as Node takes it."""
    folder = tmp_path_factory.mktemp("shipped") / "app"
    shutil.copytree(built_site / "app" / version_of(built_site), folder)
    (folder / "python.zip").write_bytes(gzip.decompress((folder / "python.zip.gz").read_bytes()))
    for name in ("documents", "search"):
        (folder / f"{name}.js").rename(folder / f"{name}.mjs")
    return folder


def run(app: Path, script: str, told: str) -> Any:
    """What a script says, in a new Pyodide."""
    main = app / "main.mjs"
    main.write_text(_START + script)
    done = subprocess.run(["node", main, app, told], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout.splitlines()[-1])


def test_every_module_and_all_that_it_imports_is_there(app: Path) -> None:
    """What a function imports only when it is called, too."""
    found = run(app, _ASK_PYTHON, _IMPORTS)
    assert found["modules"] > 300
    assert found["imports"] > 1000
    assert set(found["broken"].values()) <= {"win32 only"}
    assert {each for lost in found["missing"].values() for each in lost} == ELSEWHERE


def test_every_page_is_made(app: Path) -> None:
    answers = run(app, _ASK_PAGES, json.dumps(PAGES + NOT_HERE))
    assert answers == {**dict.fromkeys(PAGES, 200), **dict.fromkeys(NOT_HERE, 404)}
