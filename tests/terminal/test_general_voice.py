"""The voice of every game that has none of its own: all combinations of answers, all endings."""

import json
import random
from itertools import product
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.books import kin
from fivesquare.rulebook import AGAINS, REACHES, TAKES, TIES

from .running import run

PLAIN = {
    "size": [2, 3],
    "values": [0, 9],
    "reach": "anywhere",
    "take": "nothing",
    "again": "never",
    "goal": "points",
    "tie": "draw",
}
NEITHER = "Neither player can claim another cell. The game is over."
GOALS: tuple[object, ...] = ("points", "majority", {"exactly": 9})


def play(board: str, lines: str, **answers: object) -> str:
    """What is shown of a game of PLAIN, but for these answers."""
    Path("book.json").write_text(json.dumps({**PLAIN, **answers}))
    given = "".join(f"{line}\n" for line in lines.split())
    result = run("play", "--book", "book.json", "--board", board, "--save", "game.json", given=given)
    assert (result.err, result.status) == ("", 0)
    return result.out


def test_what_a_claim_takes_is_told() -> None:
    output = play("1 2 3", "1,2", take="lower-free")
    assert "Player 1 claims (1,2) worth 2 and takes (1,1).\n\n" in output
    assert "\n1  |  A1*|[A2]|  3 |\n".replace("  A1*", " A1*") in output
    assert "\n\nPlayer 1 (A): 3, Player 2 (B): 0; 4 points win.\n\n" in output


def test_a_skip_is_told() -> None:
    output = play("1 1 1/1 1 1", "1,2 1,1 2,2 2,1 1,3", reach="edge")
    why = "(No free cell beside their own.)"
    assert f"Player 2 cannot claim and is skipped. {why}\n\nPlayer 1, your claim (row,col): " in output


@pytest.mark.parametrize(
    ("board", "lines", "answers", "ending"),
    [
        (
            "1 5",
            "1,2 1,1",
            {},
            [NEITHER, "Player 1 wins!"],
        ),
        ("1 5", "1,1 1,2", {}, [NEITHER, "Player 2 wins!"]),
        ("5 5", "1,1 1,2", {}, [NEITHER, "It is a draw."]),
        (
            "5 5",
            "1,1 1,2",
            {"tie": "last"},
            [NEITHER, "The scores are equal. Player 2 claimed last and wins!"],
        ),
        ("5 5", "1,1 1,2", {"tie": "second"}, [NEITHER, "The scores are equal. Player 2 wins!"]),
        ("1 5 1", "1,1 1,2 1,3", {"goal": "majority"}, ["The game is over.", "Player 1 wins!"]),
        ("1 5 1", "1,2", {"goal": {"exactly": 5}}, ["The game is over.", "Player 1 wins!"]),
        ("3 3", "1,1 1,2", {"goal": {"exactly": 5}}, [NEITHER, "It is a draw."]),
    ],
)
def test_every_ending_is_told(
    board: str, lines: str, answers: dict[str, object], ending: list[str]
) -> None:
    *_, over, scores, result, _, _, _ = play(board, lines, **answers).splitlines()
    assert over == ending[0]
    assert scores.startswith("Player 1: ")
    assert result == ending[1]


def test_a_game_that_is_over_before_it_begins_is_told() -> None:
    output = play("9 9", "", goal={"exactly": 5})
    assert "Neither player can claim another cell. The game is over.\n" in output
    assert "your claim" not in output


@pytest.mark.parametrize("reach", REACHES)
@pytest.mark.parametrize("take", TAKES)
@pytest.mark.parametrize("again", AGAINS)
def test_every_combination_of_answers_can_be_shown(reach: str, take: str, again: str) -> None:
    chance = random.Random(f"{reach} {take} {again}")
    for goal, tie, values in product(GOALS, TIES, ("shuffled", "ones", [0, 9])):
        answers = {**PLAIN, "reach": reach, "take": take, "again": again, "goal": goal, "tie": tie}
        position = fs.start({**answers, "values": values}, seed=chance.randrange(1000))
        if kin(position.book) is not None:
            continue  # that one has a voice of its own
        while not position.is_over:
            position = position.play(chance.choice(position.legal))
        Path("game.json").write_text(json.dumps(position.to_record()))
        result = run("replay", "game.json")
        assert (result.err, result.status) == ("", 0)
        assert result.out.endswith(("wins!\n", "It is a draw.\n"))
        assert result.out.count("your claim (row,col): ") + result.out.count("or stop: ") == len(
            position.moves
        )
