"""How long a search may go on: until a moment on the clock, up to a number of positions, or for ever."""

import time
from collections.abc import Callable
from typing import NamedTuple

DEFAULT_MEMORY = 512 * 1024 * 1024
ENDLESS = 1 << 62  # positions: more than anybody searches


class StoppedError(Exception):
    """A limit was reached. Only the solver sees this."""


class Limits(NamedTuple):
    """When to stop, and whom to tell meanwhile.

    A limit by the clock depends on the machine and on what else it does. One by positions does not: the
    same questions, asked in the same order, stop at the same place everywhere.
    """

    deadline: float | None = None  # a moment of `time.perf_counter`
    nodes: int = ENDLESS  # as the search counts them, from the beginning of the solver
    glance: Callable[[], None] | None = None  # called now and then while one waits
    begun: float | None = None  # the moment from which one waits; None if it is that of each question

    @property
    def seconds_left(self) -> float:
        return float("inf") if self.deadline is None else self.deadline - time.perf_counter()

    def are_reached(self, nodes: int) -> bool:
        return nodes >= self.nodes or self.seconds_left <= 0


NO_LIMITS = Limits()
