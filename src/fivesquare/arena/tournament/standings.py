"""What the games of a tournament say: ratings, scores, skill and forfeits, and who took what from whom."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import fsum
from typing import Any, NamedTuple

from fivesquare.arena.ratings import Rating, Result, rated
from fivesquare.research.skill import Estimate, Losses
from fivesquare.research.skill.estimates import added, difference_of, skill_of

_DIGITS = 4  # of what is written down


class CountedGame(NamedTuple):
    """One game as it counts: where, between whom, and what it brought the first of them."""

    book: int
    board: int
    players: tuple[str, str]
    score: float
    forfeit: Mapping[str, Any] | None
    costs: Sequence[Mapping[str, Any]] | None


@dataclass(frozen=True)
class EntrantRow:
    """What is known of one entrant."""

    name: str
    rating: Rating
    won: int
    drawn: int
    lost: int
    skill: Estimate
    """A forfeit counts as chance would have done in the rest of its game. Over several books it is the mean
    of theirs."""
    decision_skill: Estimate
    """The same of the moves that were made: a forfeit costs none."""
    unsolved: int
    forfeits: Mapping[str, int]
    """How often it lost for which fault."""
    example: str
    """What was said of the first of them."""

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        return self.won + self.drawn / 2

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "rating": self.rating.to_json(),
            "points": self.points,
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "skill": _rounded(self.skill),
            "decision_skill": _rounded(self.decision_skill),
            "unsolved": self.unsolved,
            "forfeits": dict(self.forfeits),
        }


def _rounded(estimate: Estimate) -> dict[str, float | None]:
    return {
        name: None if value is None else round(value, _DIGITS) for name, value in estimate._asdict().items()
    }


class Difference(NamedTuple):
    """The difference in skill between two entrants, on boards that both have played."""

    one: str
    other: str
    skill: Estimate
    boards: int

    def to_json(self) -> dict[str, Any]:
        return {
            "players": [self.one, self.other],
            "skill": _rounded(self.skill),
            "boards": self.boards,
        }


@dataclass(frozen=True)
class Standings:
    """The table: the strongest first, and what each took from each."""

    rows: tuple[EntrantRow, ...]
    cross: Mapping[tuple[str, str], tuple[float, int]] = field(default_factory=dict)
    """By two names: how many points the one took from the other, and in how many games."""
    boards: int = 0
    differences: tuple[Difference, ...] = ()
    """In skill between each two, the better one first."""

    @property
    def names(self) -> list[str]:
        return [row.name for row in self.rows]

    @property
    def games(self) -> int:
        return sum(games for _, games in self.cross.values()) // 2

    def to_json(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "boards": self.boards,
            "players": [row.to_json() for row in self.rows],
            "cross": [
                [None if one == other else self.cross[one, other][0] for other in self.names]
                for one in self.names
            ],
            "differences": [each.to_json() for each in self.differences],
        }


def games_of(
    units: Iterable[Sequence[Any]], results: Iterable[Mapping[str, Any]], books: Sequence[Any]
) -> list[CountedGame]:
    """The games of some units, as they count; a book is known by its place."""
    found = []
    for (book, _, number), result in zip(units, results, strict=True):
        costs = result.get("cost", (None, None))
        for record, cost in zip(result["games"], costs, strict=True):
            found.append(
                CountedGame(
                    book=books.index(book),
                    board=number,
                    players=tuple(record["players"]),
                    score={1: 1.0, 2: 0.0, 0: 0.5}[record["result"]["winner"]],
                    forfeit=record.get("forfeit"),
                    costs=cost,
                )
            )
    return found


def standings(names: Sequence[str], games: Sequence[CountedGame]) -> Standings:
    """The table of these games; their order does not matter."""
    played = sorted(games, key=lambda game: (game.book, game.board, game.players))
    found = rated(names, [Result((game.book, game.board), *game.players, game.score) for game in played])
    rows = [_row(name, found[name], played) for name in names]
    rows.sort(key=lambda row: -round(row.rating.value or 0, 6))  # equals stay as they were named
    taken: dict[tuple[str, str], list[float]] = {}
    for game in played:
        one, other = game.players
        taken.setdefault((one, other), []).append(game.score)
        taken.setdefault((other, one), []).append(1 - game.score)
    cross = {pair: (fsum(points), len(points)) for pair, points in taken.items()}
    boards = len({(game.book, game.board) for game in played})
    return Standings(tuple(rows), cross, boards, tuple(_differences(rows, played)))


def _row(name: str, rating: Rating, played: Sequence[CountedGame]) -> EntrantRow:
    scores: list[float] = []
    faults: list[Mapping[str, Any]] = []
    unsolved = 0
    for game in played:
        if name not in game.players:
            continue
        seat = game.players.index(name)
        scores.append(game.score if seat == 0 else 1 - game.score)
        if game.forfeit is not None and game.forfeit["player"] == seat + 1:
            faults.append(game.forfeit)
        if game.costs is not None:
            unsolved += game.costs[seat]["unsolved"]
    counts = Counter(scores)
    return EntrantRow(
        name=name,
        rating=rating,
        won=counts[1.0],
        drawn=counts[0.5],
        lost=counts[0.0],
        skill=_skill(_losses(name, played)),
        decision_skill=_skill(_losses(name, played, counts_rest=False)),
        unsolved=unsolved,
        forfeits=dict(sorted(Counter(fault["reason"] for fault in faults).items())),
        example=faults[0]["detail"] if faults else "",
    )


def _skill(books: Mapping[int, Mapping[int, Losses]]) -> Estimate:
    return skill_of(list(boards.values()) for boards in books.values())


def _losses(
    name: str, played: Sequence[CountedGame], counts_rest: bool = True
) -> dict[int, dict[int, Losses]]:
    """What an entrant lost in each book, on each board; with the rest of forfeited games, or without."""
    found: dict[int, dict[int, list[Losses]]] = {}
    for game in played:
        if name in game.players and game.costs is not None:
            cost = game.costs[game.players.index(name)]
            rest = cost["rest"] if counts_rest else 0.0
            losses = Losses(cost["critical"], cost["lost"] + rest, cost["expected"] + rest)
            found.setdefault(game.book, {}).setdefault(game.board, []).append(losses)
    return {book: {board: added(each) for board, each in boards.items()} for book, boards in found.items()}


def _differences(rows: Sequence[EntrantRow], played: Sequence[CountedGame]) -> Iterable[Difference]:
    """Between each two whose skill is known, the better one first."""
    known = [row for row in rows if row.skill.value is not None]
    known.sort(key=lambda row: -round(row.skill.value or 0.0, 6))  # equals stay as they are rated
    losses = {row.name: _losses(row.name, played) for row in known}
    for one, other in combinations(losses, 2):
        both = [
            [
                (boards[board], losses[other][book][board])
                for board in boards
                if board in losses[other][book]
            ]
            for book, boards in losses[one].items()
            if book in losses[other]
        ]
        yield Difference(one, other, difference_of(both), sum(map(len, both)))
