"""What the solver says to somebody who asks during a game: a hint, and the worth of every move."""

from functools import cached_property

from fivesquare.players import Luck
from fivesquare.players.adviser import Adviser, not_perfect
from fivesquare.players.perfect import Perfect
from fivesquare.position import Position
from fivesquare.solver import Solution
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.voices import Voice
from fivesquare.terminal.waiting import warm_up_aloud
from fivesquare.terminal.worths import hint, verdict, worth_board


class Advice:
    """Advice in a voice; it stays with a game, and does not forget between two questions."""

    def __init__(self, screen: Screen, voice: Voice) -> None:
        self._screen = screen
        self._voice = voice

    @cached_property
    def _adviser(self) -> Adviser:
        warm_up_aloud(self._screen)
        return Adviser()

    def solve(self, position: Position) -> Solution | None:
        """The worth of every move, or None if that takes too long."""
        return self._adviser.solve(position)

    def hint(self, position: Position) -> str:
        """A best move, and why."""
        solution = self._adviser.solve(position)
        if solution is None:
            return self._hunch(position)
        move = Perfect(Luck(0), self._adviser).choose(position)
        return f"Hint: {hint(position, solution, move, self._voice)}"

    def eval(self, position: Position) -> str:
        """What every move is worth."""
        solution = self._adviser.solve(position)
        if solution is None:
            return self._hunch(position)
        board = worth_board(position, solution, self._voice)
        return f"{board}\n{verdict(position, solution, self._voice)}"

    def _hunch(self, position: Position) -> str:
        hunch = self._adviser.guess(position)
        return f"{hunch.move} looks best ({not_perfect(hunch)})."
