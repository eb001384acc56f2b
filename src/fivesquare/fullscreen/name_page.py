"""What a player wants to be called in a game on a server."""

from fivesquare.fullscreen.field_page import FieldPage
from fivesquare.fullscreen.remote.remote_game import RemoteGame


class NamePage(FieldPage):
    """Asks for a name; the server says whether it can be one."""

    topic = "Your name"
    asked = "What shall we call you? Everybody who sees this game sees your name. Empty: no name."
    meaning = "use it"
    at_work = "Asking the server ..."

    def __init__(self, game: RemoteGame) -> None:
        (self._seat,) = game.mine
        super().__init__(game.game.names[self._seat - 1] or "")
        self._game = game

    def submit(self, text: str) -> None:
        self.errands.run(
            lambda: self._game.rename(text or None, keep=True), lambda _: self.leave(), self.complain
        )
