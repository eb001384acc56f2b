"""One game as arrays, by machine code: a batch of one, without what many games need.

>>> from fivesquare.errors import needing
from fivesquare.research.single import SingleGame
>>> game = SingleGame("grow")
>>> game.rekey({0: 7})
>>> game.deal(viewer=1, replies=True)  # the second player draws its moves
>>> game.play(0), game.current.moves
(True, ('1,1', '1,5'))
>>> planes, mask = game.seen()
>>> planes.shape, mask.nonzero()[0].tolist()
((6, 5, 5), [1, 5])

Its chance is that of game 0 of a `Batch` with the same seed. Not thread-safe.
"""

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

from fivesquare.actions import action_of
from fivesquare.board import Array, Board
from fivesquare.engine import FIRST, NOBODY, NONE
from fivesquare.errors import needing
from fivesquare.loader import bound
from fivesquare.packed import address_of
from fivesquare.position import Position
from fivesquare.research.batch import Batch
from fivesquare.research.layout import OPEN, RESULT, TURN
from fivesquare.research.rewards import Reward
from fivesquare.rulebook import RuleBook

with needing("A game as arrays", "compile"):
    import numpy as np
    from numpy.typing import NDArray

AnyBoard = Board | str | Sequence[Sequence[SupportsIndex]] | Array
Planes = NDArray[np.float32]
Mask = NDArray[np.int8]

_MOST_MOVES = 2 * 64 + 1  # every claim followed by a stop, and a swap


class SingleGame(Batch):
    """One game after the other. `deal` begins one."""

    def __init__(
        self,
        book: RuleBook | str | Mapping[str, Any],
        *,
        size: Sequence[SupportsIndex] | Array | None = None,
        board: AnyBoard | None = None,
        split: str | None = None,
    ) -> None:
        self._made: list[int] = []
        self._current: Position | None = None
        self._waits_for = NOBODY
        super().__init__(book, 1, 0, size=size, board=board, split=split)

    def _wire(self) -> None:
        super()._wire()
        self._moves = array("q", bytes(8 * (1 + _MOST_MOVES)))
        self._turn = bound(self._code.turn, self._place, address_of(self._moves), self._waits_for)
        self._words = memoryview(self._games[0])
        self._shown, self._legal = self.planes[0], self.masks[0].view(np.int8)

    def __getstate__(self) -> dict[str, Any]:
        own = ("_made", "_current", "_waits_for")
        return super().__getstate__() | {name: vars(self)[name] for name in own}

    @property
    def opening(self) -> Position:
        """An opening like those that are dealt: what they all have in common."""
        return self._opening

    # --- Playing ---

    def deal(self, *, viewer: int = NOBODY, replies: bool = False, board: AnyBoard | None = None) -> None:
        """A new game, shown to `viewer`; with `replies`, the other player makes random moves."""
        self.view_as(viewer)
        self.reset(board=board)
        self._made.clear()
        self._current = None
        wanted = viewer if replies else NOBODY
        if wanted != self._waits_for:
            self._waits_for = wanted
            self._turn = bound(self._code.turn, self._place, address_of(self._moves), wanted)
        self.play(NONE)

    def play(self, action: int) -> bool:
        """Make a move, and let the other player reply; False, and nothing is done, if it is not legal."""
        moves = self._moves
        moves[0] = action
        self._turn()
        amount = moves[0]
        self._made += moves[1 : amount + 1]
        return amount != 0

    def play_to(self, position: Position) -> None:
        """Make the moves that lead from here to this position."""
        for move in position.moves[len(self._made) :]:
            self.play(action_of(position, move))
        self._current = position

    # --- Looking at it ---

    @property
    def current(self) -> Position:
        """The game as a position, with its moves; played by the rules in Python when it is asked for."""
        position = self._current
        if position is None:
            position = Position.start(self.book, board=self._board(0))
        for action in self._made[len(position.moves) :]:
            position = position.play_action(action)
        self._current = position
        return position

    @property
    def is_over(self) -> bool:
        return self._words[OPEN] == 0

    @property
    def mover(self) -> int:
        """The player to move; at the end the one who moved last."""
        return self._words[TURN]

    def is_legal(self, action: int) -> bool:
        """Whether a move that the game has is legal now; all are at the end."""
        return bool(self._legal[action])

    def seen(self) -> tuple[Planes, Mask]:
        """The planes and the mask that the viewer is shown, to keep."""
        return self._shown.copy(), self._legal.copy()

    def seen_by(self, player: int) -> tuple[Planes, Mask]:
        """What this player would be shown, of a game shown to the player to move."""
        planes, mask = self.seen()
        if player != self.mover:
            planes[0], planes[1] = self._shown[1], self._shown[0]
            planes[3:5] = 0
            planes[5] = player == FIRST
            mask[:] = self.is_over
        return planes, mask

    def worth(self, kind: Reward, player: int) -> float:
        """What `player` gets because the game is over, as `rewards.end_reward` has it; 0 before that."""
        if kind == "regret" or not self.is_over:
            return 0.0
        if kind == "margin":
            lead = float(self.leads[0])
            return lead if player == FIRST else 0.0 - lead
        winner = self._words[RESULT]
        return 0.0 if winner == NOBODY else 1.0 if winner == player else -1.0
