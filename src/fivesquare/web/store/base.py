"""What a store holds, and what it can be asked.

A game is a row that never changes and a log of entries that only grows: a move, a takeback, a resignation
is an entry, unique by game and number. So one unique key decides every race, and nothing that was
acknowledged is ever lost.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from fivesquare.errors import FivesquareError

MOST_KEYS = 32
"""The most secrets that open one seat: the browsers of a player, and the links they made."""

MOST_NOTES = 2000
"""The most notes of one kind for one browser: five years of days."""

LONGEST_NOTE = 2000
"""The most bytes of one note, as JSON."""

LONGEST_WORD = 200
"""The most bytes of one message to the other processes."""

Keys = tuple[tuple[bytes, ...], tuple[bytes, ...]]
"""For each seat the hashes of the secrets that open it."""


@dataclass(frozen=True)
class Beginning:
    """How a game began: the part of it that never changes."""

    id: str
    book: str | Mapping[str, Any]  # as in a record
    board: Sequence[Sequence[int]]
    players: tuple[str, str]
    seed: int
    created: float  # seconds since 1970
    setup: Mapping[str, Any] | None = None  # as in a record: where it started, if not at the opening
    clock: Mapping[str, float] | None = None  # as a request asks for it
    evening: str | None = None  # of a club, to which it belongs
    dealt: bool = False  # by the book's own chance, and played from the opening; False if that is unknown


@dataclass(frozen=True)
class StoredGame:
    """A game as it is stored."""

    beginning: Beginning
    keys: Keys
    entries: tuple[str, ...] = field(default=())


class Append(NamedTuple):
    """An entry that wants to be made."""

    game: str
    number: int
    what: str


class OldGame(NamedTuple):
    """A game that may be removed, and the moment when something last happened in it."""

    game: str
    last: float  # seconds since 1970


class Note(NamedTuple):
    """Something kept for a browser, like a day it has solved."""

    kind: str
    name: str
    value: dict[str, Any]
    at: float  # seconds since 1970


class OldBrowser(NamedTuple):
    """A browser whose notes may be removed, and the moment of its newest one."""

    browser: bytes
    last: float  # seconds since 1970


@dataclass(frozen=True)
class StoredEvening:
    """An evening of a club as it is stored; `keys` are the browsers of its players, by number."""

    id: str
    host: bytes
    setting: Mapping[str, Any]
    created: float  # seconds since 1970
    keys: Mapping[int, bytes] = field(default_factory=dict)
    entries: tuple[str, ...] = ()


class EveningEntry(NamedTuple):
    """An entry of an evening that wants to be made, with what comes into being with it."""

    evening: str
    number: int
    what: str
    key: tuple[int, bytes] | None = None  # a player, and the browser that plays
    games: tuple[StoredGame, ...] = ()


class OldEvening(NamedTuple):
    """An evening that may be removed, and the moment when something last happened in it."""

    evening: str
    last: float  # seconds since 1970


class StoreError(FivesquareError, ValueError):
    """Games cannot be written or read: the disk is full, the database is away, or it is not ours.

    A write that failed may have been made all the same: try again, or read.
    """


def first_line(error: BaseException | None) -> str:
    """What an error says, for use in a sentence."""
    return str(error).strip().partition("\n")[0] or type(error).__name__


Heard = Callable[[str, int], None]
"""A callback for what other processes write: a game, and the number of its entries.

0 means any other change: its keys, or that it is gone; read it again. No name at all ("", 0) means that
something may have been missed: read again every game that is in memory.
"""

Told = Callable[[str, str], None]
"""A callback for messages: the name of another process, new at each start, and its words.

