"""The survey of survey_fairness.py: which kinds of rule books, sizes and values make fair games.

All are looked at on the same 100 boards at first. Those that are surely not fair are left at that; the
others continue, 100 boards at a time. A game may be fair between perfect players and unfair between people:
so the fair ones are measured as a whole, and ranked by the worst of five shares, that of perfect play and
those between equals of four levels.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from fivesquare.arena.measurement import (
    LEVELS,
    STEP,
    Openings,
    Run,
    count_winners,
    journaled,
    measure,
    winner_units,
)
from fivesquare.arena.work import Place
from fivesquare.arena.work.journal import JOURNAL, prepare
from fivesquare.arena.work.runner import FrontEnd
from fivesquare.board import Size
from fivesquare.books import find_book
from fivesquare.errors import many
from fivesquare.fairness import FAIR, Winners
from fivesquare.files import write_whole
from fivesquare.research.family.names import (
    Kind,
    format_values,
    kind_of,
    parse_kind,
    parse_size,
    parse_values,
)
from fivesquare.rulebook import RuleBook, Values

SIZES = ("3x3", "3x4", "4x4")
VALUES = ("shuffled", "1-9", "1-5")
BOARDS = 1000
MOST_DRAWN = 0.2
"""The share of the boards that are drawn in a fair game, at most."""


@dataclass(frozen=True)
class Spot:
    """A place on the map: a kind of rule book, a size, values."""

    kind: Kind
    size: Size
    values: Values

    @property
    def name(self) -> str:
        """As in the names of the family's games, without version and seed."""
        return f"{self.kind}/{self.size}/{format_values(self.values)}"

    @property
    def book(self) -> RuleBook:
        return self.kind.book(self.size, self.values)

    @property
    def openings(self) -> Openings:
        return Openings(self.book, self.size)


@dataclass(frozen=True)
class SpotRow:
    """What was found at a spot."""

    spot: Spot
    winners: Winners

    @property
    def share(self) -> float:
        """What the first player gets; a half if no board could be solved."""
        value = self.winners.share.value
        return 0.5 if value is None else value

    @property
    def draws(self) -> float:
        return self.winners.drawn / self.winners.boards if self.winners.boards else 0.0

    @property
    def is_fair(self) -> bool:
        """Whether each player wins about half of the boards; what is drawn is no game that anybody wins."""
        return self.winners.boards > 0 and FAIR[0] <= self.share <= FAIR[1] and self.draws <= MOST_DRAWN

    def to_json(self) -> dict[str, Any]:
        counted = {**self.winners.to_json(), "boards": self.winners.boards}
        return {"name": self.spot.name, **counted, "share": self.winners.share._asdict()}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "SpotRow":
        """The inverse of `to_json`."""
        kind, size, values = told["name"].split("/")
        spot = Spot(parse_kind(kind), parse_size(size), parse_values(values))
        return cls(spot, Winners(**{name: told[name] for name in Winners().to_json()}))


def spots(kinds: Iterable[Kind], sizes: Iterable[Size], values: Iterable[Values]) -> list[Spot]:
    """Every combination, the kinds within a size and values together."""
    return [Spot(kind, size, value) for size, value, kind in product(sizes, values, kinds)]


def name_of(measured: Mapping[str, Any]) -> str:
    """The name of the spot that a row of `measure` is about."""
    book = find_book(measured["book"])
    kind = kind_of(book)
    assert kind is not None  # it came from a spot
    return Spot(kind, book.size, book.values).name


def survey(places: Sequence[Spot], boards: int, run: Run) -> list[SpotRow]:
    """Who wins at these places."""
    found = dict.fromkeys(places, Winners())
    for begin in range(0, boards, STEP):
        going_on = [spot for spot in places if begin == 0 or not found[spot].is_clear]
        step = min(STEP, boards - begin)
        units = [(spot, unit) for spot in going_on for unit in winner_units(spot.openings, begin, step)]
        results = run(count_winners, [unit for _, unit in units])
        for (spot, _), result in zip(units, results, strict=True):
            found[spot] += Winners(**result)
    return [SpotRow(spot, found[spot]) for spot in places]


def find_fair_games(
    places: Sequence[Spot], where: Place, folder: Path, *, boards: int, games: int, front_end: FrontEnd
) -> tuple[list[SpotRow], list[dict[str, Any]]]:
    """Survey these places and measure the fair ones; in the folder are the rows of both, and a journal."""
    prepare(folder)
    with journaled(where, folder / JOURNAL, front_end) as run:
        rows = survey(places, boards, run)
        fair = [row.spot.openings for row in rows if row.is_fair]
        measured = [measure(openings, run, number=boards, games=games) for openings in fair]
    write_whole(folder / "map.jsonl", "".join(f"{json.dumps(row.to_json())}\n" for row in rows))
    write_whole(folder / "fair.json", json.dumps(measured, indent=1) + "\n")
    return rows, measured


# --- The best of them ---

_LEAST_WON = 0.75  # by level 9 against level 1: a game that skill decides


def unfairness(measured: Mapping[str, Any]) -> float:
    """How far the worst of the five shares is from a half."""
    shares = [measured["share"], *measured["equals"].values()]
    return float(max(abs(share["value"] - 0.5) for share in shares))


def is_of_skill(measured: Mapping[str, Any]) -> bool:
    """Whether the better player mostly wins."""
    return bool(measured["ladder"]["9-1"]["value"] >= _LEAST_WON)


def best_games(measured: Sequence[Mapping[str, Any]], number: int) -> list[Mapping[str, Any]]:
    """So many of the measured games, the fairest in front, of those that skill decides."""
    return sorted(filter(is_of_skill, measured), key=unfairness)[:number]


# --- In words ---


def text(rows: Sequence[SpotRow], best: Sequence[Mapping[str, Any]]) -> str:
    """The survey in sentences, and the best games with their numbers."""
    return "\n".join([*_summary(rows), *_listed(best)])


def _summary(rows: Sequence[SpotRow]) -> Iterator[str]:
    boards = sum(row.winners.boards for row in rows)
    fair = sum(row.is_fair for row in rows)
    yield f"{many(len(rows), 'game')}, {boards:,} boards solved."
    low, high = FAIR
    yield f"Fair, the first player getting {_percent(low)} to {_percent(high)}%: {fair} of {len(rows)}."
    first, second = sum(row.share > high for row in rows), sum(row.share < low for row in rows)
    drawn = len(rows) - fair - first - second
    yield f"The first player is ahead in {first}, the second in {second}; {drawn} are level, but drawn."


def _listed(best: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if best:
        yield "\nThe best of them: what the first player gets, in percent."
    for number, row in enumerate(best, 1):
        yield f"\n{number:2}  {name_of(row)}"
        share = row["share"]
        sure = f"({_percent(share['low'])} to {_percent(share['high'])})"
        equals = ", ".join(f"level {level} {_value(row['equals'][str(level)])}" for level in LEVELS)
        yield f"    perfect play {_value(share)} {sure}; {equals}"
        skill = f"level 9 gets {_value(row['ladder']['9-1'])} against level 1"
        yield f"    {skill}; greed is right in {_value(row['greedy'])}% of critical decisions"


def _value(estimate: Mapping[str, float | None]) -> str:
    value = estimate["value"]
    return "-" if value is None else _percent(value)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
