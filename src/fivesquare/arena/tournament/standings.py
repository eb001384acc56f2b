"""What the games of a tournament say: ratings, scores, skill and forfeits, and who took what from whom."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any, NamedTuple

from fivesquare.arena.ratings import Rating, Result, rated
from fivesquare.research.skill import Estimate, Losses
from fivesquare.research.skill.estimates import bootstrapped

_DIGITS = 4  # of what is written down


class Game(NamedTuple):
    """One game as it counts: where, between whom, and what it brought the first of them."""

    book: int
    board: int
    players: tuple[str, str]
    score: float
    forfeit: Mapping[str, Any] | None
    costs: Sequence[Mapping[str, Any]] | None


@dataclass(frozen=True)
class Row:
    """What is known of one entrant."""

    name: str
    rating: Rating
    won: int
    drawn: int
    lost: int
    skill: Estimate
    """Of the moves that were made: a forfeit costs none."""
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
        skill = {
            name: None if value is None else round(value, _DIGITS)
            for name, value in self.skill._asdict().items()
        }
        return {
            "name": self.name,
            "rating": self.rating.to_json(),
            "points": self.points,
            "games": self.games,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "skill": skill,
            "unsolved": self.unsolved,
            "forfeits": dict(self.forfeits),
        }


@dataclass(frozen=True)
class Standings:
    """The table: the strongest first, and what each took from each."""

    rows: tuple[Row, ...]
    cross: Mapping[tuple[str, str], tuple[float, int]] = field(default_factory=dict)
    """By two names: how many points the one took from the other, and in how many games."""
    boards: int = 0

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
        }


def games_of(
    units: Iterable[Sequence[Any]], results: Iterable[Mapping[str, Any]], books: Sequence[Any]
) -> list[Game]:
    """The games of some units, as they count; a book is known by its place."""
    found = []
    for (book, _, number), result in zip(units, results, strict=True):
        costs = result.get("cost", (None, None))
        for record, cost in zip(result["games"], costs, strict=True):
            found.append(
                Game(
                    book=books.index(book),
                    board=number,
                    players=tuple(record["players"]),
                    score={1: 1.0, 2: 0.0, 0: 0.5}[record["result"]["winner"]],
                    forfeit=record.get("forfeit"),
                    costs=cost,
                )
            )
    return found


def standings(names: Sequence[str], games: Sequence[Game]) -> Standings:
    """The table of these games; the same whatever their order."""
    played = sorted(games, key=lambda game: (game.book, game.board, game.players))
    found = rated(names, [Result((game.book, game.board), *game.players, game.score) for game in played])
    weighs = len({game.book for game in played}) > 1
    rows = [_row(name, found[name], played, weighs) for name in names]
    rows.sort(key=lambda row: -round(row.rating.value or 0, 6))  # equals stay as they were named
    taken: dict[tuple[str, str], list[float]] = {}
    for game in played:
        one, other = game.players
        taken.setdefault((one, other), []).append(game.score)
        taken.setdefault((other, one), []).append(1 - game.score)
    cross = {pair: (fsum(points), len(points)) for pair, points in taken.items()}
    return Standings(tuple(rows), cross, len({(game.book, game.board) for game in played}))


def _row(name: str, rating: Rating, played: Sequence[Game], weighs: bool) -> Row:
    scores: list[float] = []
    boards: dict[tuple[int, int], list[Losses]] = {}
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
            cost = game.costs[seat]
            unsolved += cost["unsolved"]
            weight = 1 / cost["stake"] if weighs else 1.0
            losses = Losses(cost["critical"], weight * cost["lost"], weight * cost["expected"])
            boards.setdefault((game.book, game.board), []).append(losses)
    counts = Counter(scores)
    return Row(
        name=name,
        rating=rating,
        won=counts[1.0],
        drawn=counts[0.5],
        lost=counts[0.0],
        skill=_skill([_added(each) for _, each in sorted(boards.items())]),
        unsolved=unsolved,
        forfeits=dict(sorted(Counter(fault["reason"] for fault in faults).items())),
        example=faults[0]["detail"] if faults else "",
    )


def _added(losses: Sequence[Losses]) -> Losses:
    return Losses(
        sum(each.critical for each in losses),
        fsum(each.lost for each in losses),
        fsum(each.expected for each in losses),
    )


def _skill(boards: Sequence[Losses]) -> Estimate:
    """With an interval over boards, as every skill has it here: what happened on one stays together."""
    return Estimate(_added(boards).skill, *bootstrapped(boards))
