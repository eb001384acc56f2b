"""The command between two pipes, in a process that imports nothing else."""

import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

from fivesquare.cli.main import main


def play(place: Path, given: Connection, shown: Connection) -> None:
    os.environ["XDG_STATE_HOME"] = str(place / "state")
    sys.argv = ["fivesquare", "play", "flip"]
    sys.stdin = os.fdopen(os.dup(given.fileno()), encoding="utf-8")
    sys.stdout = os.fdopen(os.dup(shown.fileno()), "w", encoding="utf-8")
    main()
