"""Game reviews: what every move was worth, and what it gave away.

>>> import fivesquare as fs
>>> game = {"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]], "moves": ["1,2", "2,2"]}
>>> [move.verdict for move in fs.review(game).moves]
['gives away the win', 'best']
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import fsum
from typing import Any, Literal

from fivesquare import pictures
from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import many
from fivesquare.position import Outcome, Position
from fivesquare.solver import Solution, Solver, Worth
from fivesquare.solver.limits import DEFAULT_MEMORY
from fivesquare.solver.solution import skill

Mark = Literal["unknown", "bad", "poor", "good", "plain"]

_AT_ONCE = 200_000  # positions, some hundredths of a second: what takes longer is searched move by move

Progress = Callable[[int, int], None]
"""Progress callback: how many moves are done, of how many."""


@dataclass(frozen=True)
class ReviewedMove:
    """One move of a game. Worths are None where the solver ran out of time.

    If only the position after the move was solved, `worth` alone is known.
    """

    number: int
    player: int
    move: str
    worth: Worth | None
    best_worth: Worth | None
    best: tuple[str, ...]
    alternatives: Mapping[str, Worth]
    line: tuple[str, ...] = ()
    """Perfect play after the move; empty if it was not solved, or if it ended the game."""
    soon: Mapping[str, int] = field(default_factory=dict)
    """In a lost position without margins, after how many moves each alternative loses, where known."""

    @property
    def is_solved(self) -> bool:
        return self.worth is not None and self.best_worth is not None

    @property
    def result_lost(self) -> int:
        """How many steps from win over draw to loss the move gave away."""
        if self.worth is None or self.best_worth is None:
            return 0
        return self.best_worth.result(self.player) - self.worth.result(self.player)

    @property
    def points_lost(self) -> float:
        """How many points the move cost; 0 in games without margins."""
        if self.worth is None or self.best_worth is None:
            return 0
        return self.best_worth.lead(self.player) - self.worth.lead(self.player)

    @property
    def is_mistake(self) -> bool:
        """Whether the move gave away a result or points."""
        return bool(self.result_lost or self.points_lost)

    @property
    def mark(self) -> Mark:
        """The kind of the verdict, which the sign beside it shows."""
        if not self.is_solved:
            return "unknown"
        if self.result_lost:
            return "bad"
        if self.points_lost or self.moves_lost:
            return "poor"
        return "good" if self.verdict.startswith(("best", "keeps")) else "plain"

    @property
    def verdict(self) -> str:
        """The judgement of the move, in a few words."""
        if not self.is_solved:
            return "not solved"
        assert self.best_worth is not None
        if self.result_lost:
            return "gives away the win" if self.best_worth.winner == self.player else "gives away the draw"
        if len(self.alternatives) == 1:
            return "forced"
        if self.was_lost:
            return f"already lost{self._of_losses()}"
        if self.points_lost:
            return f"gives away {many(self.points_lost, 'point')}"
        if self.best_worth.margin is not None:
            return "best"
        is_won = self.best_worth.winner == self.player
        if len(set(self.alternatives.values())) == 1:
            return "still won" if is_won else "still drawn"
        return "keeps the win" if is_won else "keeps the draw"

    @property
    def was_lost(self) -> bool:
        """Whether every move would have lost."""
        return self.best_worth is not None and self.best_worth.result(self.player) < 0

    @property
    def moves_lost(self) -> int:
        """How many moves sooner than necessary this move loses; 0 if unknown."""
        return max(self.soon.values()) - self.soon[self.move] if self.soon else 0

    @property
    def longest(self) -> tuple[str, ...]:
        """In a lost position, the moves that hold out longest; empty if unknown."""
        most = max(self.soon.values(), default=0)
        return tuple(move for move, moves in self.soon.items() if moves == most)

    def _of_losses(self) -> str:
        """How a move in a lost position compares with the others."""
        if self.points_lost:
            return f"; costs {many(self.points_lost, 'more point')}"
        if self.moves_lost:
            return f"; loses {many(self.moves_lost, 'move')} sooner"
        if self.soon and len(set(self.soon.values())) > 1:
            return "; holds out longest"
        return "; best defence" if len(set(self.alternatives.values())) > 1 else ""

    @property
    def accuracy(self) -> float | None:
        """From 0 for the worst move to 1 for a best one; None if all moves were worth the same."""
        if self.worth is None or self.best_worth is None:
            return None
        values = [worth.value(self.player) for worth in self.alternatives.values()]
        best, worst = max(values), min(values)
        return None if best == worst else (self.worth.value(self.player) - worst) / (best - worst)


@dataclass(frozen=True)
class Review:
    """A whole game, reviewed move by move."""

    position: Position
    opening: Worth | None
    moves: tuple[ReviewedMove, ...]
    line: tuple[str, ...] = ()
    """Perfect play from the start; empty if the opening was not solved."""

    @property
    def outcome(self) -> Outcome | None:
        return self.position.outcome

    @property
    def curve(self) -> tuple[Worth | None, ...]:
        """The result of perfect play, from the start and after each move."""
        return (self.opening, *(move.worth for move in self.moves))

    @property
    def heights(self) -> tuple[float | None, ...]:
        """The curve as numbers, positive for the first player: margins, or 1, 0 and -1 without margins."""
        return tuple(None if worth is None else height(worth) for worth in self.curve)

    def line_after(self, moves: int) -> tuple[str, ...]:
        """Perfect play after so many moves; empty if it was not solved, or the game is over."""
        return self.moves[moves - 1].line if moves else self.line

    def solution_after(self, moves: int) -> Solution | None:
        """What every move was worth after so many; None at the end, or if it was not solved."""
        if moves == len(self.moves) or not self.moves[moves].is_solved:
            return None
        move = self.moves[moves]
        return Solution(self.position.history()[moves], move.best_worth, move.best, move.alternatives)

    @property
    def turning_point(self) -> ReviewedMove | None:
        """The last move that changed who wins; if none did, the first that cost the most points."""
        results = [move for move in self.moves if move.result_lost]
        if results:
            return results[-1]
        costly = [move for move in self.moves if move.points_lost]
        return max(costly, key=lambda move: move.points_lost) if costly else None

    def accuracy(self, player: int) -> float | None:
        """The player's mean accuracy over moves that mattered; None if none did."""
        known = [
            move.accuracy for move in self.moves if move.player == player and move.accuracy is not None
        ]
        return fsum(known) / len(known) if known else None

    def skill(self, player: int) -> float | None:
        """The player's skill: 0 for a random mover, 1 for a perfect one; None if nothing was at stake.

        It is what all decisions lost, in parts of what a random mover would have lost in them.
        """
        before = self.position.history()
        lost = expected = 0.0
        for move in self.moves:
            if move.player == player and move.is_solved:
                solution = Solution(before[move.number - 1], move.best_worth, move.best, move.alternatives)
                regret = solution.regret(move.move)
                lost += regret.lost
                expected += regret.expected
        return skill(lost, expected)

    def to_svg(self) -> str:
        """The curve as a picture."""
        start = "as it was set up" if self.position.is_set_up else "the opening"
        captions = [start, *(f"{move.number}. {move.move}: {move.verdict}" for move in self.moves)]
        players = [0, *(move.player for move in self.moves)]
        turning = self.turning_point
        has_margins = any(worth is not None and worth.margin is not None for worth in self.curve)
        return pictures.curve(
            [pictures.Point(*point) for point in zip(self.heights, players, captions, strict=True)],
            title=f"{self.position.book.title}, move by move",
            labels=None if has_margins else {1: "first wins", 0: "draw", -1: "second wins"},
            marked=None if turning is None else turning.number,
            remark="" if turning is None else f"Turning point: {captions[turning.number]}.",
        )

    def _repr_svg_(self) -> str:
        """What a notebook displays."""
        return self.to_svg()

    def to_json(self) -> dict[str, Any]:
        turning = self.turning_point
        return {
            "book": self.position.to_record()["book"],
            "opening": _json(self.opening),
            "line": list(self.line),
            "moves": [
                {
                    "number": move.number,
                    "player": move.player,
                    "move": move.move,
                    "worth": _json(move.worth),
                    "best_worth": _json(move.best_worth),
                    "best": list(move.best),
                    "points_lost": move.points_lost,
                    "result_lost": move.result_lost,
                    "moves_lost": move.moves_lost,
                    "verdict": move.verdict,
                    "line": list(move.line),
                }
                for move in self.moves
            ],
            "turning_point": turning.number if turning else None,
            "accuracy": [self.accuracy(FIRST), self.accuracy(SECOND)],
        }


