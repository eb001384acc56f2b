"""Every exception of Fivesquare, one tree, and how messages quote and count things.

All of them are ValueErrors as well: each says that something handed in could not be used,
quotes it, and says where. `at` is the index of the move in a record that was at fault, if one was.
All survive pickling and copying, so that they come back whole from another process.
"""

_LONGEST_QUOTE = 40


class FivesquareError(Exception):
    """The root of the tree."""

    at: int | None = None


class NotationError(FivesquareError, ValueError):
    """Text that is no move or no cell at all: "1;1", "A1", or "9,9" on a small board."""


class IllegalMoveError(FivesquareError, ValueError):
    """A well-written move that the rules do not allow in this position."""


class BoardError(FivesquareError, ValueError):
    """Values that are no board, or a board that does not fit its rule book."""


class RuleBookError(FivesquareError, ValueError):
    """A rule book that says something no rule book can say; `field` names the answer."""

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


class BusyFileError(FileError):
    """A file that another process is at work on, such as a game that is being played elsewhere."""


class PlayerError(FivesquareError, ValueError):
    """A player that nobody knows, or that cannot sit here."""


class ForfeitError(FivesquareError, ValueError):
    """A game is lost for a fault of a player; `reason` is "crash", "time-out", "illegal" and so on."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(reason, detail)  # pickling makes the error again from these two
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}"


class PuzzleError(FivesquareError, ValueError):
    """No puzzle of that kind could be found, or there is no such kind."""


class WorkError(FivesquareError, ValueError):
    """Work of the arena that cannot be done: a unit that fails, a cluster that is not there."""


class LostWorkerError(WorkError):
    """The process that was at work on something died, each time it was tried."""


def many(number: float, word: str) -> str:
    """How many there are: "1 move", "2 moves", "0.5 points"."""
    shown = int(number) if number == int(number) else number
    return f"{shown} {word}" if number == 1 else f"{shown} {word}s"


def quote(thing: object) -> str:
    """`thing` for use in a message: printable, on one line, never long."""
    if isinstance(thing, str):
        return repr(_cut(thing))
    return _cut(" ".join(_written(thing).split()))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_QUOTE else text[: _LONGEST_QUOTE - 3] + "..."


def _written(thing: object) -> str:
    """`repr`, but safe for what JSON can hold, endless numbers and endless nesting, and for any object."""
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
