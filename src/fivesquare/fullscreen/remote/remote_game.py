"""RemoteGame: a game on a server, to be played, watched and talked in from a terminal.

What a player does is a blocking call, to be made in `background.Work`; the game is heard in a thread of its
own.

    game = RemoteGame.join("http://127.0.0.1:8000/games/ID#SECRET")
    game.follow(on_change, on_state)
    game.play("2,3")
    game.close()
"""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Literal, NamedTuple

from fivesquare.fullscreen.remote.followed_game import WATCHING, FollowedGame
from fivesquare.fullscreen.remote.game_links import GameLink, parse_link
from fivesquare.fullscreen.remote.game_snapshot import GameSnapshot
from fivesquare.fullscreen.remote.joining import Joining
from fivesquare.fullscreen.remote.remote_errors import RemoteError, ServerError
from fivesquare.fullscreen.remote.server_cookies import ServerCookies
from fivesquare.fullscreen.remote.waits import Patience

_STALE = 409

Answer = Literal["ask", "yes", "no"]
Verdict = Literal["done", "again", "refused"]
Judge = Callable[[GameSnapshot, GameSnapshot], Verdict]
"""What a refusal means if the game has changed: a repeated request may have been granted before."""


class SentMove(NamedTuple):
    """A move on its way, and the game in which it was chosen."""

    ply: int
    move: str
    version: int


