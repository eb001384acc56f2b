"""What counts for a ladder: the same rule in the browser and at the terminal."""

from dataclasses import replace
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.books import NAMED, find_book
from fivesquare.ladders import RUNGS, EndedGame, LadderWin, ladders, to_climb, win_of


def ended(book: Any = "flip", size: Any = None, winner: int = 1, **changed: Any) -> EndedGame:
    """A game against level 3; only who has won is asked, not how."""
    position = fs.Position.start(find_book(book), seed=1, size=size)
    game = EndedGame(position, ("human", "level:3"), winner, (), True)
    return game._replace(**changed)


def test_the_rungs_are_ten_levels_and_perfect_play() -> None:
    assert [*RUNGS] == [*(f"level:{number}" for number in range(1, 11)), "perfect"]


def test_every_named_book_has_a_ladder() -> None:
    found = ladders({"flip level:1", "flip level:3", "grow perfect", "chess level:1", "flip level:99"})
    assert list(found) == list(NAMED)
    assert found["flip"] == (("level:1", "level:3"), "level:2")
    assert found["grow"] == (("perfect",), "level:1")
    assert found["sweep"] == ((), "level:1")
    assert ladders({f"raid {level}" for level in RUNGS})["raid"].next is None


@pytest.mark.parametrize(
    ("played", "book"),
    [([], "flip"), (["grow", "raid"], "grow"), ([None, "raid"], "raid"), (["sweep", "raid"], "flip")],
)
def test_one_climbs_on_where_one_has_played_last(played: list[str | None], book: str) -> None:
    climbed = {f"sweep {level}" for level in RUNGS}
    assert to_climb(ladders(climbed), played) == book


def test_nothing_is_left_to_climb() -> None:
    assert to_climb(ladders({f"{book} {level}" for book in NAMED for level in RUNGS}), ["flip"]) is None


@pytest.mark.parametrize("book", NAMED)
def test_a_win_without_help_counts(book: str) -> None:
    win = win_of(ended(NAMED[book]), 1)
    assert win == LadderWin(book, "level:3", None)
    assert win.rung == f"{book} level:3"


@pytest.mark.parametrize("player", RUNGS)
def test_in_either_seat_against_each_rung(player: str) -> None:
    assert win_of(ended(players=(player, "human"), winner=2), 2) == LadderWin("flip", player, None)


@pytest.mark.parametrize(
    "changed",
    [
        {"winner": 2},
        {"winner": 0},
        {"players": ("human", "greedy")},
        {"players": ("human", "human")},
        {"players": ("greedy", "level:3")},
        {"book": {"like": "flip", "reach": "adjacent"}},
    ],
)
def test_what_is_no_win_of_a_person_against_a_level_in_a_named_book(changed: dict[str, Any]) -> None:
    assert win_of(ended(**changed), 1) is None


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"helped": ("hint",)}, "hint"),
        ({"helped": ("values", "hint")}, "values"),
        ({"helped": ("undo",), "size": (3, 3)}, "undo"),
        ({"size": (3, 3), "is_dealt": False}, "size"),
        ({"is_dealt": False}, "board"),
    ],
)
def test_the_first_thing_that_keeps_a_win_from_counting(changed: dict[str, Any], reason: str) -> None:
    assert win_of(ended(**changed), 1) == LadderWin("flip", "level:3", reason)


@pytest.mark.parametrize(("seat", "points", "reason"), [(2, 3, "komi"), (2, 0, None), (1, 3, None)])
def test_points_for_oneself_are_help_and_points_given_away_are_not(
    seat: int, points: float, reason: str | None
) -> None:
    players = ("human", "level:3") if seat == 1 else ("level:3", "human")
    book = {"like": "flip", "balance": {"komi": points}}
    assert win_of(ended(book, players=players, winner=seat), seat) == LadderWin("flip", "level:3", reason)


def test_a_swap_is_no_help() -> None:
    game = ended()
    swap = replace(game.position, book=find_book({"like": "flip", "balance": "swap"}))
    assert win_of(game._replace(position=swap), 1) == LadderWin("flip", "level:3", None)
