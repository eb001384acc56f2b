"""Who plays whom, where and when; and two games of it, which is a unit of work.

A unit is `[book, [name, name], number]`: a rule book as records write it, two of the entrants, and the
number of a board. Its result: the two games on that board, one from each seat, and what their moves cost.
The same number is the same board for every pair; more games are more boards behind those there are.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

from fivesquare.arena.entrants import Entrant, play_game
from fivesquare.board import Size
from fivesquare.books import find_book, written
from fivesquare.engine import FIRST, SECOND
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.research.family.splits import Split, deal
from fivesquare.research.skill import Account, Losses, account
from fivesquare.rulebook import RuleBook
from fivesquare.solver.limits import PARALLEL_ANSWER
from fivesquare.streams import stream

_SEED_BITS = 32

Unit = list[Any]


@dataclass(frozen=True)
class Terms:
    """All that decides a game, besides who plays it on which board; the same terms give the same games."""

    entrants: tuple[Entrant, ...]
    books: tuple[RuleBook, ...]
    seed: int = 1
    size: Size | None = None
    seconds: float | None = None
    """Per move of a program or a model; None for the default."""
    skill: bool = True
    """Whether the moves are compared with perfect play."""
    split: Split | None = None
    """Which boards are dealt: only public ones, only held-out ones, or any."""

    @property
    def needs_solver(self) -> bool:
        return self.skill or any(entrant.solves for entrant in self.entrants)

    def to_json(self) -> dict[str, Any]:
        return {
            "players": [entrant.name for entrant in self.entrants],
            "programs": [entrant.detail for entrant in self.entrants if entrant.kind == "program"],
            "books": [written(book) for book in self.books],
            "seed": self.seed,
            "size": None if self.size is None else str(self.size),
            "time": self.seconds,
            "skill": self.skill,
            "split": self.split,
        }

    def units(self, games: int) -> list[Unit]:
        """All units, board by board: that many games of each pair in each book."""
        pairs = [[one.name, other.name] for one, other in combinations(self.entrants, 2)]
        books = [written(book) for book in self.books]
        return [
            [book, pair, number] for number in range(1, games // 2 + 1) for book in books for pair in pairs
        ]

    def opening(self, book: object, number: int) -> tuple[Position, int]:
        """The board of that number, and its seed."""
        seed = stream(self.seed, "arena board", number).getrandbits(_SEED_BITS)
        return deal(find_book(book), seed=seed, size=self.size, split=self.split)

    def check_boards(self) -> None:
        """Refuse a size or a split that a book has no board of."""
        for book in self.books:
            self.opening(written(book), 1)

    def __call__(self, unit: Unit) -> dict[str, Any]:
        """Play the two games of a unit.

        One solver serves both games, all players in them, and the account of what was lost.
        """
        book, names, number = unit
        called = {entrant.name: entrant for entrant in self.entrants}
        one, other = (called[name] for name in names)
        opening, seed = self.opening(book, number)
        adviser = Adviser(PARALLEL_ANSWER)
        ends = [
            play_game(
                opening,
                seats,
                luck=f"{self.seed} {number}",
                seed=seed,
                adviser=adviser,
                seconds=self.seconds,
            )
            for seats in ((one, other), (other, one))
        ]
        result: dict[str, Any] = {"games": [end.to_record() for end in ends]}
        if self.skill:
            result["cost"] = [[cost(end, seat, adviser) for seat in (FIRST, SECOND)] for end in ends]
        return result


def cost(end: Position, seat: int, adviser: Adviser) -> dict[str, Any]:
    """What the moves of a player cost in a game, and how many of them could not be solved.

    `rest` is what a random mover is expected to lose in the rest of a forfeited game.
    """
    forfeit = end.extra.get("forfeit") or {}
    given_up = forfeit["reason"] if forfeit.get("player") == seat else None
    game = account(end, seat, forfeited=given_up, adviser=adviser)
    return {**_losses(game)._asdict(), "rest": game.rest, "unsolved": _unsolved(game)}


def _losses(game: Account) -> Losses:
    critical = [one.regret for one in game.decisions if one.regret is not None and one.regret.is_critical]
    return Losses(
        critical=len(critical),
        lost=sum(regret.lost for regret in critical),
        expected=sum(regret.expected for regret in critical),
    )


def _unsolved(game: Account) -> int:
    return sum(one.regret is None for one in game.decisions)
