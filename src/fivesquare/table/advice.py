"""Hints and evaluations for a player who asks, and the tutor that objects to mistakes."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from fivesquare.players import Luck
from fivesquare.players.adviser import Adviser
from fivesquare.players.perfect import Perfect
from fivesquare.position import Position
from fivesquare.solver import Hunch, Regret, Solution
from fivesquare.table.help_notes import Help
from fivesquare.words import guidance
from fivesquare.words.lines import told
from fivesquare.words.listener import Listener
from fivesquare.words.worths import NOTHING, Soon, estimated, hint, recommended, verdict

_TOO_LARGE = "Too large to solve in time."

RESULTS_ONLY = float("inf")
"""Points for a tutor that objects only where a win or a draw is given away."""


class Evaluation(NamedTuple):
    """What every move is worth, or an estimate if the position was not solved in time."""

    solution: Solution
    soon: Soon = NOTHING
    hunch: Hunch | None = None
    line: Sequence[str] = ()

    def sentences(self, listener: Listener) -> list[str]:
        """What is known about the position, and the best line."""
        position = self.solution.position
        if self.hunch is not None:
            return [f"{_TOO_LARGE} {estimated(position, self.hunch, listener)}"]
        said = verdict(position, self.solution, listener)
        return [said, f"Line: {told(position, self.line, listener)}."]


class Guide(NamedTuple):
    """A hint in words, and the moves it names: the one to make, and how the game may go on."""

    sentence: str
    moves: tuple[str, ...]


OnHelp = Callable[[Position, Help], None]


def _unnoted(_position: Position, _kind: Help) -> None:
    """No person is playing who could be helped."""


class Advice:
    """Advice for one listener; it keeps its solver from one question to the next."""

    def __init__(
        self,
        listener: Listener,
        ready: Callable[[], None],
        on_help: OnHelp = _unnoted,
        glance: Callable[[], object] | None = None,
    ) -> None:
        """`ready` returns when the solver can be called; `on_help` is called before help is given.

        `glance` is called now and then while positions are solved. What it raises ends that, and this
        advice cannot be asked again.
        """
        self._listener = listener
        self._ready = ready
        self._on_help = on_help
        self._glance = glance

    @cached_property
    def _adviser(self) -> Adviser:
        self._ready()
        return Adviser(glance=self._glance)

    def solve(self, position: Position) -> Solution | None:
        """The worth of every move, or None if that takes too long; for the tutor, and no help by itself."""
        return self._adviser.solve(position)

    def hint(self, position: Position) -> Guide:
        """A best move, why, and the best play after it; an only move needs no solver."""
        self._on_help(position, "hint")
        if len(position.legal) == 1:
            (move,) = position.legal
            return Guide(f"Hint: {self._listener.named(position, move)} is your only move.", (move,))
        solution = self._adviser.solve(position)
        if solution is None:
            guess = self._adviser.estimate(position)
            told = f"Hint: {estimated(position, guess, self._listener)} {_TOO_LARGE}"
            return Guide(told, (guess.move,))
        solver = self._adviser.solver(position)
        soon = solver.how_soon(solution)
        move = self._chosen(position, solution, soon)
        line = solver.line(position, after=move)
        told = f"Hint: {hint(position, solution, move, self._listener, line, soon)}"
        return Guide(told, (move, *line))

    def _chosen(self, position: Position, solution: Solution, soon: Soon) -> str:
        """The perfect player's choice if we recommend it, else the first that we do."""
        moves = recommended(solution, soon)
        move = Perfect(Luck(0), self._adviser).choose(position)
        return move if move in moves else moves[0]

    def evaluate(self, position: Position) -> Evaluation:
        """What every move is worth, and the best line."""
        self._on_help(position, "values")
        solution = self._adviser.solve(position)
        if solution is not None:
            return self.evaluated(solution, solution.line)
        unsolved = Solution(position, None, exact=False)
        return Evaluation(unsolved, hunch=self._adviser.estimate(position))

    def evaluated(self, solution: Solution, line: Sequence[str]) -> Evaluation:
        """The evaluation of a position that is already solved, with its line."""
        return Evaluation(solution, self._adviser.solver(solution.position).how_soon(solution), None, line)


def is_costly(regret: Regret, points: float = RESULTS_ONLY) -> bool:
    """The tutor's rule, at the terminal and in the browser: it objects to what gives these away."""
    return bool(regret.result_lost) or regret.lost >= points


class Tutor:
    """Objects to moves that give away a result, or at least `points` points."""

    def __init__(
        self, advice: Advice, listener: Listener, points: float, on_message: Callable[[str], None]
    ) -> None:
        self._advice = advice
        self._listener = listener
        self._points = points
        self._on_message = on_message
        self._has_excused = False

    def objection(self, position: Position, move: str) -> str:
        """A sentence saying what a move would cost, but not what is better; empty if it is fine."""
        solution = self._advice.solve(position)
        if solution is None:
            self._excuse()
            return ""
        if not is_costly(solution.regret(move), self._points):
            return ""
        return guidance.objection(solution, move, self._listener)

    def _excuse(self) -> None:
        """Say once that the tutor cannot judge, so that its silence is not taken for approval."""
        if not self._has_excused:
            self._on_message("(Too large to solve in time: the tutor cannot judge this move.)")
            self._has_excused = True
