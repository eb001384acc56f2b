"""Runs in Pyodide, under Node, when a site is built: trims and compiles the Python that a site ships.

What a module imports is read from its source. Of our own modules and of the libraries everything
counts, imports within functions too; of the standard library only what is imported when a module is loaded,
and what is listed in `LATER`, because half of it would follow otherwise.
"""

import ast
import importlib.util
import io
import marshal
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

LATER = (
    "_strptime",
    "encodings.idna",
    "pyodide.ffi",
)
"""Modules of the standard library that others import when they need them."""

NEVER = ("fivesquare.players.network", "fivesquare.web.store.sql", "_pydatetime", "_pyio", "_pydecimal")
"""What is imported only where there are files, processes or NumPy, or nothing faster."""

_UNCHECKED = 0b01  # by a hash of its source, which is not looked at (PEP 552)
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # that a zip can tell

Sources = dict[str, bytes]
"""The source of each module, by its path: "json/decoder.py"."""


def write_trimmed(standard: str, ours: str, target: str, roots: list[str]) -> None:
    """The same from file to file."""
    Path(target).write_bytes(trimmed(Path(standard).read_bytes(), Path(ours).read_bytes(), roots))


def trimmed(standard: bytes, ours: bytes, roots: list[str]) -> bytes:
    """A zip of compiled modules: those of two zips of sources that the roots need, and our other files.

    Nothing in it is packed: the whole travels packed, which makes it smaller than its parts would be.
    """
    library, own = _sources(standard), _sources(ours)
    closure = _Closure({**library, **own}, own)
    for root in (*roots, *LATER, *sorted(sys.modules)):
        closure.add(root)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as target:
        for path in sorted(closure.paths):
            content = _compiled(path, closure.sources[path])
            target.writestr(zipfile.ZipInfo(f"{path}c", _EARLIEST), content)
        for path, content in sorted(_others(ours)):
            target.writestr(zipfile.ZipInfo(path, _EARLIEST), content)
    return made.getvalue()


def _sources(archive: bytes) -> Sources:
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        return {name: found.read(name) for name in found.namelist() if name.endswith(".py")}


def _others(archive: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(archive)) as found:
        for name in found.namelist():
            if not name.endswith((".py", "/")):
                yield name, found.read(name)


def _compiled(path: str, source: bytes) -> bytes:
    """A module as bytecode that is never compared with a source, without its docstrings."""
    code = compile(source, path, "exec", dont_inherit=True, optimize=2)
    kind = _UNCHECKED.to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + kind + importlib.util.source_hash(source) + marshal.dumps(code)


class _Closure:
    """The modules that some modules need."""

    def __init__(self, sources: Sources, own: Sources) -> None:
        self.sources, self._own = sources, own
        self.paths: set[str] = set()

    def add(self, name: str) -> None:
        """Add a module, if it is one, its package, and all that they import."""
        path = self._path(name)
        if path is None or path in self.paths or name in NEVER:
            return
        self.paths.add(path)
        self.add(name.rpartition(".")[0])
        for imported in self._imported(name, path):
            self.add(imported)

    def _path(self, name: str) -> str | None:
        base = name.replace(".", "/")
        return next((each for each in (f"{base}/__init__.py", f"{base}.py") if each in self.sources), None)

    def _imported(self, name: str, path: str) -> Iterator[str]:
        package = name if path.endswith("/__init__.py") else name.rpartition(".")[0]
        tree = ast.parse(self.sources[path])
        for node in _statements(tree.body, within_functions=path in self._own):
            if isinstance(node, ast.Import):
                yield from (each.name for each in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = importlib.util.resolve_name("." * node.level + (node.module or ""), package)
                yield base
                yield from (f"{base}.{each.name}" for each in node.names)


def _statements(body: list[ast.stmt], *, within_functions: bool) -> Iterator[ast.stmt]:
    """All statements, but for those that are only there for type checkers."""
    for node in body:
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not within_functions:
            continue
        parts = ["orelse"] if _is_for_others(node) else ["body", "orelse", "finalbody"]
        for part in parts:
            yield from _statements(getattr(node, part, []), within_functions=within_functions)
        for branch in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
            yield from _statements(branch.body, within_functions=within_functions)


def _is_for_others(node: ast.stmt) -> bool:
    """Whether a statement is for type checkers, or for a module that is run as a program."""
    test = ast.unparse(node.test) if isinstance(node, ast.If) else ""
    return "TYPE_CHECKING" in test or test.startswith("__name__ == ")
