"""What was chosen last time: the game, the opponent, the seat, the style. Remembered beside the games.

Nothing here is worth an error: what cannot be read is as if it had never been chosen, and what cannot be
written is forgotten.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from fivesquare import files, record
from fivesquare.books import CATALOGUE
from fivesquare.errors import FivesquareError
from fivesquare.players import find_player
from fivesquare.terminal.games import games_folder

SEATS = ("first", "second", "lot")


class Choices(NamedTuple):
    """The answers that Enter alone gives; at first these."""

    book: str = "grow"
    opponent: str = "level:3"
    seat: str = "first"


def remembered() -> Choices:
    """What was chosen last time, as far as it can still be chosen."""
    try:
        answers = record.read_json(_place())
    except FivesquareError:
        return Choices()
    return Choices(**{field: answers[field] for field in Choices._fields if _can_be(field, answers)})


def remember(choices: Choices) -> None:
    with suppress(FivesquareError):
        files.make_folder(_place().parent)
        files.write_whole(_place(), json.dumps(choices._asdict()) + "\n")


def _place() -> Path:
    return games_folder().parent / "choices.json"


def _can_be(field: str, answers: dict[str, Any]) -> bool:
    answer = answers.get(field)
    if not isinstance(answer, str):
        return False
    if field == "opponent":
        try:
            find_player(answer)
        except FivesquareError:
            return False
        return True
    return answer in {"book": tuple(CATALOGUE), "seat": SEATS}[field]
