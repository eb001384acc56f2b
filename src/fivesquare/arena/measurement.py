"""A rule book measured: who wins, what the game is like, what players of four levels make of it.

First, on many boards, only who wins with perfect play. Then, on some of them, what the game is like on the
way there (`analyze_board`), and how the levels do against each other and against their equals.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from fivesquare import __version__
from fivesquare.arena.board_analysis import SHARES, analyze_board, as_far_as_can_be, is_solved
from fivesquare.arena.work import Journal, Place
from fivesquare.arena.work.runner import FrontEnd, run_aloud
from fivesquare.arrays import need_numpy
from fivesquare.board import Size
from fivesquare.books import find_book, rebalanced, written
from fivesquare.engine import FIRST, NOBODY
from fivesquare.fairness import BoardResult, Winners, winners
from fivesquare.intervals import Estimate, wilson
from fivesquare.match import Match
from fivesquare.players import Luck, make_player
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.research.skill.estimates import averaged
from fivesquare.rulebook import Komi, RuleBook
from fivesquare.solver import Solution, Solver
from fivesquare.solver.limits import GAME


@dataclass(frozen=True)
class Openings:
    """A rule book and a size of boards; with a fair komi, each board has the one that it needs."""

    book: RuleBook
    size: Size
    has_fair_komi: bool = False

    @property
    def is_single(self) -> bool:
        """Whether all seeds have the same board: then nothing about it is left to chance."""
        return self.book.values == "ones"

    def __getitem__(self, seed: int) -> Position | None:
        """The opening of that seed; None if it has no fair komi, or one that is too much to find out."""
        position = Position.start(self.book, seed=seed, size=self.size)
        if not self.has_fair_komi:
            return position
        margin = worth(position).margin
        if margin is None or margin < 0:
            return None
        return replace(position, book=rebalanced(self.book, Komi(margin)))

    def unit(self, what: str, seed: int, **more: Any) -> dict[str, Any]:
        """A unit of work: what is asked about the board of that seed, or about those from it on."""
        return {"what": what, **self.to_json(), "seed": seed, **more}

    def to_json(self) -> dict[str, Any]:
        return {"book": written(self.book), "size": list(self.size), "fair_komi": self.has_fair_komi}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Openings":
        """The inverse of `to_json`."""
        return cls(find_book(told["book"]), Size(*told["size"]), told["fair_komi"])


def worth(position: Position) -> Solution:
    """Who wins and by how much, unless that is too much to find out."""
    solver = Solver(position.book, position.board, memory=GAME.memory, threads=1)
    return solver.solve(position, value_only=True, nodes=GAME.nodes)


# --- Who wins with perfect play ---

_PART = 20  # boards that are counted in one unit of work

STEP = 100
"""Boards after which one looks whether it is clear."""


def winner_units(openings: Openings, seed: int, number: int) -> list[dict[str, Any]]:
    """The units of work that count that many boards from that seed on."""
    end = seed + number
    return [
        openings.unit("winners", begin, boards=min(_PART, end - begin)) for begin in range(seed, end, _PART)
    ]


def count_winners(told: Mapping[str, Any]) -> dict[str, Any]:
    """The work: who wins on the boards of a unit."""
    openings = Openings.from_json(told)
    found = Winners()
    for seed in range(told["seed"], told["seed"] + told["boards"]):
        found += _winner(openings, seed)
    return found.to_json()


def _winner(openings: Openings, seed: int) -> Winners:
    position = openings[seed]
    solution = None if position is None else worth(position)
    return winners(
        [BoardResult(None) if solution is None else BoardResult(solution.winner, solution.margin)]
    )


# --- Levels against each other ---

LEVELS = (1, 3, 6, 9)

Scores = Mapping[tuple[int, int], float]
"""What the first player got, by the levels of the first and of the second: 1 a win, 1/2 a draw."""


def level_unit(openings: Openings, seed: int) -> dict[str, Any]:
    """The unit of work that plays on the board of that seed."""
    return openings.unit("levels", seed, levels=list(LEVELS))


def play_levels(told: Mapping[str, Any]) -> dict[str, float] | None:
    """The work: a game of each level first against each level second; None on a board that is left out."""
    position = Openings.from_json(told)[told["seed"]]
    if position is None:
        return None
    adviser = Adviser(GAME)  # one for all games: what it finds out about a board stays known
    return {
        f"{first}-{second}": _score(position, (first, second), told["seed"], adviser)
        for first in told["levels"]
        for second in told["levels"]
    }


def _score(position: Position, levels: tuple[int, int], seed: int, adviser: Adviser) -> float:
    names = f"levels {seed} {levels[0]} {levels[1]}"
    first, second = (
        make_player(f"level:{level}", Luck(names, seat), adviser=adviser)
        for level, seat in zip(levels, ("first", "second"), strict=True)
    )
    match = Match(position, first, second)
    for _ in match:
        pass
    assert match.position.outcome is not None
    winner = match.position.outcome.winner
    return 0.5 if winner == NOBODY else float(winner == FIRST)


def read_scores(result: Mapping[str, float]) -> dict[tuple[int, int], float]:
    """What `play_levels` returned, by levels as numbers."""
    return {(int(first), int(second)): score for (first, _, second), score in _parted(result)}


def _parted(result: Mapping[str, float]) -> list[tuple[tuple[str, str, str], float]]:
    return [(key.partition("-"), score) for key, score in result.items()]


def ladder(boards: Sequence[Scores]) -> dict[str, Estimate]:
    """What each level gets against each lower one, both seats of a board together."""
    return {
        f"{high}-{low}": wilson(
            sum(scores[high, low] + 1 - scores[low, high] for scores in boards), 2 * len(boards)
        )
        for low, high in combinations(LEVELS, 2)
    }


def equals(boards: Sequence[Scores]) -> dict[str, Estimate]:
    """What the first player gets where both play at the same level."""
    return {
        str(level): wilson(sum(scores[level, level] for scores in boards), len(boards)) for level in LEVELS
    }


# --- The row of a rule book ---

BOARDS = 1000
GAMES = 100

LOOKED_AT = ("length", "branching", "lead_changes", *SHARES)
"""What is averaged over boards, by the names of `analyze_board`."""

Work = Callable[[Mapping[str, Any]], Any]
Run = Callable[[Work, Sequence[dict[str, Any]]], Iterator[Any]]
"""Has units of work done, and gives the results in their order."""


def measure(
    openings: Openings, run: Run, *, number: int = BOARDS, games: int = GAMES, seed: int = 0
) -> dict[str, Any]:
    """The row of a rule book: who wins on up to `number` boards, the rest on `games` of them."""
    won = count_until_clear(openings, run, 1 if openings.is_single else number, seed)
    seeds = range(seed, seed + games)
    looked_at = seeds[:1] if openings.is_single else seeds
    seen = [
        row for row in run(look, [openings.unit("look", each) for each in looked_at]) if row is not None
    ]
    played = run(play_levels, [level_unit(openings, each) for each in seeds])
    scores = [read_scores(result) for result in played if result is not None]
    return {
        **openings.to_json(),
        "seed": seed,
        "boards": won.boards,
        "left_out": won.left_out,
        "is_clear": won.is_clear or (openings.is_single and won.boards > 0),
        **{name: _told(_sure(share, openings)) for name, share in _shares(won).items()},
        "margin": won.margins / won.boards if won.boards and openings.book.goal == "points" else None,
        "games": len(scores),
        **{what: _told(_mean(what, seen)) for what in LOOKED_AT},
        "ladder": {pair: _told(score) for pair, score in ladder(scores).items()},
        "equals": {level: _told(score) for level, score in equals(scores).items()},
    }


def count_until_clear(openings: Openings, run: Run, number: int, seed: int) -> Winners:
    """Who wins on that many boards, or on fewer if that is clear before."""
    found = Winners()
    for begin in range(seed, seed + number, STEP):
        units = winner_units(openings, begin, min(STEP, seed + number - begin))
        for result in run(count_winners, units):
            found += Winners(**result)
        if found.is_clear:
            break
    return found


def look(told: Mapping[str, Any]) -> dict[str, Any] | None:
    """The work: what a board is like; None if it is left out."""
    position = Openings.from_json(told)[told["seed"]]
    row = None if position is None else analyze_board(position.book, position.board)
    return {what: row[what] for what in LOOKED_AT} if row is not None and is_solved(row) else None


def _shares(won: Winners) -> dict[str, Estimate]:
    counted = {"first": won.first, "second": won.second, "draw": won.drawn}
    return {**{name: wilson(boards, won.boards) for name, boards in counted.items()}, "share": won.share}


def _sure(share: Estimate, openings: Openings) -> Estimate:
    """A share without its interval if there is only one board."""
    return Estimate(share.value) if openings.is_single else share


def _mean(what: str, seen: Sequence[Mapping[str, Any]]) -> Estimate:
    """The mean of a thing over the boards that have it."""
    return as_far_as_can_be(what, averaged([row[what] for row in seen if row[what] is not None]))


def _told(estimate: Estimate) -> dict[str, float | None]:
    return {name: None if end is None else round(end, 4) for name, end in estimate._asdict().items()}


# --- Work that can be continued ---

_DOING = {"winners": "solving", "look": "looking", "levels": "playing"}
"""The verb of the progress line, by what the units ask."""


@contextmanager
def journaled(where: Place, journal: Path | None, front_end: FrontEnd) -> Iterator[Run]:
    """Has work done there; what is done is kept in the journal, if there is one, and not done again."""
    need_numpy("Measuring")
    with nullcontext() if journal is None else Journal.open(journal, {"measure": __version__}) as kept:
        front_end.warm_up()

        def run(work: Work, units: Sequence[dict[str, Any]]) -> Iterator[Any]:
            doing = _DOING[units[0]["what"]] if units else ""
            return run_aloud(
                work,
                units,
                where=where,
                meanwhile=front_end.meanwhile,
                doing=doing,
                what="parts",
                journal=kept,
            )

        yield run
