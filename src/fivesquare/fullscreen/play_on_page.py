"""Play on from a position: against whom, and on which side."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal

from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import FileError
from fivesquare.fullscreen.board_view import BoardView
from fivesquare.fullscreen.choices import Choice, ChoiceList
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.new_game_page import OPPONENTS, opponent_in_words
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.wishes import GameWished
from fivesquare.position import Position
from fivesquare.table import saved_games, settings
from fivesquare.table.continuation import played_on, seats_against
from fivesquare.table.saved_games import Kept
from fivesquare.table.summaries import book_of
from fivesquare.words.listener import Listener
from fivesquare.words.players import PERSON


class PlayOnPage(Page):
    """Begins a game at a position; the one it is from stays as it is."""

    topic = "Play on"
    DEFAULT_CSS = """
    PlayOnPage #list { width: 1fr; padding: 1 1; }
    PlayOnPage #board { width: 36; display: none; }
    PlayOnPage.-wide #board { display: block; }
    """

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._position = position
        self._opponent = settings.remembered().opponent
        self._side = position.state.turn
        self._list = ChoiceList(id="list")
        self._view = BoardView(position, id="board")
        self._view.set_reactive(BoardView.live, False)

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield self._list
            yield self._view

    def on_mount(self) -> None:
        self._offer()

    def heading(self) -> str:
        return self._position.book.title

    def _offer(self) -> None:
        listener = Listener(self._position.book)
        listener.names = ("first", "second")
        note = "both" if self._opponent == PERSON else listener.name(self._side)
        acts = " (to act)" if note != "both" and self._side == self._position.state.turn else ""
        self._list.offer(
            [
                Choice(
                    "Opponent", self._begin, f"< {opponent_in_words(self._opponent)} >", self._next_opponent
                ),
                Choice("You are", self._begin, f"< {note}{acts} >", self._other_side),
            ]
        )

    def _next_opponent(self, by: int) -> None:
        now = OPPONENTS.index(self._opponent) if self._opponent in OPPONENTS else 0
        self._opponent = OPPONENTS[(now + by) % len(OPPONENTS)]
        self._offer()

    def _other_side(self, _by: int) -> None:
        self._side = FIRST + SECOND - self._side
        self._offer()

    def _begin(self) -> None:
        seats = (PERSON, PERSON) if self._opponent == PERSON else seats_against(self._opponent, self._side)
        setting = played_on(self._position, seats)
        self.post_message(GameWished(setting, kept=self._new_file(), is_instead=True))

    def _new_file(self) -> Kept | None:
        try:
            return saved_games.keep_here(book_of(self._position))
        except FileError as error:
            self.complain(error)
            return None

    def on_choice_list_moved(self) -> None:
        self.refresh_page()

    def on_choice_list_taken(self) -> None:
        self.press(Key(("enter",), "", self._list.take))

    def keys(self) -> Sequence[Key]:
        return self._list.keys("begin")
