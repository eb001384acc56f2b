"""The tutor, `play --tutor`: before a move that throws something away is made, it says what that costs."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from fivesquare.errors import many
from fivesquare.position import Position
from fivesquare.solver import Solution
from fivesquare.terminal.advising import Advice
from fivesquare.terminal.screen import Screen, filled
from fivesquare.terminal.voices import Voice

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

RESULTS_ONLY = float("inf")
"""So many points that no move costs them."""


class Points(click.FloatRange):
    """A number of points above 0."""

    name = "points"

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            float(value)
        except ValueError:
            self.fail(f"{value} is no number of points. Without a number, --tutor comes last.", param, ctx)
        return super().convert(value, param, ctx)


def tutor_option(command: Decorated) -> Decorated:
    """--tutor, or --tutor POINTS."""
    return click.option(
        "--tutor",
        metavar="[POINTS]",
        type=Points(),
        is_flag=False,
        flag_value=RESULTS_ONLY,
        help="Tell me before I throw away a win or a draw; with a number, so many points as well.",
    )(command)


class Tutor:
    """Objects to moves that give away a result, or at least so many points."""

    def __init__(self, advice: Advice, voice: Voice, screen: Screen, points: float) -> None:
        self._advice = advice
        self._voice = voice
        self._screen = screen
        self._points = points
        self._has_excused = False

    def objection(self, position: Position, move: str) -> str:
        """What a move would cost, as a sentence, and not what would be better; mostly nothing."""
        solution = self._advice.solve(position)
        if solution is None:
            self._excuse()
            return ""
        cost = self._cost(solution, move)
        return f"{self._voice.named(position, move)} would give away {cost}." if cost else ""

    def _cost(self, solution: Solution, move: str) -> str:
        regret = solution.regret(move)
        if regret.result_lost:
            is_won = solution.winner == solution.position.state.turn
            return "the win" if is_won else "the draw"
        return many(regret.lost, "point") if regret.lost >= self._points else ""

    def _excuse(self) -> None:
        """Somebody who is silent because nothing is wrong must be told from one who does not know."""
        if not self._has_excused:
            self._screen.write(filled("(Too large to solve in time: the tutor cannot judge this move.)"))
            self._has_excused = True
