"""What a terminal, a server and a solver need is Click and Rich; what needs more says what to install."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from fivesquare.solver import warm_up

WITHOUT = """
import sys
for heavy in ("numpy", "numba", "llvmlite"):
    sys.modules[heavy] = None
"""
RECORD = {"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]], "moves": []}
FINISHED = {**RECORD, "moves": ["2,2", "1,3", "3,3", "3,1", "1,1"]}


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """What a wheel has, or an earlier search."""
    warm_up()


def run(arguments: list[str], given: object = None) -> subprocess.CompletedProcess[str]:
    """The program, where nothing can be imported that is heavy."""
    return subprocess.run(
        [sys.executable, "-c", f"{WITHOUT}from fivesquare.cli.main import main\nmain()", *arguments],
        input="" if given is None else json.dumps(given),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "given", "said"),
    [
        (["--help"], None, "benchmark"),
        (["solve"], RECORD, '"best": ["2,2"]'),
        (["perft", "--depth", "2"], RECORD, '"count": 60'),
        (["state"], FINISHED, '"winner": 1'),
        (["play", "sweep", "--seed", "1", "--first", "level:3", "--second", "perfect"], None, "Winner:"),
        (["puzzle", "sweep", "--seed", "1"], None, "Puzzle"),
        (["dataset", "best-move", "--help"], None, "Parquet"),
        (["arena", "--help"], None, "--books"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_the_terminal_does_needs_nothing_else(arguments: list[str], given: object, said: str) -> None:
    done = run(arguments, given)
    assert said.lower() in done.stdout.lower(), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "needed"),
    [
        (["arena", "random", "greedy", "--books", "sweep"], "A tournament needs numpy"),
        (["study", "sweep", "--boards", "2"], "A study needs numpy"),
        (["measure", "--book", "sweep"], "Measuring needs numpy"),
        (["play", "sweep", "--first", "net", "--second", "random"], "the player net needs NumPy"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_what_needs_arrays_says_so_at_once(arguments: list[str], needed: str) -> None:
    done = run(arguments)
    assert done.returncode != 0
    last = " ".join(done.stderr.split())
    assert f"{needed}, which is not installed: pip install 'fivesquare[arrays]'" in last
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("module", "extra"),
    [
        ("fivesquare.actions", "arrays"),
        ("fivesquare.research.labels", "arrays"),
        ("fivesquare.research.pixels", "rl"),
    ],
)
def test_importing_arrays_without_numpy_says_what_to_install(module: str, extra: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"{WITHOUT}import {module}"], capture_output=True, text=True, check=False
    )
    assert done.stderr.splitlines()[-1].endswith(f"not installed: pip install 'fivesquare[{extra}]'")


def test_the_server_and_the_full_screen_need_no_arrays(tmp_path: Path) -> None:
    modules = "fivesquare.web.app", "fivesquare.web.serve.processes", "fivesquare.fullscreen.program"
    code = f"{WITHOUT}import {', '.join(modules)}"
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
