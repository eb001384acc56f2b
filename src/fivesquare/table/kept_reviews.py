"""The reviews of one's own games, made once and remembered in `reviews.json` beside the settings.

They are found by what was played, so a game that was taken back and played on is reviewed again. The file
may be deleted at any time.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from fivesquare.extra import RECORD_KEYS
from fivesquare.insight import OwnReview
from fivesquare.position import Position
from fivesquare.table.state_file import StateFile

_FILE = StateFile("reviews.json")
_MOST = 400  # reviews; those that were made first are forgotten
_WORST = 64  # times a random mover's loss: more than all moves of a game can lose


def reviews_file() -> Path:
    return _FILE.path


def key_of(end: Position, player: int) -> str:
    """What the review of a game for one of its players is remembered by."""
    record = end.to_record()
    played = [record.get(key) for key in RECORD_KEYS]
    return hashlib.sha256(json.dumps([*played, player]).encode()).hexdigest()[:32]


def known() -> dict[str, OwnReview]:
    """All reviews by their keys; what cannot be read is left out."""
    read = ((key, _read(value)) for key, value in _FILE.read().items())
    return {key: review for key, review in read if review is not None}


def remember(key: str, review: OwnReview) -> None:
    """Remember a review, and forget the oldest."""

    def with_it(stored: dict[str, Any]) -> dict[str, Any]:
        others = {each: value for each, value in stored.items() if each != key and _read(value) is not None}
        return dict([*others.items(), (key, review.to_json())][-_MOST:])

    _FILE.change(with_it)


def _read(value: Any) -> OwnReview | None:
    try:
        review = OwnReview.of(value)
    except (TypeError, KeyError, ValueError):
        return None
    return review if _is_sound(review) else None


def _is_sound(review: OwnReview) -> bool:
    """Whether everything is what it should be, even if another program has written the file."""
    are_shares = all(each is None or _is_share(each) for each in (review.accuracy, review.skill))
    are_counts = all(type(each.ply) is int for each in review.mistakes)
    return type(review.is_exact) is bool and are_shares and are_counts


def _is_share(number: object) -> bool:
    """Whether this can be an accuracy or a skill, which is below 0 for who plays worse than at random."""
    return isinstance(number, int | float) and not isinstance(number, bool) and -_WORST < number <= 1
