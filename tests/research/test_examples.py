"""The examples for TextArena, OpenEnv and reasoning_gym, each in a virtual environment of its own.

They cannot share ours: each pins what it needs, and some of it clashes. The environments are kept in .venv
until the requirements change. What cannot be installed, because there is no network, is skipped with the
reason; under FIVESQUARE_CI it fails.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ("openenv", "reasoning_gym", "textarena")
ENVIRONMENTS = ROOT / ".venv" / "examples"
PINNED = re.compile(r"[\w.-]+==[\w.]+")


class NotInstalledError(Exception):
    """What pip said."""


@contextmanager
def alone(name: str) -> Iterator[None]:
    """While nobody else makes the same environment."""
    ENVIRONMENTS.mkdir(parents=True, exist_ok=True)
    with (ENVIRONMENTS / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def python_of(name: str) -> Path:
    """The Python of an example, with all that it requires."""
    requirements = ROOT / "examples" / name / "requirements.txt"
    made_from = hashlib.sha256(requirements.read_bytes() + sys.version.encode()).hexdigest()
    place = ENVIRONMENTS / name
    mark = place / "made-from"
    python = place / "bin" / "python"
    with alone(name):
        if not mark.is_file() or mark.read_text() != made_from:
            shutil.rmtree(place, ignore_errors=True)
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
            install(python, requirements)
            mark.write_text(made_from)
    return python


def install(python: Path, requirements: Path) -> None:
    """All of it is pinned, so nothing is left to be found out; and compiling takes longer than it saves."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "--python", str(python)]
    command = [*pip, "install", "--no-deps", "--no-compile", "--requirement", str(requirements)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotInstalledError(done.stderr.strip().splitlines()[-1])


def installed(name: str) -> Path:
    try:
        return python_of(name)
    except NotInstalledError as error:
        if "FIVESQUARE_CI" in os.environ:
            raise
        pytest.skip(f"what the example {name} requires cannot be installed: {error}")


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_does_what_it_says(name: str) -> None:
    # Not installed: three that do so at once would meet in the folder of the sources.
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [installed(name), "check.py"],
        cwd=ROOT / "examples" / name,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_says_how_to_get_it_and_pins_everything(name: str) -> None:
    folder = ROOT / "examples" / name
    lines = (folder / "requirements.txt").read_text().splitlines()
    wanted = [line for line in lines if not line.startswith("#")]
    assert all(PINNED.fullmatch(line) for line in wanted)
    assert not any(line.startswith(("torch", "nvidia")) for line in wanted)
    ours = (ROOT / "constraints.txt").read_text().splitlines()
    compiler = [line for line in ours if line.startswith(("numba==", "llvmlite==", "numpy=="))]
    assert set(compiler) <= set(wanted), "machine code is compiled once for all that have the same"
    readme = (folder / "README.md").read_text(encoding="utf-8")
    assert re.search(r"pip install (--no-deps )?-r requirements.txt -e ../..", readme)
    assert "python check.py" in readme
