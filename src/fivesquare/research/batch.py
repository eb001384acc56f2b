"""Many games at once, as arrays, by machine code; and whole random games by the million.

>>> from fivesquare.research.batch import Batch, playouts
>>> playouts("grow", 100_000, seed=7).first_wins  # each game on a board of its own
59672
>>> batch = Batch("grow", 1000, seed=7)
>>> while not batch.done.all():
...     batch.step(batch.sample())  # or whatever chooses by batch.planes and batch.masks
>>> batch.rewards.shape
(1000, 2)

The same seed gives the same games, whatever the number of threads, on any machine. Chance is SplitMix64,
keyed by our streams `(seed, "boards")` and `(seed, "choices")`. Each game has streams of its own below
them, by its number alone, and each board that it is dealt has its own again. So game 5 is the same game in
a batch of 10 and of 1000; but its board is not that of `fs.start(book, seed=...)`, which Python deals.
"""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, SupportsIndex

from fivesquare.actions import PLANES
from fivesquare.background import cores
from fivesquare.board import Array, Board, whole
from fivesquare.engine import NONE, State
from fivesquare.errors import BoardError, IllegalMoveError, needing, quote
from fivesquare.loader import Function
from fivesquare.packed import pack, signed, unsigned
from fivesquare.position import Position
from fivesquare.research import layout
from fivesquare.research.batch_code import batch_code, for_kind, play, words_of
from fivesquare.research.family.splits import DEALS, check_split, deal, no_board, split_of
from fivesquare.research.labels import LabelArrays, label_arrays
from fivesquare.research.layout import AS_IT_IS, LAID, Way, way_to_deal
from fivesquare.rulebook import RuleBook
from fivesquare.solver.analysis import LabelProgress
from fivesquare.streams import check_seed, stream

with needing("A batch of games", "compile"):
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Batch", "Playouts", "playouts"]

Book = RuleBook | str | Mapping[str, Any]
Rows = Board | str | Sequence[Sequence[SupportsIndex]] | Array
Pair = Sequence[SupportsIndex] | Array

MOST_GAMES = 1 << 40


@dataclass(frozen=True, slots=True)
class Playouts:
    """How many random games ended how."""

    games: int
    first_wins: int
    second_wins: int
    draws: int
    moves: int
    """Of all games together: claims, "stop" and "swap"."""


def playouts(
    book: Book,
    n: SupportsIndex,
    seed: SupportsIndex,
    *,
    size: Pair | None = None,
    board: Rows | None = None,
    threads: SupportsIndex | None = None,
) -> Playouts:
    """Play `n` whole random games, by default on all cores; without `board` each on a board of its own."""
    games = _checked_number("n", n, MOST_GAMES)
    hands = _checked_number("threads", cores() if threads is None else threads, 1024)
    opening, way = _opening(book, size, board)
    draws, first, second, moves = play(opening.setup, way, keys_of(seed), games, hands)
    return Playouts(games, first, second, draws, moves)


