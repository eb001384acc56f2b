"""The clock of a game between two people, as arithmetic on moments: what each has left, whose time runs.

A moment is the server's time in seconds since 1970. A player's first move is free: time runs on their
turns after it. Nothing here waits; `timekeeper.py` does.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

SHORTEST_MOVE, LONGEST_MOVE = 5, 3600
"""Seconds that a clock may allow for each move."""

SHORTEST_GAME, LONGEST_GAME = 30, 3 * 3600
"""Seconds that a clock may allow each player for a whole game."""


class Clock(NamedTuple):
    """The clock of a game at one moment; it never changes, the next moment has another."""

    per: str  # "move" or "game"
    seconds: float
    left: tuple[float, float]
    started: frozenset[int] = frozenset()  # who has made their first move
    runs: int | None = None  # whose time is running
    since: float = 0.0  # from when on it runs

    @classmethod
    def of(cls, setting: Mapping[str, float]) -> "Clock":
        """A clock before the first move, from `{"move": 30}` or `{"game": 300}`."""
        ((per, seconds),) = setting.items()
        return cls(per, seconds, (float(seconds), float(seconds)))

    @property
    def setting(self) -> dict[str, float]:
        """What it was made from."""
        return {self.per: self.seconds}

    @property
    def flag_at(self) -> float | None:
        """The moment when the time of the player to move is over; None while no time runs."""
        return None if self.runs is None else self.since + self.left[self.runs - 1]

    def after_move(self, mover: int, turn: int | None, at: float) -> "Clock":
        """The clock after a move, with `turn` to move next."""
        return self._replace(started=self.started | {mover}).turned(turn, at)

    def turned(self, turn: int | None, at: float) -> "Clock":
        """The clock at the start of a player's turn, or at the end of the game."""
        spent = self.spent(at)
        return spent._replace(
            left=(self.seconds, self.seconds) if self.per == "move" and turn is not None else spent.left,
            runs=turn if turn in self.started else None,
            since=max(at, self.since),
        )

    def spent(self, at: float) -> "Clock":
        """The clock with the time until a moment taken off."""
        if self.runs is None or at <= self.since:  # the server's clock may have been set back
            return self
        first, second = self.left
        took = at - self.since
        left = (max(0.0, first - took), second) if self.runs == 1 else (first, max(0.0, second - took))
        return self._replace(left=left, since=at)

    def paused(self, start: float, end: float) -> "Clock":
        """The clock after a time that costs nothing; the same pause again changes nothing."""
        spent = self.spent(start)
        return spent._replace(since=max(end, spent.since))

    def to_json(self) -> dict[str, Any]:
        """What each player had left when the time of one of them began to run."""
        return {
            **self.setting,
            "left": [round(each, 3) for each in self.left],
            "runs": self.runs,
            "since": round(self.since, 3) if self.runs else None,
        }


def timed(what: str, at: float) -> str:
    """An entry that says when it was made."""
    return f"{what} @{at * 1000:.0f}"


def untimed(what: str) -> tuple[str, float | None]:
    """An entry without its moment, and the moment; None if it has none."""
    said, _, at = what.partition(" @")
    return said, int(at) / 1000 if at else None
