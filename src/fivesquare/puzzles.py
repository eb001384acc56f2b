"""Puzzles: positions in which exactly one move wins, found by playing and proved by the solver.

>>> import fivesquare as fs
>>> puzzle = fs.puzzle("sweep", seed=1)
>>> fs.solve(puzzle.position).best == (puzzle.move,)
True
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from fivesquare.board import Size, check_size
from fivesquare.books import find_book
from fivesquare.errors import FivesquareError
from fivesquare.players.greedy import Greedy
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook
from fivesquare.solver import Solver, Worth

Difficulty = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)

_TRIES = 3000
_SECONDS = 2.0  # to solve one candidate; boards on which that is not enough have no puzzles


class PuzzleError(FivesquareError, ValueError):
    """No puzzle of that kind was found."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Find the one move that wins."""

    position: Position
    move: str
    each: Mapping[str, Worth]
    difficulty: Difficulty
    seed: int


def puzzle(
    book: RuleBook | str | Mapping[str, Any],
    *,
    seed: int = 0,
    difficulty: Difficulty = "medium",
    size: tuple[int, int] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Puzzle:
    """A puzzle; the same for the same book, seed, difficulty and size.

    easy: the winning move is also the one that brings the most at once. medium: it is not. hard: it is not,
    and there are many moves and many turns to go. `progress` is told how many candidates were tried.
    """
    rules = find_book(book)
    wanted = None if size is None else check_size(*size)
    chance = random.Random(f"{seed} {difficulty}")
    for tried in range(_TRIES):
        if progress is not None:
            progress(tried)
        found = _try_one(rules, wanted, difficulty, chance, seed)
        if found is not None:
            return found
    raise PuzzleError(f"no {difficulty} puzzle of this game was found in {_TRIES} games; try another seed")


def _try_one(
    rules: RuleBook, size: Size | None, difficulty: Difficulty, chance: random.Random, seed: int
) -> Puzzle | None:
    """Play a casual game up to a random moment, and look whether that is a puzzle."""
    start = Position.start(rules, board=rules.deal(chance, size))
    greedy = Greedy(chance)
    position = start
    for _ in range(chance.randrange(start.size.cells)):
        lively = chance.random() < 0.5
        after = position.play(greedy.choose(position) if lively else chance.choice(position.legal))
        if after.is_over:
            break
        position = after
    if not _suits(position, difficulty):
        return None
    solution = Solver(rules, start.board).solve(position, seconds=_SECONDS)
    winning = [move for move, worth in solution.each.items() if worth.winner == position.turn]
    if not solution.exact or len(winning) != 1:
        return None
    if _is_obvious(position, winning[0]) != (difficulty == "easy"):
        return None
    return Puzzle(position, winning[0], solution.each, difficulty, seed)


def _suits(position: Position, difficulty: Difficulty) -> bool:
    """Whether there is enough to think about; cheap, so it is asked before solving."""
    free = position.size.cells - sum(position.counts)
    if difficulty == "hard":
        return len(position.legal) >= 4 and free >= position.size.cells // 2
    return len(position.legal) >= 3


def _is_obvious(position: Position, move: str) -> bool:
    """Whether somebody who only looks at the next move would find it."""
    return move in Greedy.best_moves(position)
