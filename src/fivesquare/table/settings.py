"""Settings remembered from one run to the next: the last choices, and a few small things.

They are in `fivesquare/memory.json` in the user's state folder. A damaged file or an invalid value is
ignored.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from fivesquare.books import NAMED
from fivesquare.errors import PlayerError
from fivesquare.players import find_player
from fivesquare.table.state_file import StateFile

STYLES = ("book", "clear")
"""Drawn as in the rule book, or every book alike with everything marked."""

SEATS = ("first", "second", "random")


_MEMORY = StateFile("memory.json")


def recall(name: str) -> Any:
    """The value stored under a name; None if there is none."""
    return _MEMORY.read().get(name)


def store(**things: Any) -> None:
    """Store values, each under its name."""
    _MEMORY.change(lambda stored: {**stored, **things})


def revise(name: str, revised: Callable[[Any], Any]) -> None:
    """Store what `revised` makes of the value under a name; no other process stores one in between."""
    _MEMORY.change(lambda stored: {**stored, name: revised(stored.get(name))})


def settings_file() -> Path:
    return _MEMORY.path


# --- The last choices ---


class Choices(NamedTuple):
    """The menu's defaults; these at first."""

    book: str = "grow"
    opponent: str = "level:3"
    seat: str = "first"
    style: str = "book"


_POSSIBLE = {"book": tuple(NAMED), "seat": SEATS, "style": STYLES}


def remembered() -> Choices:
    """The last choices, as far as they are still valid."""
    answers = recall("choices")
    if not isinstance(answers, dict):
        return Choices()
    return Choices(
        **{field: answers[field] for field in Choices._fields if _can_be(field, answers.get(field))}
    )


def remember(choices: Choices) -> None:
    store(choices=choices._asdict())


def remember_opponent(seats: tuple[str, str]) -> None:
    """Remember the opponent of the person in these seats."""
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
