"""What a scenario is, and what every one of them looks at."""

from pathlib import Path
from typing import Protocol

from faults.injector import Fault

TRACES = ("Traceback", 'File "')
"""What only programmers want to read."""

BESIDE = ("The game is saved again.", "Usage: ", "Try ")
"""What may be said beside a message: that it has passed, or how a command is used."""


class BrokenPromiseError(Exception):
    """Something that must hold after any fault does not."""


class Scenario(Protocol):
    """Something a user does with files in a folder. It begins anew for each fault."""

    def prepare(self, place: Path) -> None:
        """Make what is there before; done once, and copied for each fault."""
        ...

    def run(self, place: Path, said: Path) -> None:
        """Do it, with a fault somewhere. Whatever is said or acknowledged goes into the folder `said`."""
        ...

    def check(self, place: Path, said: Path, fault: Fault) -> None:
        """Raise a BrokenPromiseError if something is lost, damaged or left, then do it without faults."""
        ...


def hold(promise: bool, text: str) -> None:
    """What must be true; else the text says what is not."""
    if not promise:
        raise BrokenPromiseError(text)


def check_message(text: str, where: str) -> None:
    """A message is one line for people."""
    lines = [line for line in text.splitlines() if line and not line.startswith(BESIDE)]
    hold(len(lines) <= 1, f"{where} takes several lines: {text!r}")
    hold(not any(trace in text for trace in TRACES), f"{where} is for programmers: {text!r}")


def open_files() -> set[str]:
    """The handles that this process has open, each with its file."""
    handles = {each: Path(each) for each in map(str, Path("/proc/self/fd").iterdir())}
    return {f"{name}: {path.readlink()}" for name, path in handles.items() if path.is_symlink()}
