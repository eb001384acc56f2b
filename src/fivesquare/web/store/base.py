"""What a store keeps, and what it can be asked.

A game is kept as a row that never changes and a list of entries that only grows: a move, a takeback, a
resignation is an entry, unique by game and number. So one unique key decides every race, whoever takes part
in it, and nothing that was acknowledged is ever taken away again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

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


class Entry(NamedTuple):
    """Something that happened in a game: the number counts from 0, `what` is a move or another word."""

    number: int
    what: str


@dataclass(frozen=True)
class Kept:
    """A game as it is kept."""

    beginning: Beginning
    keys: Keys
    entries: tuple[str, ...] = field(default=())


Heard = Callable[[str, int], None]
"""Is told that a game has so many entries now: what another process has written."""


class Store(Protocol):
    """Keeps games. Every answer comes after what it says is on disk."""

    async def open(self, heard: Heard) -> None:
        """Make ready, the tables included; `heard` is called in the event loop, for other processes' entries."""
        ...

    async def close(self) -> None: ...

    async def create(self, kept: Kept) -> None:
        """Keep a new game, with its keys and first entries."""
        ...

    async def read(self, game: str) -> Kept | None:
        """The whole game; None if there is none of that id."""
        ...

    async def append(self, game: str, number: int, what: str) -> bool:
        """Enter what happened, durably; False if that number is taken, or the game is gone."""
        ...

    async def add_key(self, game: str, seat: int, key: bytes) -> bool:
        """Let one more secret open a seat; False if it has as many as it may have."""
        ...

    async def games_of(self, key: bytes, most: int) -> list[Kept]:
        """The games with a seat that this secret opens, the newest first."""
        ...

    async def prune(self, older_than: float, most: int) -> int:
        """Remove games in which nothing has happened since that moment, and the oldest above so many; how many."""
        ...
