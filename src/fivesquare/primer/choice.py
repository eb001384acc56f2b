"""The choice at the end of a primer: the obvious move loses, another wins, and the solver proves it."""

from collections.abc import Callable, Iterable, Sequence, Set
from functools import partial

from fivesquare.board import Size
from fivesquare.engine import FIRST
from fivesquare.match import Step
from fivesquare.players.simple import Greedy
from fivesquare.position import Position, Reason
from fivesquare.primer.boards import random_games
from fivesquare.primer.exercises import Answer, Exercise, made, played_out, to_the_end
from fivesquare.primer.grades import GOOD, free_cells, is_for_learner, share
from fivesquare.rulebook import Exactly, RuleBook
from fivesquare.solver import Solution, Solver

_GAMES = 100  # random games on each size of board
_MOST_CELLS = 16  # of a board: it is to be seen through
_MOST_FREE = 9
_SHORT = 5  # moves to the end of a game that can be seen through
_SOLVES = 150  # positions on each size of board
_NODES = 20_000  # for each question to the solver: these positions need some hundreds
_MEMORY = 1 << 20


def find_choice(book: RuleBook, sizes: Iterable[Size], glance: Callable[[], None]) -> Exercise | None:
    """A position in which some moves win and others do not, best of all the obvious one."""
    best, found = 0.0, None
    for size in sizes:
        if size.cells > _MOST_CELLS:
            break
        solves = 0
        for game in random_games(book, "choice", size, _GAMES):
            glance()
            solver = Solver(book, game[0].board, memory=_MEMORY, threads=1)
            for position in filter(_is_open, game):
                solves += 1
                reached, exercise = _posed(solver, position, best)
                if exercise is not None and reached > best:
                    best, found = reached, exercise
            if best >= GOOD:
                return found
            if solves >= _SOLVES:
                break
    return found


def _is_open(position: Position) -> bool:
    return (
        is_for_learner(position)
        and bool(position.moves)
        and len(position.legal) > 1
        and free_cells(position) <= _MOST_FREE
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
        if share(*wishes, True) <= best:
            return 0.0, None
        choose = partial(_perfect, solver)
        answers = {
            move: Answer(True, tuple(to_the_end(position, move, choose)), worth.winner)
            if move in right
            else Answer(False, tuple(played_out(position, move, choose)), worth.winner)
            for move, worth in each.items()
        }
    except _UnsolvedError:
        return 0.0, None
    wishes.append(all(len(answers[move].line) <= _SHORT for move in right))
    if isinstance(position.book.goal, Exactly):
        wishes += 2 * [any(answers[move].reason == Reason.EXACT for move in right)]  # it matters most
    return share(*wishes), Exercise("choice", position, answers, tempting=trap)


def _trap(position: Position, right: Set[str]) -> tuple[str | None, bool]:
    """A move that looks best at first sight, if no such move is right; and whether it has the biggest
    number, where numbers count."""
    claims = [made(position, move) for move in position.legal]
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


# --- Perfect play ---


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
        step = made(position, move)
        return step.after.is_over, step.gain if step.is_claim else -1

    return max(best, key=appeal)
