"""A million steps of the server on a simulated, faulty machine; and that they would find bugs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from web.simulation.mutants import MUTANTS

PARTS, STEPS = 4, 250_000
UNTIL_FOUND = 600_000
TESTS = Path(__file__).parents[1]


def simulated(*options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "web.simulation", *map(str, options)],
        cwd=TESTS,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_everything_holds_for_a_million_steps(part: int) -> None:
    done = simulated("--seed", 1 + 1000 * part, "--steps", STEPS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "everything holds" in done.stdout


def test_a_seed_gives_the_same_course_of_events_in_whatever_company() -> None:
    alone = simulated("--seed", 3).stdout
    (course,) = re.findall(r"^seed 3: .*", alone, re.MULTILINE)
    assert course in simulated("--seed", 1, "--steps", 50_000, "--trace").stdout


def test_every_known_bug_is_found() -> None:
    done = simulated("--mutant", "all", "--steps", UNTIL_FOUND)
    assert done.returncode == 1, done.stdout + done.stderr
    found = dict(
        re.findall(r"^([a-z-]+): InvariantError after [\d,]+ steps: (.*)$", done.stdout, re.MULTILINE)
    )
    missed = [
        f"{name}: {found.get(name, 'nothing')}"
        for name, mutant in MUTANTS.items()
        if not re.search(mutant.found_as, found.get(name, ""))
    ]
    assert not missed, f"{missed}\n{done.stdout}\n{done.stderr}"


def test_a_failure_says_how_to_see_it_again() -> None:
    options = ("--mutant", "entered-twice")
    first, again = simulated(*options).stdout, simulated(*options, "--trace").stdout
    what, how = first.strip().splitlines()
    assert "steps: entry" in what
    assert re.fullmatch(
        r'To see it again: make simulate OPTIONS="--seed \d+ --mutant entered-twice --trace"', how
    )
    assert again.endswith(first)
    assert "the server starts" in again


def test_an_unknown_bug_is_refused() -> None:
    done = simulated("--mutant", "none")
    assert done.returncode == 2
    assert "no bug is called 'none': see --mutants" in done.stderr
    assert "full-disk" in simulated("--mutants").stdout
