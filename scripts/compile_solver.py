"""Compile the solver for this clone, unless that is done, with a compiler that need not be installed.

    python scripts/compile_solver.py

Where Numba is not installed, it is fetched into a temporary folder, which is deleted afterwards: what it
makes, a hundred kilobytes in the cache, is loaded without it.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from fivesquare import library
from fivesquare.background import Work
from fivesquare.table.compilation import get_ready
from fivesquare.terminal.progress import wait_aloud
from fivesquare.terminal.screen import Screen

ROOT = Path(__file__).parent.parent
COMPILER = ["llvmlite", "numba", "numpy"]


@contextmanager
def compiler() -> Iterator[None]:
    """While it lasts, Numba can be imported."""
    if find_spec("numba") is not None:
        yield
        return
    sys.stdout.write("Fetching the compiler (80 MB, not kept) ...\n")
    sys.stdout.flush()
    with TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
        options = ["--target", folder, "--no-compile", "--constraint", str(ROOT / "constraints.txt")]
        subprocess.run([*pip, *options, *COMPILER], check=True)
        sys.path.append(folder)
        invalidate_caches()
        try:
            yield
        finally:
            sys.path.remove(folder)


def main() -> None:
    if library.is_complete():
        return
    with compiler():
        wait_aloud(Screen(), Work(partial(get_ready, library.complete), "solver"))


if __name__ == "__main__":
    main()
