"""The clocks of games, as bounds: no flag falls early, no time is charged twice.

The model does not know at which moment the server read its clock, only that it was between the moment at
which an entry was asked for and the one at which it was acknowledged. So it keeps two numbers for each
player: the least and the most that can be left.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

GAP = 6.0  # seconds without a server that the product may charge
_SLACK = 3.0  # seconds: a sign of life is up to two seconds old, and moments are rounded


class Turn(NamedTuple):
    """A time, in true seconds."""

    start: float
    end: float


class ClockModel:
    """The clock of one game."""

    def __init__(self, setting: Mapping[str, float]) -> None:
        ((self._per, self._seconds),) = setting.items()
        self._least = {1: self._seconds, 2: self._seconds}
        self._started: set[int] = set()
        self._runs: int | None = None
        self._since = Turn(0.0, 0.0)  # the earliest and the latest moment from when on it runs
        self._mover = 0
        self._before_pause = 0.0

    def entry(
        self,
        word: str,
        turn: int | None,
        when: Turn,
        downtimes: Sequence[Turn],
        jumps: Sequence[tuple[float, float]],
    ) -> str:
        """An entry was made between two moments, with `turn` to move next; what is wrong with it."""
        if word in ("sit", "name", "help", "ask", "no", "elsewhere", "rematch"):
            return ""
        problem = ""
        most = charged(self._since.start, when.end, downtimes, jumps)
        if word == "pause":  # what went before it is taken off the clock now
            self._before_pause = most
            return ""
        self._before_pause = 0.0
        if self._runs is not None:
            self._least[self._runs] = max(0.0, self._least[self._runs] - most)
            if word == "time" and self._least[self._runs] > 0:
                problem = f"a flag fell with at least {self._least[self._runs]:.1f} seconds left"
        if word not in ("back", "resign", "time"):
            self._started.add(self._mover or 1)
        if self._per == "move" and turn is not None:
            self._least = {1: self._seconds, 2: self._seconds}
        self._runs = turn if turn in self._started else None
        self._since = when
        self._mover = turn or 0
        return problem

    @property
    def is_running(self) -> bool:
        return self._runs is not None

    def check(self, shown: Mapping[str, Any], is_over: bool) -> str:
        """What is wrong with a clock that is shown, if anything."""
        for seat, left in enumerate(shown["left"], 1):
            if left > self._seconds + 0.01:
                return f"seat {seat} has {left} seconds left of {self._seconds}"
            least = self._least[seat] - (self._before_pause if seat == self._runs else 0.0)
            if left < least - 0.01:
                return f"seat {seat} has {left} seconds left, and has used no more than leaves {least:.2f}"
        if not is_over and shown["runs"] != self._runs:
            return f"the time of seat {shown['runs']} runs, not that of {self._runs}"
        return ""


def charged(
    start: float, end: float, downtimes: Sequence[Turn], jumps: Sequence[tuple[float, float]]
) -> float:
    """The most seconds that a player may be charged for a turn from `start` to `end`."""
    most = end - start + 0.01
    for down in downtimes:
        overlap = min(end, down.end) - max(start, down.start)
        if overlap > GAP:
            most -= overlap - GAP - _SLACK
    for moment, seconds in jumps:
        if start <= moment <= end and seconds > 0:
            most += min(seconds, GAP + _SLACK)
    return max(0.0, most)
