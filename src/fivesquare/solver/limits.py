"""What a question to the solver may cost, and how long a search may go on."""

import time
from collections.abc import Callable
from typing import NamedTuple

_MIB = 1 << 20
DEFAULT_MEMORY = 512 * _MIB
ENDLESS = 1 << 62  # positions: more than can be searched


class Budget(NamedTuple):
    """Positions to be searched for one answer, and bytes for the transposition table of its solver.

    In positions and not in seconds, so that the answer is the same on any machine, however busy.
    """

    nodes: int
    memory: int = DEFAULT_MEMORY

    def part(self, share: float) -> int:
        """A share of the positions."""
        return int(self.nodes * share)


ANSWER = Budget(15_000_000)  # a move or a hint, while a person waits: some three seconds
PARALLEL_ANSWER = Budget(15_000_000, 128 * _MIB)  # where a solver runs on each core
CROWDED_ANSWER = Budget(15_000_000, 64 * _MIB)  # where dozens of games are played at once
GAME = Budget(20_000_000, 64 * _MIB)  # all about one game: five seconds; defines the family's difficulty
REST_OF_GAME = Budget(500_000, 64 * _MIB)  # a decision in one that was given up; defines its skill
REGRET = Budget(100_000_000)  # a reward: some twenty seconds; the five books need half a million


class StoppedError(Exception):
    """A limit was reached. Only the solver sees this."""


class Limits(NamedTuple):
    """When to stop, and a progress callback to call meanwhile.

    A limit by the clock depends on the machine and on what else it does. One by positions does not: the
    same questions, asked in the same order, stop at the same place everywhere.
    """

    deadline: float | None = None  # a moment of `time.perf_counter`
    nodes: int = ENDLESS  # as the search counts them, from the beginning of the solver
    on_progress: Callable[[], None] | None = None  # called some twenty times per second while one waits
    begun: float | None = None  # the moment from which one waits; None if it is that of each question

    @property
    def seconds_left(self) -> float:
        return float("inf") if self.deadline is None else self.deadline - time.perf_counter()

    def are_reached(self, nodes: int) -> bool:
        return nodes >= self.nodes or self.seconds_left <= 0


NO_LIMITS = Limits()