def height(worth: Worth) -> float:
    """A worth as one number, positive for the first player: the margin, or 1, 0 and -1 without margins."""
    return worth.result(FIRST) if worth.margin is None else worth.margin


def _json(worth: Worth | None) -> dict[str, Any] | None:
    return None if worth is None else worth._asdict()


def review(
    game: Position | Mapping[str, Any],
    *,
    seconds: float | None = None,
    total: float | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int | None = None,
    progress: Progress | None = None,
    on_move: Callable[[Review], object] | None = None,
) -> Review:
    """Review a game, given as a position or a record: every alternative at every move.

    `seconds` limits the time per move and `total` that of the whole review; a move that was not solved in
    time says so. `memory`, in bytes, bounds the solver's transposition table. `threads` is the number of
    search threads, by default one per core. `on_move` is called after each move with the review so far:
    the last move comes first, and those before it are not solved yet.
    """
    end = game if isinstance(game, Position) else Position.from_record(game)
    solver = Solver(end.book, end.board, memory=memory, threads=threads)
    limit = _Limit(seconds, total)
    before = end.history()[:-1]
    tell = partial(_tell, progress, 0, len(before))
    last = solver.solve(end, value_only=True, seconds=limit.seconds, progress=tell)
    then, line = last.worth if last.exact else None, last.line
    has_margins = end.book.goal == "points"
    reviewed: list[ReviewedMove] = []
    # From the end: late positions are small, and fill the table for the others.
    tell()
    labels = solver.label(reversed(before), seconds=limit.seconds, nodes=_AT_ONCE, progress=tell)
    for index, solution in zip(reversed(range(len(before))), labels, strict=True):
        tell = partial(_tell, progress, len(reviewed), len(before))
        if not solution.exact:
            solution = solver.solve(before[index], seconds=limit.seconds, progress=tell)
        move = end.moves[index]
        if solution.exact and not line and not before[index].play(move).is_over:
            line = solver.line(before[index], after=move)  # later positions were not solved in time
        reviewed.append(_reviewed(solver, solution, move, then, line))
        # A game that continued perfectly is its own line. Without margins that is not enough: the line wins
        # soonest and holds out longest.
        is_line = has_margins and solution.exact and move in solution.best
        line = (move, *line) if is_line else solution.line
        then = solution.worth if solution.exact else None
        _tell(progress, len(reviewed), len(before))
        if on_move is not None and index:
            on_move(_so_far(end, reviewed, then))
    opening = reviewed[-1].best_worth if reviewed else last.worth
    return Review(end, opening, tuple(reversed(reviewed)), line)


