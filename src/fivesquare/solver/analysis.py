"""From the search's answers to the worth of a position and of each move in it."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

from fivesquare import engine
from fivesquare.board import Board, cell_name, cells_of
from fivesquare.engine import DRAW, FIRST, LAST, NONE, POINTS, SECOND, SECOND_WINS, State
from fivesquare.position import STOP, Position
from fivesquare.rulebook import RuleBook
from fivesquare.solver.model import LAST_CLAIM, MARGIN, make_model, mirrors_of
from fivesquare.solver.native.lookahead import DECIDED
from fivesquare.solver.native.machine import DEFAULT_MEMORY, Machine, OutOfTimeError
from fivesquare.solver.solution import Hunch, Solution, Worth


class Progress(NamedTuple):
    """How far a running solve has come."""

    nodes: int
    seconds: float
    moves_done: int
    moves: int


_FAR = 2 * DECIDED

ProgressCall = Callable[[Progress], None]


@dataclass
class _Range:
    """What is known of a worth, seen by whoever acts: no less than `low`, no more than `high`."""

    low: int
    high: int

    @property
    def is_exact(self) -> bool:
        return self.low == self.high


def solve(
    position: Position,
    *,
    value_only: bool = False,
    seconds: float | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: ProgressCall | None = None,
) -> Solution:
    """The exact worth of a position, and unless `value_only` of every move in it.

    >>> import fivesquare as fs
    >>> from fivesquare.solver import solve
    >>> solve(fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])).best
    ('2,2',)
    """
    solver = Solver(position.book, position.board, memory=memory)
    return solver.solve(position, value_only=value_only, seconds=seconds, progress=progress)


class Solver:
    """Solves positions of one game, the same book and the same board, and remembers what it found.

    Several solvers may run in several threads; one solver is for one thread at a time.
    """

    def __init__(
        self,
        book: RuleBook,
        board: Board,
        *,
        memory: int = DEFAULT_MEMORY,
        without: Iterable[str] = (),
    ) -> None:
        """`memory` in bytes bounds the table; `without` names shortcuts to leave out, for tests."""
        self.book = book
        self.board = board
        self._setup = engine.set_up(book, board)
        self._model = make_model(self._setup, board, frozenset(without))
        self._machine = Machine(self._model, memory)
        self._deadline: float | None = None
        self._glance: Callable[[], None] | None = None
        self._known: dict[State, int] = {}

    @property
    def nodes(self) -> int:
        """Positions searched since this solver was made."""
        return self._machine.nodes

    def grow(self) -> None:
        """Make the table larger, as a long search does by itself."""
        self._machine.grow()

    def clear(self) -> None:
        """Forget everything that was found."""
        self._known.clear()
        self._machine.clear()

    def solve(
        self,
        position: Position,
        *,
        value_only: bool = False,
        seconds: float | None = None,
        progress: ProgressCall | None = None,
    ) -> Solution:
        """Like the function `solve`, for positions of this solver's game."""
        self._check(position)
        begun, nodes = time.perf_counter(), self.nodes
        moves = () if value_only else position.legal
        done: dict[str, Worth] = {}

        def glance() -> None:
            if progress is not None:
                passed = time.perf_counter() - begun
                progress(Progress(self.nodes - nodes, passed, len(done), len(moves)))

        self._deadline = None if seconds is None else begun + seconds
        self._glance = glance
        state = position.state
        known = self._widest()
        finished = False
        with suppress(OutOfTimeError):
            self._narrow(state, known)
            for move, value in self._values_of_moves(state, moves, known.low):
                done[move] = self._worth(state.turn, value)
                glance()
            finished = True
        exact = known.is_exact
        worth = self._worth(state.turn, known.low) if exact else None
        ends = sorted((known.low, known.high), key=lambda value: value if state.turn == FIRST else -value)
        return Solution(
            winner=worth.winner if worth else None,
            margin=worth.margin if worth else None,
            best=tuple(move for move in moves if worth and done.get(move) == worth),
            each=done,
            nodes=self.nodes - nodes,
            seconds=time.perf_counter() - begun,
            exact=finished,
            at_least=None if finished else self._worth(state.turn, ends[0]),
            at_most=None if finished else self._worth(state.turn, ends[1]),
            value_only=value_only,
        )

    def _check(self, position: Position) -> None:
        if position.book != self.book or position.board != self.board:
            raise ValueError("this solver was made for another book or another board")

    def look_ahead(self, position: Position, *, seconds: float = 1.0, depth: int | None = None) -> Hunch:
        """The move that looks best when one looks ahead as far as the time allows, or `depth` moves.

        For positions that are too large to solve; the result is not proved.
        """
        self._check(position)
        if position.is_over:
            raise ValueError("there is no move to choose: the game is over")
        begun, nodes = time.perf_counter(), self.nodes
        deadline = begun + seconds
        deepest = depth or 2 * self._setup.cells
        moves = list(self._moves_of(position.state))
        looked = 0
        with suppress(OutOfTimeError):
            while looked < deepest and (looked == 0 or time.perf_counter() < deadline):
                moves = self._sorted_by_estimate(position.state, moves, looked + 1, deadline)
                looked += 1
        return Hunch(moves[0][0], looked, self.nodes - nodes, time.perf_counter() - begun)

    def _sorted_by_estimate(
        self, state: State, moves: list[tuple[str, State]], depth: int, deadline: float
    ) -> list[tuple[str, State]]:
        """The same moves, the best in front, as seen from `depth` moves ahead."""
        best, front = -_FAR, 0
        for index, (_, after) in enumerate(moves):
            sign = 1 if after.turn == state.turn else -1
            gain = self._gain(state, after)
            window = (best - gain, _FAR) if sign > 0 else (-_FAR, gain - best)
            inner = self._model.state(after)
            # The first look is always finished, so that there is something to say.
            limit = None if depth == 1 else deadline
            worth = gain + sign * self._machine.estimate(inner, depth - 1, window, limit)
            if worth > best:
                best, front = worth, index
        return [moves[front], *moves[:front], *moves[front + 1 :]]

    def _gain(self, state: State, after: State) -> int:
        """What a move adds to a relative worth."""
        if not self._model.is_relative:
            return 0
        sign = 1 if after.turn == state.turn else -1
        before = self._model.lead(self._model.state(state))
        return 2 * (sign * self._model.lead(self._model.state(after)) - before)

    # --- Values: twice the margin, a tie won 1, lost -1; without margins 1, 0, -1. Seen by the actor. ---

    @property
    def _has_margins(self) -> bool:
        return self._setup.goal == POINTS

    def _widest(self) -> _Range:
        most = 2 * sum(self._setup.values) + 1 if self._has_margins else 1
        return _Range(-most, most)

    def _worth(self, turn: int, value: int) -> Worth:
        other = engine.other_player(turn)
        winner = turn if value > 0 else other if value < 0 else engine.NOBODY
        if not self._has_margins:
            return Worth(winner, None)
        margin = value // 2 if value >= 0 else -(-value // 2)
        return Worth(winner, margin if turn == FIRST else -margin)

    def _value_of_move(self, turn: int, after: State, ceiling: int | None) -> int:
        """What a move is worth to `turn` that leads to `after`; no move is worth more than `ceiling`."""
        known = self._widest()
        sign = 1 if after.turn == turn else -1
        if ceiling is None:
            self._narrow(after, known)
        else:
            if sign > 0:
                known.high = ceiling
            else:
                known.low = -ceiling
            self._narrow(after, known, _even(sign * ceiling))
        return sign * known.low

    def _narrow(self, state: State, known: _Range, guess: int | None = None) -> None:
        """Ask until `known` is exact."""
        if state in self._known:
            known.low = known.high = self._known[state]
        elif engine.claims(self._setup, state) == 0:
            known.low = known.high = self._final_value(state)
        elif state.link != NONE:
            self._narrow_chain(state, known)
        elif self._has_margins:
            self._narrow_margin(state, known, guess)
        else:
            self._narrow_result(state, known)
        if known.is_exact:
            self._known[state] = known.low

    def _final_value(self, state: State) -> int:
        winner = engine.winner(self._setup, state)
        sign = 0 if winner == engine.NOBODY else 1 if winner == state.turn else -1
        if not self._has_margins:
            return sign
        return 2 * engine.lead(self._setup, state) or sign

    def _narrow_chain(self, state: State, known: _Range) -> None:
        """Inside a chain there are at most four claims, and stopping: the best of them counts."""
        for _, after in self._moves_of(state):
            known.low = max(known.low, self._value_of_move(state.turn, after, None))
        known.high = known.low

    def _moves_of(self, state: State) -> Iterator[tuple[str, State]]:
        for cell in cells_of(engine.claims(self._setup, state)):
            yield cell_name(cell, self.board.size), engine.claim(self._setup, state, cell)
        if state.link != NONE:
            yield STOP, engine.stop(self._setup, state)

    def _narrow_margin(self, state: State, known: _Range, guess: int | None) -> None:
        """MTD(f): aim at the last answer, until the bounds from below and above meet."""
        inner = self._model.state(state)
        owned = 2 * self._model.lead(inner)
        low, high = _even(known.low), _even(known.high)
        guess = max(low, min(high, owned if guess is None else guess))
        while low < high:
            aim = guess if guess > low else guess + 2
            answer = self._ask(inner, MARGIN, aim - owned) + owned
            if answer >= aim:
                low = answer
            else:
                high = answer
            guess = answer
            known.low = max(known.low, self._tie_down(low))
            known.high = min(known.high, self._tie_up(high))
        if low != 0:
            known.low = known.high = low
        elif self._setup.tie == LAST:
            won = self._ask(inner, LAST_CLAIM, 1 - owned) >= 1 - owned
            known.low = known.high = 1 if won else -1
        elif self._setup.tie == SECOND_WINS:
            known.low = known.high = 1 if state.turn == SECOND else -1
        else:
            known.low = known.high = 0

    def _narrow_result(self, state: State, known: _Range) -> None:
        """At most two questions: does the actor win; if a tie is a draw, does the actor not lose?"""
        inner = self._model.state(state)
        owned = 2 * self._model.lead(inner) if self._model.is_relative else 0
        tie = self._setup.tie
        if tie == LAST:
            won = self._ask(inner, LAST_CLAIM, 1 - owned) >= 1 - owned
            known.low = known.high = 1 if won else -1
            return
        if tie == DRAW or state.turn == FIRST:
            if self._ask(inner, MARGIN, 2 - owned) >= 2 - owned:
                known.low = 1
                return
            known.high = 0 if tie == DRAW else -1
            if tie == SECOND_WINS:
                return
        if self._ask(inner, MARGIN, -owned) >= -owned:
            known.low = known.high if tie == DRAW else 1
        else:
            known.high = -1

    def _tie_down(self, margin: int) -> int:
        return -1 if margin == 0 and self._setup.tie != DRAW else margin

    def _tie_up(self, margin: int) -> int:
        return 1 if margin == 0 and self._setup.tie != DRAW else margin

    def _ask(self, inner: State, kind: int, aim: int) -> int:
        return self._machine.ask(inner, kind, aim, self._deadline, self._glance)

    # --- Each move ---

    def _values_of_moves(
        self, state: State, moves: tuple[str, ...], ceiling: int
    ) -> Iterator[tuple[str, int]]:
        if not moves:
            return
        mirrors = mirrors_of(self.board)
        seen: dict[State, int] = {}
        for move, after in self._moves_of(state):
            image = _smallest_image(after, mirrors)
            if image not in seen:
                seen[image] = self._value_of_move(state.turn, after, ceiling)
            yield move, seen[image]


def _even(value: int) -> int:
    """Twice the margin of a value: a tie, won or lost, is 0."""
    return 0 if abs(value) == 1 else value // 2 * 2


def _smallest_image(state: State, mirrors: tuple[tuple[int, ...], ...]) -> State:
    return min([state, *(_image(state, mirror) for mirror in mirrors)])


def _image(state: State, mirror: tuple[int, ...]) -> State:
    def moved(mask: int) -> int:
        return sum(1 << mirror[cell] for cell in cells_of(mask))

    link = state.link if state.link == NONE else mirror[state.link]
    return State(moved(state.own), moved(state.other), state.turn, link)
