"""The games in the shape of gg-bench's environments: a class for each book, played by both sides in turn.

>>> from fivesquare.research.ggbench import Sweep
>>> env = Sweep(board="5 3 8/2 9 1/6 4 7")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(4)
>>> env.current_player, env.valid_moves(), reward, terminated
(-1, [0, 2, 6, 8], 0.0, False)

What holds for all of them, as gg-bench's loops rely on it:

- `current_player` is 1 or -1, and every step is the other one's. A player who is skipped, or waits while
  the other continues a chain, has one move: to pass. Its number is the last, after `Position.all_moves`.
- The reward is that of the player who has just moved: at the end 1, 0 or -1, before that 0. A move that is
  not valid gets -10 and ends the game, and so does any move after the end.
- The observation is flat: `actions.planes` as the next mover sees them; at the end, the last one.

docs/ggbench.md has the points in which gg-bench's own environments depart from their rule books.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, SupportsIndex

from fivesquare import actions
from fivesquare.board import Array, Board, whole
from fivesquare.engine import FIRST, SECOND, other_player
from fivesquare.errors import FivesquareError, NotationError, needing, quote
from fivesquare.position import STOP, SWAP, Position
from fivesquare.research.gym import as_seed
from fivesquare.research.rewards import end_reward
from fivesquare.rulebook import RuleBook

with needing("The environment in gg-bench's shape", "rl"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

Observation = NDArray[np.float32]
Step = tuple[Observation, float, bool, bool, dict[str, Any]]
AnyBoard = Board | str | Sequence[Sequence[SupportsIndex]] | Array

INVALID = -10.0

_SIGNS = {FIRST: 1, SECOND: -1}
_MEANINGS = {
    STOP: "stops instead of claiming a second cell",
    SWAP: "takes over the first player's cell instead of claiming one",
}


class GameEnv(gymnasium.Env[Observation, np.int64]):
    """A game of any rule book, for both sides; each reset deals a board, unless one is given.

    `reset(seed=7)` deals that of `fs.start(book, seed=7)`, and resets without a seed follow from it.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium's way)
    render_mode = "ansi"

    def __init__(
        self,
        book: RuleBook | str | Mapping[str, Any],
        *,
        board: AnyBoard | None = None,
        size: Sequence[SupportsIndex] | Array | None = None,
    ) -> None:
        self.position = Position.start(book, seed=0, board=board, size=size)
        self._deals = board is None
        self.pass_move = actions.count(self.position)
        self.action_space = spaces.Discrete(self.pass_move + 1)
        self.observation_space = spaces.Box(0, 1, actions.planes(self.position).ravel().shape, np.float32)
        self.reset()

    def reset(
        self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=as_seed(seed))
        before = self.position
        if self._deals:
            number = int(self.np_random.integers(1 << 62)) if seed is None else seed
            self.position = Position.start(before.book, seed=number, size=before.size)
        else:
            self.position = Position.start(before.book, board=before.board)
        self.done = self.position.is_over
        self._seat = FIRST
        return self._observation(), {}

    @property
    def current_player(self) -> int:
        """Whose move it is: 1 or -1; at the end that of the last mover."""
        return _SIGNS[self._seat]

    def step(self, action: SupportsIndex) -> Step:
        number = whole(action)
        if number is None:
            raise NotationError(f"the number of a move is a whole number, not {quote(action)}")
        if number not in self.valid_moves():
            return self._invalid(number)
        if number != self.pass_move:
            self.position = self.position.play_action(number)
        self.done = self.position.is_over
        reward = end_reward("outcome", self.position, self._seat)
        if not self.done:
            self._seat = other_player(self._seat)
        return self._observation(), reward, self.done, False, {}

    def _invalid(self, number: int) -> Step:
        reason = self._refusal(number)
        self.done = True
        return self._observation(), INVALID, True, False, {"illegal": reason}

    def _refusal(self, number: int) -> str:
        """Why a move is not valid."""
        if self.done:
            return "the game is over"
        if self._waits:
            return f"player {self._seat} can only pass, with {self.pass_move}"
        if number == self.pass_move:
            return f"player {self._seat} cannot pass"
        if not 0 <= number < self.pass_move:
            return f"there is no move number {quote(number)}: they go from 0 to {self.pass_move}"
        try:
            self.position.play_action(number)
        except FivesquareError as error:
            return str(error)
        raise AssertionError("only what is refused is asked about")

    # --- Looking at it ---

    @property
    def _waits(self) -> bool:
        """Whether the current player can only pass, because by the rules the other one acts."""
        return self.position.turn != self._seat

    def valid_moves(self) -> list[int]:
        """The numbers of the valid moves, in order; none when the game is over. A new list each time."""
        if self.done:
            return []
        if self._waits:
            return [self.pass_move]
        valid: list[int] = actions.mask(self.position).nonzero()[0].tolist()
        return valid

    def render(self) -> str:
        """The board with its owners, the scores, whose turn it is or how it ended."""
        passes = f"\nPlayer {self._seat} passes" if not self.done and self._waits else ""
        return f"{self.position}{passes}\n"

    def move_description(self) -> str:
        """What the numbers mean, for a prompt."""
        (rows, columns), moves = self.position.size, self.position.all_moves
        cells = (
            f"Numbers 0 to {rows * columns - 1} claim a cell of the {rows}x{columns} grid, row by row: "
            f"0 is row 1, column 1, and {columns - 1} is row 1, column {columns}."
        )
        others = [f"{moves.index(move)} {_MEANINGS[move]}." for move in moves[rows * columns :]]
        return " ".join(
            [cells, *others, f"{self.pass_move} passes; it is valid only when nothing else is."]
        )

    def _observation(self) -> Observation:
        return actions.planes(self.position, self._seat).ravel()


class _NamedEnv(GameEnv):
    """A book of the catalogue, which needs no argument."""

    name: ClassVar[str]

    def __init__(
        self, *, board: AnyBoard | None = None, size: Sequence[SupportsIndex] | Array | None = None
    ) -> None:
        super().__init__(self.name, board=board, size=size)


class Flip(_NamedEnv):
    """Capture Squares: gg-bench's 912."""

    name = "flip"


class Sweep(_NamedEnv):
    """Capture Squares: gg-bench's 866."""

    name = "sweep"


class Grow(_NamedEnv):
    """Grid Capture: gg-bench's 120."""

    name = "grow"


class Chain(_NamedEnv):
    """Capture Squares: A Two-Player Tactical Grid Game: gg-bench's 507."""

    name = "chain"


class Fifteen(_NamedEnv):
    """Conquer Squares: gg-bench's 561."""

    name = "fifteen"
