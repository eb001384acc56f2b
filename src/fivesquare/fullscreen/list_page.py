"""Pages that are a list to choose from, alone or with a board of what is pointed at beside it."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from fivesquare.fullscreen.board_view import BoardView
from fivesquare.fullscreen.choices import Choice, ChoiceList
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.text import TextView, wrapped
from fivesquare.position import Position

_ABOUT = 42  # columns of what is said below the board

Value = TypeVar("Value")


class ListPage(Page):
    """A list to choose from, by keys or mouse."""

    DEFAULT_CSS = "ListPage #list { width: 1fr; max-width: 78; padding: 1 1; }"
    choosing = "choose"
    """What Enter does, in a word."""

    def __init__(self) -> None:
        super().__init__()
        self._list = ChoiceList(id="list")

    def compose_body(self) -> ComposeResult:
        yield self._list

    def on_mount(self) -> None:
        self.offer()

    def on_screen_resume(self) -> None:
        self.offer()

    def choices(self) -> Sequence[Choice]:
        """What can be chosen now, line by line."""
        return ()

    def offer(self) -> None:
        """Show what can be chosen now."""
        self._list.offer(self.choices())
        self.refresh_page()

    def adjustable(
        self,
        label: str,
        note: str,
        values: Sequence[Value],
        now: Value,
        use: Callable[[Value], object],
        run: Callable[[], object],
    ) -> Choice:
        """A line with one of several values, which the arrows change; Enter runs what the page is for."""

        def change(by: int) -> None:
            use(values[(values.index(now) + by) % len(values)])
            self.offer()

        return Choice(label, run, f"< {note} >", change)

    def on_choice_list_moved(self) -> None:
        self.refresh_page()

    def on_choice_list_taken(self) -> None:
        self.press(Key(("enter",), "", self._list.take))

    def keys(self) -> Sequence[Key]:
        return self._list.keys(self.choosing)


class BoardListPage(ListPage):
    """A list with a board beside it, where there is room."""

    DEFAULT_CSS = """
    BoardListPage #list { max-width: 999; }
    BoardListPage #beside { width: 46; display: none; }
    BoardListPage.-wide #beside { display: block; }
    BoardListPage #about { height: 4; padding: 0 2; }
    """

    def __init__(self, position: Position) -> None:
        super().__init__()
        self._view = BoardView(position, id="board")
        self._view.set_reactive(BoardView.live, False)

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield self._list
            with Vertical(id="beside"):
                yield self._view
                yield TextView(id="about")

    def pointed(self) -> tuple[Position, str]:
        """The board of what is pointed at, and a sentence about it."""
        return self._view.position, ""

    def refresh_page(self) -> None:
        super().refresh_page()
        if self.is_mounted:
            self._view.position, about = self.pointed()
            self.query_one("#about", TextView).show(wrapped(about, _ABOUT, "muted"))
