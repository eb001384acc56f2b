"""How difficult a game is, measured: what is at stake in it, and how far a glance gets.

Looked at are the *decisions*, positions with at least two legal moves, each once, along five lines of play:
the perfect line, on which both sides always make the first of the best moves in the order of `legal`, and
four casual games, in which each move is with equal probability a greedy one or any legal one. Their random
streams are named by the game, so that they are the same everywhere.
"""

from collections.abc import Iterable
from typing import NamedTuple

from fivesquare.board import Board
from fivesquare.engine import State
from fivesquare.players.simple import Greedy
from fivesquare.position import Position
from fivesquare.puzzles import casual_game
from fivesquare.research.family.names import FamilyError
from fivesquare.rulebook import RuleBook
from fivesquare.solver import Solution, Solver
from fivesquare.solver.limits import GAME, Budget
from fivesquare.streams import stream

CASUAL_GAMES = 4
_LITTLE = 1 / 40  # of the budget for the opening; all that is measured took at most 36 times as much


class TooLargeError(FamilyError):
    """A game that is not solved or measured within the budget."""


class Difficulty(NamedTuple):
    """What was measured."""

    critical: float  # share of the decisions whose best and worst move differ, in winner or margin
    decisive: float  # share of the decisions in which some move is worse than the best by its winner
    greedy: float  # mean probability that a greedy move is a best one, in critical decisions
    plies: int  # moves on the perfect line before its first critical decision; all, if there is none
    branching: float  # mean number of legal moves in the decisions
    nodes: int  # positions searched to find the worth of every move of the opening
    length: int  # moves of the perfect line
    balance: float  # what the first player gets in the casual games: mean of 1 a win, 1/2 a draw, 0 a loss
    winner: int  # who wins with perfect play: 1, 2, or 0 for a draw


class Study:
    """A game being solved; what was found is not searched again.

    The opening is solved by itself: the number of positions that this takes is measured. If it is small,
    the rest surely fits into the budget and is labelled in bulk. If not, it is solved one position after
    the other, and what is too large is what always was.
    """

    def __init__(self, book: RuleBook, board: Board, budget: Budget | None = None) -> None:
        """`budget` is for everything that is asked, by default GAME.

        Its memory is part of the definition: it decides how much is searched twice.
        """
        self._budget = budget or GAME
        self._solver = Solver(book, board, memory=self._budget.memory, threads=1)
        self._found: dict[State, Solution] = {}
        self._is_easy = False

    def solution(self, position: Position) -> Solution:
        """The worth of every move."""
        if position.state not in self._found:
            if self._is_easy:
                self._label([position])
            else:
                self._found[position.state] = self._checked(
                    self._solver.solve(position, nodes=self._nodes_left)
                )
        return self._found[position.state]

    def is_easy(self, start: Position) -> bool:
        """Whether the game that begins here can surely be measured within the budget; if not, perhaps."""
        (opening,) = self._solver.label([start], nodes=self._budget.part(_LITTLE))
        self._is_easy = opening.exact
        return self._is_easy

    def _label(self, positions: Iterable[Position]) -> None:
        """Solve what is not solved yet of an easy game."""
        new = [position for position in positions if position.state not in self._found]
        for solution in self._solver.label(new, nodes=self._nodes_left):
            self._found[solution.position.state] = self._checked(solution)

    @property
    def _nodes_left(self) -> int:
        return max(0, self._budget.nodes - self._solver.nodes)

    def _checked(self, solution: Solution) -> Solution:
        if not solution.exact:
            raise TooLargeError(
                f"this game is too large: {self._budget.nodes:,} positions are not enough; "
                "fs.solve has no limit"
            )
        return solution

    def measure(self, start: Position, chance_names: tuple[object, ...]) -> Difficulty:
        """The difficulty of the game that begins here."""
        opening = self.solution(start)
        perfect, *casual = lines = self._lines(start, chance_names)
        decisions = self._decisions(lines)
        critical = [decision for decision in decisions if is_critical(decision)]
        waits = (number for number, now in enumerate(perfect[:-1]) if is_critical(self.solution(now)))
        assert opening.winner is not None
        return Difficulty(
            critical=_mean([float(is_critical(decision)) for decision in decisions], 0.0),
            decisive=_mean([float(_is_decisive(decision)) for decision in decisions], 0.0),
            greedy=_mean([_chance_of_greedy(decision) for decision in critical], 1.0),
            plies=next(waits, len(perfect) - 1),
            branching=_mean([float(len(decision.each)) for decision in decisions], 1.0),
            nodes=opening.nodes,
            length=len(perfect) - 1,
            balance=_mean([_result(game[-1]) for game in casual], 0.5),
            winner=opening.winner,
        )

    def perfect_line(self, start: Position) -> list[Position]:
        """The positions of the perfect line, from this one to the end."""
        self._is_easy = self._is_easy or self.solution(start).nodes <= self._budget.part(_LITTLE)
        line = [start]
        while not line[-1].is_over:
            line.append(line[-1].play(self.solution(line[-1]).best[0]))
        return line

    def decisions(self, start: Position, chance_names: tuple[object, ...]) -> list[Solution]:
        """What is looked at, solved."""
        return self._decisions(self._lines(start, chance_names))

    def _decisions(self, lines: list[list[Position]]) -> list[Solution]:
        on_the_way = {position.state: position for line in lines for position in line}
        decisions = [position for position in on_the_way.values() if len(position.legal) > 1]
        if self._is_easy:
            self._label(decisions)
        return [self.solution(position) for position in decisions]

    def _lines(self, start: Position, chance_names: tuple[object, ...]) -> list[list[Position]]:
        """The positions of the perfect line, and of each casual game."""
        numbers = range(CASUAL_GAMES)
        perfect = self.perfect_line(start)
        return [perfect, *(casual_game(start, stream(*chance_names, "casual", each)) for each in numbers)]


def is_critical(solution: Solution) -> bool:
    """Whether it matters what is played here."""
    return len(set(solution.each.values())) > 1


def _is_decisive(solution: Solution) -> bool:
    """Whether it matters for who wins."""
    return len({worth.winner for worth in solution.each.values()}) > 1


def _chance_of_greedy(solution: Solution) -> float:
    moves = Greedy.best_moves(solution.position)
    return len(set(moves) & set(solution.best)) / len(moves)


def _result(end: Position) -> float:
    assert end.outcome is not None
    return {1: 1.0, 0: 0.5, 2: 0.0}[end.outcome.winner]


def _mean(numbers: list[float], otherwise: float) -> float:
    return sum(numbers) / len(numbers) if numbers else otherwise
