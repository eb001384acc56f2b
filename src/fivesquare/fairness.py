"""Who wins the boards of a rule book with perfect play.

The boards are those of `fivesquare play --seed`, from seed 0 on, so that a book always has the same.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from fivesquare.engine import FIRST, NOBODY, SECOND
from fivesquare.intervals import Estimate, wilson
from fivesquare.players.base import Luck
from fivesquare.players.simple import Greedy
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook
from fivesquare.solver import Solution, Solver
from fivesquare.solver.limits import Budget

BOARDS = 100
PART = 10
"""Boards that are solved in one go."""

BOARD = Budget(1_000_000, 16 << 20)
"""For each board: half a second, so that a hundred take less than a minute."""

FAIR = (0.45, 0.55)
"""A game is called fair if the first player gets a share of it between these, a draw counted as half."""

SURELY = 3.290527  # the 99.95% quantile of the standard normal distribution

_HOPELESS = 3  # boards that are too large, after which one solves no more of a part
_ENOUGH = 20  # boards after which an interval says something

Glance = Callable[[], None]


@dataclass(frozen=True)
class Winners:
    """How many boards each player wins with perfect play."""

    first: int = 0
    second: int = 0
    drawn: int = 0
    left_out: int = 0
    """Boards without a fair komi, where one is wanted, and those that are too large to solve."""
    margins: float = 0
    """The sum of what the first player wins by, where the book counts points."""

    @property
    def boards(self) -> int:
        return self.first + self.second + self.drawn

    def __add__(self, other: "Winners") -> "Winners":
        return Winners(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @property
    def share(self) -> Estimate:
        """What the first player gets, a draw counted as half."""
        return wilson(self.first + self.drawn / 2, self.boards)

    @property
    def unfairness(self) -> float:
        """How far the share is from one half: 0 to 0.5."""
        return 0.5 if self.share.value is None else abs(self.share.value - 0.5)

    @property
    def is_fair(self) -> bool:
        """Whether the boards do not speak against it: one half is within the interval of the share.

        A few boards have to be even.
        """
        low, high = self.share.low, self.share.high
        if self.boards < _ENOUGH or low is None or high is None:
            return self.unfairness == 0
        return low <= 0.5 <= high

    @property
    def is_clear(self) -> bool:
        """Whether the game is surely not fair, or surely always the same: more boards would say no more."""
        sure = wilson(self.first + self.drawn / 2, self.boards, SURELY)
        if sure.low is None or sure.high is None:
            return False
        return sure.high < FAIR[0] or sure.low > FAIR[1]

    @property
    def is_too_large(self) -> bool:
        """Whether more boards were left out than solved."""
        return self.left_out > self.boards

    def may_come_near(self, distance: float) -> bool:
        """Whether more boards may show that the share is less than that far from one half."""
        low, high = self.share.low, self.share.high
        if self.boards < _ENOUGH or low is None or high is None:
            return True
        return low < 0.5 + distance and high > 0.5 - distance

    def to_json(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}


class BoardResult(NamedTuple):
    """Who wins a board, and by how much where the book counts points. A winner None: it is too large."""

    winner: int | None
    margin: float | None = None


def winners(results: Iterable[BoardResult]) -> Winners:
    """The boards counted."""
    found = Winners()
    for winner, margin in results:
        if winner is None:
            found += Winners(left_out=1)
        else:
            counted = {FIRST: Winners(1), SECOND: Winners(0, 1), NOBODY: Winners(0, 0, 1)}[winner]
            found += counted + Winners(margins=margin or 0)
    return found


def boards_of(book: RuleBook) -> int:
    """How many boards are looked at: of a book without numbers there is but one."""
    return 1 if book.values == "ones" else BOARDS


# --- Boards, a part at a time ---


def solved(
    book: RuleBook, part: int, seconds: float | None = None, glance: Glance = lambda: None
) -> Iterator[BoardResult]:
    """Who wins on each board of a part with perfect play. Once some are too large, so is the rest."""
    too_large = 0
    for seed in _seeds(book, part):
        if too_large >= _HOPELESS:
            yield BoardResult(None)
            continue
        solution = _solution(Position.start(book, seed=seed), seconds, glance, value_only=True)
        too_large += solution.winner is None
        yield BoardResult(solution.winner, solution.margin)


def played(book: RuleBook, part: int, glance: Glance = lambda: None) -> Iterator[BoardResult]:
    """Who wins on each board of a part where both players only see what they gain right away."""
    for seed in _seeds(book, part):
        end = _greedy_game(Position.start(book, seed=seed), seed, glance)
        assert end.outcome is not None
        yield BoardResult(end.outcome.winner)


def sample_opening(book: RuleBook) -> Position:
    """The first board of a rule book, on which its sample is played."""
    return Position.start(book, seed=0)


def sample(
    book: RuleBook, seconds: float | None = None, glance: Glance = lambda: None
) -> tuple[Position, bool]:
    """The end of a game on the first board, and whether both players were perfect in it, or greedy."""
    opening = sample_opening(book)
    solution = _solution(opening, seconds, glance)
    if not solution.exact:
        return _greedy_game(opening, 0, glance), False
    end = opening
    for move in solution.line:
        end = end.play(move)
    return end, True


def _seeds(book: RuleBook, part: int) -> range:
    return range(part * PART, min((part + 1) * PART, boards_of(book)))


def _solution(
    position: Position, seconds: float | None, glance: Glance, *, value_only: bool = False
) -> Solution:
    solver = Solver(position.book, position.board, memory=BOARD.memory, threads=1)
    return solver.solve(
        position, value_only=value_only, nodes=BOARD.nodes, seconds=seconds, progress=lambda _: glance()
    )


def _greedy_game(position: Position, seed: int, glance: Glance) -> Position:
    player = Greedy(Luck(seed, "sample"))
    while not position.is_over:
        glance()
        position = position.play(player.choose(position))
    return position
