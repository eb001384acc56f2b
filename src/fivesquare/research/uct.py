"""A plain UCT, to compare with: random games by the compiled rules, and a tree that is forgotten each move.

The move that was tried most often is played. A result is half who won and half by how much, which was the
stronger with these constants; where the goal is an exact score, it is who won alone.
"""

from __future__ import annotations

from array import array
from functools import cache
from math import log
from typing import TYPE_CHECKING

from fivesquare.arrays import np
from fivesquare.packed import address_of, pack, words_of
from fivesquare.players.base import Luck, any_luck
from fivesquare.position import Position
from fivesquare.research.batch_code import batch_code
from fivesquare.research.layout import (
    MOST_MOVES,
    NODE_CHILDREN,
    NODE_VISITS,
    NODE_WORDS,
    TREE_FRAME_WORDS,
    UNIT,
    WIDEST_NODE,
)
from fivesquare.rulebook import Exactly

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MOST_NODES = 1 << 20  # then the tree grows no further
_KEY_BITS = 63


class SearchTree:
    """The tree of one position."""

    def __init__(self, position: Position, key: int, most: int, by_margin: bool = True) -> None:
        """`key` is that of its random games, `most` the rounds that it may be grown by."""
        self._position = position
        room = min(_MOST_NODES, 1 + (most + 2) * WIDEST_NODE)
        self._tree = np.zeros(NODE_WORDS * room + MOST_MOVES, np.int64)  # what is not used costs nothing
        self._tree[:NODE_WORDS] = [*words_of(position.state), 0, 0, 1, 0]
        self._logs = _logarithms(most + 2)
        addresses = self._tree.ctypes.data, self._logs.ctypes.data
        words = [addresses[0], room, 1, key, 0, addresses[1], 50 if by_margin else 0]
        self._frame = pack(position.setup) + array("q", words)
        assert len(self._frame) == TREE_FRAME_WORDS

    def grow(self, rounds: int) -> None:
        """Play random games."""
        batch_code().grow(address_of(self._frame), rounds)

    @property
    def visits(self) -> list[int]:
        """How often each legal move was tried."""
        first = NODE_WORDS * int(self._tree[NODE_CHILDREN])
        last = first + NODE_WORDS * len(self._position.legal)
        visits: list[int] = self._tree[first + NODE_VISITS : last : NODE_WORDS].tolist()
        return visits

    @property
    def move(self) -> str:
        """The move that was tried most often."""
        return self._position.legal[self.visits.index(max(self.visits))]


class Uct:
    """A player with a number of random games for each move."""

    is_person = False
    remark = ""

    def __init__(self, rounds: int, luck: Luck | None = None) -> None:
        self.rounds, self.luck = rounds, luck or any_luck()

    def choose(self, position: Position) -> str:
        if len(position.legal) == 1:
            return position.legal[0]
        key = self.luck.at(position).getrandbits(_KEY_BITS)
        by_margin = not isinstance(position.book.goal, Exactly)
        tree = SearchTree(position, key, max(self.rounds, 2), by_margin)
        tree.grow(max(self.rounds, 2))
        return tree.move


@cache
def _logarithms(number: int) -> NDArray[np.int64]:
    """The logarithms of numbers from 0 on, in units; that of 0 is never asked for."""
    return np.array([0, *(round(UNIT * log(each)) for each in range(1, number + 1))], np.int64)
