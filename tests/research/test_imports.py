"""Each ecosystem is imported only by whoever uses it."""

import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path(__file__).parents[2] / "src"

FOREIGN = {
    "gymnasium",
    "pettingzoo",
    "pyspiel",
    "inspect_ai",
    "mcp",
    "pyarrow",
    "PIL",
    "numba",
    "openai",
    "distributed",
}

USES = {
    "fivesquare": set[str](),
    "fivesquare.cli.main": set[str](),
    "fivesquare.research": set[str](),
    "fivesquare.research.opponents": set[str](),
    "fivesquare.research.rewards": set[str](),
    "fivesquare.research.batch": set[str](),
    "fivesquare.research.gym": {"gymnasium"},
    "fivesquare.research.vector": {"gymnasium"},
    "fivesquare.research.zoo": {"gymnasium", "pettingzoo"},
    "fivesquare.research.openspiel": {"pyspiel"},
    "fivesquare.research.ggbench": {"gymnasium"},
    "fivesquare.research.episode": set[str](),
    "fivesquare.research.skill": set[str](),
    "fivesquare.research.family": set[str](),
    "fivesquare.research.dataset": set[str](),
    "fivesquare.cli.dataset": set[str](),
    "fivesquare.cli.evaluate": set[str](),
    "fivesquare.cli.mcp": set[str](),
    "fivesquare.cli.arena": set[str](),
    "fivesquare.cli.study": set[str](),
}


@pytest.mark.parametrize("module", USES)
def test_a_module_imports_no_ecosystem_but_its_own(module: str) -> None:
    code = f"import sys, {module}; print(*sorted(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert loaded & FOREIGN <= USES[module]


NEEDED = {
    "gym": ("gymnasium", "rl"),
    "vector": ("gymnasium", "rl"),
    "zoo": ("pettingzoo", "rl"),
    "ggbench": ("gymnasium", "rl"),
    "openspiel": ("pyspiel", "openspiel"),
}


@pytest.mark.parametrize("module", NEEDED)
def test_who_has_not_what_a_module_needs_is_told_how_to_get_it(module: str) -> None:
    missing, extra = NEEDED[module]
    code = f"import sys; sys.modules[{missing!r}] = None; import fivesquare.research.{module}"
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(SOURCES)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1
    said = run.stderr.splitlines()[-1]
    assert missing in said
    assert said.endswith(f": pip install 'fivesquare[{extra}]'")
