"""Units of work: where they are done, and what is kept of them.

    from fivesquare.arena.work import Journal, local, run

    with local() as where, Journal.open("rows.jsonl", about={"study": "grow", "seed": 7}) as journal:
        for result in run(work, units, where=where, journal=journal):
            ...

Killed at any moment and started again it continues where it was. The results are those of `serial()`,
in the same order, wherever they are worked out.
"""

from fivesquare.arena.work.base import Place, Serial
from fivesquare.arena.work.cluster import Cluster
from fivesquare.arena.work.journal import Journal
from fivesquare.arena.work.pool import Pool
from fivesquare.arena.work.runner import run
from fivesquare.background import cores

__all__ = ["Journal", "Place", "cluster", "local", "run", "serial"]


def serial() -> Place:
    """This process, one thing after another."""
    return Serial()


def local(workers: int | None = None) -> Place:
    """Processes of this machine; by default one for each core."""
    return Pool(workers or cores())


def cluster(address: str) -> Place:
    """The Dask cluster whose scheduler is there, like tcp://10.0.0.1:8786; needs `fivesquare[arena]`."""
    return Cluster(address)
