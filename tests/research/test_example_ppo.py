"""The example of MaskablePPO learns, where what it needs is installed."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "maskable_ppo"
MISSING = [name for name in ("torch", "stable_baselines3", "sb3_contrib") if find_spec(name) is None]

pytestmark = pytest.mark.skipif(
    bool(MISSING),
    reason=f"{' and '.join(MISSING)} not installed: see examples/maskable_ppo/requirements.txt",
)


def ran(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = [sys.executable, str(EXAMPLE / "train.py"), *arguments]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def test_it_learns_sweep_in_some_seconds(tmp_path: Path) -> None:
    kept = tmp_path / "agent.zip"
    done = ran("--book", "sweep", "--steps", "20000", "--games", "200", "--save", str(kept))
    assert done.stderr == ""
    before, after = (float(told) for told in re.findall(r": (\S+) \+- \S+ points a game", done.stdout))
    assert 0.35 < before < 0.65
    assert after > 0.7
    assert kept.stat().st_size > 0


@pytest.mark.parametrize("book", ["flip", "grow", "chain", "fifteen"])
def test_it_runs_in_every_book(book: str) -> None:
    done = ran("--book", book, "--steps", "1", "--games", "4", "--opponent", "greedy")
    assert done.stderr == ""
    assert len(re.findall(r"points a game against greedy\n", done.stdout)) == 2