def unreviewed(game: Position) -> Review:
    """What is known of a game before any move has been looked at."""
    return _so_far(game, [], None)


def _so_far(end: Position, reviewed: list[ReviewedMove], then: Worth | None) -> Review:
    """The review of the last moves; `then` is the worth of the position before them."""
    before = end.history()[:-1][: len(end.moves) - len(reviewed)]
    waiting = [
        ReviewedMove(number, position.state.turn, end.moves[number - 1], None, None, (), {})
        for number, position in enumerate(before, 1)
    ]
    waiting[-1:] = [replace(move, worth=then) for move in waiting[-1:]]
    return Review(end, None, (*waiting, *reversed(reviewed)))


class _Limit:
    """The time limit of the next move: `each`, or what is left of `total` if that is less."""

    def __init__(self, each: float | None, total: float | None) -> None:
        self._each = each
        self._deadline = None if total is None else time.perf_counter() + total

    @property
    def seconds(self) -> float | None:
        if self._deadline is None:
            return self._each
        left = max(0.0, self._deadline - time.perf_counter())
        return left if self._each is None else min(left, self._each)


def _tell(progress: Progress | None, done: int, total: int, *_: object) -> None:
    if progress is not None:
        progress(done, total)


def _reviewed(
    solver: Solver, solution: Solution, move: str, then: Worth | None, line: tuple[str, ...]
) -> ReviewedMove:
    """A move with what the solver found out about it.

    `then` is the worth of the position after it, if solved, and `line` the best play from there.
    """
    player = solution.position.state.turn
    is_lost = solution.exact and solution.worth is not None and solution.worth.result(player) < 0
    return ReviewedMove(
        number=len(solution.position.moves) + 1,
        player=player,
        move=move,
        worth=solution.each[move] if solution.exact else then,
        best_worth=solution.worth if solution.exact else None,
        best=solution.best if solution.exact else (),
        alternatives=solution.each,
        line=line,
        soon=solver.how_soon(solution) if is_lost else {},
    )
