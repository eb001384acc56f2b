"""What a store keeps, and what it can be asked.

A game is kept as a row that never changes and a list of entries that only grows: a move, a takeback, a
resignation is an entry, unique by game and number. So one unique key decides every race, whoever takes part
in it, and nothing that was acknowledged is ever taken away again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from fivesquare.errors import FivesquareError

MOST_KEYS = 32
"""So many secrets may open one seat: the browsers of somebody who plays, and the links they made."""

LONGEST_WORD = 200
"""So many bytes may be told to the other processes at once."""

Keys = tuple[tuple[bytes, ...], tuple[bytes, ...]]
"""For each seat the hashes of the secrets that open it."""


@dataclass(frozen=True)
class Beginning:
    """How a game began: the part of it that never changes."""

    id: str
    book: str | Mapping[str, Any]  # as it stands in a record
    board: Sequence[Sequence[int]]
    players: tuple[str, str]
    seed: int
    created: float  # seconds since 1970


@dataclass(frozen=True)
class Kept:
    """A game as it is kept."""

    beginning: Beginning
    keys: Keys
    entries: tuple[str, ...] = field(default=())


class StoreError(FivesquareError, ValueError):
    """Games cannot be kept or read: the disk is full, the database is away, or it is not ours.

    Whoever wrote was not told of success, and what they wrote may still be there: try again, or read.
    """


def first_line(error: BaseException | None) -> str:
    """What an error says, for use in a sentence."""
    return str(error).strip().partition("\n")[0] or type(error).__name__


Heard = Callable[[str, int], None]
"""Is told what was written elsewhere: a game has so many entries now.

0 stands for any other change: its keys, or that it is gone; read it again, whatever is known of it. No name
at all ("", 0) says that something may have been missed: read again every game that is in memory.
"""

Told = Callable[[str, str], None]
"""Is told the name of another process, new at each start, and the words that it told to all."""


def ignore(process: str, words: str) -> None:
    """What a process does that has no use for the words of others."""


class Store(Protocol):
    """Keeps games. An answer comes when what it says is on disk; what cannot be done is a StoreError."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the same games."""
        ...

    async def open(self, heard: Heard, told: Told = ignore) -> None:
        """Make ready, the tables included; `heard` and `told` are called in the event loop."""
        ...

    async def close(self) -> None:
        """Finish what was asked for, and let go of the database."""
        ...

    async def create(self, kept: Kept) -> None:
        """Keep a new game, with its keys and first entries."""
        ...

    async def follow(self, game: str, number: int, what: str, kept: Kept) -> bool:
        """Keep a new game, and enter in another that this one follows: both, or neither as `append`."""
        ...

    async def read(self, game: str) -> Kept | None:
        """The whole game; None if there is none of that id."""
        ...

    async def append(self, game: str, number: int, what: str) -> bool:
        """Enter what happened, durably; False if that number is not the next one, or the game is gone."""
        ...

    async def add_key(self, game: str, seat: int, key: bytes, unless: str | None = None) -> bool:
        """Let one more secret open a seat.

        False if it has as many as it may have, if `unless` has been entered, or if the game is gone.
        """
        ...

    async def take_seat(self, game: str, number: int, what: str, seat: int, key: bytes) -> bool:
        """Enter that somebody sat down, and let their secret alone open the seat from then on: all others
        were invitations. Both, or neither as `append`."""
        ...

    async def games_of(self, key: bytes, most: int) -> list[Kept]:
        """The games with a seat that this secret opens, the newest first."""
        ...

    async def count(self) -> int:
        """How many games are kept."""
        ...

    async def check(self) -> None:
        """Whether it can be written; a StoreError if not."""
        ...

    async def last(self) -> float | None:
        """When something last happened in any game, in seconds since 1970; None if there is none."""
        ...

    async def prune(self, older_than: float, most: int) -> int:
        """Remove games in which nothing has happened since that moment, and the oldest above so many.

        How many went; every process hears of each, this one too.
        """
        ...

    async def tell(self, words: str) -> None:
        """Tell something short to the other processes, once: nobody keeps it. Alone, nothing happens."""
        ...
