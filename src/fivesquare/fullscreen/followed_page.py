"""A game on a server as it is seen: the newest snapshot, the connection, the clock, and who is here."""

import datetime
import time
from collections.abc import Sequence
from functools import partial

from textual.timer import Timer

from fivesquare.board import parse_cell
from fivesquare.engine import other_player
from fivesquare.errors import many
from fivesquare.fullscreen.board_page import BoardPage
from fivesquare.fullscreen.errands import Errands
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.remote.game_follower import Connection
from fivesquare.fullscreen.remote.game_snapshot import SEATS, GameSnapshot
from fivesquare.fullscreen.remote.remote_game import RemoteGame, SentMove
from fivesquare.fullscreen.remote_news import ending, listener_of, new_steps, news
from fivesquare.fullscreen.scores import Aside, Asides
from fivesquare.position import STOP, SWAP
from fivesquare.words import friends
from fivesquare.words.friends import PHRASE_STAYS
from fivesquare.words.listener import capital
from fivesquare.words.players import PERSON

QUIET = 2.0
"""Seconds for which a lost connection is not mentioned."""

_SLACK = 0.05  # seconds, so that a timer comes after what it waits for
_TENTH = 0.1  # seconds between two looks at a clock that shows tenths
_PENDING = "…"  # in the corner of a cell whose claim is on its way


