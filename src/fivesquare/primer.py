"""Primers: a rule book learnt by playing, in up to four small positions made from the engine's answers.

Each exercise shows one thing that the book does, and every legal move in it has an answer: right, or played
out with the opponent's reply. The last is a real choice, in which the obvious move loses and another wins;
the solver has proved it. A primer is determined by the answers of its book alone.

>>> from fivesquare.books import find_book
>>> [exercise.topic for exercise in make_primer(find_book("fifteen")).exercises]
['beside', 'end', 'choice']
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Literal, get_args

from fivesquare import engine
from fivesquare.board import Board, Size
from fivesquare.engine import FIRST
from fivesquare.match import Step
from fivesquare.players.simple import Greedy
from fivesquare.position import STOP, SWAP, Position, Reason
from fivesquare.rulebook import Between, Exactly, RuleBook
from fivesquare.solver import Solution, Solver
from fivesquare.streams import stream

Topic = Literal["claim", "start", "beside", "take", "again", "swap", "end", "choice"]
TOPICS: tuple[Topic, ...] = get_args(Topic)
"""What an exercise can be about, in the order of a lesson."""

_MOST = 4  # exercises
_FEWEST = 3
_MOST_WANTED: tuple[Topic, ...] = ("choice", "take", "again", "end", "beside", "claim", "start", "swap")
_SIDES = (3, 4, 5, 6, 8)  # of the boards that are tried, the smallest first
_GAMES = 40  # random games on each size of board, in which an exercise is looked for
_CHOICE_GAMES = 100
_CHOICE_CELLS = 16  # the largest board for a choice: it is to be seen through
_CHOICE_FREE = 9
_SHORT = 5  # moves to the end of a game that can be seen through
_CHOICE_SOLVES = 150  # positions on each size of board
_NODES = 20_000  # for each question to the solver: these positions need some hundreds
_MEMORY = 1 << 20
_GOOD = 1.0  # a grade that needs no better one


@dataclass(frozen=True)
class Answer:
    """What a move in an exercise leads to: `line` is the move, and what is played after it.

    `winner` is known where the solver was asked: who wins with perfect play after the move, 0 for a draw.
    """

    is_right: bool
    line: tuple[Step, ...]
    winner: int | None = None

    @property
    def after(self) -> Position:
        """Where the line ends."""
        return self.line[-1].after

    @property
    def reason(self) -> Reason | None:
        """Why the game ended there, if it did."""
        return None if self.after.outcome is None else self.after.outcome.reason


@dataclass(frozen=True)
class Exercise:
    """A position about one topic, with an answer to every legal move; the player to move learns.

    `called` is the move that the task names. `tempting` is one that looks best at first sight and is wrong.
    """

    topic: Topic
    position: Position
    answers: Mapping[str, Answer]
    called: str | None = None
    tempting: str | None = None

    @property
    def right(self) -> tuple[str, ...]:
        return tuple(move for move, answer in self.answers.items() if answer.is_right)


@dataclass(frozen=True)
class Primer:
    """The exercises for a rule book, in order. A book in which no claim is possible has none."""

    book: RuleBook
    exercises: tuple[Exercise, ...]

    @property
    def topics(self) -> tuple[Topic, ...]:
        return tuple(exercise.topic for exercise in self.exercises)


def make_primer(book: RuleBook, glance: Callable[[], None] = lambda: None) -> Primer:
    """The primer of a book; `glance` is called now and then, and may raise to give up."""
    sizes = small_sizes(book)
    choice = _choice(book, sizes, glance)
    found = {} if choice is None else {choice.topic: choice}
    if choice is not None:  # the others on the same board size, if that is possible
        sizes = tuple(dict.fromkeys((choice.position.size, *sizes)))
    for topic in _topics(book):
        exercise = _exercise(book, topic, sizes, glance)
        if exercise is not None:
            found[topic] = exercise
    wanted = [topic for topic in _MOST_WANTED if topic in found]
    if book.goal == "points" and len(wanted) < _FEWEST:
        filler = _exercise(book, "end", sizes, glance)
        if filler is not None:
            found["end"] = filler
            wanted.append("end")
    kept = wanted[:_MOST]
    return Primer(book, tuple(found[topic] for topic in TOPICS if topic in kept))


def small_sizes(book: RuleBook) -> tuple[Size, ...]:
    """The board sizes of a primer, the smallest first: none is larger than the book's own."""
    rows, columns = book.size
    sizes = []
    for side in _SIDES:
        narrow_rows, narrow_columns = min(rows, side), min(columns, side)
        room = side * side
        sizes.append(Size(min(rows, room // narrow_columns), min(columns, room // narrow_rows)))
        if narrow_rows == narrow_columns == side:
            sizes[-1] = Size(side, side)
    return tuple(dict.fromkeys(sizes))


def _topics(book: RuleBook) -> Iterator[Topic]:
    """What there is to show of a book, besides the choice; the end of a game for points is left to it."""
    if book.reach == "anywhere":
        yield "claim"
    else:
        yield from ("start", "beside") if book.reach == "edge" else ("beside",)
    if book.take != "nothing":
        yield "take"
    if book.again == "chain":
        yield "again"
    if book.balance == "swap":
        yield "swap"
    if book.goal != "points":
        yield "end"


# --- Looking for positions ---


def _games(book: RuleBook, topic: Topic, size: Size, most: int) -> Iterator[list[Position]]:
    """Random games, always the same ones."""
    chance = stream("primer", topic, size, repr(book.answers))
    for _ in range(most):
        game = [Position(book, _dealt(book, size, chance), engine.opening())]
        while not game[-1].is_over:
            game.append(game[-1].play(chance.choice(game[-1].legal)))
        yield game


def _dealt(book: RuleBook, size: Size, chance: random.Random) -> Board:
    """A board of different numbers if the book allows it, so that a cell can be called by its number."""
    values = book.values
    if isinstance(values, Between) and values.high - values.low + 1 >= size.cells:
        return Board(size, tuple(chance.sample(range(values.low, values.high + 1), size.cells)))
    return book.deal(chance, size)


def _exercise(
    book: RuleBook, topic: Topic, sizes: Sequence[Size], glance: Callable[[], None]
) -> Exercise | None:
    """An exercise about a topic, on the first size that has one."""
    grade = _GRADES[topic]
    for size in sizes:
        best, found = 0.0, None
        for game in _games(book, topic, size, _GAMES):
            glance()
            for position in game:
                reached = grade(position)
                if reached > best:
                    best, found = reached, position
            if best >= _GOOD:
                break
        if found is not None:
            return _answered(topic, found)
    return None


def _answered(topic: Topic, position: Position) -> Exercise:
    """The exercise: right moves are shown, others are played out with the reply of a greedy player."""
    right = [move for move in position.legal if _is_right(topic, position, move)]
    answers = {
        move: Answer(True, (_step(position, move),))
        if move in right
        else Answer(False, _refuted(position, move))
        for move in position.legal
    }
    called = max(right, key=lambda move: len(_taken(position, move))) if topic == "take" else None
    return Exercise(topic, position, answers, called=SWAP if topic == "swap" else called)


def _refuted(position: Position, move: str) -> tuple[Step, ...]:
    """A wrong move with its reply; without it, where the game would end well all the same."""
    line = tuple(_played_out(position, move, _greedy))
    outcome = line[-1].after.outcome
    return line[:1] if outcome is not None and outcome.winner == position.state.turn else line


def _is_right(topic: Topic, position: Position, move: str) -> bool:
    if topic == "swap":
        return move == SWAP
    if move in (STOP, SWAP):
        return False
    if topic == "take":
        return bool(_taken(position, move))
    return topic != "end" or position.book.goal == "points" or _wins_now(position, move)


def _step(position: Position, move: str) -> Step:
    return Step(position, move, position.play(move))


def _taken(position: Position, move: str) -> tuple[int, ...]:
    step = _step(position, move)
    return step.taken if step.is_claim else ()


def _wins_now(position: Position, move: str) -> bool:
    """Whether a move reaches the goal."""
    outcome = position.play(move).outcome
    return outcome is not None and outcome.reason in (Reason.EXACT, Reason.MAJORITY)


# --- Playing on ---


def _played_out(position: Position, move: str, choose: Callable[[Position], str]) -> Iterator[Step]:
    """The move, and what follows until the opponent has had a turn, or the game is over."""
    learner = position.state.turn
    step = _step(position, move)
    yield step
    is_answered = False
    while not step.after.is_over:
        now = step.after
        is_answered = is_answered or now.turn != learner
        if is_answered and now.turn == learner:
            return
        step = _step(now, choose(now))
        yield step


def _to_the_end(position: Position, move: str, choose: Callable[[Position], str]) -> Iterator[Step]:
    step = _step(position, move)
    yield step
    while not step.after.is_over:
        step = _step(step.after, choose(step.after))
        yield step


def _greedy(position: Position) -> str:
    """What a greedy player does; a learner's own chain is not continued for them."""
    if position.in_chain and position.state.turn == FIRST:
        return STOP
    return Greedy.best_moves(position)[0]


class _UnsolvedError(Exception):
    """A position was not solved within the limit."""


def _solved(solver: Solver, position: Position) -> Solution:
    solution = solver.solve(position, nodes=_NODES)
    if not solution.exact:
        raise _UnsolvedError
    return solution


def _perfect(solver: Solver, position: Position) -> str:
    """A best move: one that ends the game, else the one with the largest gain."""
    best = _solved(solver, position).best

    def appeal(move: str) -> tuple[bool, int]:
        step = _step(position, move)
        return step.after.is_over, step.gain if step.is_claim else -1

    return max(best, key=appeal)


# --- Grades: 0 for a position that does not suit, 1 for one that could not be better ---


def _share(*wishes: bool) -> float:
    """A grade for a position that suits, by how many wishes it fulfils."""
    return (1 + sum(wishes)) / (1 + len(wishes))


def _is_for_learner(position: Position) -> bool:
    return position.turn == FIRST and not position.in_chain


def _grade_claim(position: Position) -> float:
    if position.moves or position.is_over:
        return 0.0
    return _share(len(position.legal) == position.size.cells)


def _grade_start(position: Position) -> float:
    """The opening of a board that has an inside."""
    return float(not (position.moves or position.is_over) and position.setup.edge != position.setup.full)


def _grade_beside(position: Position) -> float:
    own, other = position.state.own, position.state.other
    if not _is_for_learner(position) or own == 0:
        return 0.0
    free = position.setup.full & ~(own | other)
    far = (free & ~engine.all_beside(position.setup, own)).bit_count()
    if far == 0:
        return 0.0
    legal = position.claims.bit_count()
    return _share(far > 1, 2 <= legal <= 4, 2 <= own.bit_count() <= 3, _is_early(position))


def _grade_take(position: Position) -> float:
    if not _is_for_learner(position):
        return 0.0
    numbers = sorted(len(_taken(position, move)) for move in position.legal)
    if not numbers or numbers[-1] == 0:
        return 0.0
    is_one_best = numbers[-1:] != numbers[-2:-1]
    return _share(
        is_one_best, numbers[-1] in (2, 3), numbers[0] == 0, len(numbers) > 2, _is_early(position)
    )


def _grade_again(position: Position) -> float:
    if not position.in_chain or position.turn != FIRST:
        return 0.0
    return _share(position.claims.bit_count() > 1, _is_early(position))


def _grade_swap(position: Position) -> float:
    """The larger the first claim, the better is a swap."""
    if not position.may_swap:
        return 0.0
    values = position.board.values
    return _share(position.scores[0] >= max(values))


def _grade_end(position: Position) -> float:
    if not _is_for_learner(position):
        return 0.0
    if position.book.goal == "points":
        ends = [position.play(move).outcome for move in position.legal]
        return _share(ends[0] is not None and ends[0].winner == FIRST) if len(ends) == 1 else 0.0
    winning = sum(_wins_now(position, move) for move in position.legal)
    if not winning:
        return 0.0
    choices = len(position.legal)
    if not isinstance(position.book.goal, Exactly):
        return _share(choices > 1, choices > 2, winning < choices)
    return _share(winning == 1, choices > 2, _free(position) > choices)


def _free(position: Position) -> int:
    return position.size.cells - sum(position.counts)


def _is_early(position: Position) -> bool:
    """Whether no move ends the game, which would distract."""
    return not any(position.play(move).is_over for move in position.legal)


_GRADES: Mapping[Topic, Callable[[Position], float]] = {
    "claim": _grade_claim,
    "start": _grade_start,
    "beside": _grade_beside,
    "take": _grade_take,
    "again": _grade_again,
    "swap": _grade_swap,
    "end": _grade_end,
}


# --- The choice ---


def _choice(book: RuleBook, sizes: Iterable[Size], glance: Callable[[], None]) -> Exercise | None:
    """A position in which some moves win and others do not, best of all the obvious one."""
    best, found = 0.0, None
    for size in sizes:
        if size.cells > _CHOICE_CELLS:
            break
        solves = 0
        for game in _games(book, "choice", size, _CHOICE_GAMES):
            glance()
            solver = Solver(book, game[0].board, memory=_MEMORY, threads=1)
            for position in filter(_is_open, game):
                solves += 1
                reached, exercise = _posed(solver, position, best)
                if exercise is not None and reached > best:
                    best, found = reached, exercise
            if best >= _GOOD:
                return found
            if solves >= _CHOICE_SOLVES:
                break
    return found


def _is_open(position: Position) -> bool:
    return (
        _is_for_learner(position)
        and bool(position.moves)
        and len(position.legal) > 1
        and _free(position) <= _CHOICE_FREE
        and position.decided is None
    )


def _posed(solver: Solver, position: Position, best: float) -> tuple[float, Exercise | None]:
    """The choice that a position poses and its grade, if that is above `best`."""
    try:
        each = _solved(solver, position).each
        right = {move for move, worth in each.items() if worth.winner == FIRST}
        if not right or len(right) == len(each):
            return 0.0, None
        trap, is_plain = _trap(position, right)
        loses = trap is not None and each[trap].result(FIRST) < 0
        wishes = [trap is not None, is_plain, loses, len(right) == 1, 3 <= len(each) <= 5]
        if _share(*wishes, True) <= best:
            return 0.0, None
        choose = partial(_perfect, solver)
        answers = {
            move: Answer(True, tuple(_to_the_end(position, move, choose)), worth.winner)
            if move in right
            else Answer(False, tuple(_played_out(position, move, choose)), worth.winner)
            for move, worth in each.items()
        }
    except _UnsolvedError:
        return 0.0, None
    wishes.append(all(len(answers[move].line) <= _SHORT for move in right))
    if isinstance(position.book.goal, Exactly):
        wishes += 2 * [any(answers[move].reason == Reason.EXACT for move in right)]  # it matters most
    return _share(*wishes), Exercise("choice", position, answers, tempting=trap)


def _trap(position: Position, right: Set[str]) -> tuple[str | None, bool]:
    """A move that looks best at first sight, if no such move is right; and whether it has the biggest
    number, where numbers count."""
    claims = [_step(position, move) for move in position.legal]
    if position.book.goal == "majority":
        obvious = [Greedy.best_moves(position)]
    else:
        obvious = [_most(claims, lambda step: step.value), _most(claims, lambda step: step.gain)]
    for moves in obvious:
        if right.isdisjoint(moves):
            return moves[0], moves is obvious[0]
    return None, False


def _most(claims: Sequence[Step], measure: Callable[[Step], int]) -> list[str]:
    """The claims of which a measure is largest."""
    most = max(map(measure, claims))
    return [step.move for step in claims if measure(step) == most]
