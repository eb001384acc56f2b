"""A game on a server as this terminal follows it: the newest that is known, and who is told of changes."""

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Self

from fivesquare.background import Work
from fivesquare.fullscreen.remote.game_follower import Connection, GameFollower
from fivesquare.fullscreen.remote.game_links import GameLink, parse_link
from fivesquare.fullscreen.remote.game_snapshot import GameSnapshot
from fivesquare.fullscreen.remote.joining import Joining
from fivesquare.fullscreen.remote.remote_errors import RemoteError, ServerError
from fivesquare.fullscreen.remote.server_cookies import ServerCookies
from fivesquare.fullscreen.remote.server_requests import LEFT
from fivesquare.fullscreen.remote.server_time import ServerTime
from fivesquare.fullscreen.remote.waits import Patience
from fivesquare.words.friends import PHRASE_STAYS, PHRASES

LOST_SEAT = "this terminal has lost its seat: join again with the link to your seat"
WATCHING = "you are watching"

_NO_SEAT = 401
_PATIENT = Patience()


class FollowedGame:
    """A game on a server, with the seats in it that this terminal has.

    `game` is replaced by a newer one whenever something happens; reading it never waits.
    """

    def __init__(self, joining: Joining, cookies: ServerCookies, patience: Patience) -> None:
        """Use `join`; this takes a seat, and blocks."""
        seated = joining.sit(joining.look())
        self.link = joining.link
        """Where the game is. Its secret may be spent: `page` is what to show to others."""
        self.game = seated.game
        self.mine = seated.mine
        """The seats of this terminal, 1 and 2; none for a spectator."""
        self.offered = seated.offered
        """The other seat, if the link is for that one: `take_both` takes it as well."""
        self.note = seated.note
        """Why this terminal has no seat although the link was for one; a sentence, or None."""
        self._joining, self._server = joining, joining.server
        self._cookies, self._patience = cookies, patience
        self._time = ServerTime()
        self._news = threading.Condition()  # notified when the game or the connection has changed
        self._telling = threading.RLock()  # held during a callback, so that they come in order
        self._connected = 0  # how often a connection was made
        self._end: str | None = None  # why nothing can be done any more
        self._is_closed = False
        self._has_told = False  # whether `on_change` was called
        self._follower: GameFollower | None = None
        self._on_change: Callable[[GameSnapshot], None] = _ignore
        self._on_state: Callable[[Connection], None] = _ignore

    @classmethod
    def join(
        cls,
        link: GameLink | str,
        *,
        cookies: ServerCookies | None = None,
        patience: Patience = _PATIENT,
    ) -> Self:
        """Find the game behind a link, and take the seat that it opens if that is free; else watch. Blocks.

        A seat that was taken from this terminal before is taken again, also by a link without a secret.
        LinkError for a link to anything else, RemoteError for everything else that is wrong.
        """
        kept = cookies or ServerCookies()
        to_join = parse_link(link) if isinstance(link, str) else link
        return cls(Joining(to_join, kept, patience), kept, patience)

    def follow(
        self, on_change: Callable[[GameSnapshot], None], on_state: Callable[[Connection], None]
    ) -> None:
        """Follow the game from now on, in a background thread; can be called once.

        `on_change` is called with every newer game, and `on_state` when the connection is made or lost, or
        the game is gone. Both are called one at a time, from that thread or from a thread that is inside
        one of the blocking calls; they must not raise, nor wait for those threads. No call begins after
        `close`.
        """
        self._on_change, self._on_state = on_change, on_state
        self._has_told = False
        self._follower = GameFollower(
            self._server, self.link.path, self._patience, self._hear, self._notice_connection
        )
        Work(self._follower.run, "remote game")

    def close(self) -> None:
        """Stop following; what other threads do in this game ends with a RemoteError. Never blocks."""
        self._is_closed = True
        self._finish(LEFT)
        if self._follower is not None:
            self._follower.close()
        self._server.close()

    def reconnect(self) -> None:
        """Try again now, if the connection is lost."""
        if self._follower is not None:
            self._follower.hurry()

    # --- What is known ---

    @property
    def is_mine(self) -> bool:
        """Whether it is this terminal's turn."""
        return self.game.turn in self.mine

    @property
    def is_alone(self) -> bool:
        """Whether no other person plays: then no one has to agree to a takeback."""
        return all(state != "sat" or seat in self.mine for seat, state in enumerate(self.game.seats, 1))

    @property
    def is_seat_kept(self) -> bool:
        """Whether the seat can be taken again later; not if this terminal cannot write its file."""
        return self._cookies.is_saved

    @property
    def may_take_back(self) -> bool:
        """Whether there is a move to be taken back, or to ask for."""
        game = self.game
        if game.asks is not None and game.asks in self.mine:
            return False
        if game.is_over and (not self.is_alone or not game.position.is_over or game.rematch is not None):
            return False
        return any(earlier.state.turn in self.mine for earlier in game.position.history()[:-1])

    @property
    def next_game(self) -> GameLink | None:
        """The rematch, if one has begun: to be joined with the seats of this game, swapped."""
        return None if self.game.rematch is None else self._link_to(self.game.rematch)

    def seconds_since(self, moment: float) -> float:
        """Seconds since a moment of the server's time, such as when a player left."""
        return self._time.since(moment)

    def phrase(self, seat: int) -> str | None:
        """What a player has just said, in words; None after a moment."""
        said = self.game.said[seat - 1]
        if said is None or self._time.since(said.at) >= PHRASE_STAYS:
            return None
        return PHRASES.get(said.phrase)

    def left(self, seat: int) -> float | None:
        """Seconds that a player has left by now; None without a clock."""
        game = self.game
        if game.clock is None:
            return None
        left = game.clock.left[seat - 1]
        if game.clock.runs == seat and game.clock.since is not None and not game.is_over:
            left -= self._time.since(game.clock.since)
        return max(0.0, left)

    def _link_to(self, game: str) -> GameLink:
        return GameLink(self.link.server, game)

    # --- What is sent ---

    def _post(self, what: str, body: Mapping[str, Any], patience: float) -> dict[str, Any]:
        """Send a request; one that is refused may bring the game as it is."""
        try:
            return self._server.post(f"{self.link.path}/{what}", body, patience)
        except ServerError as error:
            if error.game is not None:
                with suppress(RemoteError):
                    self._hear(error.game)
            if error.status == _NO_SEAT:
                raise ServerError(LOST_SEAT if self.mine else WATCHING, _NO_SEAT) from None
            raise

    def _pause(self, seconds: float, has_ended: Callable[[], bool] = lambda: False) -> None:
        """Wait between two tries; a connection that is made, or the end of everything, ends it sooner."""
        with self._news:
            before = self._connected
            self._news.wait_for(
                lambda: self._end is not None or self._connected != before or has_ended(), seconds
            )

    # --- What is heard ---

    def _hear(self, told: Mapping[str, Any]) -> None:
        """Take in a game that the server sent, in an event or an answer; RemoteError if it is none."""
        self._take(GameSnapshot.read(told))

    def _take(self, game: GameSnapshot) -> None:
        """Show a game unless it is an older one."""
        if game.id != self.link.id:
            raise RemoteError(f"{self.link.host} answers with another game")
        with self._telling:
            if game.version < self.game.version:
                return
            if game.now is not None:
                self._time.hear(game.now)
            is_news = game != self.game or not self._has_told
            with self._news:
                self.game = game
                self._news.notify_all()
            if is_news and not self._is_closed:
                self._has_told = True
                self._on_change(game)

    def _notice_connection(self, state: Connection) -> None:
        with self._telling:
            if state.status == "gone":
                self._finish(state.reason)
            if state.status == "connected":
                with self._news:
                    self._connected += 1
                    self._news.notify_all()
            if not self._is_closed:
                self._on_state(state)

    def _finish(self, reason: str) -> None:
        """Refuse whatever is asked for from now on, and wake the threads that wait."""
        with self._news:
            self._end = self._end or reason
            self._news.notify_all()


def _ignore(_: object) -> None:
    """The callback before `follow`."""