"evening ID@N": the evening of that id has N entries now, or is gone (0). The store says so by itself.
"""


def ignore(process: str, words: str) -> None:
    """Ignore messages."""


class Store(Protocol):
    """Keeps games. An answer comes when what it says is on disk; what cannot be done is a StoreError."""

    @property
    def is_shared(self) -> bool:
        """Whether other processes may write to the same games."""
        ...

    @property
    def seal_key(self) -> bytes:
        """What seals the secrets of browsers, once it is open: the same for all who share the games."""
        ...

    async def open(self, heard: Heard, told: Told = ignore) -> None:
        """Make ready, the tables included; `heard` and `told` are called in the event loop."""
        ...

    async def close(self) -> None:
        """Finish what was asked for, and let go of the database."""
        ...

    async def create(self, kept: StoredGame) -> None:
        """Keep a new game, with its keys and first entries."""
        ...

    async def follow(self, game: str, number: int, what: str, kept: StoredGame) -> bool:
        """Keep a new game, and enter in another that this one follows: both, or neither as `append`."""
        ...

    async def read(self, game: str) -> StoredGame | None:
        """The whole game; None if the id is unknown."""
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
        """Enter that a player sat down, and revoke every other secret of the seat: they were invitations.

        Both, or neither as `append`.
        """
        ...

    async def games_of(self, key: bytes, most: int) -> list[StoredGame]:
        """The games with a seat that this secret opens, the newest first."""
        ...

    async def is_older_than_seals(self, key: bytes) -> bool:
        """Whether this secret opens a game from before the secrets of browsers were sealed."""
        ...

    async def count(self) -> int:
        """How many games there are."""
        ...

    async def clocked_since(self, moment: float) -> list[str]:
        """The games with a clock in which something has happened since then."""
        ...

    async def check(self) -> None:
        """Write what a game takes, and take it back: a StoreError if that cannot be done."""
        ...

    async def last(self) -> float | None:
        """When something last happened in any game, in seconds since 1970; None if there is none."""
        ...

    async def untouched_since(self, moment: float) -> list[OldGame]:
        """The games in which nothing has happened since then."""
        ...

    async def surplus(self, most: int) -> list[OldGame]:
        """The oldest games above that number."""
        ...

    async def remove(self, old: Sequence[OldGame]) -> list[str]:
        """Remove games, except those in which something has happened since; return those removed.

        Every process hears of each, this one too.
        """
        ...

    async def note(
        self, browser: bytes, kind: str, name: str, value: Mapping[str, Any], *, rolling: bool = False
    ) -> bool:
        """Keep a note for the browser with this key, durably, in place of any of that kind and name.

        If the browser has as many notes of this kind as it may have, the oldest gives way if they are
        `rolling`; if not, nothing is kept, and the answer is False.
        """
        ...

    async def notes(self, browser: bytes, kind: str | None = None) -> list[Note]:
        """The notes of a browser, or those of one kind, by kind and name."""
        ...

    async def forget(self, browser: bytes) -> None:
        """Remove the notes of a browser, and its secret from every seat that it opens."""
        ...

    async def count_browsers(self) -> int:
        """How many browsers have notes."""
        ...

    async def silent_since(self, moment: float) -> list[OldBrowser]:
        """The browsers for which nothing was noted since then."""
        ...

    async def surplus_browsers(self, most: int) -> list[OldBrowser]:
        """The browsers with the oldest notes above that number."""
        ...

    async def remove_notes(self, old: Sequence[OldBrowser]) -> int:
        """Remove the notes of browsers, except those with newer notes; returns how many."""
        ...

    async def tell(self, words: str) -> None:
        """Send a short message to the other processes; it is not stored."""
        ...

    async def create_evening(self, kept: StoredEvening, most: int, since: float) -> bool:
        """Keep a new evening; False if its host has begun `most` since that moment."""
        ...

    async def read_evening(self, evening: str) -> StoredEvening | None:
        """The whole evening; None if there is none of that id."""
        ...

    async def append_evening(self, entry: EveningEntry) -> bool:
        """Enter what happened in an evening, durably, with its games and the key of its player.

        All of it, or False if that number is not the next one, or the evening is gone.
        """
        ...

    async def evenings_of(self, key: bytes, most: int) -> list[StoredEvening]:
        """The evenings in which a browser plays or is the host, the newest first."""
        ...

    async def count_evenings(self) -> int:
        """How many evenings there are."""
        ...

    async def evenings_untouched_since(self, moment: float) -> list[OldEvening]:
        """The evenings in which nothing has happened since then."""
        ...

    async def surplus_evenings(self, most: int) -> list[OldEvening]:
        """The oldest evenings above that number."""
        ...

    async def remove_evenings(self, old: Sequence[OldEvening]) -> list[str]:
        """Remove evenings, but for those in which something has happened meanwhile; which ones went."""
        ...
