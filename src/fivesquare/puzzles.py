"""Puzzles: positions in which exactly one move wins, found in random play and proved by the solver.

Also lessons: the mistakes of a game as questions.

>>> import fivesquare as fs
>>> puzzle = fs.puzzle("sweep", seed=1)
>>> [move for move, worth in fs.solve(puzzle.position).each.items() if worth.winner == puzzle.position.turn]
['2,1']
>>> puzzle.move
'2,1'
>>> game = {"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]], "moves": ["1,2", "2,2"]}
>>> [(lesson.played, lesson.right) for lesson in fs.lessons(fs.review(game))]
[('1,2', ('1,1', '1,3', '2,2', '3,1', '3,3'))]
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, SupportsIndex, get_args

from fivesquare.books import find_book
from fivesquare.errors import PuzzleError, quote
from fivesquare.players.simple import Greedy
from fivesquare.position import Position
from fivesquare.reviews import Review, ReviewedMove
from fivesquare.rulebook import RuleBook
from fivesquare.solver import Progress, Solution, Solver, Worth
from fivesquare.solver.limits import DEFAULT_MEMORY
from fivesquare.streams import check_seed, stream

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)

_GAMES = 5000
_MOST_CELLS = 25  # on larger boards solving may take any time
_LIKELY = 1 / 2  # the chance of a greedy player to find the move, from which on it is easy
_FEWEST_MOVES = 3
_SEED_BITS = 24


@dataclass(frozen=True)
class Puzzle:
    """A position with one winning move, `move`. `each` has the worth of all moves."""

    position: Position
    move: str
    each: Mapping[str, Worth]
    difficulty: Difficulty
    seed: int


@dataclass(frozen=True)
class Lesson:
    """A mistake as a question: what would have been right, instead of the move `played`?

    Every move of `right` keeps the win or the draw that was given away, or all the points.
    """

    position: Position
    played: str
    right: tuple[str, ...]
    each: Mapping[str, Worth]


def puzzle(
    book: RuleBook | str | Mapping[str, Any],
    *,
    seed: SupportsIndex = 0,
    difficulty: Difficulty = "medium",
    size: Sequence[SupportsIndex] | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Callable[[int], None] | None = None,
) -> Puzzle:
    """Make a puzzle, determined by book, seed, difficulty and size.

    easy: the winning move is one of at most two with the largest immediate gain. medium: it is not, and at
    most 2/3 of the board is free. hard: it is not, and more than 2/3 of the board is free. `progress` is
    called with the number of games tried; `memory`, in bytes, bounds the solver's transposition table.
    Boards of more than 25 cells are refused.
    """
    rules = find_book(book)
    if difficulty not in DIFFICULTIES:
        raise PuzzleError(f"puzzles are {', '.join(DIFFICULTIES)}, not {quote(difficulty)}")
    number = check_seed(seed, PuzzleError)
    wanted = Position.start(rules, seed=0, size=size).size
    if wanted.cells > _MOST_CELLS:
        raise PuzzleError(f"puzzles have at most {_MOST_CELLS} cells, not {wanted}")
    chance = stream(number, "puzzle", difficulty)
    solver: Solver | None = None
    for tried in range(_GAMES):
        tell = partial(_tell, progress, tried)
        tell()
        game = casual_game(Position.start(rules, board=rules.deal(chance, wanted)), chance)
        if solver is None or solver.board != game[0].board:
            solver = Solver(rules, game[0].board, memory=memory, threads=1)
        for position in chance.sample(game, len(game)):
            move, each = _one_that_wins(solver, position, difficulty, tell)
            if move is not None:
                return Puzzle(position, move, each, difficulty, number)
    raise PuzzleError(
        f"no puzzle that is {difficulty} was found in {_GAMES} games; try another seed or difficulty"
    )


def puzzle_in(solution: Solution) -> Puzzle:
    """A solved position as a puzzle; refuses one in which not exactly one of several moves wins.

    Its difficulty is what `puzzle` would call it, its seed 0.
    """
    position = solution.position
    winning = [move for move, worth in solution.each.items() if worth.winner == position.turn]
    if len(solution.each) < 2:
        raise PuzzleError("there is no choice in this position, so it is not a puzzle")
    if len(winning) != 1:
        number = f"{len(winning)} moves win" if winning else "no move wins"
        raise PuzzleError(f"a puzzle has exactly one winning move, and here {number}")
    difficulty: Difficulty = "hard" if _is_early(position) else "medium"
    if _is_obvious(position, winning[0]):
        difficulty = "easy"
    return Puzzle(position, winning[0], solution.each, difficulty, 0)


def _tell(progress: Callable[[int], None] | None, tried: int, *_: object) -> None:
    if progress is not None:
        progress(tried)


def casual_game(start: Position, chance: random.Random) -> list[Position]:
    """The positions of a game in which each move is greedy or random, with equal probability."""
    game = [start]
    while not game[-1].is_over:
        now = game[-1]
        is_keen = chance.random() < 0.5
        game.append(now.play(chance.choice(Greedy.best_moves(now) if is_keen else now.legal)))
    return game


def _one_that_wins(
    solver: Solver, position: Position, difficulty: Difficulty, tell: Callable[[Progress], None]
) -> tuple[str | None, Mapping[str, Worth]]:
    """The only winning move and the worth of each, if there is one of the wanted difficulty."""
    if not _suits(position, difficulty):
        return None, {}
    if solver.solve(position, value_only=True, progress=tell).winner != position.turn:
        return None, {}
    each = solver.solve(position, progress=tell).each
    winning = [move for move, worth in each.items() if worth.winner == position.turn]
    if len(winning) != 1 or _is_obvious(position, winning[0]) != (difficulty == "easy"):
        return None, {}
    return winning[0], each


def _suits(position: Position, difficulty: Difficulty) -> bool:
    """Whether a position is worth solving: there is something to think about."""
    if len(position.legal) < _FEWEST_MOVES:
        return False
    return difficulty == "easy" or _is_early(position) == (difficulty == "hard")


def _is_early(position: Position) -> bool:
    """Whether more than 2/3 of the board is free."""
    cells = position.size.cells
    return 3 * (cells - sum(position.counts)) > 2 * cells


def _is_obvious(position: Position, move: str) -> bool:
    """Whether a greedy player is likely to find the move."""
    best = Greedy.best_moves(position)
    return move in best and 1 / len(best) >= _LIKELY


def next_seed(seed: int) -> int:
    """The seed of the next puzzle in a series."""
    return stream(seed, "next puzzle").getrandbits(_SEED_BITS)


def lessons(review: Review, *, player: int | None = None) -> tuple[Lesson, ...]:
    """The mistakes of a game, or of one player in it, as questions.

    These are the moves that gave away the win or the draw or, if there are none, points.
    """
    made = [move for move in review.moves if player in (None, move.player)]
    results = [move for move in made if move.result_lost]
    before = review.position.history()
    return tuple(
        Lesson(before[move.number - 1], move.move, _that_were_right(move), move.alternatives)
        for move in results or [move for move in made if move.points_lost]
    )


def _that_were_right(move: ReviewedMove) -> tuple[str, ...]:
    """The moves that keep what this move gave away."""
    if not move.result_lost or move.best_worth is None:
        return move.best
    kept = move.best_worth.result(move.player)
    return tuple(name for name, worth in move.alternatives.items() if worth.result(move.player) == kept)
