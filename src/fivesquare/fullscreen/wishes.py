"""What a page asks of the program: another page. So pages need not know of one another."""

from textual.message import Message

from fivesquare.position import Position
from fivesquare.reviews import Review
from fivesquare.rulebook import RuleBook
from fivesquare.table.openings import Order
from fivesquare.table.saved_games import Kept
from fivesquare.table.table import TableSetting


class GameWished(Message):
    """A game to play; `order` is what another one after it keeps, and `kept` its file if it has one."""

    def __init__(
        self,
        setting: TableSetting,
        order: Order | None = None,
        kept: Kept | None = None,
        *,
        is_instead: bool = False,
    ) -> None:
        """`is_instead` puts it in place of the page that asks."""
        super().__init__()
        self.setting, self.order, self.kept, self.is_instead = setting, order, kept, is_instead


class NewGameWished(Message):
    """A game to be dealt, between these seats, or as a draw decides if `seat` is "random"."""

    def __init__(
        self,
        order: Order,
        seats: tuple[str, str],
        seat: str = "first",
        tutor: float | None = None,
        *,
        is_instead: bool = False,
    ) -> None:
        """The person is first in `seats`; `seat` says which one is really theirs."""
        super().__init__()
        self.order, self.seats, self.seat, self.tutor = order, seats, seat, tutor
        self.is_instead = is_instead


class PageWished(Message):
    """A page, by its name (program.PAGES), made with what is given."""

    def __init__(self, page: str, *given: object) -> None:
        super().__init__()
        self.page, self.given = page, given


class ReviewWished(Message):
    """A game to step through; its review, if there is one already."""

    def __init__(self, game: Position, review: Review | None = None) -> None:
        super().__init__()
        self.game, self.review = game, review


class MistakesWished(Message):
    """The mistakes of a game, as puzzles; a game that was not reviewed yet is reviewed first."""

    def __init__(self, game: Review | Position) -> None:
        super().__init__()
        self.game = game


class AnalysisWished(Message):
    """A position to look at and to change."""

    def __init__(self, position: Position) -> None:
        super().__init__()
        self.position = position


class RulesWished(Message):
    """The rules of a game, to read."""

    def __init__(self, book: RuleBook) -> None:
        super().__init__()
        self.book = book


class LessonWished(Message):
    """A lesson about a game; `is_instead` puts it in place of the page that asks."""

    def __init__(self, book: RuleBook, *, is_instead: bool = False) -> None:
        super().__init__()
        self.book, self.is_instead = book, is_instead
