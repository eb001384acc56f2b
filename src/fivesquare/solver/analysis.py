"""From the search's answers to the worth of a position and of each move in it."""

import time
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from fivesquare import engine
from fivesquare.background import HAS_THREADS, cores
from fivesquare.board import Board, cell_name, cells_of
from fivesquare.engine import NOBODY, NONE, State
from fivesquare.errors import quote
from fivesquare.packed import Words, words_of
from fivesquare.position import STOP, SWAP, Position
from fivesquare.rulebook import RuleBook
from fivesquare.solver.distance import moves_to_win
from fivesquare.solver.frame import AMOUNT, NOT_KNOWN, label_worths, make_job
from fivesquare.solver.labels import Labels
from fivesquare.solver.limits import DEFAULT_MEMORY, ENDLESS, NO_LIMITS, Limits, StoppedError
from fivesquare.solver.machine import Machine, SpareTables
from fivesquare.solver.model import DECIDED, make_model, mirrors_of
from fivesquare.solver.scale import Range, Scale
from fivesquare.solver.solution import Hunch, Regret, Solution, Worth


class Progress(NamedTuple):
    """How far a running solve has come."""

    nodes: int
    seconds: float
    moves_done: int
    moves: int


_FAR = 2 * DECIDED
_LARGE = 36  # free cells, from which on it pays to look ahead before the first question

_LONG_MOMENT = 400_000  # positions, some forty milliseconds

ProgressCall = Callable[[Progress], None]
LabelProgress = Callable[[int, int], None]


def solve(
    position: Position,
    *,
    value_only: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    progress: ProgressCall | None = None,
) -> Solution:
    """The exact worth of a position, and unless `value_only` of every move in it.

    `seconds` and `nodes`, the number of positions searched, limit the search; `memory` in bytes its table.
    `progress` is called some twenty times per second with how far it has come.
    `threads` search together if it takes longer, by default one for each core; with `nodes` only one does.

    >>> import fivesquare as fs
    >>> fs.solve(fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])).best
    ('2,2',)
    """
    check_position(position)
    solver = Solver(position.book, position.board, memory=memory, threads=threads)
    return solver.solve(position, value_only=value_only, seconds=seconds, nodes=nodes, progress=progress)


def regret(position: Position, move: str) -> Regret:
    """What a move costs its player, against the best one.

    >>> import fivesquare as fs
    >>> fs.regret(fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]]), "1,2").lost
    28
    """
    check_position(position)
    position.play(move)  # refuses what is no move here, and says why
    return solve(position).regret(move)


def _game_of(book: RuleBook | Position, board: Board | None) -> tuple[RuleBook, Board]:
    """The book and the board that a solver is for."""
    if isinstance(book, Position) and board is None:
        return book.book, book.board
    if isinstance(book, RuleBook) and isinstance(board, Board):
        return book, board
    given = quote(book) if board is None else f"{quote(book)} and {quote(board)}"
    raise TypeError(f"a Solver is for a Position, or for a RuleBook and a Board, not for {given}")


def _threads(wanted: int | None) -> int:
    """How many threads may search; 0 where there can be no other than the caller's."""
    if not HAS_THREADS:
        return 0
    return cores() if wanted is None else wanted


def check_threads(threads: int | None) -> int | None:
    """Refuse a number of threads that cannot search."""
    if threads is not None and threads < 1:
        raise ValueError(f"at least one thread searches, not {quote(threads)}")
    return threads


def check_position(position: object) -> None:
    """Refuse what is not a position."""
    if not isinstance(position, Position):
        raise TypeError(f"a Position is solved, not {quote(position)}; a record becomes one by from_record")


