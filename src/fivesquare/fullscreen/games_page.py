"""Saved games: continue one, or step through one that is over."""

from collections.abc import Sequence
from pathlib import Path

from textual.app import ComposeResult
from textual.containers import Horizontal

from fivesquare.fullscreen.board_view import BoardView
from fivesquare.fullscreen.choices import Choice, ChoiceList
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.wishes import GameWished, MistakesWished, ReviewWished
from fivesquare.position import Position, start
from fivesquare.table import saved_games
from fivesquare.table.summaries import in_a_line, when
from fivesquare.table.table import TableSetting
from fivesquare.words.players import seats_of


class GamesPage(Page):
    """The list of saved games, and the board of the one that is pointed at."""

    topic = "Saved games"
    DEFAULT_CSS = """
    GamesPage #list { width: 1fr; padding: 0 1; }
    GamesPage #board { width: 34; display: none; }
    GamesPage.-wide #board { display: block; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._games: Sequence[tuple[Path, Position]] = ()
        self._list = ChoiceList(id="list")
        self._view = BoardView(start("sweep"), id="board")
        self._view.set_reactive(BoardView.live, False)

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield self._list
            yield self._view

    def on_mount(self) -> None:
        self._read()

    def on_screen_resume(self) -> None:
        self._read()

    def _read(self) -> None:
        self._games = saved_games.every()
        self._list.offer([self._line(path, game) for path, game in self._games])

    def _line(self, path: Path, game: Position) -> Choice:
        def open_it() -> None:
            if game.is_over:
                self.post_message(ReviewWished(game))
                return
            position, kept = saved_games.go_on(path)
            self.post_message(GameWished(TableSetting(position, seats_of(position)), kept=kept))

        return Choice(in_a_line(game), open_it, when(path))

    def heading(self) -> str:
        return "" if self._games else "none yet"

    def on_choice_list_moved(self) -> None:
        self.refresh_page()

    def on_choice_list_taken(self) -> None:
        self.press(Key(("enter",), "", self._list.take))

    def refresh_page(self) -> None:
        super().refresh_page()
        if self._list.at < len(self._games):
            self._view.position = self._games[self._list.at][1]
        self._view.visible = bool(self._games)

    def keys(self) -> Sequence[Key]:
        if not self._games:
            return ()
        is_over = self._games[self._list.at][1].is_over
        keys = self._list.keys("review" if is_over else "continue")
        practise = Key(("m",), "mistakes", self._practise, "its mistakes as puzzles")
        return [keys[0], practise, *keys[1:]] if is_over else keys

    def _practise(self) -> None:
        self.post_message(MistakesWished(self._games[self._list.at][1]))
