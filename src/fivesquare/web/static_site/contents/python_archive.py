"""The Python that a site ships: Pyodide from the npm registry, and one archive of all modules in use.

The archive is made by that very Pyodide, under Node: it holds compiled modules, and only one version of
Python reads them.
"""

import base64
import gzip
import hashlib
import json
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from fivesquare.library import wasm
from fivesquare.web.pages.templating import COMPILED, environment
from fivesquare.web.static_site.errors import SiteError

PYODIDE = "pyodide@314.0.7"
_DIGEST = (
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="  # SHA-512
)
_SHIPPED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_HERE = Path(__file__).parent
_SCRIPTS = _HERE.parent / "scripts"
_PACKAGE = Path(__file__).parents[4]
_PAGES = "fivesquare/web/pages"
_LIBRARIES = ("jinja2", "markupsafe")
_ROOT = "fivesquare.web.static_site.in_worker"
_STANDINS = {
    "pydantic.py": "fivesquare/web/static_site/pydantic_standin.py",
    "fivesquare/pictures/raster.py": "fivesquare/web/static_site/raster_standin.py",
}
"""Where in the archive a module lies that stands in for another one."""

_DATA = ("fivesquare/pictures/fonts/widths.json",)
_LEFT_OUT = {"native", "research", "arena", "terminal", "cli", "serve", "migrations", "contents"}


def python_files() -> dict[str, bytes]:
    """What the worker loads, by name: Pyodide, the archive of modules, the search."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        pyodide = _unpacked(folder)
        lock = json.loads((pyodide / "pyodide-lock.json").read_bytes())
        worker = (_SCRIPTS / "worker.js").read_text(encoding="utf-8")
        empty_lock = json.dumps({"info": lock["info"], "packages": {}})
        return {
            "worker.js": worker.replace("%LOCK%", empty_lock).encode(),
            **{name: (pyodide / name).read_bytes() for name in _SHIPPED},
            "python.zip.gz": gzip.compress(_archive(pyodide, folder), 9, mtime=0),
            "code.wasm": wasm(),
        }


def _unpacked(folder: Path) -> Path:
    """Pyodide's package, fetched by npm and checked."""
    _run("npm", "pack", PYODIDE, "--pack-destination", folder, "--silent", "--json", where=folder)
    (packed,) = folder.glob("*.tgz")
    if base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode() != _DIGEST:
        raise SiteError(f"{PYODIDE} is not the package that was tested: its digest is another one")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def _archive(pyodide: Path, folder: Path) -> bytes:
    """The modules that are used, compiled, in a zip."""
    sources, target = folder / "sources.zip", folder / "python.zip"
    with zipfile.ZipFile(sources, "w") as archive:
        for name, content in _sources():
            archive.writestr(name, content)
    templates = [f"{_PAGES}/{COMPILED}/{name}" for name, _ in _templates()]
    roots = [_ROOT, *(name.removesuffix(".py").replace("/", ".") for name in templates)]
    _run("node", _HERE / "trim.mjs", pyodide, sources, _HERE / "trim.py", target, *roots, where=folder)
    return target.read_bytes()


def _sources() -> Iterator[tuple[str, bytes]]:
    """Our modules, the libraries, and what stands in for others, by path."""
    for path in sorted((_PACKAGE / "fivesquare").rglob("*.py")):
        place = path.relative_to(_PACKAGE)
        if not _LEFT_OUT & set(place.parts) and place.as_posix() not in _STANDINS:
            yield place.as_posix(), path.read_bytes()
    for library in _LIBRARIES:
        spec = find_spec(library)
        assert spec is not None
        assert spec.origin is not None
        folder = Path(spec.origin).parent
        for path in sorted(folder.rglob("*.py")):
            yield path.relative_to(folder.parent).as_posix(), path.read_bytes()
    for name, standin in _STANDINS.items():
        yield name, (_PACKAGE / standin).read_bytes()
    for data in _DATA:
        yield data, (_PACKAGE / data).read_bytes()
    for name, text in _templates():
        yield f"{_PAGES}/{COMPILED}/{name}", text.encode()
    yield f"{_PAGES}/{COMPILED}.txt", "\n".join(environment().list_templates()).encode()


def _templates() -> list[tuple[str, str]]:
    """The templates as modules of Python, as Jinja names them."""
    with tempfile.TemporaryDirectory() as folder:
        environment().compile_templates(folder, zip=None, ignore_errors=False)
        found = sorted(Path(folder).glob("*.py"))
        return [(path.name, path.read_text(encoding="utf-8")) for path in found]


def _run(program: str, *arguments: object, where: Path) -> None:
    """Run a program of Node's; a SiteError with the reason if it fails."""
    if shutil.which(program) is None:
        raise SiteError(
            f"building the site needs {program}, which is not installed: install Node.js 18 or newer"
        )
    done = subprocess.run(
        [program, *map(str, arguments)], cwd=where, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SiteError(f"{program} failed: {_reason(done) or done.returncode}")


def _reason(failed: subprocess.CompletedProcess[str]) -> str:
    """Why a program failed: npm says it in JSON; Node in the last line that names an error."""
    with suppress(ValueError, KeyError, TypeError):
        return str(json.loads(failed.stdout)["error"]["summary"])
    lines = [line.strip() for line in failed.stderr.splitlines() if "Error" in line]
    return lines[-1] if lines else ""
