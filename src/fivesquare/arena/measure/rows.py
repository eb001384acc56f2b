"""One row for a rule book: all that is measured of it.

First, on many boards, only who wins with perfect play. Then, on some of them, what the game is like on the
way there (`boards.go_over`), and what players of four levels make of it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from fivesquare.arena import boards
from fivesquare.arena.measure import levels, winners
from fivesquare.arena.measure.openings import Openings
from fivesquare.arena.measure.winners import STEP, Winners
from fivesquare.research.skill import Estimate, wilson
from fivesquare.research.skill.estimates import averaged

BOARDS = 1000
GAMES = 100

LOOKED_AT = ("length", "branching", "lead_changes", *boards.SHARES)
"""What is told as a mean over boards, as `boards.go_over` calls it."""

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
    played = run(levels.play, [levels.unit(openings, each) for each in seeds])
    scores = [levels.read(result) for result in played if result is not None]
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
        "ladder": {pair: _told(score) for pair, score in levels.ladder(scores).items()},
        "equals": {level: _told(score) for level, score in levels.equals(scores).items()},
    }


def count_until_clear(openings: Openings, run: Run, number: int, seed: int) -> Winners:
    """Who wins on so many boards, or on fewer if that is clear before."""
    found = Winners()
    for begin in range(seed, seed + number, STEP):
        units = winners.units(openings, begin, min(STEP, seed + number - begin))
        for result in run(winners.count, units):
            found += Winners(**result)
        if found.is_clear:
            break
    return found


def look(told: Mapping[str, Any]) -> dict[str, Any] | None:
    """The work: what a board is like; None if it is left out."""
    position = Openings.from_json(told)[told["seed"]]
    row = None if position is None else boards.go_over(position.book, position.board)
    return {what: row[what] for what in LOOKED_AT} if row is not None and boards.is_solved(row) else None


def _shares(won: Winners) -> dict[str, Estimate]:
    counted = {"first": won.first, "second": won.second, "draw": won.drawn}
    return {**{name: wilson(boards, won.boards) for name, boards in counted.items()}, "share": won.share}


def _sure(share: Estimate, openings: Openings) -> Estimate:
    """A share as it is told: other boards would differ by its interval, if there are any."""
    return Estimate(share.value) if openings.is_single else share


def _mean(what: str, seen: Sequence[Mapping[str, Any]]) -> Estimate:
    """The mean of a thing over the boards that have it."""
    return boards.as_far_as_can_be(what, averaged([row[what] for row in seen if row[what] is not None]))


def _told(estimate: Estimate) -> dict[str, float | None]:
    return {name: None if end is None else round(end, 4) for name, end in estimate._asdict().items()}
