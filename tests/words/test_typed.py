"""Words as people type them, at the command line and in the menu."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from fivesquare.errors import PlayerError
from fivesquare.players import find_player
from fivesquare.words.players import in_words
from fivesquare.words.typed import begun, chosen, next_level, player_names, read_player
from terminal.running import COMMAND, run


@pytest.mark.parametrize(
    "text", ["level:3", "level 3", "Level:3", "LEVEL3", "level: 3", "level-3", "lev 3", "l3", "3", " 03 "]
)
def test_a_level_is_understood_however_it_is_written(text: str) -> None:
    assert read_player(text) == "level:3"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Greedy", "greedy"),
        ("gr", "greedy"),
        ("RANDOM", "random"),
        ("p", "perfect"),
        ("h", "human"),
        ("friend", "human"),
        ("Fr", "human"),
        ("me", "human"),
    ],
)
def test_a_player_is_understood_by_capitals_and_beginnings(text: str, name: str) -> None:
    assert read_player(text) == name


@pytest.mark.parametrize(
    "text", ["", "level", "level 0", "11", "level:3:3", "-3", "³", "3,", "greedy 3", "x"]
)
def test_what_nobody_is_called_is_refused(text: str) -> None:
    with pytest.raises(PlayerError):
        read_player(text)


def test_every_name_of_a_player_is_one() -> None:
    names = player_names()
    assert names[-1] == "perfect"
    assert "level:10" in names
    for name in names:
        find_player(name)
        assert read_player(name) == name
        assert read_player(in_words(name, "human")) == name


def test_a_beginning_is_enough_if_only_one_name_has_it() -> None:
    names = ["flip", "fifteen", "grow"]
    assert chosen("FL", names) == "flip"
    assert chosen("f", names) is None
    assert begun("f", names) == ["flip", "fifteen"]
    assert begun("flip", ["flip", "flipped"]) == ["flip"]
    assert begun("", names) == []


def test_the_level_above_and_below_a_level() -> None:
    assert next_level("level:3", 1) == "level:4"
    assert next_level("level:2", -1) == "level:1"
    assert next_level("level:9", 1) == "level:10"
    assert next_level("level:1", -1) is None
    assert next_level("level:10", 1) is None
    assert next_level("greedy", 1) is None


@pytest.mark.parametrize("option", ["--first", "--second"])
def test_seats_are_understood_at_the_command_line_and_written_by_their_names(option: str) -> None:
    run("play", "CHAIN", option, "Greedy", "--save", "game.json")
    record = json.loads(Path("game.json").read_text())
    assert record["book"] == "chain"
    assert "greedy" in record["players"]


def offered(words: str) -> list[str]:
    """What the shell is offered for the last of these words."""
    given = words.split(" ")
    environment = {
        **os.environ,
        "_FIVESQUARE_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(given) - 1),
    }
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_the_shell_completes_players_and_kept_games() -> None:
    assert offered("fivesquare play grow --second g") == ["plain,greedy"]
    assert offered("fivesquare play grow --first level:1") == ["plain,level:1", "plain,level:10"]
    assert offered("fivesquare resume ") == ["file,"]
    for _ in range(2):
        run("play", "grow", given="1 1\n")
    assert offered("fivesquare resume ") == ["plain,1", "plain,2"]
    assert offered("fivesquare replay 2") == ["plain,2"]
    assert offered("fivesquare review ga") == ["file,ga"]


def test_bash_takes_a_colon_for_the_end_of_a_word() -> None:
    levels = [f"plain,{level}" for level in range(1, 11)]
    assert offered("fivesquare play grow --second level :") == levels
    assert offered("fivesquare play grow --second level : 1") == ["plain,1", "plain,10"]
    assert offered("fivesquare play grow --first level : 3 --second g") == ["plain,greedy"]
    assert offered("fivesquare play grow --first level : 3 --second level : 2") == ["plain,2"]
    assert offered("fivesquare play --second level:3 gr") == ["plain,grow"]
