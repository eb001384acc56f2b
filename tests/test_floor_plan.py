"""The order of the modules in CONTRIBUTING.md is true: each imports only what stands above it.

And nobody enters a folder of machine code, or imports what is heavy, but where it is needed.
"""

import re
from pathlib import Path

import draw_house
import pytest
from draw_house import file_of, imports, place

from fivesquare.cache import may_be_compiled

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src" / "fivesquare"
WEB = SOURCES / "web"
RESEARCH = SOURCES / "research"
ARENA = SOURCES / "arena"
# They open onto everything.
DOORS = {place / "__init__.py" for place in (SOURCES, WEB, RESEARCH, ARENA)} | {SOURCES / "__main__.py"}
FILES = sorted(SOURCES.rglob("*.py"))
HEAVY = {"numba", "llvmlite", "numpy", "rich", "textual"}


def floor_plan(folder: Path = SOURCES) -> list[str]:
    """The files and folders in CONTRIBUTING's list of a folder, from the top."""
    heading = re.escape(str(folder.relative_to(ROOT)))
    listed = re.search(rf"```\n{heading}/\n(.*?)```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL)
    assert listed is not None
    return re.findall(r"^  ([\w.]+/?) ", listed[1], re.MULTILINE)


def may_be_heavy(path: Path, module: str) -> bool:
    """Arrays are for the numbers of moves, networks, research and ratings; the full screen is drawn."""
    if path.is_relative_to(SOURCES / "fullscreen"):
        return module.partition(".")[0] in ("rich", "textual")
    named = ("actions.py", "arrays.py", "network.py", "ratings.py")
    uses_arrays = path.name in named or path.is_relative_to(RESEARCH)
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
            assert other is None or not is_native(other), f"{path}: {module}"


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
        ("arena/entrants.py", "fivesquare.arena.language_model"),
        ("cli/benchmark.py", "fivesquare.research.benchmark"),
        ("cli/benchmark.py", "fivesquare.research.benchmark.bench_check"),
        ("cli/benchmark.py", "fivesquare.research.benchmark.bench_run"),
        ("cli/benchmark.py", "fivesquare.research.evaluation.eval_run"),
        ("cli/database.py", "fivesquare.web.play.audit"),
        ("cli/database.py", "fivesquare.web.play.game_state"),
        ("cli/database.py", "fivesquare.web.play.pruner"),
        ("cli/database.py", "fivesquare.web.store"),
        ("cli/database.py", "fivesquare.web.store.backup"),
        ("cli/database.py", "fivesquare.web.store.snapshot"),
        ("cli/database.py", "fivesquare.web.store.sql"),
        ("cli/evaluate.py", "fivesquare.research.evaluation"),
        ("cli/evaluate.py", "fivesquare.research.evaluation.eval_logs"),
        ("cli/evaluate.py", "fivesquare.research.evaluation.eval_run"),
        ("cli/evaluate.py", "fivesquare.research.evaluation.comparison"),
        ("cli/join.py", "fivesquare.fullscreen.join_page"),
        ("cli/main.py", "fivesquare.cli.completion"),
        ("cli/mcp.py", "fivesquare.research.tools.server"),
        ("cli/play.py", "fivesquare.fullscreen.game_page"),
        ("cli/play.py", "fivesquare.fullscreen.program"),
        ("cli/review.py", "fivesquare.fullscreen.review_page"),
        ("cli/puzzle.py", "fivesquare.fullscreen.daily_page"),
        ("cli/puzzle.py", "fivesquare.fullscreen.puzzle_page"),
        ("cli/play.py", "fivesquare.terminal.home"),
        ("cli/serve.py", "fivesquare.web.app"),
        ("cli/serve.py", "fivesquare.web.serve.config_check"),
        ("cli/site.py", "fivesquare.web.static_site.builder"),
        ("cli/serve.py", "fivesquare.web.serve.processes"),
        ("cli/site.py", "fivesquare.web.static_site.builder"),
        ("loader.py", "fivesquare.native"),
        ("loader.py", "fivesquare.native.linker"),
        ("players/net.py", "fivesquare.players"),
        ("players/net.py", "fivesquare.players.network"),
        ("research/batch_code.py", "fivesquare.research.native"),
        ("web/app.py", "fivesquare.web.serve.metrics"),
        ("web/embeds/live_board.py", "fivesquare.web.embeds.board_script"),
        ("terminal/rounds.py", "fivesquare.terminal.walk"),
        ("web/store/__init__.py", "fivesquare.web.store.sql"),
    }


def test_the_drawn_map_is_current() -> None:
    drawn = draw_house.drawn(draw_house.all_imports())
    assert draw_house.PICTURE.read_text(encoding="utf-8") == drawn, "run: make docs"
