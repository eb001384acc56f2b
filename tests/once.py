"""What takes long to make is made once in a run, by whichever process needs it first."""

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder for all processes of a run: look at it, and copy it to change it."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    place = shared / name
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            with TemporaryDirectory(dir=shared) as folder:  # half a folder is none
                make(Path(folder) / name)
                (Path(folder) / name).rename(place)
    return place
