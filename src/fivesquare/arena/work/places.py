"""Where work is done: in this process, on this machine's cores, or on a cluster."""

import os

from fivesquare.arena.work.base import Place, Serial
from fivesquare.arena.work.pool import Pool


def serial() -> Place:
    """This process, one thing after another."""
    return Serial()


def local(workers: int | None = None) -> Place:
    """Processes of this machine: as many as it has cores for us, unless you say how many."""
    return Pool(workers or cores())


def place(workers: int | None = None, cluster: str | None = None) -> Place:
    """Where the options of a command say."""
    return Serial() if workers == 1 else local(workers)


def cores() -> int:
    """How many cores of this machine are for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
