"""A game between two entrants always ends, and a fault loses it."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.arena.entrants import Entrant, find_entrant
from fivesquare.arena.games import play_game
from fivesquare.match import Match
from fivesquare.players import Luck, Player, make_player
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position

SWEEP = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
GREEDY = find_entrant("greedy")


class Odd:
    """Does what it is told to."""

    is_person = False
    remark = ""

    def __init__(self, choose: Callable[[Position], Any]) -> None:
        self.choose = choose


@dataclass(frozen=True)
class Guest:
    """Somebody who is not on any list."""

    choose: Callable[[Position], Any]
    left: list[str]
    name: str = "guest"

    def seated(self, *_: object) -> AbstractContextManager[Player]:
        return self._sitting()

    @contextmanager
    def _sitting(self) -> Iterator[Player]:
        yield Odd(self.choose)
        self.left.append("left")


def against_greedy(choose: Callable[[Position], Any], seat: int = 1) -> tuple[dict[str, Any], list[str]]:
    """The record of a game of somebody odd, and what happened when it was over."""
    left: list[str] = []
    guest: Any = Guest(choose, left)
    seats = (guest, GREEDY) if seat == 1 else (GREEDY, guest)
    return play_game(SWEEP, seats, luck="1 1", seed=7, adviser=Adviser()).to_record(), left


def test_a_game_is_that_of_the_same_players_with_the_same_luck() -> None:
    one, other = find_entrant("level:3"), find_entrant("random")
    end = play_game(SWEEP, (one, other), luck="7 4", seed=99, adviser=Adviser())
    match = Match(
        SWEEP, make_player("level:3", Luck("7 4", "first")), make_player("random", Luck("7 4", "second"))
    )
    for _ in match:
        pass
    assert end.moves == match.position.moves
    assert end.extra["players"] == ["level:3", "random"]
    assert end.extra["seed"] == 99


def test_the_record_says_who_played_and_how_it_ended() -> None:
    end = play_game(SWEEP, (GREEDY, find_entrant("random")), luck=1, seed=7, adviser=Adviser())
    record = end.to_record()
    view = Position.from_record(record).view()
    assert list(record) == ["book", "board", "moves", "players", "seed", "result"]
    assert view["over"]
    assert record["result"] == {"winner": view["winner"], "reason": view["reason"]}


def boom(_: Position) -> str:
    raise ZeroDivisionError("a bug")


def too_late(_: Position) -> str:
    raise fs.ForfeitError("time-out", "no answer within 3 seconds")


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(
    ("choose", "reason", "detail"),
    [
        (boom, "crash", "ZeroDivisionError: a bug"),
        (too_late, "time-out", "no answer within 3 seconds"),
        (lambda position: position.moves[0] if position.moves else "stop", "illegal", ""),
        (lambda _: "9,9", "unreadable", "9,9"),
        (lambda _: "I resign", "unreadable", "I resign"),
        (lambda _: None, "unreadable", ""),
    ],
    ids=["bug", "late", "illegal", "outside", "words", "nothing"],
)
def test_a_fault_loses_the_game_and_says_why(
    choose: Callable[[Position], Any], reason: str, detail: str, seat: int
) -> None:
    record, left = against_greedy(choose, seat)
    assert record["result"] == {"winner": 3 - seat, "reason": "forfeit"}
    assert record["forfeit"]["player"] == seat
    assert record["forfeit"]["reason"] == reason
    assert detail in record["forfeit"]["detail"]
    assert len(record["moves"]) == seat - 1
    assert left == ["left"]  # whatever it has started is ended
    assert not Position.from_record(record).is_over


def test_a_fault_in_the_middle_keeps_the_moves_before_it() -> None:
    record, _ = against_greedy(lambda position: position.legal[0] if len(position.moves) < 2 else "0,0")
    assert record["moves"][0] == "1,1"
    assert len(record["moves"]) == 2
    assert record["forfeit"]["player"] == 1


def test_endless_words_are_cut() -> None:
    def rave(_: Position) -> str:
        raise fs.ForfeitError("crash", "x" * 10_000)

    assert len(against_greedy(rave)[0]["forfeit"]["detail"]) == 500


def test_whoever_is_stopped_by_a_person_is_no_fault() -> None:
    def interrupted(_: Position) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        against_greedy(interrupted)


def test_a_name_is_all_that_is_needed() -> None:
    assert find_entrant("level 3") == Entrant("level:3", "player", "level:3")
