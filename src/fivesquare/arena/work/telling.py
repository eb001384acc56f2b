"""Work that somebody waits for at a terminal: now and then a line says how far it is."""

from collections.abc import Iterator, Sequence
from typing import Any

from fivesquare.arena.work.base import Place
from fivesquare.arena.work.journal import Journal
from fivesquare.arena.work.running import Work, run
from fivesquare.errors import many
from fivesquare.terminal.waiting import Teller

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def run_aloud(
    work: Work,
    units: Sequence[Any],
    *,
    where: Place,
    teller: Teller,
    doing: str,
    what: str,
    journal: Journal | None = None,
) -> Iterator[Any]:
    """`run`, while a line now and then says how far it is: `doing` is "playing", `what` "games"."""
    done, left = 0, None

    def note(now: int, _: int, seconds: float | None) -> None:
        nonlocal done, left
        done, left = now, seconds

    def told() -> str:
        rest = "" if left is None else f", about {span(left)} left"
        return f"{doing}: {done:,} of {len(units):,} {what}{rest}, {many(where.workers, 'worker')}"

    with teller.meanwhile(told):
        yield from run(work, units, where=where, journal=journal, progress=note)


def span(seconds: float) -> str:
    """A time in words: "40 s", "5 min", "3 h 20 min", "2 d 4 h"."""
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    if seconds < 2 * _HOUR:
        return f"{seconds / _MINUTE:.0f} min"
    large, small, unit, part = (
        (_HOUR, _MINUTE, "h", "min") if seconds < 2 * _DAY else (_DAY, _HOUR, "d", "h")
    )
    return f"{seconds // large:.0f} {unit} {seconds % large // small:.0f} {part}"
