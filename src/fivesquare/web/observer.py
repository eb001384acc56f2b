"""What a running server tells of itself: metrics listen, and without them nobody does."""

from collections.abc import Mapping, Sequence
from typing import Any


class Observer:
    """Ignores what it is told. The store and the lanes of the solver tell from threads of theirs."""

    def asked(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """A request and its answer: the template of its route, if one matched; 0 if the client left."""

    def streams(self, count: int) -> None:
        """How many streams are open in this process."""

    def moved(self, book: str | Mapping[str, Any], *, is_computer: bool) -> None:
        """A move is durable."""

    def ended(self, reason: str) -> None:
        """A game is over."""

    def began(self, games: int) -> None:
        """New games are durable."""

    def wrote(self, seconds: float, answers: Sequence[object]) -> None:
        """A group was committed to the database; those of its answers that are exceptions were not."""

    def read(self, seconds: float, *, failed: bool) -> None:
        """The database was asked something."""

    def worked(self, lane: str, waited: float, seconds: float) -> None:
        """A lane of the solver has done a job, which had waited before."""

    def refused(self, lane: str) -> None:
        """A lane of the solver was full, or a job had waited there for too long."""


UNOBSERVED = Observer()
