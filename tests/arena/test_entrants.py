"""Who takes part, by name."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fivesquare.arena.entrants import find_entrant, find_entrants
from fivesquare.errors import PlayerError

SOURCES = Path(__file__).parents[2] / "src"


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "my bot"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_players_are_called_as_people_call_them() -> None:
    assert [each.name for each in find_entrants(["Random", "level 3", "9", "perf"])] == [
        "random",
        "level:3",
        "level:9",
        "perfect",
    ]


def test_who_asks_the_solver() -> None:
    asks = [each.solves for each in find_entrants(["random", "greedy", "level:3", "level:6", "perfect"])]
    assert asks == [False, False, False, True, True]


def test_a_program_is_found_from_anywhere_and_called_as_it_was_named(bot: Path) -> None:
    entrant = find_entrant("program:'./my bot' --fast")
    assert entrant.name == "program:'./my bot' --fast"
    assert entrant.kind == "program"
    assert entrant.detail == f"'{bot}' --fast"


def test_a_program_on_the_path_is_found_there() -> None:
    assert os.path.isabs(find_entrant("program:sh -c true").detail.split()[0])  # noqa: PTH117


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (["random"], "it takes two to play"),
        (["random", "greedy", "Random"], "random is named twice"),
        (["level:3", "3"], "level:3 is named twice"),
        (["program:./my\\ bot", "program:'./my bot'"], "is named twice"),
        (["random", "human"], "a person plays by `fivesquare play`"),
        (["random", "levle"], "there is no player 'levle'; there are random, greedy, perfect, level:1 to"),
        (["random", "level:11"], "there is no player 'level:11'"),
        (["random", "program:./none"], "there is no program './none'"),
        (["random", "program:"], "is no command"),
        (["random", "program:./my\x1b[31mbot"], "cannot be shown in a table"),
        (["random", "model:gpt"], "named with its provider, like openai/gpt-5-mini, not 'gpt'"),
    ],
)
def test_what_cannot_take_part_is_refused(names: list[str], problem: str) -> None:
    with pytest.raises(PlayerError) as refused:
        find_entrants(names)
    assert problem in str(refused.value)


def test_two_copies_of_a_program_are_two(bot: Path) -> None:
    copy = bot.with_name("copy")
    copy.write_bytes(bot.read_bytes())
    copy.chmod(0o755)
    assert len(find_entrants(["program:'./my bot'", "program:./copy"])) == 2


def test_a_model_without_inspect_says_how_to_get_it() -> None:
    code = (
        "import sys; sys.modules['inspect_ai'] = None; sys.modules['inspect_ai._util'] = None; "
        "from fivesquare.arena.entrants import find_entrant; find_entrant('model:openai/gpt')"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCES)}, capture_output=True, text=True
    )
    assert run.returncode == 1
    said = run.stderr.splitlines()[-1]
    assert "models need inspect_ai, which is not here: pip install 'fivesquare[eval]'" in said


def test_who_asks_no_model_does_not_load_inspect() -> None:
    code = "import sys, fivesquare.arena.games as _; print(*({'inspect_ai', 'numba'} & set(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCES)}, capture_output=True, text=True
    )
    assert (run.stdout, run.returncode) == ("\n", 0)
