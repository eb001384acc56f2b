"""Units of work: where they are done, and what is kept of them.

    from fivesquare.arena.work import Journal, local, run

    with local() as where, Journal.open("rows.jsonl", about={"study": "grow", "seed": 7}) as journal:
        for result in run(work, units, where=where, journal=journal):
            ...

Killed at any moment and started again it goes on where it was. The results are those of `serial()`,
in the same order, wherever they are worked out.
"""

from fivesquare.arena.work.base import Place
from fivesquare.arena.work.journal import Journal
from fivesquare.arena.work.places import cluster, local, place, serial
from fivesquare.arena.work.running import run

__all__ = ["Journal", "Place", "cluster", "local", "place", "run", "serial"]
