"""Following a game: its stream of events, reconnected with growing waits, as the page of the game does it.

Every event is the whole game and the current one comes first, so whatever was missed does no harm. Where
streams are refused but plain requests are answered, the game is asked for between the tries instead.
"""

import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from typing import Any, Literal, NamedTuple

from fivesquare.fullscreen.remote.remote_errors import RemoteError, ServerError
from fivesquare.fullscreen.remote.server_requests import GameServer
from fivesquare.fullscreen.remote.waits import Patience

_NOT_FOUND = 404


class Connection(NamedTuple):
    """Whether we hear of a game."""

    status: Literal["connected", "reconnecting", "gone"]
    since: float
    """When this began, by `time.monotonic`. A loss of less than two seconds need not be mentioned."""
    reason: str = ""
    """Why the connection was lost, or what became of the game."""


class GameFollower:
    """Follows one game in the thread that calls `run`, until the game is gone or `close` is called."""

    def __init__(
        self,
        server: GameServer,
        path: str,
        patience: Patience,
        on_game: Callable[[Mapping[str, Any]], None],
        on_state: Callable[[Connection], None],
    ) -> None:
        """`on_game` gets each game that is heard, and raises a RemoteError if it is none."""
        self._server, self._path, self._patience = server, path, patience
        self._on_game, self._on_state = on_game, on_state
        self._closed = threading.Event()
        self._hurried = threading.Event()
        self._state: Connection | None = None
        self._is_polled = False  # streams are refused, but plain requests are answered

    def close(self) -> None:
        """Stop; the server's own `close` ends the request that is under way."""
        self._closed.set()
        self._hurried.set()

    def hurry(self) -> None:
        """Try again now, if it is waiting to."""
        self._hurried.set()

    def run(self) -> None:
        """Follow the game."""
        failures = 0
        while (ending := self._stream()) is not None:
            error, has_heard = ending
            failures = 0 if has_heard else failures
            if not self._is_polled:
                self._tell("reconnecting", str(error))
            self._pause(error, failures)
            failures += 1
            if failures > 1:
                self._poll()

    def _stream(self) -> tuple[RemoteError, bool] | None:
        """Hear what comes until it ends: why it did, and whether a game came; None at the very end."""
        has_heard = False
        if self._closed.is_set():
            return None
        try:
            with closing(self._events()) as events:
                for event in events:
                    self._on_game(self._server.read(event))
                    has_heard, self._is_polled = True, False
                    self._tell("connected")
        except RemoteError as error:
            self._notice(error)
            return None if self._closed.is_set() else (error, has_heard)
        return ServerError(f"{self._server.host} has ended the connection"), has_heard

    def _events(self) -> Generator[str, None, None]:
        return self._server.events(
            f"{self._path}/events", opening=self._patience.opening, silence=self._patience.silence
        )

    def _poll(self) -> None:
        """Ask for the game: that may get through where a stream is refused."""
        if self._closed.is_set():
            return
        try:
            self._on_game(self._server.get(self._path, self._patience.poll))
        except RemoteError as error:
            self._is_polled = False
            self._notice(error)
            self._tell("reconnecting", str(error))
        else:
            self._is_polled = True
            self._tell("connected")

    def _notice(self, error: RemoteError) -> None:
        """A game that was deleted does not come back: there is nothing to wait for."""
        if isinstance(error, ServerError) and error.status == _NOT_FOUND:
            self._tell("gone", "this game has been deleted")
            self.close()

    def _pause(self, error: RemoteError, failures: int) -> None:
        self._hurried.clear()
        if not self._closed.is_set():
            self._hurried.wait(self._patience.wait(error, failures))

    def _tell(self, status: Literal["connected", "reconnecting", "gone"], reason: str = "") -> None:
        """Say so, if that is news."""
        if self._closed.is_set() or (self._state is not None and self._state.status == status):
            return
        self._state = Connection(status, time.monotonic(), reason)
        self._on_state(self._state)
