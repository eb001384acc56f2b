"""The options of `serve`: where it listens, where it saves games, and its limits for one address."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

SQLITE = "sqlite:///"
POSTGRESQL = ("postgresql://", "postgres://", "postgresql+psycopg://")
LOGS = ("words", "json")

REQUEST_BURST = 4  # seconds' worth of requests that may arrive together
NEW_GAME_BURST = 60  # the same of new games: a class behind one address starts together

_MOST_DESCRIPTORS = 1 << 20
_SPARE_DESCRIPTORS = 256
"""Left to the database, to files, and to requests that are not streams."""


def default_database() -> str:
    """A file in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return f"{SQLITE}{Path(base).expanduser() / 'fivesquare' / 'games.db'}"


def available_descriptors() -> int:
    """How many file descriptors the system allows; most processes begin with 1024."""
    import resource  # Unix only

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return _MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, _MOST_DESCRIPTORS)


def streams_that_fit(descriptors: int) -> int:
    """As many as leave some descriptors to others: a stream is an open connection, each takes one."""
    return max(1, descriptors - min(_SPARE_DESCRIPTORS, descriptors // 2))


@dataclass(frozen=True)
class Settings:
    """How a server runs. Limits are of one address, unless they say otherwise."""

    host: str = "127.0.0.1"
    port: int = 8000  # 0: any that is free
    database: str = field(default_factory=default_database)
    workers: int = 1
    allowed_hosts: frozenset[str] = frozenset()  # besides localhost and numeric addresses
    trust_proxy: bool = False  # believe X-Forwarded-For and X-Forwarded-Proto
    log: Literal["words", "json"] = "words"
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = None  # None: there are no metrics; 0: any port that is free

    requests: float = 100  # a second
    requests_at_once: float = REQUEST_BURST * requests
    new_games: float = 5  # a second
    new_games_at_once: float = NEW_GAME_BURST * new_games
    solves: int = 16  # questions to the solver at the same time
    streams: int = 200
    most_streams: int = field(default_factory=lambda: streams_that_fit(available_descriptors()))  # of all
    largest_body: int = 64 * 1024
    patience: float = 10.0  # seconds in which a request must have arrived

    solve_seconds: float = 10.0
    solve_memory: int = 128  # MiB for the solver's table
    solve_threads: int = field(default_factory=lambda: max(1, min(4, os.cpu_count() or 1)))
    solve_queue: int = 32
    solve_wait: float = 20.0  # seconds in the queue, after which a request is refused

    keep_days: int = 365  # games in which nothing has happened for so long are removed
    keep_games: int = 100_000
    remove_old: bool = False  # at the start, however many: else only a small share at one time

    @property
    def is_sqlite(self) -> bool:
        return self.database.startswith("sqlite")

    @property
    def database_file(self) -> Path | None:
        """Where SQLite keeps the games; None on a server."""
        return Path(self.database.removeprefix(SQLITE)) if self.is_sqlite else None

    @property
    def shown_database(self) -> str:
        """The place of the games for people to read, without the password in it."""
        if self.database_file is not None:
            return str(self.database_file)
        scheme, _, rest = self.database.partition("://")
        return f"{scheme}://{rest.rpartition('@')[2]}".partition("?")[0]
