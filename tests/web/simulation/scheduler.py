"""Simulated time, and what happens next: everything that happens is one of these steps, in one order."""

import heapq
import random
from collections.abc import Callable
from typing import Any

EPOCH = 1_800_000_000.0
"""What the clock of a machine says at the start, if it is right."""


class Scheduler:
    """Events in the order of their times. Nothing here ever waits."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._events: list[tuple[float, int, Callable[..., object], tuple[Any, ...]]] = []
        self._count = 0
        self.steps = 0
        self.awake = 0.0  # seconds in which the machine did not sleep: what timers count
        self.slept = 0.0
        self.clock_error = 0.0  # by how much the clock of the machine is set wrong

    @property
    def now(self) -> float:
        """The true time, in seconds since the start."""
        return self.awake + self.slept

    def wall(self) -> float:
        """What the machine takes for the seconds since 1970."""
        return EPOCH + self.now + self.clock_error

    def at(self, moment: float, work: Callable[..., object], *arguments: Any) -> None:
        """Do something at a moment of `awake`."""
        self._count += 1
        heapq.heappush(self._events, (moment, self._count, work, arguments))

    def after(self, seconds: float, work: Callable[..., object], *arguments: Any) -> None:
        self.at(self.awake + seconds, work, *arguments)

    @property
    def is_due(self) -> bool:
        """Whether the next event is due now."""
        return bool(self._events) and self._events[0][0] <= self.awake

    def next_event(self) -> None:
        """Let time pass until the next event, and do it."""
        moment, _, work, arguments = heapq.heappop(self._events)
        self.awake = max(self.awake, moment)
        self.steps += 1
        work(*arguments)
