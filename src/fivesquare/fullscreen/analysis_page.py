"""The analysis board: any position, set up by hand or by moves, with what it is worth while it changes."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, NamedTuple

from textual import events

from fivesquare.board import Size
from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.board_choice_page import BoardChoicePage
from fivesquare.fullscreen.board_page import BoardPage
from fivesquare.fullscreen.board_view import BoardView
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.play_on_page import PlayOnPage
from fivesquare.lanes import Glance
from fivesquare.pictures import Note
from fivesquare.position import STOP, SWAP, Position
from fivesquare.rulebook import RuleBook
from fivesquare.scenes import scene
from fivesquare.table import settings
from fivesquare.table.advice import Advice, Evaluation
from fivesquare.table.analysis_board import AnalysisBoard
from fivesquare.words.commentary import IS_OVER
from fivesquare.words.listener import Listener, capital
from fivesquare.words.worths import hunch_notes, word_notes, worth_notes

_PAUSE = 0.12  # seconds after the last change: a stroke of the brush passes many positions
_MOST_KEPT = 200  # positions whose values are remembered


class Brush(NamedTuple):
    """What Enter or a click makes of a cell."""

    name: str
    owner: int | None = None


_FIRST, _SECOND, _FREE = Brush("● first", FIRST), Brush("◆ second", SECOND), Brush("free", 0)
_NUMBER, _LINK, _PLAY = Brush("number"), Brush("just claimed"), Brush("moves")
_OWNERS = {"0": _FREE, "1": _FIRST, "2": _SECOND}
_TOLD = {
    _NUMBER: "Type the number of the cell under the cursor; Enter when you are done.",
    _LINK: "Enter marks the cell that the player to move has just claimed, in a chain.",
    _PLAY: "Enter plays moves.",
}


class AnalysisPage(BoardPage):
    """A board to set up, its values, and its moves."""

    topic = "Analysis"
    last: ClassVar[Position | None] = None
    """What was on the board when it was left."""

    def __init__(self, position: Position | None = None) -> None:
        """Without a position, a moment in the middle of a game."""
        shown = position or AnalysisPage.last or _example()
        super().__init__(shown, _listener(shown))
        self.board = AnalysisBoard(shown)
        self._brush = _PLAY if shown.moves else _FIRST
        self._typed: tuple[int, int] | None = None  # the cell that is typed on, and the number so far
        self._has_values = True
        self._evaluation: Evaluation | None = None
        self._known = dict[Position, Evaluation]()
        self.view.set_reactive(BoardView.still, self._brush is not _PLAY)

    def on_mount(self) -> None:
        self._show()

    def on_unmount(self) -> None:
        AnalysisPage.last = self.board.position

    def leave(self) -> None:
        """Leave the numbers first, then the page."""
        if self._brush is _NUMBER:
            self._take(_FIRST)
        else:
            super().leave()

    # --- Changes ---

    def _change(self, change: partial[None]) -> None:
        """Change the position, and show it; say who is skipped there."""
        wanted = change.args[0] if change.func == self.board.give_turn else None
        change()
        self._message = ("", "ink")
        self._show()
        if wanted is not None and not self.position.is_over and self.position.state.turn != wanted:
            self.say(capital(self.listener.skip(wanted)))

    def choose(self) -> None:
        """Do with the cell under the cursor what the brush does; done twice, it is free again."""
        cell, brush = self.view.cursor, self._brush
        try:
            if brush.owner is not None:
                is_so = self.position.owner(cell) == brush.owner
                self._change(partial(self.board.paint, cell, 0 if is_so else brush.owner))
            elif brush is _LINK:
                self._change(partial(self.board.mark_link, cell))
            elif brush is _PLAY:
                self._change(partial(self.board.play, self.position.all_moves[cell]))
        except FivesquareError as error:
            self.complain(error)

    def _paint(self, brush: Brush) -> None:
        """Take a brush for an owner, and paint the cell under the cursor."""
        assert brush.owner is not None
        self._take(brush)
        self._change(partial(self.board.paint, self.view.cursor, brush.owner))

    def _take(self, brush: Brush) -> None:
        self._brush, self._typed = brush, None
        self.view.still = brush is not _PLAY
        self._message = ("", "ink")

    @property
    def _brushes(self) -> list[Brush]:
        """The brushes that this book has a use for."""
        book = self.position.book
        numbers = [] if book.values == "ones" else [_NUMBER]
        return [_FIRST, _SECOND, _FREE, *numbers, *([_LINK] if book.again == "chain" else []), _PLAY]

    def _next_brush(self, by: int) -> None:
        brushes = self._brushes
        self._take(brushes[(brushes.index(self._brush) + by) % len(brushes)])

    def _switch_turn(self) -> None:
        player = FIRST if self.board.setup["turn"] == SECOND else SECOND
        self._change(partial(self.board.give_turn, player))

    def _play_word(self, word: str) -> None:
        self._change(partial(self.board.play, word))

    def _another_board(self) -> None:
        position = self.position
        self.program.push_screen(BoardChoicePage(position.book, position.size, self._deal))

    def _deal(self, book: RuleBook, size: Size) -> None:
        self._change(partial(self.board.deal, book, size))

    def _play_on(self) -> None:
        if self.position.is_over:
            self.say(IS_OVER)
        else:
            self.program.push_screen(PlayOnPage(self.position))

    # --- Typing ---

    def on_key(self, event: events.Key) -> None:
        if event.key.isdigit() and self._brush is not _PLAY:
            event.stop()
            event.prevent_default()  # the board page would take it for a row
            self.type_digit(event.key)
            self.refresh_page()
        else:
            self._typed = None

    def type_digit(self, digit: str) -> None:
        """A digit of a number, or the owner of the cell under the cursor."""
        if self._brush is not _NUMBER:
            if digit in _OWNERS:
                try:
                    self._paint(_OWNERS[digit])
                except FivesquareError as error:
                    self.complain(error)
            return
        cell = self.view.cursor
        so_far = self._typed[1] if self._typed is not None and self._typed[0] == cell else None
        if so_far is None or not self._write_longer(cell, 10 * so_far + int(digit)):
            self._write(cell, int(digit))

    def _write_longer(self, cell: int, number: int) -> bool:
        """Put a number in place of its beginning; False if it would be too large."""
        self.board.undo()
        try:
            self._change(partial(self.board.write, cell, number))
        except FivesquareError:
            self.board.redo()
            return False
        self._typed = (cell, number)
        return True

    def _write(self, cell: int, number: int) -> None:
        self._typed = None
        try:
            before = self.position
            self._change(partial(self.board.write, cell, number))
            self._typed = (cell, number) if self.position != before else None
        except FivesquareError as error:
            self.complain(error)

    # --- Values ---

    def _evaluate(self) -> None:
        """Work out what the moves are worth; what is still worked out about another position is dropped."""
        position = self.position
        self.thinker.drop()
        self._evaluation = self._known.get(position)
        if position.is_over or self._evaluation is not None or not self._has_values:
            return
        listener = self.listener

        def work(glance: Glance) -> Evaluation:
            time.sleep(_PAUSE)
            glance()
            return Advice(listener, _nothing, glance=glance).evaluate(position)

        def show(evaluation: Evaluation) -> None:
            if len(self._known) >= _MOST_KEPT:
                del self._known[next(iter(self._known))]
            self._known[position] = evaluation
            if self.position == position:
                self._evaluation = evaluation
                self._show_notes()

        self.thinker.think(work, show, self.fail)

    def _toggle_values(self) -> None:
        self._has_values = not self._has_values
        self._show()

    def _show(self) -> None:
        """Show the position as it is now."""
        position = self.board.position
        if position.book != self.position.book:
            self.listener = _listener(position)
        self.view.cursor = min(self.view.cursor, position.size.cells - 1)
        self.view.position = position
        if self._brush not in self._brushes:
            self._take(_FIRST)
        self._evaluate()
        self._show_notes()
        self.refresh_page()

    def _show_notes(self) -> None:
        self.view.notes = self._notes() if self._has_values else {}

    def _notes(self) -> dict[int, Note]:
        evaluation = self._evaluation
        if evaluation is None:
            return {}
        if evaluation.hunch is not None:
            return hunch_notes(self.position, evaluation.hunch)
        return worth_notes(self.position, evaluation.solution)

    # --- What is shown ---

    def remarks(self) -> Sequence[tuple[str, str]]:
        told = f"Enter makes a cell {self._brush.name}; Tab changes that."
        said = [(_TOLD.get(self._brush, told), "muted")]
        if self.position.is_over:
            return [*said, (self.listener.result(self.position), "bold ink")]
        if not self._has_values:
            return said
        if self._evaluation is None:
            is_compiling = self.program.compiler.is_running
            return [*said, ("Compiling ..." if is_compiling else "Working it out ...", "muted")]
        words = word_notes(self.position, self._evaluation.solution)
        sentences = [*([words] if words else []), *reversed(self._evaluation.sentences(self.listener))]
        order = reversed(sentences) if self.is_wide else sentences
        return [*said, *((sentence, "ink") for sentence in order)]

    def pointed_at(self) -> str:
        return super().pointed_at() if self._brush is _PLAY and not self.position.is_over else ""

    def keys(self) -> Sequence[Key]:
        if self._brush is _NUMBER:  # where one types, letters do nothing
            return [
                Key(("enter",), "done", self.leave, "no more numbers"),
                *self.cursor_keys(),
                *self._brush_keys()[:2],
            ]
        verbs = {_PLAY: "play", _LINK: "mark", _NUMBER: ""}
        verb = verbs.get(self._brush, self._brush.name)
        enter = Key(("enter", "space"), verb, self.choose, "use the brush on the cell under the cursor")
        return [
            enter,
            *self.cursor_keys(),
            *self._word_keys(),
            *self._brush_keys(),
            Key(("w",), "turn", self._switch_turn, "let the other player move"),
            Key(("u",), "undo", partial(self._go, self.board.undo), "take back the last change"),
            Key(("r",), "", partial(self._go, self.board.redo), "redo"),
            Key(("b",), "board", self._another_board, "another game or size"),
            Key(("d",), "", partial(self._change, partial(self.board.deal)), "a new random board"),
            Key(("x",), "", partial(self._change, partial(self.board.clear)), "free every cell"),
            Key(("g",), "game", self._play_on, "play a game from here"),
            Key(("v",), "values", self._toggle_values, "what every claim is worth, on the cells"),
        ]

    def _word_keys(self) -> list[Key]:
        """The moves that have no cell."""
        words = [word for word in (STOP, SWAP) if word in self.position.legal]
        return [Key(("s",), word, partial(self._play_word, word), f"play {word}") for word in words]

    def _brush_keys(self) -> list[Key]:
        keys = [
            Key(("tab",), "brush", partial(self._next_brush, 1), "the next brush"),
            Key(("shift+tab",), "", partial(self._next_brush, -1)),
            Key((), "", self.choose, "first's, second's or free, while setting up", "1 2 0"),
            Key(("p",), "", partial(self._take, _PLAY), "play moves"),
        ]
        if _NUMBER in self._brushes:
            keys.append(Key(("n",), "", partial(self._take, _NUMBER), "type numbers"))
        return keys

    def _go(self, way: Callable[[], None]) -> None:
        """Undo or redo."""
        self._typed = None
        way()
        self._message = ("", "ink")
        self._show()


def _nothing() -> None:
    """The solver is ready before anything is thought."""


def _listener(position: Position) -> Listener:
    listener = Listener(position.book)
    listener.names = ("First", "Second")
    return listener


def _example() -> Position:
    """A moment in the middle of a game of the book that was played last, as if it had been set up."""
    moment = scene(settings.remembered().book)
    return Position(moment.book, moment.board, moment.state)
