"""What a position and its moves are worth, as pages draw it."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fivesquare.lanes import Glance
from fivesquare.players.adviser import GLANCE, HUNCH, is_near
from fivesquare.position import Position
from fivesquare.solver import Hunch, Solution, Solver, Worth
from fivesquare.solver.limits import ANSWER


def known(worths: Mapping[str, Worth], best: Sequence[str], player: int) -> dict[str, Any]:
    """Exact worths: to both players, and as the player to move sees them."""
    return {
        move: {
            **worth._asdict(),
            "lead": None if worth.margin is None else worth.lead(player),
            "result": worth.result(player),
            "is_best": move in best,
        }
        for move, worth in worths.items()
    }


def estimated(position: Position, hunch: Hunch) -> dict[str, Any]:
    """Worths as they look: only how far ahead one will be, in games that have such a number."""
    best = best_of(position, hunch)
    return {
        move: {
            "winner": None,
            "margin": None,
            "lead": hunch.each.get(move),
            "result": None,
            "is_best": move in best,
        }
        for move in position.legal
    }


def best_of(position: Position, hunch: Hunch) -> list[str]:
    """The moves that look best; where there is no number to compare, the one that was found."""
    most = max(hunch.each.values(), default=None)
    if most is None:
        return [hunch.move]
    return [move for move in position.legal if hunch.each.get(move) == most]


class Evaluated(NamedTuple):
    """The exact worth of every move, or an estimate; and whether another time could not say more."""

    worths: Solution | Hunch
    is_final: bool


def evaluated(position: Position, solver: Solver, seconds: float, glance: Glance) -> Evaluated:
    """What every move is worth, if that can be found out in time.

    As at the terminal it is a number of positions that decides whether it takes too long, and nothing is
    tried that is too far away; the clock only stops what such a number does not hold.
    """

    def solve(nodes: int) -> Solution:
        return solver.solve(position, nodes=nodes, seconds=seconds, progress=lambda _: glance())

    solution = solve(ANSWER.part(GLANCE))
    is_far = not solution.exact and not is_near(position, ANSWER)
    if not solution.exact and not is_far:
        solution = solve(ANSWER.nodes)
    if solution.exact:
        return Evaluated(solution, True)
    glance()
    hunch = solver.look_ahead(position, seconds=seconds / 4, nodes=ANSWER.part(HUNCH), each=True)
    return Evaluated(hunch, is_far or solution.nodes >= ANSWER.nodes)


def values(
    position: Position, solver: Solver, seconds: float, glance: Glance
) -> tuple[dict[str, Any], bool]:
    """What every move is worth, as a page shows it, and whether another time could not say more."""
    found, is_final = evaluated(position, solver, seconds, glance)
    told: dict[str, Any] = {"exact": isinstance(found, Solution), "turn": position.turn, "depth": None}
    if isinstance(found, Solution):
        each = known(found.each, found.best, position.state.turn)
        return told | {"best": list(found.best), "each": each, "line": list(found.line)}, is_final
    told |= {"best": best_of(position, found), "each": estimated(position, found), "line": []}
    return told | {"depth": found.depth}, is_final
