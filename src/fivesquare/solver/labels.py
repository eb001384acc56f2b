"""What every move of many positions of one game is worth, as arrays of numbers."""

from collections.abc import Sequence
from typing import overload

from fivesquare.packed import Words
from fivesquare.position import Position
from fivesquare.solver.frame import NOT_KNOWN
from fivesquare.solver.scale import Scale
from fivesquare.solver.solution import FindsLines, Solution


class Labels(Sequence[Solution]):
    """What every move of many positions of one game is worth, as arrays of numbers.

    As a sequence this is the `Solution` of each position, made when it is asked for; their `nodes` and
    `seconds` are 0, because all of them were searched together. The numbers are `Worth.value` of the
    player to move: twice the margin, and of a tie 1 if it is won, -1 if it is lost; in games without
    margins 1, 0, -1.
    """

    NOT_KNOWN = NOT_KNOWN
    """The value of what is not a legal move, and of all that a limit has left out."""

    def __init__(
        self,
        positions: Sequence[Position],
        scale: Scale,
        worths: Words,
        values: Words,
        solver: FindsLines,
    ) -> None:
        self.positions = positions
        self.worths = worths
        """An array with the value of each position; after the end, for the player who moved last."""
        self.values = values
        """An array with the value of each move, legal or not, in the order of `moves`, row by row."""
        self.solver = solver
        """Who finds the lines of the solutions."""
        self.scale = scale

    @property
    def moves(self) -> tuple[str, ...]:
        """What the columns of `values` stand for: `Position.all_moves`."""
        return self.positions[0].all_moves if self.positions else ()

    def row(self, index: int) -> Words:
        """The values of all moves of a position."""
        width = len(self.moves)
        return self.values[index * width : (index + 1) * width]

    def __len__(self) -> int:
        return len(self.positions)

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> list[Solution]: ...
    def __getitem__(self, index: int | slice) -> Solution | list[Solution]:
        numbers = range(len(self))[index]
        return self._solution(numbers) if isinstance(numbers, int) else list(map(self._solution, numbers))

    def _solution(self, index: int) -> Solution:
        position, best = self.positions[index], self.worths[index]
        turn = position.state.turn
        if best == NOT_KNOWN:
            least, most = self.scale.ends(turn, self.scale.widest)
            return Solution(position, None, exact=False, at_least=least, at_most=most)
        tie = self.scale.tie[turn]
        row = zip(self.moves, self.row(index), strict=True)
        known = {move: value for move, value in row if value != NOT_KNOWN}
        worths = {value: self.scale.worth(turn, value + tie) for value in {best, *known.values()}}
        return Solution(
            position,
            worths[best],
            best=tuple(move for move, value in known.items() if value == best),
            each={move: worths[value] for move, value in known.items()},
            _solver=self.solver,
        )