class RemoteGame(FollowedGame):
    """A game on a server, and all that its players can do there. What is refused is a RemoteError."""

    def __init__(self, joining: Joining, cookies: ServerCookies, patience: Patience) -> None:
        super().__init__(joining, cookies, patience)
        self._moving, self._asking = threading.Lock(), threading.Lock()

    # --- Moves ---

    def play(self, move: str) -> GameSnapshot:
        """Make a move, and return the game in which it is made. Blocks until the server has it on disk.

        It is sent again until the server has acknowledged or refused it: the same move at the same ply is
        one move. IllegalMoveError and NotationError come from the rules here; a RemoteError says why it was
        not made, and then `game` is the game as it is.
        """
        with _one_at_a_time(self._moving, "your move is still on its way"):
            sent = self._chosen(move)
            failures = 0
            while not self._is_made(sent):
                try:
                    self._hear(self._post("moves", sent._asdict(), self._patience.move))
                    return self.game
                except ServerError as error:
                    if not error.is_passing:
                        raise self._refused(sent, error) from None
                    wait = self._patience.wait(error, failures)
                failures += 1
                self._pause(wait, lambda: self._is_passed(sent))
            return self.game

    def _chosen(self, move: str) -> SentMove:
        """A move that the rules allow now."""
        game = self.game
        if self._end is not None:
            raise RemoteError(self._end)
        if game.is_over:
            raise RemoteError("the game is over")
        if not self.mine:
            raise RemoteError(WATCHING)
        if game.turn not in self.mine:
            raise RemoteError("it is not your turn")
        after = game.position.play(move)
        return SentMove(game.ply, after.moves[-1], game.version)

    def _is_passed(self, sent: SentMove) -> bool:
        """Whether the game has the move by now, or can no longer get it."""
        return self.game.is_over or self.game.ply != sent.ply

    def _is_made(self, sent: SentMove) -> bool:
        """Whether the game has the move; RemoteError if it can no longer get it."""
        if self._end is not None:
            raise RemoteError(self._end)
        if not self._is_passed(sent):
            return False
        if self.game.position.moves[sent.ply : sent.ply + 1] != (sent.move,):
            raise RemoteError(_too_late(sent))
        return True

    def _refused(self, sent: SentMove, error: ServerError) -> RemoteError:
        """Why a move was not made, in the words that fit the game as it is."""
        is_late = error.game is not None and not self.game.is_over and self.game.ply != sent.ply
        return RemoteError(_too_late(sent)) if is_late else error

    # --- What else a player can ask for ---

    def take_back(self, answer: Answer = "ask") -> GameSnapshot:
        """Ask for a takeback, or answer one; "no" also withdraws one's own. Blocks.

        Without another person it is done immediately.
        """

        def judge(before: GameSnapshot, now: GameSnapshot) -> Verdict:
            if answer != "ask":
                return "refused" if now.asks == before.asks else "done"
            if now.ply < before.ply or (now.asks is not None and now.asks in self.mine):
                return "done"
            return (
                "again" if self.is_alone else "refused"
            )  # the computer has moved: it is still my last move

        return self._settle("takeback", lambda game: {"version": game.version, "answer": answer}, judge)

    def resign(self) -> GameSnapshot:
        """Give the game up. Blocks."""

        def judge(_: GameSnapshot, now: GameSnapshot) -> Verdict:
            return "done" if now.is_over else "again"

        return self._settle("resign", lambda game: {"version": game.version}, judge)

    def rematch(self, board: Literal["same", "new"] = "new") -> GameLink:
        """Play again with the seats swapped: the link of the game to join. Blocks.

        The player who asks second gets the game of the first, also if they wanted another board.
        """
        with self._one_request():
            told = self._persistently("rematch", {"board": board})
        return self._link_to(GameSnapshot.read(told.get("game", {})).id)

    def go_on(self, link: GameLink) -> "RemoteGame":
        """Join another game of this server, such as the rematch, as the same terminal. Blocks."""
        return RemoteGame.join(link, cookies=self._cookies, patience=self._patience)

    def say(self, phrase: str) -> GameSnapshot:
        """Say one of `PHRASES` to the other player. Blocks. More than four in ten seconds are refused."""
        self._hear(self._post("phrases", {"phrase": phrase}, self._patience.answer))
        return self.game

    def rename(self, name: str | None, *, seat: int | None = None, keep: bool = False) -> GameSnapshot:
        """Be called by a name, or by none; with `keep` in games to come as well. Blocks.

        `seat` is needed by those who have both.
        """
        self._hear(self._persistently("name", {"name": name, "seat": seat, "keep": keep}))
        return self.game

    def advise(self, kind: Literal["hint", "values", "tutor"], move: str | None = None) -> dict[str, Any]:
        """Advice of the server's solver, as JSON, which is noted in the game. Blocks, perhaps for long.

        There is none in a game between two people.
        """
        body = {"ply": self.game.ply, "kind": kind, **({} if move is None else {"move": move})}
        return self._persistently("advice", body, self._patience.advice)

    def ladder(self) -> dict[str, Any] | None:
        """What a game that is over means for the ladder of its book, as JSON. Blocks."""
        told = self._server.get(f"{self.link.path}/ladder", self._patience.answer).get("ladder")
        return told if isinstance(told, dict) else None

    def invite(self, seat: int) -> str:
        """A link for a friend to the free seat, or to one's own seat for another device. Blocks."""
        made = parse_link(str(self._persistently("links", {"seat": seat}).get("link")))
        if made.secret is None:
            raise RemoteError("the server sent a link without a secret")
        return f"{self.link.page}#{made.secret}"  # at the address at which this terminal reaches the server

    def take_both(self) -> GameSnapshot:
        """Take the seat that is `offered` as well, to play both sides here. Blocks."""
        if self.link.secret is None:
            raise RemoteError("this link opens no seat")
        seated = self._joining.sit_with(self.link.secret, both=True)
        self.mine, self.offered = seated.mine, seated.offered
        self._take(seated.game)
        return self.game

    def _one_request(self) -> AbstractContextManager[None]:
        return _one_at_a_time(self._asking, "what you asked for last is still on its way")

    def _settle(
        self, what: str, body: Callable[[GameSnapshot], Mapping[str, Any]], judge: Judge
    ) -> GameSnapshot:
        """Send what refers to the game as it is, until it is granted or refused."""
        with self._one_request():
            while True:
                before = self.game
                try:
                    self._hear(self._persistently(what, body(before)))
                    return self.game
                except ServerError as error:
                    verdict = "refused" if self.game.version == before.version else judge(before, self.game)
                    if verdict == "done":
                        return self.game
                    if verdict == "refused" or error.status != _STALE:
                        raise

    def _persistently(
        self, what: str, body: Mapping[str, Any], patience: float | None = None
    ) -> dict[str, Any]:
        """Send a request, again for a while if no answer comes or the server is busy."""
        until, failures = time.monotonic() + (patience or self._patience.request), 0
        while True:
            try:
                return self._post(what, body, patience or self._patience.answer)
            except ServerError as error:
                wait = self._patience.wait(error, failures)
                if not error.is_passing or time.monotonic() + wait > until:
                    raise
            failures += 1
            self._pause(wait)


@contextmanager
def _one_at_a_time(lock: threading.Lock, sentence: str) -> Iterator[None]:
    """Refuse to begin the block while another thread is in it."""
    if not lock.acquire(blocking=False):
        raise RemoteError(sentence)
    try:
        yield
    finally:
        lock.release()


def _too_late(sent: SentMove) -> str:
    return f"your move {sent.move} came too late"
