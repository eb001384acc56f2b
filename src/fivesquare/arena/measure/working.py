"""How the commands here have their units of work done."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from fivesquare import __version__
from fivesquare.arena.measure.rows import Run, Work
from fivesquare.arena.work import Journal, Place
from fivesquare.arena.work.telling import run_aloud
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.waiting import Teller, warm_up_aloud

_DOING = {"winners": "solving", "look": "looking", "levels": "playing"}
"""What goes on, by what the units ask."""


@contextmanager
def at_work(screen: Screen, where: Place, journal: Path | None) -> Iterator[Run]:
    """What is done is kept in the journal, if there is one, and gone on from."""
    about = {"measure": __version__}
    with nullcontext() if journal is None else Journal.open(journal, about) as kept:
        warm_up_aloud(screen)
        teller = Teller(screen)

        def run(work: Work, units: Sequence[dict[str, Any]]) -> Iterator[Any]:
            doing = _DOING[units[0]["what"]] if units else ""
            return run_aloud(
                work, units, where=where, teller=teller, doing=doing, what="parts", journal=kept
            )

        try:
            yield run
        except KeyboardInterrupt:
            if journal is not None:
                screen.warn("(Stopped. What is done is kept: the same command goes on from there.)")
            raise
