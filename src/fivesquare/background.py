"""Compiled work that can be interrupted: it runs in a thread, while the main thread listens for Ctrl-C."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

Result = TypeVar("Result")

_LISTEN = 0.1  # seconds between two looks at the keyboard


def finish(work: Callable[[], Result]) -> Result:
    """What `work` returns or raises. Work that is interrupted is abandoned with the process."""
    outcome: dict[str, Any] = {}

    def run() -> None:
        try:
            outcome["result"] = work()
        except BaseException as error:
            outcome["error"] = error

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(_LISTEN)
    if "error" in outcome:
        raise outcome["error"]
    result: Result = outcome["result"]
    return result
