"""What a position and its moves are worth, as pages draw it."""

from collections.abc import Mapping, Sequence
from typing import Any

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


def values(
    position: Position, solver: Solver, seconds: float, glance: Glance
) -> tuple[dict[str, Any], bool]:
    """What every move is worth, and whether another time could not say more.

    As at the terminal it is a number of positions that decides whether it takes too long, and nothing is
    tried that is too far away; the clock only stops what such a number does not hold.
    """

    def solve(nodes: int) -> Solution:
        return solver.solve(position, nodes=nodes, seconds=seconds, progress=lambda _: glance())

    solution = solve(ANSWER.part(GLANCE))
    is_far = not solution.exact and not is_near(position, ANSWER)
    if not solution.exact and not is_far:
        solution = solve(ANSWER.nodes)
    told: dict[str, Any] = {"exact": solution.exact, "turn": position.turn, "depth": None}
    if solution.exact:
        each = known(solution.each, solution.best, position.state.turn)
        return told | {"best": list(solution.best), "each": each, "line": list(solution.line)}, True
    glance()
    hunch = solver.look_ahead(position, seconds=seconds / 4, nodes=ANSWER.part(HUNCH), each=True)
    told |= {"best": best_of(position, hunch), "each": estimated(position, hunch), "line": []}
    return told | {"depth": hunch.depth}, is_far or solution.nodes >= ANSWER.nodes


def costs_result(told: Mapping[str, Any], move: str) -> bool:
    """Whether, by such values, a move is known to throw away a win or a draw."""
    each = told["each"]
    return bool(told["exact"] and each[move]["result"] < max(worth["result"] for worth in each.values()))
