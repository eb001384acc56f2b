"""What is said of people who are elsewhere."""

import datetime

import pytest

import fivesquare as fs
from fivesquare.words import friends
from fivesquare.words.listener import Listener

NOW = datetime.datetime(2026, 11, 18, 9, 5)


def listener(you: int = 0) -> Listener:
    reader = Listener(fs.start("sweep").book, you)
    reader.names = friends.names_of(("human", "human"), (None, "Mara"), (), you)
    return reader


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (3600, "60:00"),
        (61, "1:01"),
        (60.2, "1:01"),
        (10, "0:10"),
        (9.96, "0:10"),
        (7.25, "0:07.3"),
        (-1, "0:00.0"),
    ],
)
def test_a_clock_never_shows_more_than_a_tenth_too_much(seconds: float, shown: str) -> None:
    assert friends.time_left(seconds) == shown


def test_since_when_somebody_is_away() -> None:
    assert friends.away(NOW - datetime.timedelta(minutes=65), NOW) == "away since 08:00"
    assert friends.away(NOW - datetime.timedelta(days=2), NOW) == "away since 16 November"


@pytest.mark.parametrize(
    ("seats", "names", "expected", "you", "called"),
    [
        (("human", "human"), (None, None), (), 0, ("First", "Second")),
        (("human", "human"), (None, None), (), 1, ("your opponent", "your opponent")),
        (("human", "human"), (None, None), (2,), 1, ("your opponent", "your friend")),
        (("human", "human"), ("Mara", None), (), 2, ("Mara", "your opponent")),
        (("human", "level:3"), ("Mara", "Nobody"), (), 0, ("Mara", "Level 3")),
        (("human", "human"), ("x" * 60, None), (), 0, ("x" * 23 + "…", "Second")),
    ],
)
def test_what_players_are_called(
    seats: tuple[str, str],
    names: tuple[str | None, str | None],
    expected: tuple[int, ...],
    you: int,
    called: tuple[str, str],
) -> None:
    assert friends.names_of(seats, names, expected, you) == called


@pytest.mark.parametrize(
    ("you", "winner", "reason", "said"),
    [
        (1, 2, friends.RESIGNATION, "You resigned. Mara wins!"),
        (1, 1, friends.TIME, "Mara ran out of time. You win!"),
        (0, 2, friends.TIME, "First ran out of time. Mara wins!"),
    ],
)
def test_how_a_game_ends_off_the_board(you: int, winner: int, reason: str, said: str) -> None:
    assert friends.ended(fs.start("sweep"), listener(you), winner, reason) == said


def test_what_is_asked_for() -> None:
    assert friends.asks(listener(1), 2) == "Mara asks to take back their last move."
    assert friends.asks(listener(1), 1) == "You asked to take back your last move."
    assert friends.declined(listener(1), 2, 1) == "Mara declined. You can ask again in 1 second."
    assert friends.wants_rematch(listener(1), 2) == "Mara wants a rematch."
    assert friends.other_board(listener(1), 2, is_same=True) == "Mara was first, and chose the same board."
    assert friends.surrender(listener(1)) == "Resign? The game ends and Mara wins."
    assert friends.surrender(listener()) == "Resign? The game ends and the other player wins."