class Batch:
    """`n` games of one book side by side, each on a board of its own, or all on `board`.

    With `split`, "public" or "held-out", a game passes over the boards of the other split. That is checked
    board by board in Python, at some 60 microseconds each.

    Everything is shown in arrays that stay in place and change with each step; copy what you keep.
    A game that is over stays as it is until it is reset. Threads wait for each other, but a reader of
    the arrays meanwhile sees them change.
    """

    masks: NDArray[np.bool_]
    """(n, moves): which moves are legal, as `actions.mask` has it: all of them when a game is over."""
    planes: NDArray[np.float32]
    """(n, 6, rows, columns): `actions.planes` for the player to move; at the end for the last."""
    rewards: NDArray[np.float32]
    """(n, 2): what the last step brought the first and the second player: 1, 0 or -1 as a game ends."""
    done: NDArray[np.bool_]
    """(n,): which games are over."""
    turn: NDArray[np.int8]
    """(n,): who acts, 1 or 2; 0 when the game is over."""

    def __init__(
        self,
        book: Book,
        n: SupportsIndex,
        seed: SupportsIndex,
        *,
        size: Pair | None = None,
        board: Rows | None = None,
        split: str | None = None,
    ) -> None:
        number = _checked_number("n", n, MOST_GAMES)
        self._opening, self._way = _opening(book, size, board, split)
        self._split = None if split is None else check_split(split)
        self._games = np.zeros((number, layout.width_of(self._opening.setup)), np.int64)
        self.masks = np.zeros((number, len(self._opening.all_moves)), np.bool_)
        self.planes = np.zeros((number, PLANES, *self._opening.size), np.float32)
        self.rewards = np.zeros((number, 2), np.float32)
        self.done = np.zeros(number, np.bool_)
        self.turn = np.zeros(number, np.int8)
        self._wire()
        boards, choices = keys_of(seed)
        self._games[:, layout.BOARDS] = words_of(boards, number)
        self._games[:, layout.CHOICES] = words_of(choices, number)
        self._games[:, layout.EPISODE] = -1
        self.reset()

    def _wire(self) -> None:
        """Tell machine code where everything is."""
        self._arrays = (self._games, self.masks, self.planes, self.rewards, self.done, self.turn)
        self._frame = np.zeros(layout.FRAME_WORDS, np.int64)
        self._frame[: layout.WAY] = pack(self._opening.setup)
        self._frame[layout.WAY : layout.WAY + 3] = self._way
        self._frame[layout.AMOUNT : layout.AMOUNT + 2] = self._games.shape
        self._frame[layout.GAMES :] = [array.ctypes.data for array in self._arrays]
        # To ask NumPy for an address takes microseconds: what machine code reads and writes lies still.
        self._place = self._frame.ctypes.data
        self._actions, self._meant = np.zeros(len(self), np.int64), np.zeros(len(self), np.bool_)
        self._actions_place, self._meant_place = self._actions.ctypes.data, self._meant.ctypes.data
        self._code = batch_code()
        # What was found legal must be what is played: machine code would write anywhere.
        self._alone = threading.Lock()

    @cached_property
    def _step(self) -> Function:
        return for_kind("step", self._opening.setup)

    @cached_property
    def _reply(self) -> Function:
        return for_kind("reply", self._opening.setup)

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied: not the addresses of this process, nor machine code."""
        return {name: vars(self)[name] for name in ("_opening", "_way", "_split", "_games", *_SHOWN)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """What is unpickled may lie in read-only memory, as in a store of shared objects."""
        vars(self).update(state)
        for name in ("_games", *_SHOWN):
            setattr(self, name, np.require(state[name], requirements=["C", "ALIGNED", "WRITEABLE"]))
        self._wire()

    def __len__(self) -> int:
        return len(self._games)

    def __repr__(self) -> str:
        name = self.book.name or "own book"
        return f"<Batch {name} {self._opening.size}, {len(self)} games, {int(self.done.sum())} over>"

    @property
    def book(self) -> RuleBook:
        return self._opening.book

    @property
    def winners(self) -> NDArray[np.int64]:
        """(n,): who has won, 1, 2 or 0 for a draw; -1 until a game is over."""
        return self._games[:, layout.RESULT].copy()

    @property
    def leads(self) -> NDArray[np.float64]:
        """(n,): how far ahead the first player is: in cells if the goal is a majority, else in points.

        The komi is taken off. At the end that is the margin.
        """
        halves = np.empty(len(self), np.int64)
        self._code.measure_leads(self._place, halves.ctypes.data)
        return halves / 2

    @property
    def boards(self) -> NDArray[np.int64]:
        """(n, rows, columns): a copy of the values of all boards."""
        values = self._games[:, layout.VALUES : layout.VALUES + self._opening.setup.cells]
        return values.reshape(len(self), *self._opening.size).copy()

    def position(self, game: SupportsIndex) -> Position:
        """One of the games as it stands; how it came about is not known."""
        number = whole(game)
        if number is None or not 0 <= number < len(self):
            raise IndexError(f"games are numbered from 0 to {len(self) - 1}, not {quote(game)}")
        own, other, turn, link = self._games[number, :4].tolist()
        return Position(self.book, self._board(number), State(unsigned(own), unsigned(other), turn, link))

    def _board(self, game: int) -> Board:
        values = self._games[game, layout.VALUES : layout.VALUES + self._opening.setup.cells]
        return Board(self._opening.size, tuple(values.tolist()))

    def solve(
        self, *, threads: SupportsIndex | None = None, progress: LabelProgress | None = None
    ) -> LabelArrays:
        """What every move of every game is worth now, on all cores: the arrays of `labels.py`."""
        hands = None if threads is None else _checked_number("threads", threads, 1024)
        return label_arrays(map(self.position, range(len(self))), threads=hands, progress=progress)

    # --- Going on ---

    def step(self, actions: ArrayLike, which: ArrayLike | None = None) -> None:
        """Make the move with this number in each game, or only in those that `which` names.

        A game that is over stays as it is, whatever its action. If an action is not legal nothing is done.
        """
        numbers, meant = self.as_actions(actions), self._truths(which)
        with self._alone:
            self._refuse(self._step(*self._lay_actions(numbers, meant)))

    def check(self, actions: ArrayLike, which: ArrayLike | None = None) -> None:
        """Refuse actions that are not all legal."""
        numbers, meant = self.as_actions(actions), self._truths(which)
        with self._alone:
            self._refuse(self._code.first_illegal(*self._lay_actions(numbers, meant)))

    def _lay_actions(
        self, numbers: NDArray[np.int64], meant: NDArray[np.bool_] | None
    ) -> tuple[int, int, int]:
        """Lay actions where machine code finds them, and say where that is."""
        np.copyto(self._actions, numbers)
        return self._place, self._actions_place, self._lay(meant)

    def _refuse(self, game: int) -> None:
        """Raise IllegalMoveError, unless the game is NONE."""
        if game != NONE:
            raise IllegalMoveError(f"game {game}: {self._refusal(game, int(self._actions[game]))}")

    def sample(self, which: ArrayLike | None = None) -> NDArray[np.int64]:
        """(n,): a random legal move for each game, and 0 for those that are over or not meant by `which`.

        The first games so played, from their first move to their last, are those of `playouts`.
        """
        meant = self._truths(which)
        with self._alone:
            self._code.draw(self._place, self._actions_place, self._lay(meant))
            return self._actions.copy()

    def reset(self, which: ArrayLike | None = None, *, board: Rows | None = None) -> None:
        """Restart all games, or those in `which`: a mask over all games, or the numbers of some.

        Each gets its next board, or this time they all get `board`. Rewards stay until the next step.
        """
        meant = self._truths(which)
        opening = None if board is None else self.opening_on(board)
        with self._alone:
            if opening is None:
                self._deal(meant)
            else:
                values = slice(layout.VALUES, layout.VALUES + self._opening.setup.cells)
                self._games[slice(None) if meant is None else meant, values] = opening.board.values
                self._frame[layout.WAY] = LAID
                self._code.reset(self._place, self._lay(meant))
                self._frame[layout.WAY] = self._way[0]

    def _deal(self, meant: NDArray[np.bool_] | None) -> None:
        """New boards; in a split, until each is one of it."""
        self._code.reset(self._place, self._lay(meant))
        if self._split is None:
            return
        waiting = np.flatnonzero(np.ones(len(self), np.bool_) if meant is None else meant)
        for _ in range(DEALS):
            waiting = np.array([game for game in waiting.tolist() if not self._is_in_split(game)], np.int64)
            if not len(waiting):
                return
            again = np.zeros(len(self), np.bool_)
            again[waiting] = True
            self._code.reset(self._place, self._lay(again))
        raise no_board(self._split)

    def _is_in_split(self, game: int) -> bool:
        return split_of(self._board(game)) == self._split

    def opening_on(self, board: Rows) -> Position:
        """The opening of a game on this board; refuses one that does not fit the batch."""
        opening = Position.start(self.book, board=board)
        if opening.size != self._opening.size:
            raise BoardError(f"the boards here are {self._opening.size}, not {opening.size}")
        return opening

    # --- One seat of each game, for vector.py ---

    def rekey(self, seeds: Mapping[int, int]) -> None:
        """From their next reset on these games are each what game 0 of a batch with that seed would be."""
        for game, seed in seeds.items():
            boards, choices = (int(words_of(key, 1)[0]) for key in keys_of(seed))
            self._games[game, [layout.BOARDS, layout.CHOICES, layout.EPISODE]] = boards, choices, -1

    @property
    def numbers(self) -> NDArray[np.int64]:
        """(n,): a number for each game, which nothing but its seed decides."""
        return self._games[:, layout.CHOICES].copy()

    @property
    def episodes(self) -> NDArray[np.int64]:
        """(n,): how many boards each game had before this one."""
        return self._games[:, layout.EPISODE].copy()

    def view_as(self, seats: ArrayLike) -> None:
        """Show each game to this player, from its next move or reset on; 0 is the player to move."""
        self._games[:, layout.VIEWER] = seats

    def reply(self) -> None:
        """Play random moves wherever it is not the viewer's turn, until it is."""
        with self._alone:
            self._reply(self._place)

    # --- What is handed in ---

    def as_actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Actions as machine code reads them."""
        numbers = np.asarray(actions)
        if numbers.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, one for each game, not {numbers.dtype}")
        if numbers.shape != self.done.shape:
            raise ValueError(f"actions have the shape {self.done.shape}, not {numbers.shape}")
        return numbers.astype(np.int64, copy=False)

    def _truths(self, which: ArrayLike | None) -> NDArray[np.bool_] | None:
        """A truth for each game, whether it is meant; None if all are."""
        if which is None:
            return None
        given = np.asarray(which)
        if given.dtype == np.bool_:
            if given.shape != self.done.shape:
                raise ValueError(f"a mask has the shape {self.done.shape}, not {given.shape}")
            return given
        if given.size > 0:
            self._check_numbers(given)
        meant = np.zeros(len(self), np.bool_)
        meant[given.astype(np.int64)] = True
        return meant

    def _lay(self, meant: NDArray[np.bool_] | None) -> int:
        """Copy a mask to where machine code finds it: the address, or 0 for all games."""
        if meant is None:
            return 0
        np.copyto(self._meant, meant)
        return self._meant_place

    def _check_numbers(self, given: NDArray[Any]) -> None:
        if given.dtype.kind not in "iu":
            raise TypeError(f"games are chosen by a mask or by whole numbers, not by {given.dtype}")
        if given.min() < 0 or given.max() >= len(self):
            worst = given.max() if given.min() >= 0 else given.min()
            raise IndexError(f"games are numbered from 0 to {len(self) - 1}, not {worst}")

    def _refusal(self, game: int, action: int) -> str:
        """Why a move is not legal there, as a sentence."""
        moves = self._opening.all_moves
        if not 0 <= action < len(moves):
            return f"there is no move number {action}: they go from 0 to {len(moves) - 1}"
        if action < self._opening.setup.cells:
            return f"cell {moves[action]}, move number {action}, {self.position(game).refusal(action)}"
        return f'"{moves[action]}", move number {action}, is not a move now'


_SHOWN = ("masks", "planes", "rewards", "done", "turn")


def _opening(
    book: Book, size: Pair | None, board: Rows | None, split: str | None = None
) -> tuple[Position, Way]:
    """The opening on some board, and how to deal others."""
    opening = deal(book, seed=0, size=size, board=board, split=split).position
    way = (AS_IT_IS, 0, 0) if board is not None else way_to_deal(opening.book.values)
    return opening, way


def keys_of(seed: SupportsIndex) -> tuple[int, int]:
    """The keys of all boards and of all random moves."""
    number = check_seed(seed)
    boards, choices = (stream(number, name).getrandbits(64) for name in ("boards", "choices"))
    return signed(boards), signed(choices)


def _checked_number(name: str, number: SupportsIndex, most: int) -> int:
    amount = whole(number)
    if amount is None or not 1 <= amount <= most:
        raise ValueError(f"{name} is a whole number from 1 to {most}, not {quote(number)}")
    return amount
