"""The exception hierarchy of Fivesquare, and helpers that quote and count in messages.

All but a missing extra are ValueErrors: each quotes an invalid input and says where it is. `at` is the
index of the invalid move in a record, if there is one. All can be pickled, to cross process boundaries.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

_LONGEST_QUOTE = 40
_NEAR = 0.7  # of two words that are taken for each other; 1 for the same


class FivesquareError(Exception):
    """The base class of all our exceptions."""

    at: int | None = None


class NotationError(FivesquareError, ValueError):
    """Text that is not a move or a cell at all: "1;1", "A1", or "9,9" on a small board."""


class IllegalMoveError(FivesquareError, ValueError):
    """A well-formed move that the rules do not allow in this position."""


class BoardError(FivesquareError, ValueError):
    """Values that are not a board, or a board that does not fit its rule book."""


class RuleBookError(FivesquareError, ValueError):
    """An invalid rule book; `field` names the answer that is wrong."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(field, problem)  # pickling makes the error again from these two
        self.field = field
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.field}: {self.problem}"


class RecordError(FivesquareError, ValueError):
    """Something that is not a record of a game."""


class FileError(FivesquareError, ValueError):
    """A file that cannot be read or written, or that is not ours to replace."""

    is_passing = False
    """Whether the disk or the system failed, not the file: another try may succeed."""


class BusyFileError(FileError):
    """A file locked by another process, such as a game being played elsewhere."""


class PlayerError(FivesquareError, ValueError):
    """An unknown player, or one that cannot play here."""


class ForfeitError(FivesquareError, ValueError):
    """A game lost through a player's fault; `reason` is "crash", "time-out", "illegal" and so on."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(reason, detail)  # pickling makes the error again from these two
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}"


class PuzzleError(FivesquareError, ValueError):
    """No puzzle of that kind could be found, or the kind is unknown."""


class WorkError(FivesquareError, ValueError):
    """Work of the arena that cannot be done: a unit that fails, an unreachable cluster."""


class LostWorkerError(WorkError):
    """The worker process died on every attempt."""


class MissingExtraError(FivesquareError, ModuleNotFoundError):
    """An optional package that is not installed."""


@contextmanager
def needing(what: str, extra: str) -> Iterator[None]:
    """Import what an extra installs; if it is missing, say who needs it and how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "fivesquare":
            raise
        problem = f"{what} needs {missing}, which is not installed: pip install 'fivesquare[{extra}]'"
        raise MissingExtraError(problem, name=error.name) from None


def many(number: float, word: str) -> str:
    """A number with its noun: "1 move", "2 moves", "0.5 points"."""
    shown = int(number) if number == int(number) else number
    return f"{shown} {word}" if number == 1 else f"{shown} {word}s"


def did_you_mean(text: object, known: Iterable[str]) -> str:
    """A suffix for an unknown word: " (did you mean grow?)", or empty if no known word is near."""
    near = nearest(text, known)
    return f" (did you mean {near}?)" if near else ""


def nearest(text: object, known: Iterable[str]) -> str | None:
    """The known word most similar to `text`, if any is."""
    from difflib import get_close_matches  # loaded only for typing errors

    words = {word.lower(): word for word in reversed(list(known))}  # of two that are alike, the first
    near = get_close_matches(text.lower(), words, 1, _NEAR) if isinstance(text, str) else []
    return words[near[0]] if near else None


def quote(thing: object) -> str:
    """`thing` for use in a message: printable, on one line, never long."""
    if isinstance(thing, str):
        return repr(_cut(thing))
    return _cut(" ".join(_written(thing).split()))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "..."


def _written(thing: object) -> str:
    """`repr`, but safe for any object: huge numbers, deep nesting, broken `__repr__`."""
    if isinstance(thing, dict):
        return "an object"
    if isinstance(thing, list | tuple):
        return f"a list of {len(thing)}"
    if isinstance(thing, int) and abs(thing) >= 10**_LONGEST_QUOTE:
        return "a huge number"
    if thing is None or isinstance(thing, bool):
        return {None: "null", True: "true", False: "false"}[thing]
    try:
        return repr(thing)
    except Exception:
        return f"a {type(thing).__name__}"
