"""Where work is done: in this process, on this machine's cores, or on a cluster."""

import click

from fivesquare.arena.work.base import Place, Serial
from fivesquare.arena.work.cluster import Cluster
from fivesquare.arena.work.pool import Pool
from fivesquare.background import cores


def serial() -> Place:
    """This process, one thing after another."""
    return Serial()


def local(workers: int | None = None) -> Place:
    """Processes of this machine: as many as it has cores for us, unless you say how many."""
    return Pool(workers or cores())


def cluster(address: str) -> Place:
    """The Dask cluster whose scheduler is there, like tcp://10.0.0.1:8786; needs `fivesquare[arena]`."""
    return Cluster(address)


def place(workers: int | None = None, cluster: str | None = None) -> Place:
    """Where the options --workers and --cluster of a command say."""
    if cluster is not None:
        if workers is not None:
            raise click.UsageError("--workers are of this machine, and a --cluster has its own: give one.")
        return Cluster(cluster)
    return Serial() if workers == 1 else local(workers)
