"""Joining a game on a server by its link, which is pasted or typed."""

from functools import partial

from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.field_page import FieldPage
from fivesquare.fullscreen.remote.game_links import GameLink, parse_link
from fivesquare.fullscreen.remote.remote_game import RemoteGame
from fivesquare.fullscreen.remote_page import RemotePage


class JoinPage(FieldPage):
    """Asks for a link, and opens the game behind it in place of itself."""

    topic = "Join a game"
    asked = (
        "Paste or type the link to a game on a server: an invitation, to play; or the address of the "
        "game's page, to watch it or to come back to your seat."
    )
    meaning = "join"
    at_work = "Joining ..."

    def __init__(self, link: str = "") -> None:
        """With a link that game is joined as soon as the page is shown."""
        super().__init__(link)
        self._joins_now = bool(link)
        self._attempt: object | None = None

    def on_mount(self) -> None:
        if not self._joins_now:
            self.field.insert(self.program.left_link)
        if self._joins_now:
            self.submit(self.field.value)

    def on_unmount(self) -> None:
        self._attempt = None

    @property
    def is_waiting(self) -> bool:
        return self._attempt is not None

    def submit(self, text: str) -> None:
        try:
            link = parse_link(text)
        except FivesquareError as error:
            self.complain(error)
            return
        self._attempt = attempt = object()
        self.errands.run(
            partial(self._join, link, attempt),
            partial(self._open, attempt),
            partial(self._fail, attempt),
        )
        self.refresh_page()

    def _join(self, link: GameLink, attempt: object) -> RemoteGame:
        game = RemoteGame.join(link)
        if self._attempt is not attempt:
            game.close()
        return game

    def _open(self, attempt: object, game: RemoteGame) -> None:
        if self._attempt is attempt:
            self.program.replace_page(self, RemotePage(game))
        else:
            game.close()

    def _fail(self, attempt: object, error: FivesquareError) -> None:
        if self._attempt is attempt:
            self._attempt = None
            self.complain(error)

    def leave(self) -> None:
        """Stop joining, or go back."""
        if self.is_waiting:
            self._attempt = None
            self.say("Stopped.")
        else:
            super().leave()