class Solver:
    """Solves positions of one game, the same book and the same board, and remembers what it found.

    >>> import fivesquare as fs
    >>> position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
    >>> solver = fs.Solver(position)
    >>> solver.solve(position.play("2,2")).best, solver.solve(position).best
    (('1,3',), ('2,2',))

    A solver is not thread-safe: one caller at a time. Several solvers may run in several threads.
    """

    def __init__(
        self,
        book: RuleBook | Position,
        board: Board | None = None,
        *,
        memory: int = DEFAULT_MEMORY,
        threads: int | None = None,
        without: Iterable[str] = (),
        spare: SpareTables | None = None,
    ) -> None:
        """The game is that of a position, or a book and a board.

        `memory` in bytes bounds the transposition table; `without` names shortcuts to leave out, for tests.

        Up to `threads` search together, by default one for each core, as soon as a solve has taken a fifth
        of a second. The answers are the same; how many positions are searched for them then is not.

        With `spare` tables the caller's thread searches alone, in one of these, and looks up now and then:
        for a thread that solves board after board, while another one waits.
        """
        check_threads(threads)
        self.book, self.board = _game_of(book, board)
        self._setup = book.setup if isinstance(book, Position) else engine.set_up(self.book, self.board)
        self._scale = Scale(self._setup)
        self._model = make_model(self._setup, self.board, frozenset(without))
        if spare is None:
            self._machine = Machine(self._model, memory, _threads(threads))
        else:
            self._machine = Machine(self._model, memory, 0, _LONG_MOMENT, spare=spare)
        self._limits = NO_LIMITS
        self._known: dict[State, int] = {}
        self._distances: dict[tuple[State, int], int | None] = {}
        self._asked_about: State | None = None

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
        self._distances.clear()
        self._machine.clear()

    # --- What can be asked ---

    def solve(
        self,
        position: Position,
        *,
        value_only: bool = False,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: ProgressCall | None = None,
    ) -> Solution:
        """Like the function `solve`, for positions of this solver's game."""
        self._check(position)
        begun, nodes_before = time.perf_counter(), self.nodes
        moves = () if value_only else position.legal
        done: dict[str, Worth] = {}

        def on_progress() -> None:
            if progress is not None:
                passed = time.perf_counter() - begun
                progress(Progress(self.nodes - nodes_before, passed, len(done), len(moves)))

        self._limits = self._limited(seconds, nodes, on_progress)
        state = position.state
        known = self._scale.widest
        finished = False
        try:
            self._narrow(state, known)
            for move, value in self._values_of_moves(state, known.low) if moves else ():
                done[move] = self._scale.worth(state.turn, value)
                on_progress()
            finished = True
        except StoppedError:
            pass
        finally:
            self._limits = NO_LIMITS  # lets go of `on_progress`, which holds this solver and its table
        worth = self._scale.worth(state.turn, known.low) if known.is_exact else None
        at_least, at_most = self._scale.ends(state.turn, known)
        return Solution(
            position,
            worth,
            best=tuple(move for move in moves if worth and done.get(move) == worth),
            each=done,
            exact=finished,
            at_least=None if finished else at_least,
            at_most=None if finished else at_most,
            value_only=value_only,
            nodes=self.nodes - nodes_before,
            seconds=time.perf_counter() - begun,
            _solver=self,
        )

    def label(
        self,
        positions: Iterable[Position],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: LabelProgress | None = None,
    ) -> Labels:
        """What every move of many positions is worth: the same as `solve` says of each, in less time.

        `seconds` and `nodes` limit all of it together; positions that were not reached are not exact.
        `progress` is called some twenty times per second with how many are done, of how many.

        >>> import fivesquare as fs
        >>> position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
        >>> labels = fs.Solver(position).label([position, position.play("2,2")])
        >>> labels[1].best, labels[1].regret("3,1")
        (('1,3',), Regret(lost=2, expected=2.0, is_critical=True, result_lost=0))
        """
        each = tuple(positions)
        words = array("q")
        for position in each:
            self._check(position)
            words.extend(words_of(position.state))
        worths, values = self.label_states(words, seconds=seconds, nodes=nodes, progress=progress)
        return Labels(each, self._scale, worths, values, self)

    def label_states(
        self,
        words: Sequence[int],
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: LabelProgress | None = None,
    ) -> tuple[Words, Words]:
        """The arrays of such labels, for states in words (`packed.words_of`), one behind the other."""
        setup, model = self._setup, self._model
        moves = setup.cells + setup.again + setup.swap
        job = make_job(setup.goal, self._scale.most, moves, model.inner, model.outer, words)

        amount, worths = job[AMOUNT], label_worths(job)

        def on_progress() -> None:
            if progress is not None:
                progress(amount - array("q", job[worths]).count(NOT_KNOWN), amount)

        with suppress(StoppedError):
            self._machine.label(job, self._limited(seconds, nodes, on_progress))
        values = slice(worths.stop, worths.stop + moves * amount)
        return array("q", job[worths]), array("q", job[values])

    def line(self, position: Position, *, after: str | None = None) -> tuple[str, ...]:
        """One perfect continuation to the end of the game; `after` a move, how it is answered.

        What the table knows is not searched again. Of moves that are worth the same, one that ends the
        game comes first, and "stop" last. In games without margins, once the end can be seen, the winner
        wins as soon and the loser holds out as long as they can.
        """
        self._check(position)
        self._limits = NO_LIMITS
        state = position.state if after is None else position.play(after).state
        known = self._scale.widest
        self._narrow(state, known)
        value, moves = known.low, list[str]()
        while engine.claims(self._setup, state) != 0:
            move, then = self._one_that_lasts(state, value) or self._one_that_keeps(state, value)
            value = value if then.turn == state.turn else -value
            moves.append(move)
            state = then
        return tuple(moves)

    def look_ahead(
        self,
        position: Position,
        *,
        seconds: float | None = 1.0,
        nodes: int | None = None,
        depth: int | None = None,
        each: bool = False,
    ) -> Hunch:
        """Depth-limited search: the move that looks best, as far as the limits allow, or in `depth` turns.

        For positions that are too large to solve; the result is not proved. It depends on the position and
        the limits alone, not on what this solver was asked before. With `each`, every move gets
        an estimate of its own, in games that have one, which takes longer: one sees less far.
        """
        self._check(position)
        if position.is_over:
            raise ValueError("there is no move to choose: the game is over")
        begun, nodes_before = time.perf_counter(), self.nodes
        limits = self._limited(seconds, nodes)
        deepest = depth or 2 * self._setup.cells
        moves = list(self._moves_of(position.state))
        worths: list[int] = []
        looked = 0
        with suppress(StoppedError), self._machine.looking():
            while looked < deepest and (looked == 0 or not limits.are_reached(self.nodes)):
                # The first look is always finished, so that there is something to say.
                self._limits = limits if looked else NO_LIMITS
                judged = self._machine.judged
                if each:
                    moves, worths = self._sorted_by_each(position.state, moves, looked + 1)
                else:
                    self._put_best_first(position.state, moves, looked + 1)
                looked += 1
                if self._machine.judged == judged:  # all of it was searched to the end
                    break
        passed = time.perf_counter() - begun
        estimates = self._in_points(position.state, moves, worths)
        return Hunch(moves[0][0], looked, self.nodes - nodes_before, passed, estimates)

    def moves_to_win(self, position: Position, winner: int) -> int | None:
        """The number of moves within which `winner` can force a win; None if it lies too far to be seen."""
        self._check(position)
        return self._distance(position.state, winner)

    def how_soon(self, solution: Solution) -> dict[str, int]:
        """For each move the number of moves, itself counted, by which it ends the game; in games without
        margins, and as far as one can see.

        The winner is taken to win as soon, and the loser to hold out as long, as they can. Draws, and what
        lies too far away, are left out. If the position is lost, either all moves are there or none.
        """
        position = solution.position
        self._check(position)
        state = position.state
        if self._scale.has_margins or solution.worth is None:
            return {}
        is_lost = solution.worth.result(state.turn) < 0
        if is_lost and self._distance(state, solution.worth.winner) is None:
            return {}
        afters = dict(self._moves_of(state))
        seen = {
            move: self._distance(afters[move], worth.winner)
            for move, worth in solution.each.items()
            if worth.winner != NOBODY
        }
        known = {move: 1 + moves for move, moves in seen.items() if moves is not None}
        return {} if is_lost and len(known) < len(seen) else known

    def _distance(self, state: State, winner: int) -> int | None:
        key = state, winner
        if key not in self._distances:
            self._distances[key] = moves_to_win(self._setup, state, winner)
        return self._distances[key]

    def _check(self, position: Position) -> None:
        check_position(position)
        is_same = position.book is self.book and position.board is self.board
        if not is_same and (position.book != self.book or position.board != self.board):
            raise ValueError("this solver was made for another book or another board")

    def _limited(
        self, seconds: float | None, nodes: int | None, on_progress: Callable[[], None] | None = None
    ) -> Limits:
        now = time.perf_counter()
        return Limits(
            None if seconds is None else now + seconds,
            ENDLESS if nodes is None else self.nodes + nodes,
            on_progress,
            now,
        )

    # --- Looking ahead ---

    def _put_best_first(self, state: State, moves: list[tuple[str, State]], depth: int) -> None:
        """Move the best to the front, as seen from `depth` turns ahead.

        The one in front looked best so far. If the limits stop this, it may have been found wanting: then
        the best of those that were looked at is in front.
        """
        best = -_FAR
        for index, (_, after) in enumerate(tuple(moves)):
            least = best + 1 - (moves[0][0] == STOP)  # a claim as good as stopping comes first
            worth = self._estimate_above(state, after, depth, least - 1, least if index else _FAR)
            if index and worth >= least:  # better indeed: how much?
                worth = self._estimate_above(state, after, depth, worth - 1, _FAR)
            if worth >= least:
                best = worth
                moves.insert(0, moves.pop(index))

    def _sorted_by_each(
        self, state: State, moves: list[tuple[str, State]], depth: int
    ) -> tuple[list[tuple[str, State]], list[int]]:
        """The same moves, the better before the worse, and what each looks worth `depth` turns ahead."""
        moves = sorted(moves, key=lambda move: move[0] == STOP)  # a claim as good comes first
        worths = [self._estimate(state, after, depth) for _, after in moves]
        order = sorted(range(len(moves)), key=lambda index: -worths[index])
        return [moves[index] for index in order], [worths[index] for index in order]

    def _estimate(self, state: State, after: State, depth: int) -> int:
        """What a move looks worth to its player, in the scale of the search."""
        if self._model.is_relative and engine.claims(self._setup, after) == 0:  # a majority ends the game
            return self._gain(state, after)
        return self._estimate_above(state, after, depth, -_FAR, _FAR)

    def _estimate_above(self, state: State, after: State, depth: int, floor: int, roof: int) -> int:
        """The same if it lies between `floor` and `roof`, else a bound beyond them."""
        may_swap = engine.may_swap(self._setup, after)
        if may_swap:
            floor, roof = -_FAR, _FAR
        gain = self._gain(state, after)
        left = depth if after.link != NONE else depth - 1  # a chain is one turn
        if after.turn == state.turn:
            worth = gain + self._look(after, left, (floor - gain, roof - gain))
        else:
            worth = gain - self._look(after, left, (gain - roof, gain - floor))
        return -abs(worth) if may_swap else worth  # what is good for one is taken by the other

    def _look(self, state: State, depth: int, window: tuple[int, int]) -> int:
        return self._machine.estimate(self._model.state(state), depth, window, self._limits)

    def _in_points(
        self, state: State, moves: list[tuple[str, State]], worths: list[int]
    ) -> dict[str, float]:
        """Relative worths as what one will be ahead by at the end; nothing where there is no such scale."""
        if not self._model.is_relative or not worths:
            return {}
        owned = 2 * self._model.lead(self._model.state(state)) - self._scale.tie[state.turn]
        ahead = {move: (owned + worth) / 2 for (move, _), worth in zip(moves, worths, strict=True)}
        return {move: int(points) if points == int(points) else points for move, points in ahead.items()}

    def _gain(self, state: State, after: State) -> int:
        """What a move adds to a relative worth."""
        if not self._model.is_relative:
            return 0
        sign = 1 if after.turn == state.turn else -1
        before = self._model.lead(self._model.state(state))
        return 2 * (sign * self._model.lead(self._model.state(after)) - before)

    # --- The value of a state ---

    def _narrow(self, state: State, known: Range, guess: int | None = None) -> None:
        """Ask until `known`, the value of a state, is exact: MTD(f), which aims at the last answer."""
        if guess is None:
            guess = self._first_guess(state)
        while known.low < known.high:
            aim = self._scale.aim(state.turn, known, guess)
            guess = self._bound(state, aim)
            if guess >= aim:
                known.low = guess
            else:
                known.high = guess
        self._known[state] = known.low

    def _first_guess(self, state: State) -> int:
        """About what a state is worth: where to ask first. Without margins, whether the actor wins.

        On a large board each question costs much, and a short look ahead saves some. With an odd number of
        turns it is kind to the mover, with an even one to the other: the truth is taken to lie between.
        """
        if state in self._known:
            return self._known[state]
        if not self._scale.has_margins:
            return self._scale.most
        inner, owned = self._inner(state)
        if self._setup.cells - (inner.own | inner.other).bit_count() < _LARGE or self._goes_by_moves(state):
            return owned
        with self._machine.looking():
            window = (-_FAR, _FAR)
            odd, even = (self._machine.estimate(inner, turns, window, self._limits) for turns in (3, 4))
        return owned + (odd + even) // 4 * 2

    def _bound(self, state: State, aim: int) -> int:
        """Whether a state is worth at least `aim` to the player to move: a null-window search.

        What is returned is a lower bound of the value if it is at least `aim`, else an upper bound.
        """
        most = self._scale.most
        if not -most < aim <= most:  # no value is, or every one
            return most if aim > 0 else -most
        if state in self._known:
            return self._known[state]
        if engine.claims(self._setup, state) == 0:
            return self._scale.final(state)
        if self._goes_by_moves(state):
            return self._bound_of_moves(state, aim)
        if self._setup.swap and engine.may_swap(self._setup, state):
            swapped = self._bound_of_move(state.turn, engine.swap(self._setup, state), aim)
            return swapped if swapped >= aim else max(swapped, self._bound_by_search(state, aim))
        return self._bound_by_search(state, aim)

    def _bound_of_moves(self, state: State, aim: int) -> int:
        """The same by the moves, until one reaches the aim."""
        best = -self._scale.most
        for _, after in self._moves_of(state):
            best = max(best, self._bound_of_move(state.turn, after, aim))
            if best >= aim:
                break
        return best

    def _bound_of_move(self, turn: int, after: State, aim: int) -> int:
        """The same for a move that leads to `after`, as `turn` sees it."""
        return self._bound(after, aim) if after.turn == turn else -self._bound(after, 1 - aim)

    def _bound_by_search(self, state: State, aim: int) -> int:
        inner, owned = self._inner(state)
        kind, inner_aim = self._scale.question(state.turn, aim)
        answer = self._machine.ask(inner, kind, inner_aim - owned, self._limits) + owned
        return self._scale.bound(state.turn, kind, answer, answer >= inner_aim)

    def _inner(self, state: State) -> tuple[State, int]:
        """The state as the search sees it, and what is owned; several questions in a row are about one."""
        if state is not self._asked_about:
            self._asked_about, self._seen_inside = state, self._model.inner_state(state)
        return self._seen_inside

    def _goes_by_moves(self, state: State) -> bool:
        """Whether the best of the moves is looked for here, one by one.

        Inside a chain there are at most four claims, and stopping. And the search proper knows nothing of
        swapping, so what comes before that is looked at here, which is mostly the opening alone.
        """
        return state.link != NONE or (self._setup.swap != 0 and engine.is_before_swap(self._setup, state))

    # --- Each move ---

    def _one_that_keeps(self, state: State, value: int) -> tuple[str, State]:
        """A move that is worth `value`, the value of the state."""
        moves = sorted(self._moves_of(state), key=lambda move: engine.claims(self._setup, move[1]) != 0)
        return next(move for move in moves if self._bound_of_move(state.turn, move[1], value) >= value)

    def _one_that_lasts(self, state: State, value: int) -> tuple[str, State] | None:
        """The move that wins soonest or loses latest, in games without margins; None if it is not seen."""
        if value == 0 or self._scale.has_margins:
            return None
        winner = state.turn if value > 0 else engine.other_player(state.turn)
        left = self._distance(state, winner)
        if left is None:
            return None
        moves = sorted(self._moves_of(state), key=lambda move: engine.claims(self._setup, move[1]) != 0)
        return next((move for move in moves if self._distance(move[1], winner) == left - 1), None)

    def _moves_of(self, state: State) -> Iterator[tuple[str, State]]:
        for cell in cells_of(engine.claims(self._setup, state)):
            yield cell_name(cell, self.board.size), engine.claim(self._setup, state, cell)
        if state.link != NONE:
            yield STOP, engine.stop(self._setup, state)
        if engine.may_swap(self._setup, state):
            yield SWAP, engine.swap(self._setup, state)

    def _values_of_moves(self, state: State, ceiling: int) -> Iterator[tuple[str, int]]:
        """What each move is worth to the player to move; none is worth more than `ceiling`.

        In a symmetric position the images of a move are worth the same.
        """
        mirrors = [mirror for mirror in mirrors_of(self.board) if _image(state, mirror) == state]
        seen: dict[State, int] = {}
        for move, after in self._moves_of(state):
            image = _smallest_image(after, mirrors)
            if image not in seen:
                seen[image] = self._value_of_move(state.turn, after, ceiling)
            yield move, seen[image]

    def _value_of_move(self, turn: int, after: State, ceiling: int) -> int:
        """What a move is worth to `turn` that leads to `after`; no move is worth more than `ceiling`."""
        known = self._scale.widest
        if after.turn == turn:
            known.high = ceiling
            self._narrow(after, known, ceiling)
            return known.low
        known.low = -ceiling
        self._narrow(after, known, -ceiling)
        return -known.low


def _smallest_image(state: State, mirrors: Sequence[tuple[int, ...]]) -> State:
    return min([state, *(_image(state, mirror) for mirror in mirrors)])


def _image(state: State, mirror: tuple[int, ...]) -> State:
    def moved(mask: int) -> int:
        return sum(1 << mirror[cell] for cell in cells_of(mask))

    link = state.link if state.link == NONE else mirror[state.link]
    return State(moved(state.own), moved(state.other), state.turn, link)
