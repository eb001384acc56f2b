"""Saved games: continue one, or step through one that is over."""

from collections.abc import Sequence
from pathlib import Path

from fivesquare.fullscreen.choices import Choice
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.list_page import BoardListPage
from fivesquare.fullscreen.wishes import GameWished, MistakesWished, ReviewWished
from fivesquare.position import Position, start
from fivesquare.table import saved_games
from fivesquare.table.resignations import is_ended
from fivesquare.table.summaries import in_a_line, when
from fivesquare.table.table import TableSetting
from fivesquare.words.players import seats_of


class GamesPage(BoardListPage):
    """The list of saved games, and the board of the one that is pointed at."""

    topic = "Saved games"
    DEFAULT_CSS = """
    GamesPage #list { padding: 0 1; }
    GamesPage #beside { width: 34; }
    GamesPage #about { display: none; }
    """

    def __init__(self) -> None:
        super().__init__(start("sweep"))
        self._games: Sequence[tuple[Path, Position]] = ()
        self._doomed: Path | None = None

    def choices(self) -> Sequence[Choice]:
        self._games = saved_games.every()
        return [self._line(path, game) for path, game in self._games]

    def _line(self, path: Path, game: Position) -> Choice:
        def open_it() -> None:
            if is_ended(game):
                self.post_message(ReviewWished(game))
                return
            position, kept = saved_games.go_on(path)
            self.post_message(GameWished(TableSetting(position, seats_of(position)), kept=kept))

        return Choice(in_a_line(game), open_it, when(path))

    def heading(self) -> str:
        return "" if self._games else "none yet"

    def pointed(self) -> tuple[Position, str]:
        return self._games[self._list.at][1] if self._games else self._view.position, ""

    def refresh_page(self) -> None:
        super().refresh_page()
        self._view.visible = bool(self._games)

    def keys(self) -> Sequence[Key]:
        if not self._games:
            return ()
        is_over = is_ended(self._games[self._list.at][1])
        delete = Key(("D",), "delete", self._delete, "delete this game, at the second press")
        keys = self._list.keys("review" if is_over else "continue")
        practise = Key(("m",), "mistakes", self._practise, "its mistakes as puzzles")
        return [keys[0], practise, *keys[1:], delete] if is_over else [*keys, delete]

    def _delete(self) -> None:
        """Delete the game that is pointed at, once it is clear that this is meant."""
        path = self._games[self._list.at][0]
        if self._doomed != path:
            self._doomed = path
            self.say("Press D again to delete this game.", "bad")
            return
        saved_games.remove([path], lambda: True)
        self.say("Deleted.")
        self.offer()

    def press(self, key: Key) -> None:
        if "D" not in key.names:
            self._doomed = None
        super().press(key)

    def on_choice_list_moved(self) -> None:
        self._doomed = None
        self.say("")

    def _practise(self) -> None:
        self.post_message(MistakesWished(self._games[self._list.at][1]))
