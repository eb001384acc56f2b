"""How many questions, or boards, tell a difference in skill: from the results of players that are near."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from fivesquare.research.benchmark.bench_compare import differences, units_of
from fivesquare.research.benchmark.bench_scores import units_needed
from fivesquare.research.benchmark.protocol import TRACKS, Track

DIFFERENCES = (0.01, 0.02, 0.05, 0.1, 0.2)


def needed(results: Sequence[Mapping[str, Any]], track: Track) -> dict[float, int]:
    """For each difference the median number of units, over pairs of players that are next to each other.

    Told apart is a difference whose 95% interval excludes 0 in four of five tries.
    """
    pairs = [(differences(one, other).get(track), units_of(one, track)) for one, other in pairwise(results)]
    known = [(spread, units) for spread, units in pairs if spread is not None and spread.variance]
    found = dict[float, int]()
    for apart in DIFFERENCES:
        numbers = [units_needed(spread, units, apart) for spread, units in known]
        counted = [number for number in numbers if number is not None]
        if counted:
            found[apart] = round(median(counted))
    return found


def table(results: Sequence[Mapping[str, Any]]) -> str:
    """The same in Markdown."""
    found = {track: needed(results, track) for track in TRACKS}
    rows = [
        f"| {apart:g} | {' | '.join(f'{found[track].get(apart, 0):,}' for track in TRACKS)} |"
        for apart in DIFFERENCES
    ]
    return "\n".join(["| difference in skill | questions | boards |", "|--:|--:|--:|", *rows])
