"""What players say to each other: one of a few phrases, shown for a moment, limited, never stored."""

from collections import deque
from typing import NamedTuple

from fivesquare.words.friends import PHRASE_STAYS

_MOST = 4  # phrases of a player within
_WHILE = 10.0  # seconds


class Said(NamedTuple):
    """A phrase, and the moment at which it was said."""

    phrase: str
    at: float  # seconds since 1970


class Talk:
    """What the player of one seat has said lately."""

    def __init__(self) -> None:
        self._said: deque[Said] = deque(maxlen=_MOST)

    def wait(self, now: float) -> float:
        """Seconds until the player may say something again; 0 if that is now."""
        if len(self._said) < _MOST:
            return 0.0
        passed = now - self._said[0].at
        return max(0.0, _WHILE - passed) if passed >= 0 else 0.0

    def say(self, phrase: str, now: float) -> None:
        self._said.append(Said(phrase, now))

    def latest(self, now: float) -> Said | None:
        """The phrase that is shown now."""
        newest = self._said[-1] if self._said else None
        return newest if newest is not None and 0 <= now - newest.at < PHRASE_STAYS else None
