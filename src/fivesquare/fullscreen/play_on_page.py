"""Play on from a position: against whom, and on which side."""

from collections.abc import Sequence

from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import FileError
from fivesquare.fullscreen.choices import Choice
from fivesquare.fullscreen.list_page import BoardListPage
from fivesquare.fullscreen.new_game_page import OPPONENTS, opponent_in_words
from fivesquare.fullscreen.wishes import GameWished
from fivesquare.position import Position
from fivesquare.table import saved_games, settings
from fivesquare.table.continuation import played_on, seats_against
from fivesquare.table.saved_games import Kept
from fivesquare.table.summaries import book_of, title_of
from fivesquare.words.listener import Listener
from fivesquare.words.players import PERSON


class PlayOnPage(BoardListPage):
    """Begins a game at a position; the one it is from stays as it is."""

    topic = "Play on"
    choosing = "begin"
    DEFAULT_CSS = """
    PlayOnPage #beside { width: 36; }
    PlayOnPage #about { display: none; }
    """

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self._position = position
        self._opponent = settings.remembered().opponent
        self._side = position.state.turn

    def heading(self) -> str:
        return title_of(self._position.book)

    def choices(self) -> Sequence[Choice]:
        listener = Listener(self._position.book)
        listener.names = ("first", "second")
        note = "both" if self._opponent == PERSON else listener.name(self._side)
        acts = " (to act)" if note != "both" and self._side == self._position.state.turn else ""
        opponent, sides = opponent_in_words(self._opponent), (FIRST, SECOND)
        return [
            self.adjustable("Opponent", opponent, OPPONENTS, self._opponent, self._face, self._begin),
            self.adjustable("You are", f"{note}{acts}", sides, self._side, self._sit, self._begin),
        ]

    def _face(self, opponent: str) -> None:
        self._opponent = opponent

    def _sit(self, side: int) -> None:
        self._side = side

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
