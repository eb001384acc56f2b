"""Every call of the system fails once, or is the last one: nothing of the user's is broken afterwards."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from faults.injector import LIBRARY, build
from once import made_once
from patience import PATIENCE

TESTS = Path(__file__).parents[1]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the library is made for Linux")

RUNS = [
    *((f"terminal_files.{name}", "error") for name in ("save", "finish", "delete")),
    *((f"terminal_files.{name}", "full disk") for name in ("finish", "daily")),
    *((f"terminal_files.{name}", "killed") for name in ("save", "delete")),
    ("terminal_files.undo", "too many files"),
    ("terminal_files.forget", "no locks"),
    ("terminal_files.copy", "short"),
    *((f"result_files.{kind}", "error") for kind in ("text", "rows", "new-rows", "link")),
    ("result_files.new-rows", "killed"),
    *(("journal_file", fault) for fault in ("error", "full disk", "short", "killed")),
    *(("cookie_file", fault) for fault in ("error", "full disk", "killed")),
    *(("code_cache", fault) for fault in ("error", "full disk", "short", "killed")),
    ("store_file", "bad disk"),
    ("store_file", "full disk"),
    ("store_file", "too many files"),
]


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that fails calls."""
    if shutil.which("gcc") is None and "FIVESQUARE_CI" not in os.environ:
        pytest.skip("gcc is not installed: no library can be made that fails calls")
    return made_once(tmp_path_factory, "faults", build) / LIBRARY


@pytest.mark.parametrize(("scenario", "fault"), RUNS, ids=lambda each: str(each))
def test_no_fault_breaks_anything(scenario: str, fault: str, library: Path, tmp_path: Path) -> None:
    run = [sys.executable, "-m", "faults.worker", str(tmp_path), scenario, fault]
    environment = {**os.environ, "PYTHONPATH": str(TESTS), "LD_PRELOAD": str(library)}
    done = subprocess.run(run, env=environment, capture_output=True, text=True, timeout=5 * PATIENCE)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["calls"] > 0
    assert found["problems"] == []
