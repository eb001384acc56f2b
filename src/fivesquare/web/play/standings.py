"""The standing of an evening: 1 point for a win, half a point for a draw; equal points are a tie.

Points are counted in halves, so that they stay whole numbers.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

WIN, DRAW = 2, 1  # half points


class Outcome(NamedTuple):
    """A meeting that is over: who won, 1 or 2, 0 for a draw, or None if it counts for nobody."""

    first: int
    second: int
    winner: int | None


class Place(NamedTuple):
    """A player in the standing; `rank` is shared by all with the same points."""

    player: int
    rank: int
    is_tied: bool
    halves: int  # of a point
    won: int
    drawn: int
    lost: int
    free: int  # rounds without an opponent


def standing(
    players: Sequence[int], outcomes: Iterable[Outcome], free: Iterable[int] = (), for_free: int = 0
) -> list[Place]:
    """All players by points, those with equal ones as they came; `for_free` half points a free round."""
    tally = {player: [0, 0, 0, 0] for player in players}  # won, drawn, lost, free
    for first, second, winner in outcomes:
        if winner is None:
            continue
        for seat, player in ((1, first), (2, second)):
            tally[player][1 if winner == 0 else 0 if winner == seat else 2] += 1
    for player in free:
        tally[player][3] += 1
    halves = {
        player: WIN * won + DRAW * drawn + for_free * sat_out
        for player, (won, drawn, _, sat_out) in tally.items()
    }
    order = sorted(players, key=lambda player: -halves[player])  # stable: as they came
    ranks: dict[int, int] = {}
    for number, player in enumerate(order, 1):
        ranks.setdefault(halves[player], number)
    same = list(halves.values())
    return [
        Place(player, ranks[halves[player]], same.count(halves[player]) > 1, halves[player], *tally[player])
        for player in order
    ]
