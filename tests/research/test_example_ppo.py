"""The examples of PPO learn, where what they need is installed."""

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


def ran(*arguments: str, file: str = "train.py") -> subprocess.CompletedProcess[str]:
    program = [sys.executable, str(EXAMPLE / file), *arguments]
    return subprocess.run(program, capture_output=True, text=True, check=False)


def test_it_learns_sweep_in_some_seconds(tmp_path: Path) -> None:
    kept = tmp_path / "agent.zip"
    done = ran("--book", "sweep", "--steps", "40000", "--games", "200", "--save", str(kept))
    assert done.stderr == ""
    before, after = (float(told) for told in re.findall(r": (\S+) \+- \S+ points a game", done.stdout))
    assert 0.33 < before < 0.67
    assert after > 0.68  # a random player, 0.5, gets that in one of millions of such matches
    assert kept.stat().st_size > 0


@pytest.mark.parametrize(
    ("book", "opponent"),
    [("flip", "random"), ("grow", "greedy"), ("chain", "level:1"), ("fifteen", "random")],
)
def test_it_runs_in_every_book(book: str, opponent: str) -> None:
    done = ran("--book", book, "--opponent", opponent, "--steps", "1", "--games", "4")
    assert done.stderr == ""
    assert len(re.findall(rf"points a game against {opponent}\n", done.stdout)) == 2


def test_the_loop_in_one_file_learns_as_well() -> None:
    done = ran("--book", "sweep", "--steps", "40000", file="ppo_loop.py")
    assert done.stderr == ""
    before, after = (float(told) for told in re.findall(r": (\S+) points a game", done.stdout))
    assert 0.33 < before < 0.67
    assert after > 0.66
