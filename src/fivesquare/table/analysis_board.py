"""The analysis board: a position set up by hand or by moves, and what it was before each change.

It only changes; whether the result is a position, Position says.
"""

from collections.abc import Sequence
from typing import Any

from fivesquare import placement
from fivesquare.board import Board, Size, cell_name
from fivesquare.engine import NONE
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook

Rows = Sequence[Sequence[int]]


class AnalysisBoard:
    """A position and its history. What is refused changes nothing."""

    def __init__(self, position: Position) -> None:
        """The moves that led here can be undone."""
        self._before = list(position.history()[:-1])
        self._after = list[Position]()
        self.position = position

    @property
    def may_undo(self) -> bool:
        return bool(self._before)

    @property
    def may_redo(self) -> bool:
        return bool(self._after)

    @property
    def setup(self) -> dict[str, Any]:
        """The position as the `setup` of a record."""
        position = self.position
        return placement.write(position.setup, position.size, position.state)

    def undo(self) -> None:
        """Take back the last change."""
        if self._before:
            self._after.append(self.position)
            self.position = self._before.pop()

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        if self._after:
            self._before.append(self.position)
            self.position = self._after.pop()

    def _become(self, position: Position) -> None:
        if (position, position.moves) != (self.position, self.position.moves):
            self._before.append(self.position)
            self._after.clear()
            self.position = position

    # --- Changes ---

    def paint(self, cell: int, owner: int) -> None:
        """Give a cell to a player, or free it."""
        setup = self.setup
        row, column = divmod(cell, self.position.size.columns)
        owners = setup["owners"]
        owners[row][column] = owner
        self._place({"owners": owners, "turn": setup["turn"]})

    def mark_link(self, cell: int) -> None:
        """Let a cell be the one just claimed, in a chain; once more, and there is none."""
        setup, name = self.setup, cell_name(cell, self.position.size)
        is_so = self.position.state.link != NONE and setup.get("link") == name
        link = {} if is_so else {"link": name}
        self._place({"owners": setup["owners"], "turn": setup["turn"], **link})

    def give_turn(self, player: int) -> None:
        """Let this player move next."""
        self._place({"owners": self.setup["owners"], "turn": player})

    def write(self, cell: int, value: int) -> None:
        """Put a value on a cell. Where each is there once, the two cells exchange theirs."""
        values = list(self.position.board.values)
        if self.position.book.values == "shuffled" and value in values:
            values[values.index(value)] = values[cell]
        values[cell] = value
        columns = self.position.size.columns
        rows = [values[start : start + columns] for start in range(0, len(values), columns)]
        setup = self.setup
        self._place(setup, rows)

    def _place(self, setup: dict[str, Any], rows: Rows | None = None) -> None:
        board = self.position.board if rows is None else Board.of(rows)
        self._become(Position.start(self.position.book, board=board, setup=setup))

    def play(self, move: str) -> None:
        self._become(self.position.play(move))

    def clear(self) -> None:
        """Free every cell."""
        self._become(Position.start(self.position.book, board=self.position.board))

    def deal(self, book: RuleBook | None = None, size: Size | None = None) -> None:
        """A new random board, of this book and size if no other is given."""
        self._become(Position.start(book or self.position.book, size=size or self.position.size))
