"""What was chosen last time: the game, the opponent, the seat, the style.

What is remembered but can no longer be chosen is as if it had never been.
"""

from typing import Any, NamedTuple

from fivesquare.books import NAMED
from fivesquare.errors import PlayerError
from fivesquare.players import find_player
from fivesquare.terminal import memory
from fivesquare.terminal.options import STYLES

SEATS = ("first", "second", "lot")


class Choices(NamedTuple):
    """The answers that Enter alone gives; at first these."""

    book: str = "grow"
    opponent: str = "level:3"
    seat: str = "first"
    style: str = "book"


_POSSIBLE = {"book": tuple(NAMED), "seat": SEATS, "style": STYLES}


def remembered() -> Choices:
    """What was chosen last time, as far as it can still be chosen."""
    answers = memory.recall("choices")
    if not isinstance(answers, dict):
        return Choices()
    return Choices(
        **{field: answers[field] for field in Choices._fields if _can_be(field, answers.get(field))}
    )


def remember(choices: Choices) -> None:
    memory.remember(choices=choices._asdict())


def remember_opponent(seats: tuple[str, str]) -> None:
    """Remember who sits opposite the person in these seats."""
    remember(remembered()._replace(opponent=seats[1] if seats[0] == "human" else seats[0]))


def _can_be(field: str, answer: Any) -> bool:
    if not isinstance(answer, str):
        return False
    if field != "opponent":
        return answer in _POSSIBLE[field]
    try:
        find_player(answer)
    except PlayerError:
        return False
    return True
