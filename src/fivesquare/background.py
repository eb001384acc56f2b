"""Compiled work that can be interrupted: it runs in a thread, while the main thread listens for Ctrl-C."""

import sys
import threading
from collections.abc import Callable
from os import _exit
from typing import Any, NoReturn, TypeVar

Result = TypeVar("Result")

OURS = "fivesquare"  # how the names of our threads begin
_LISTEN = 0.1  # seconds between two looks at the keyboard


def finish(work: Callable[[], Result]) -> Result:
    """What `work` returns or raises. Work that is interrupted is abandoned with the process."""
    outcome: dict[str, Any] = {}

    def run() -> None:
        try:
            outcome["result"] = work()
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=run, name=f"{OURS} work", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_LISTEN)
    if "error" in outcome:
        raise outcome["error"]
    result: Result = outcome["result"]
    return result


def leave(status: int) -> NoReturn:
    """End the process. Python's own way out trips over a thread that is still compiling or searching."""
    if not any(thread.name.startswith(OURS) for thread in threading.enumerate()):
        sys.exit(status)
    sys.stdout.flush()
    sys.stderr.flush()
    _exit(status)
