"""The survey in words: how many games are fair, and the best of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fivesquare.arena.fairness.survey import Row, name_of
from fivesquare.arena.measure.levels import LEVELS
from fivesquare.arena.measure.winners import FAIR
from fivesquare.errors import many


def text(rows: Sequence[Row], best: Sequence[Mapping[str, Any]]) -> str:
    """The survey in sentences, and the best games with their numbers."""
    return "\n".join([*_summary(rows), *_listed(best)])


def _summary(rows: Sequence[Row]) -> Iterator[str]:
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
