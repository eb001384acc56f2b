"""The survey: who wins with perfect play in every kind of rule book, size and values.

All are looked at on the same 100 boards at first. Those that are surely not fair are left at that; the
others go on, 100 boards at a time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from fivesquare.arena.measure import winners
from fivesquare.arena.measure.openings import Openings
from fivesquare.arena.measure.rows import Run
from fivesquare.arena.measure.winners import FAIR, STEP, Winners
from fivesquare.board import Size
from fivesquare.books import find_book
from fivesquare.research.family.kinds import Kind, kind_of
from fivesquare.research.family.names import format_values, parse_kind, parse_size, parse_values
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
class Row:
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
    def from_json(cls, told: Mapping[str, Any]) -> "Row":
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


def survey(places: Sequence[Spot], boards: int, run: Run) -> list[Row]:
    """Who wins at these places."""
    found = dict.fromkeys(places, Winners())
    for begin in range(0, boards, STEP):
        going_on = [spot for spot in places if begin == 0 or not found[spot].is_clear]
        step = min(STEP, boards - begin)
        units = [(spot, unit) for spot in going_on for unit in winners.units(spot.openings, begin, step)]
        results = run(winners.count, [unit for _, unit in units])
        for (spot, _), result in zip(units, results, strict=True):
            found[spot] += Winners(**result)
    return [Row(spot, found[spot]) for spot in places]
