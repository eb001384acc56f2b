"""What every move of many positions is worth, as NumPy arrays: exact targets for a net, or for a data set.

>>> import fivesquare as fs
>>> from fivesquare.errors import needing
from fivesquare.research.labels import label_arrays
>>> start = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
>>> labels = label_arrays([start, start.play("2,2")])
>>> labels.best.nonzero()[1].tolist(), labels.winner.tolist(), labels.margin.tolist()
([4, 2], [1, 1], [17.0, 17.0])
"""

from collections.abc import Iterable
from typing import NamedTuple, Self

from fivesquare.engine import FIRST
from fivesquare.errors import needing
from fivesquare.position import Position
from fivesquare.solver.analysis import LabelProgress
from fivesquare.solver.bulk import label_many
from fivesquare.solver.labels import Labels
from fivesquare.solver.limits import DEFAULT_MEMORY

with needing("Labels as arrays", "arrays"):
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LabelArrays", "label_arrays"]


class LabelArrays(NamedTuple):
    """The worth and the regret of every move in n positions; moves have the numbers of `actions`."""

    legal: NDArray[np.bool_]
    """(n, moves): which moves are legal; none after the end, or where a limit left a position out."""
    winners: NDArray[np.int8]
    """(n, moves): who wins after the move, 1, 2 or 0 for a draw; -1 where it is not legal."""
    margins: NDArray[np.float64]
    """(n, moves): the final first-minus-second score; nan where it is not legal, or there is none."""
    best: NDArray[np.bool_]
    """(n, moves): which moves are best."""
    lost: NDArray[np.float64]
    """(n, moves): `Regret.lost`, in points or in results; nan where it is not legal."""
    result_lost: NDArray[np.int8]
    """(n, moves): `Regret.result_lost`; -1 where it is not legal."""
    expected: NDArray[np.float64]
    """(n,): `Regret.expected`, what a random mover loses; 0 after the end."""
    is_critical: NDArray[np.bool_]
    """(n,): `Regret.is_critical`."""
    winner: NDArray[np.int8]
    """(n,): who wins with perfect play; -1 where a limit left a position out."""
    margin: NDArray[np.float64]
    """(n,): the final first-minus-second score then; nan if there is none, or it is not known."""

    @classmethod
    def of(cls, labels: Labels) -> Self:
        """The arrays of labels that a solver made, of positions of one board."""
        return cls._of([(labels, number) for number in range(len(labels))])

    @classmethod
    def _of(cls, found: list[tuple[Labels, int]]) -> Self:
        """The arrays of labels of one book and one size."""
        if not found:
            raise ValueError("there are no arrays of no positions")
        (first, _), positions = found[0], [labels.positions[number] for labels, number in found]
        for position in positions:
            if position.size != first.positions[0].size or position.book != first.positions[0].book:
                raise ValueError("positions in one array are of one rule book and one size")
        values = np.array([labels.row(number) for labels, number in found], np.int64)
        worths = np.array([labels.worths[number] for labels, number in found], np.int64)
        values[worths == Labels.NOT_KNOWN] = Labels.NOT_KNOWN
        turns = np.array([position.state.turn for position in positions])
        return cls._made(values, worths, turns, first.scale.has_margins, bool(first.scale.setup.komi % 2))

    @classmethod
    def _made(
        cls,
        values: NDArray[np.int64],
        worths: NDArray[np.int64],
        turns: NDArray[np.int64],
        has_margins: bool,
        has_halves: bool,
    ) -> Self:
        """From values of the player to move; with half a point of komi there are no ties."""
        legal = values != Labels.NOT_KNOWN
        known = np.column_stack((worths, np.where(legal, values, worths[:, None])))  # each position first
        results = np.sign(known)
        side = np.where(turns == FIRST, 1, -1)[:, None]
        winners = (results * side % 3).astype(np.int8)  # 1, 0, and -1 as 2
        doubled = known if has_halves else results * (abs(known) // 2 * 2)
        halves = (doubled if has_margins else results) / 2
        costs = halves[:, :1] - halves
        margins = doubled * side / 2 if has_margins else np.full(known.shape, np.nan)
        is_known = worths != Labels.NOT_KNOWN
        moves = np.maximum(legal.sum(axis=1), 1)
        return cls(
            legal,
            np.where(legal, winners[:, 1:], np.int8(-1)),
            np.where(legal, margins[:, 1:], np.nan),
            legal & (values == worths[:, None]),
            np.where(legal, costs[:, 1:], np.nan),
            np.where(legal, results[:, :1] - results[:, 1:], -1).astype(np.int8),
            np.where(legal, costs[:, 1:], 0).sum(axis=1) / moves,
            (legal & (values != worths[:, None])).any(axis=1),
            np.where(is_known, winners[:, 0], np.int8(-1)),
            np.where(is_known, margins[:, 0], np.nan),
        )


def label_arrays(
    positions: Iterable[Position],
    *,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    progress: LabelProgress | None = None,
) -> LabelArrays:
    """What every move of these positions is worth, in their order: of one book and size, on any boards.

    On all cores; the options are those of `fs.solve_many`.
    """
    return LabelArrays._of(label_many(positions, memory=memory, threads=threads, progress=progress))
