"""The order of the modules in CONTRIBUTING.md is true: each imports only what stands above it.

And nobody enters a folder of machine code, or imports what is heavy, but where it is needed.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fivesquare.cache import may_be_compiled

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "fivesquare"
WEB = SOURCES / "web"
RESEARCH = SOURCES / "research"
ARENA = SOURCES / "arena"
# They open onto everything.
DOORS = {place / "__init__.py" for place in (SOURCES, WEB, RESEARCH, ARENA)} | {SOURCES / "__main__.py"}
BATCH = RESEARCH / "batch.py"  # nobody imports it but to run machine code
FILES = sorted(SOURCES.rglob("*.py"))
HEAVY = {"numba", "llvmlite", "numpy", "rich"}


def floor_plan(folder: Path = SOURCES) -> list[str]:
    """The files and folders in CONTRIBUTING's list of a folder, from the top."""
    heading = re.escape(str(folder.relative_to(ROOT)))
    listed = re.search(rf"```\n{heading}/\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
    assert listed is not None
    return re.findall(r"^  ([\w.]+/?) ", listed[1], re.MULTILINE)


def place(path: Path, folder: Path = SOURCES) -> str:
    """The entry of the list of a folder that a file belongs to."""
    first = path.relative_to(folder).parts[0]
    return first if first.endswith(".py") else f"{first}/"


def imports(path: Path, at_the_top: bool) -> Iterator[str]:
    """What a file imports, as it is loaded or later inside of functions: full names of modules."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = {id(node) for node in tree.body}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Import | ast.ImportFrom) or (id(node) in top) != at_the_top:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            assert node.level == 0, f"{path}: imports name whole modules here"
            yield str(node.module)
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def file_of(module: str) -> Path | None:
    """The file of one of our modules."""
    if not module.startswith("fivesquare."):
        return None
    path = SOURCES.joinpath(*module.split(".")[1:])
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


def may_be_heavy(path: Path, module: str) -> bool:
    """Arrays are what the numbers of moves, all of research and ratings are about."""
    uses_arrays = path.name in ("actions.py", "ratings.py") or path.is_relative_to(RESEARCH)
    return module.startswith("numpy") and uses_arrays


def is_native(path: Path) -> bool:
    return "native" in path.relative_to(SOURCES).parts


@pytest.mark.parametrize(
    ("folder", "besides"),
    [(SOURCES, "__main__.py"), *((folder, "__init__.py") for folder in (WEB, RESEARCH, ARENA))],
)
def test_the_list_has_every_file_and_folder(folder: Path, besides: str) -> None:
    ours = {place(path, folder) for path in FILES if path.is_relative_to(folder)} - {besides}
    assert sorted(floor_plan(folder)) == sorted(ours)


@pytest.mark.parametrize("folder", [SOURCES, WEB, RESEARCH, ARENA], ids=lambda folder: folder.name)
def test_a_module_imports_only_what_stands_above_it(folder: Path) -> None:
    order = floor_plan(folder)
    for path in FILES:
        if not path.is_relative_to(folder) or path in DOORS:
            continue
        for module in (*imports(path, at_the_top=True), *imports(path, at_the_top=False)):
            other = file_of(module)
            if other is None or not other.is_relative_to(folder) or other in DOORS:
                continue
            if place(other, folder) != place(path, folder):
                above = order.index(place(other, folder)) < order.index(place(path, folder))
                assert above, f"{path}: {module}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCES)))
def test_what_is_heavy_is_imported_in_its_own_place(path: Path) -> None:
    """Numba only in native folders, which are entered from inside of functions."""
    for module in imports(path, at_the_top=True):
        heavy = module.partition(".")[0] in HEAVY
        other = file_of(module)
        if not is_native(path):
            assert not heavy or may_be_heavy(path, module), f"{path}: {module}"
            assert other is None or not is_native(other) or path == BATCH, f"{path}: {module}"


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if may_be_compiled(path.relative_to(SOURCES))],
    ids=lambda path: str(path.relative_to(SOURCES)),
)
def test_what_is_compiled_uses_nothing_that_the_cache_does_not_look_at(path: Path) -> None:
    """A change there would go unnoticed. Only what keeps and runs compiled code is no part of it."""
    besides = {*DOORS, SOURCES / "cache.py", SOURCES / "background.py"}
    for module in imports(path, at_the_top=True):
        other = file_of(module)
        if other is not None and other not in besides:
            assert may_be_compiled(other.relative_to(SOURCES)), f"{path}: {module}"


def test_few_imports_stand_inside_of_functions() -> None:
    """Each of them spares somebody a cost that is written beside it."""
    late = {
        (str(path.relative_to(SOURCES)), module)
        for path in FILES
        for module in imports(path, at_the_top=False)
        if module.startswith("fivesquare.") and file_of(module) is not None
    }
    assert late == {
        ("arena/entrants.py", "fivesquare.arena"),
        ("arena/entrants.py", "fivesquare.arena.models"),
        ("research/evaluation/command.py", "fivesquare.research.evaluation"),
        ("research/evaluation/command.py", "fivesquare.research.evaluation.results"),
        ("research/evaluation/command.py", "fivesquare.research.evaluation.running"),
        ("research/evaluation/command.py", "fivesquare.research.evaluation.tables"),
        ("research/pixels.py", "fivesquare.web.pages.cards"),
        ("research/tools/command.py", "fivesquare.research.tools.server"),
        ("solver/code.py", "fivesquare.native"),
        ("solver/code.py", "fivesquare.native.linker"),
        ("solver/code.py", "fivesquare.solver.native.entries"),
        ("terminal/cli.py", "fivesquare.terminal.completing"),
        ("terminal/filters.py", "fivesquare.native.perft"),
        ("web/command.py", "fivesquare.web.app"),
        ("web/command.py", "fivesquare.web.serve.running"),
    }
