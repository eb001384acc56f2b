"""The survey: rounds of boards, until it is clear."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from fair_survey import Spot, SpotRow, best_games, name_of, spots, survey

from fivesquare.arena.measurement import Openings, Work, count_winners
from fivesquare.board import Size
from fivesquare.fairness import Winners
from fivesquare.research.family.names import KINDS, Kind
from fivesquare.rulebook import Between, Values

SMALL = Size(2, 2)
FAIR, UNFAIR, DRAWN = (KINDS[f"edge-nothing-never-points-{tie}"] for tie in ("last", "second", "draw"))


def serially(work: Work, units: Sequence[dict[str, Any]]) -> Iterator[Any]:
    return map(work, units)


def spot(kind: Kind, size: Size = SMALL, values: Values = "shuffled") -> Spot:
    return Spot(kind, size, values)


def test_the_map_has_every_combination_once() -> None:
    sizes, values = [SMALL, Size(3, 3)], ["shuffled", Between(1, 9)]
    found = spots(KINDS.values(), sizes, values)  # type: ignore[arg-type]
    assert len(found) == len(set(found)) == 162 * 4
    assert found[0].name == "anywhere-nothing-never-points-draw/2x2/shuffled"
    assert [name_of({"book": each.book.answers}) for each in found] == [each.name for each in found]


def test_a_survey_counts_as_if_each_spot_stood_alone() -> None:
    places = spots(list(KINDS.values())[::20], [SMALL], ["shuffled", Between(1, 5)])
    rows = survey(places, 130, serially)
    assert [row.spot for row in rows] == places
    for row in rows:
        boards = row.winners.boards
        assert row.winners == Winners(**count_winners(row.spot.openings.unit("winners", 0, boards=boards)))
        assert boards == (130 if not looked_at(row.spot, 100).is_clear else 100)
    assert {row.winners.boards for row in rows} == {100, 130}


def looked_at(where: Spot, boards: int) -> Winners:
    return Winners(**count_winners(where.openings.unit("winners", 0, boards=boards)))


def test_what_is_clear_goes_no_further() -> None:
    asked: Counter[str] = Counter()
    places = [spot(FAIR), spot(UNFAIR)]

    def run(_: Work, units: Sequence[dict[str, Any]]) -> Iterator[Any]:
        for unit in units:
            book = Openings.from_json(unit).book
            asked[book.tie] += unit["boards"]
            half = unit["boards"] // 2
            won = Winners(half, unit["boards"] - half) if book.tie == "last" else Winners(unit["boards"])
            yield won.to_json()

    rows = survey(places, 1000, run)
    assert asked == {"last": 1000, "second": 100}
    assert [row.is_fair for row in rows] == [True, False]


def row(kind: Kind, first: int, second: int, drawn: int = 0) -> SpotRow:
    return SpotRow(spot(kind), Winners(first, second, drawn))


def test_a_game_is_fair_between_45_and_55() -> None:
    assert [row(FAIR, first, 1000 - first).is_fair for first in (449, 450, 550, 551)] == [
        False,
        True,
        True,
        False,
    ]
    assert not row(FAIR, 0, 0).is_fair


def test_a_game_that_is_mostly_drawn_is_not_called_fair() -> None:
    assert row(DRAWN, 400, 400, 200).is_fair
    assert not row(DRAWN, 399, 400, 201).is_fair


def measured(share: float, equals: float, ladder: float) -> dict[str, Any]:
    return {
        "share": {"value": share},
        "equals": {"1": {"value": equals}, "9": {"value": 0.5}},
        "ladder": {"9-1": {"value": ladder}},
    }


def test_the_best_are_fair_at_every_level_and_games_of_skill() -> None:
    perfect, beginners, lottery = (
        measured(0.5, 0.7, 0.9),
        measured(0.46, 0.54, 0.9),
        measured(0.5, 0.5, 0.6),
    )
    assert best_games([perfect, beginners, lottery], 10) == [beginners, perfect]
    assert best_games([perfect, beginners, lottery], 1) == [beginners]
