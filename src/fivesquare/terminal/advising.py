"""What the solver says to somebody who asks during a game: a hint, and the worth of every move."""

from collections.abc import Sequence
from functools import cached_property

from fivesquare.players import Luck
from fivesquare.players.adviser import Adviser
from fivesquare.players.perfect import Perfect
from fivesquare.position import Position
from fivesquare.solver import Solution
from fivesquare.terminal.lines import told
from fivesquare.terminal.screen import Screen, filled
from fivesquare.terminal.voices import Voice
from fivesquare.terminal.waiting import warm_up_aloud
from fivesquare.terminal.worths import Soon, estimated, hint, recommended, verdict, worth_board

_TOO_LARGE = "Too large to solve in time."


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
        """A best move, why, and how it goes on."""
        solution = self._adviser.solve(position)
        if solution is None:
            guess = self._adviser.estimate(position)
            return filled(f"Hint: {estimated(position, guess, self._voice)} {_TOO_LARGE}")
        solver = self._adviser.solver(position)
        soon = solver.how_soon(solution)
        move = self._chosen(position, solution, soon)
        line = solver.line(position, after=move)
        return filled(f"Hint: {hint(position, solution, move, self._voice, line, soon)}")

    def _chosen(self, position: Position, solution: Solution, soon: Soon) -> str:
        """What a perfect player would choose, if it is among what we recommend."""
        moves = recommended(solution, soon)
        move = Perfect(Luck(0), self._adviser).choose(position)
        return move if move in moves else moves[0]

    def eval(self, position: Position) -> str:
        """What every move is worth, and how the best goes on."""
        solution = self._adviser.solve(position)
        if solution is not None:
            return self.shown(solution, solution.line)
        guess = self._adviser.estimate(position)
        unsolved = Solution(position, None, exact=False)
        board = worth_board(position, unsolved, self._voice, hunch=guess, tint=self._screen.tint)
        return f"{board}\n{filled(f'{_TOO_LARGE} {estimated(position, guess, self._voice)}')}"

    def shown(self, solution: Solution, line: Sequence[str]) -> str:
        """The same for a position that is solved already, with its line."""
        position = solution.position
        soon = self._adviser.solver(position).how_soon(solution)
        board = worth_board(position, solution, self._voice, soon=soon, tint=self._screen.tint)
        words = verdict(position, solution, self._voice), f"Line: {told(position, line, self._voice)}."
        return "\n".join([board, *map(filled, words)])