class FollowedPage(BoardPage):
    """Shows a game on a server, and what happens in it. The page closes the game when it is left."""

    def __init__(self, remote: RemoteGame, note: str = "") -> None:
        """`note` is said at the start."""
        super().__init__(remote.game.position, listener_of(remote.game, remote.mine))
        self.remote = remote
        self.game = remote.game
        self.errands = Errands(self)
        self.sent: SentMove | None = None
        """The move on its way, which is shown as if it was made."""
        self.is_slow = False
        """Whether it has been on its way for so long that it is mentioned."""
        self.connection: Connection | None = None
        self.is_lost = False
        """Whether the connection has been lost for so long that it is mentioned."""
        self._note = note or (f"{capital(remote.note)}." if remote.note else "")
        self._clock: Timer | None = None

    def on_mount(self) -> None:
        self.show_game()
        self.remote.follow(
            lambda game: self.errands.tell(partial(self.hear, game)),
            lambda state: self.errands.tell(partial(self._notice, state)),
        )
        if self.game.is_over:
            self.say(ending(self.game, self.listener), "bold ink")
        if self._note:
            self.say(self._note)

    def on_unmount(self) -> None:
        self.remote.close()
        self.program.left_link = self.remote.link.page if self._can_come_back else ""

    @property
    def _can_come_back(self) -> bool:
        """Whether a player who leaves now can come back to the seat."""
        has_seat = bool(self.remote.mine) and self.remote.is_seat_kept
        return has_seat and not self.game.is_over and not self.is_gone

    def leave(self) -> None:
        """Leave the game, which stays on the server."""
        super().leave()
        page = self.program.screen
        if self._can_come_back and isinstance(page, Page):
            page.say("The game stays on the server: Join a game brings you back.")

    @property
    def is_thinking(self) -> bool:
        return super().is_thinking or self.errands.is_busy

    # --- What is heard ---

    def hear(self, game: GameSnapshot) -> None:
        """The game has changed."""
        before, self.game = self.game, game
        if self.sent is not None and (game.is_over or game.ply != self.sent.ply):
            self.sent = None
        self.listener = listener_of(game, self.remote.mine)
        self.show_game()
        self._report(before, game)

    def _report(self, before: GameSnapshot, now: GameSnapshot) -> None:
        told = news(before, now, self.listener)
        if told:
            self.say(told, "bold ink" if now.is_over else "ink")
        elif now.asks != before.asks:
            self.say("")  # where there is no room beside the board, what is asked has this line
        for step in new_steps(before, now)[-1:]:
            self.view.flash((step.cell, *step.taken) if step.is_claim else ())
        if now.said != before.said:
            self.set_timer(PHRASE_STAYS + _SLACK, self.refresh_page)

    def _notice(self, state: Connection) -> None:
        """The connection was made or lost, or the game is gone."""
        was_lost, self.connection, self.is_lost = self.is_lost, state, False
        if state.status == "reconnecting":
            left = QUIET - (time.monotonic() - state.since)
            self.set_timer(max(_SLACK, left), partial(self._worry, state))
        elif state.status == "gone":
            self.sent = None
            self.show_game()
            self.say(f"{capital(state.reason)}.", "bad")
        elif was_lost and not self._message[0]:
            self.say("The connection is back.")

    def _worry(self, state: Connection) -> None:
        if self.connection is state:
            self.is_lost = True
            self.say("")
            self.refresh_page()

    @property
    def is_gone(self) -> bool:
        """Whether the game was deleted."""
        return self.connection is not None and self.connection.status == "gone"

    # --- The board and the clock ---

    @property
    def is_my_move(self) -> bool:
        """Whether a move can be made here now."""
        return self.sent is None and not self.is_gone and self.game.turn in self.remote.mine

    def show_game(self) -> None:
        """Show the position, with the move that is on its way."""
        position = self.game.position if self.sent is None else self.game.position.play(self.sent.move)
        self.view.position = position
        self.view.live = self.is_my_move
        self.view.ghosts = self.marked()
        self._let_clock_run()

    def marked(self) -> dict[int, str]:
        """The cells with a frame, and what is written in their corners: that of the move on its way."""
        if self.sent is None or self.sent.move in (STOP, SWAP):
            return {}
        return {parse_cell(self.sent.move, self.position.size): _PENDING}

    def _let_clock_run(self) -> None:
        """Count on from the server's numbers; without a clock that runs there is no timer."""
        if self._clock is not None:
            self._clock.stop()
        clock = self.game.clock
        runs = None if clock is None or self.game.is_over else clock.runs
        left = None if runs is None else self.remote.left(runs)
        if left:
            pause = _TENTH if friends.is_short(left - 1) else left % 1 + _SLACK
            self._clock = self.set_timer(pause, self._tick)

    def _tick(self) -> None:
        self._let_clock_run()
        self.refresh_page()

    # --- What is shown ---

    def heading(self) -> str:
        return f"{super().heading()} on {self.remote.link.host}"

    def refresh_page(self) -> None:
        self.topic = "Playing" if self.remote.mine else "Watching"
        super().refresh_page()

    def status(self) -> str:
        if self.is_gone or self.is_lost:
            return "Gone" if self.is_gone else "Reconnecting ..."
        if self.game.is_over:
            return ending(self.game, self.listener)
        if self.sent is not None and self.is_slow:
            return "Sending your move ..."
        turn = self.position.turn
        if turn is not None and self.game.players[turn - 1] != PERSON:
            return f"{self.listener.name(turn)} is thinking ..."
        return capital(super().status())

    def asides(self) -> Asides:
        return self._aside(1), self._aside(2)

    def _aside(self, seat: int) -> Aside:
        """What a player says, or whether they are here; and their clock."""
        text, left, clock = self.remote.phrase(seat) or self._presence(seat), None, self.game.clock
        if clock is None or (left := self.remote.left(seat)) is None:
            return Aside(text)
        if left > 0 and (clock.runs != seat or self.game.is_over):
            return Aside(text, friends.time_left(left))
        return Aside(text, friends.time_left(left), "bold bad" if friends.is_short(left) else "bold ink")

    def _presence(self, seat: int) -> str:
        """Whether the person in a seat is here."""
        presence = self.game.presence[seat - 1]
        if self.game.is_open(seat):
            return "not here yet"
        if seat in self.remote.mine or presence is None:
            return ""
        if presence.is_here or presence.since is None:
            return "here" if presence.is_here else "away"
        ago = datetime.timedelta(seconds=self.remote.seconds_since(presence.since))
        now = datetime.datetime.now()
        return friends.away(now - ago, now)

    def remarks(self) -> Sequence[tuple[str, str]]:
        said = list[tuple[str, str]]()
        if self.game.watching:
            said.append((many(self.game.watching, "spectator"), "muted"))
        if self.remote.mine and not self.remote.is_seat_kept:
            said.append(("Your seat cannot be saved here: f makes a link to it for later.", "bad"))
        if self.remote.offered and not self.game.is_over:
            said.append((f"{friends.TAKEN_SEAT} Or press o to play both sides here.", "ink"))
        elif self.free_seat is not None:
            said.append((f"{friends.FREE_SEAT} f makes a link for a friend.", "ink"))
        return [*said, *self._wishes()]

    @property
    def free_seat(self) -> int | None:
        """The other seat, if it waits for a friend."""
        free = [seat for seat in SEATS if self.game.is_open(seat)]
        return free[0] if len(free) == 1 and self.remote.mine and not self.game.is_over else None

    def _wishes(self) -> list[tuple[str, str]]:
        """What waits for an answer."""
        game = self.game
        if game.asks is not None and not game.is_over:
            told = friends.asks(self.listener, game.asks)
            keys = "n withdraws that." if game.asks == self.listener.you else "y accepts, n declines."
            return [(f"{told} {keys}" if self.remote.mine else told, "bold ink")]
        if game.rematch is not None:
            is_theirs = self.listener.you and not self.remote.is_alone
            rival = other_player(self.listener.you or 1)
            told = friends.wants_rematch(self.listener, rival) if is_theirs else "The rematch has begun."
            return [(f"{told} Enter {'plays' if self.remote.mine else 'watches'} it.", "bold ink")]
        return []
