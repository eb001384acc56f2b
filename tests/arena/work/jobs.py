"""Work for tests, which worker processes import by name."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

LONGEST = 60  # seconds that a unit waits for a test that has died


def digest(unit: int) -> dict[str, Any]:
    """A cheap result that depends on all of the unit."""
    return {"of": unit, "digest": pow(unit + 2, 65537, 2**61 - 1), "pair": [unit, None]}


def refuse_seven(unit: int) -> int:
    if unit == 7:
        raise KeyError("seven")
    return unit


class LocalError(Exception):
    """An error that does not survive pickling."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} and {second}")


def raise_what_cannot_travel(unit: int) -> int:
    raise LocalError("this", "that")


def die_at_seven(unit: int) -> int:
    if unit == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return unit


def leave(unit: int) -> int:
    sys.exit("enough")


def say(unit: int) -> int:
    os.write(1, b"out\n")
    os.write(2, b"err\n")
    return unit


def not_json(unit: int) -> Any:
    return {1, 2}


def not_a_number(unit: int) -> float:
    return float("nan")


def tuples(unit: Any) -> Any:
    return (unit, {"b": 1, "a": (2,)})


def pid(unit: int) -> int:
    return os.getpid()


def square(unit: dict[str, Any]) -> int:
    """A square, noted as done. A unit that `waits` tells who does it, and goes on when the test says so.

    With `once`, only whoever is the first to come waits: not whoever does it again.
    """
    folder, number = Path(unit["folder"]), int(unit["number"])
    mark = folder / f"begun-{number}"
    waits = unit.get("waits") == "always" or (unit.get("waits") == "once" and not mark.exists())
    if waits:
        part = folder / f"{os.getpid()}.part"
        part.write_text(str(os.getpid()))
        part.replace(mark)
        until = time.monotonic() + LONGEST
        while not (folder / "go").exists() and time.monotonic() < until:
            time.sleep(0.01)
    with (folder / "done").open("a") as file:
        file.write(f"{number}\n")
    return number * number


def start_child(unit: int) -> int:
    """The process of a program that runs on and on."""
    return subprocess.Popen(["sleep", "1000"]).pid
