"""A page that asks for moves: the cursor or a word tries one, and lines are played on the board."""

from collections.abc import Callable, Sequence
from functools import partial

from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer

from fivesquare.board import parse_cell
from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.board_page import BoardPage
from fivesquare.fullscreen.board_view import BoardView
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.text import Line, TextView, wrapped
from fivesquare.match import Step
from fivesquare.pictures import Note
from fivesquare.position import STOP, SWAP, Position
from fivesquare.words import turns
from fivesquare.words.listener import Listener

_FOOT = 4
_PAUSE = 0.8  # seconds between two moves that are shown
_MOST_GHOSTS = 3  # moves of a line that are numbered on the board
_WRONG = Note("", -1)

Said = tuple[str, str]
"""A paragraph, and the words of its style."""


class VeiledBoard(BoardView):
    """A board that is blank, but has its place, as long as there is nothing to show."""

    is_veiled: reactive[bool] = reactive(True)

    def render_line(self, y: int) -> Strip:
        return Strip.blank(self.size.width, self.paint["ink"]) if self.is_veiled else super().render_line(y)

    def cell_at(self, x: int, y: int) -> int | None:
        return None if self.is_veiled else super().cell_at(x, y)


class QuestionPage(BoardPage):
    """Poses positions. Subclasses say what is asked, and what a move comes to."""

    DEFAULT_CSS = f"QuestionPage.-narrow #foot {{ height: {_FOOT}; max-height: {_FOOT}; }}"
    foot_lines = _FOOT
    """Lines below the board on a narrow screen, for what else stands beside it."""

    view: VeiledBoard

    def __init__(self, position: Position, listener: Listener) -> None:
        super().__init__(position, listener)
        self.view = VeiledBoard(position, id="board")
        self.view.set_reactive(BoardView.live, False)
        self._timer: Timer | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether something is being worked out for this page."""
        return self.thinker.is_busy

    # --- What subclasses say ---

    def said(self) -> Sequence[Said]:
        """What is said about the question, the last the most important."""
        return ()

    def answer(self, move: str) -> None:
        """Do what a move means that was chosen."""

    def go_on(self) -> None:
        """Do what Enter does where nothing is asked."""

    # --- What is shown ---

    def remarks(self) -> Sequence[Said]:
        return self.said() if self.is_wide else ()

    def refresh_page(self) -> None:
        if not self.is_mounted:
            return
        super().refresh_page()
        self.query_one("#foot", TextView).show(() if self.is_wide else self._fitting())

    def _fitting(self) -> Sequence[Line]:
        """The last paragraphs that fit in the lines below the board."""
        lines = list[Line]()
        for text, style in reversed(self.said()):
            more = [((" ", style), *line) for line in wrapped(text, self.size.width - 2, style)]
            if lines and len(lines) + len(more) > self.foot_lines:
                break
            lines = [*more, *lines]
        return lines[: self.foot_lines]

    def more_lines(self, room: int, width: int) -> Sequence[Line]:
        return ()

    # --- The position ---

    def pose(self, position: Position) -> None:
        """Ask for a move here."""
        self._stop_showing()
        is_new_board = position.board != self.position.board or self.view.is_veiled
        self.view.notes, self.view.ghosts = {}, {}
        self.view.position, self.view.live, self.view.is_veiled = position, True, False
        if is_new_board:
            self.view.cursor = position.size.rows // 2 * position.size.columns + position.size.columns // 2

    def mark_wrong(self, move: str) -> None:
        """Mark a move that was tried and is wrong."""
        if move not in (STOP, SWAP):
            cell = parse_cell(move, self.position.size)
            self.view.notes = {**self.view.notes, cell: _WRONG}

    def choose(self) -> None:
        """Try the cell under the cursor."""
        if not self.view.live:
            self.go_on()
            return
        refusal = self.refused(self.view.cursor)
        if refusal:
            self.say(refusal, "bad")
        else:
            self.answer(self.position.all_moves[self.view.cursor])

    def refused(self, cell: int) -> str:
        """Why a cell may not be claimed, as a sentence; empty if it may."""
        return turns.refused(self.position, cell, self.listener)

    def show_steps(self, positions: Sequence[Position], then: Callable[[], object] | None = None) -> None:
        """Show positions one after the other, each a move after the one before, then call `then`."""
        self.view.live, self.view.ghosts, self.view.notes = False, {}, {}
        if not self.program.has_motion:
            positions = positions[-1:]
        self._show_next(positions, then or (lambda: None))

    def _show_next(self, positions: Sequence[Position], then: Callable[[], object]) -> None:
        self.show_position(positions[0])
        if len(positions) > 1:
            self._timer = self.set_timer(_PAUSE, partial(self._show_next, positions[1:], then))
        else:
            self._timer = None
            then()
        self.refresh_page()

    def show_position(self, position: Position) -> None:
        """Show a position with what its last move has changed."""
        self.view.position = position
        if position.moves:
            before = position.back(1)
            step = Step(before, position.moves[-1], position)
            self.view.flash((step.cell, *step.taken) if step.is_claim else ())

    @property
    def is_showing(self) -> bool:
        """Whether moves are being shown one after the other."""
        return self._timer is not None

    def _stop_showing(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    # --- Keys ---

    def answer_keys(self) -> list[Key]:
        """The keys that try a move."""
        words = [
            Key(("s",), word, partial(self.answer, word), f"{word}, where that is a move")
            for word in (STOP, SWAP)
            if word in self.position.legal
        ]
        enter = Key(("enter", "space"), "answer", self.choose, "try the cell under the cursor")
        return [enter, *words, *self.cursor_keys()]

    def failed(self, error: BaseException) -> None:
        """Say what went wrong in the background."""
        if not isinstance(error, FivesquareError):
            raise error
        self.complain(error)


def numbered(position: Position, moves: Sequence[str]) -> dict[int, str]:
    """The cells of a line, numbered in the order of its moves."""
    claims = [move for move in moves if move not in (STOP, SWAP)]
    ordered = enumerate(claims[:_MOST_GHOSTS], 1)
    return {parse_cell(move, position.size): str(number) for number, move in ordered}
