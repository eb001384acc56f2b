"""What `solve` reports about a position, as text and as JSON."""

from typing import Any, NamedTuple

from fivesquare.engine import FIRST
from fivesquare.position import Position
from fivesquare.solver import Hunch, Solution, Solver
from fivesquare.terminal.progress import Teller
from fivesquare.terminal.screen import Screen, filled
from fivesquare.terminal.voices import Voice
from fivesquare.terminal.worth_board import worth_board
from fivesquare.words.lines import told
from fivesquare.words.worths import Soon, best_moves, estimated, verdict

_FOR_SOLVING = 3 / 4  # of the time; the rest is for a depth-limited search if that is not enough


class Found(NamedTuple):
    """What was found out about a position; `hunch` is an estimate if it was not solved."""

    solution: Solution
    soon: Soon
    hunch: Hunch | None

    def to_json(self) -> dict[str, Any]:
        answer = self.solution.to_json()
        if self.hunch is not None:
            answer["estimate"] = _estimate(self.solution.position, self.hunch)
        return answer


def find(
    solver: Solver, position: Position, value_only: bool, seconds: float | None, screen: Screen
) -> Found:
    """Solve a position, or estimate it by a depth-limited search in the time reserved for that."""
    limit = seconds if seconds is None or value_only else seconds * _FOR_SOLVING
    progress = Teller(screen).solving
    solution = solver.solve(position, value_only=value_only, seconds=limit, progress=progress)
    if solution.exact:
        return Found(solution, {} if value_only else solver.how_soon(solution), None)
    if value_only or seconds is None:
        return Found(solution, {}, None)
    left = seconds * (1 - _FOR_SOLVING)
    return Found(solution, {}, solver.look_ahead(position, seconds=left, each=True))


def _estimate(position: Position, hunch: Hunch) -> dict[str, Any]:
    """An estimate as JSON; margins are from the first player's point of view, as everywhere in JSON."""
    sign = 1 if position.state.turn == FIRST else -1
    each = hunch.each if position.book.goal == "points" else {}
    margins = {move: sign * each[move] for move in position.legal if move in each}
    return {
        "move": hunch.move,
        "margin": margins.get(hunch.move),
        "each": margins,
        "moves_ahead": hunch.depth,
    }


def found_text(position: Position, found: Found, voice: Voice, screen: Screen) -> str:
    solution, soon, hunch = found
    lines = [f"{worth_board(position, solution, voice, soon=soon, hunch=hunch, tint=screen.tint)}\n"]
    if voice.balance():
        lines.append(f"({voice.balance()})")
    lines.append(verdict(position, solution, voice))
    if solution.best:
        lines.append(best_moves(position, solution, voice, soon))
    elif hunch is not None:
        lines.append(estimated(position, hunch, voice))
    if solution.line and not solution.value_only:
        lines.append(f"Line: {told(position, solution.line, voice)}.")
    return "\n".join([lines[0], *map(filled, lines[1:])])
