"""A clone is compiled for with a compiler that is not kept."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import compile_solver
import pytest

from fivesquare import library

ROOT = Path(__file__).parents[2]


def test_afterwards_nothing_is_left_to_compile() -> None:
    script = ROOT / "scripts" / "compile_solver.py"
    subprocess.run([sys.executable, script], check=True)
    again = subprocess.run([sys.executable, script], check=True, capture_output=True, text=True)
    assert (again.stdout, again.stderr) == ("", "")
    assert library.is_complete()


def test_a_compiler_that_is_missing_is_fetched_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[Path] = []

    def pip(command: list[str], check: bool) -> None:
        assert command[1:3] == ["-m", "pip"]
        assert {"llvmlite", "numba", "numpy"} <= set(command)
        assert check
        fetched.append(Path(command[command.index("--target") + 1]))
        (fetched[0] / "fetched_by_this_test.py").write_text("")

    monkeypatch.setattr(compile_solver, "find_spec", lambda _name: None)
    monkeypatch.setattr(subprocess, "run", pip)
    paths = list(sys.path)
    with compile_solver.compiler():
        assert find_spec("fetched_by_this_test") is not None
    assert find_spec("fetched_by_this_test") is None
    assert sys.path == paths
    assert not fetched[0].exists()


def test_one_that_is_there_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("nothing is to be fetched"))
    with compile_solver.compiler():
        assert find_spec("numba") is not None
