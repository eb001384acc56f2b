"""Settings remembered from one run to the next: the last choices, and a few small things.

They are in `fivesquare/memory.json` in the user's state folder. A damaged file or an invalid value is
ignored.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from fivesquare import files
from fivesquare.books import NAMED
from fivesquare.errors import FivesquareError, PlayerError
from fivesquare.players import find_player
from fivesquare.record import read_json
from fivesquare.table.saved_games import games_folder

STYLES = ("book", "clear")
"""Drawn as in the rule book, or every book alike with everything marked."""

SEATS = ("first", "second", "random")


def recall(name: str) -> Any:
    """The value stored under a name; None if there is none."""
    return _stored().get(name)


def store(**things: Any) -> None:
    """Store values, each under its name."""
    with suppress(OSError, FivesquareError):
        files.make_folder(settings_file().parent)
        files.write_whole(settings_file(), json.dumps({**_stored(), **things}) + "\n")


def _stored() -> dict[str, Any]:
    with suppress(OSError, FivesquareError):
        return read_json(settings_file())
    return {}


def settings_file() -> Path:
    return games_folder().parent / "memory.json"


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
