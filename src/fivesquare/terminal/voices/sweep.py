"""Capture Squares with removal, as its book speaks: a grid that empties, positions as "row column"."""

from collections.abc import Iterable

from fivesquare.board import cells_of
from fivesquare.engine import NOBODY
from fivesquare.errors import NotationError
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.terminal.voices.base import Voice, outcome_of


class SweepVoice(Voice):
    marks = ("P1", "P2")
    cell_word = "square"
    claim_word = "capture"

    def welcome(self, position: Position) -> str:
        return f"Welcome to Capture Squares!\n\nInitial Grid:\n{self.board(position)}\n"

    def board(self, position: Position) -> str:
        return self.boxes(position, numbered=False)

    def box(self, position: Position, cell: int) -> str:
        number = "" if position.owner(cell) else position.board.values[cell]
        return f" {number:>{len(str(position.size.cells))}} "

    def prompt(self, position: Position, is_first: bool) -> str:
        name = self.name(position.state.turn)
        row, column = self.example(position, 2, 2)
        example = f" (e.g., {row} {column} for row {row}, column {column})" if is_first else ""
        return (
            f"{name}, it's your turn.\n"
            f"Please enter the position of the square you want to capture{example}:\n"
            f"{name}: "
        )

    def typed(self, position: Position, move: str) -> str:
        return move.replace(",", " ")

    def swapped(self, step: Step) -> str:
        return (
            f"\nYou have swapped.\n"
            f"Captured squares: {self.swappable(step.before)}\n"
            f"Your turn score: {step.after.scores[step.player - 1]}"
        )

    def swappable(self, position: Position) -> str:
        return self._valued(position, cells_of(position.state.other))

    def _valued(self, position: Position, cells: Iterable[int]) -> str:
        return ", ".join(f"{self.place(position, cell)}={position.board.values[cell]}" for cell in cells)

    def reply(self, step: Step, remark: str) -> str:
        return (
            f"\nYou have selected number {step.value} at position {self.place(step.before, step.cell)}.\n"
            f"Captured squares: {self._valued(step.before, (step.cell, *step.taken))}\n"
            f"Your turn score: {step.gain}"
        )

    def after_turn(self, position: Position) -> str:
        return f"\nUpdated Grid:\n{self.board(position)}\n"

    def numbered(self, position: Position, number: int) -> int:
        """Positions 1 to 9 in reading order (sweep-2)."""
        if not 1 <= number <= position.size.cells:
            raise NotationError(f"Positions go from 1 to {position.size.cells} in reading order.")
        return number - 1

    def claim_advice(self, position: Position) -> str:
        return (
            f"{super().claim_advice(position).rstrip('.')}, or a position from 1 to {position.size.cells}."
        )

    def refusal(self, position: Position, cell: int) -> str | None:
        refusal = super().refusal(position, cell)
        return None if refusal is None else refusal.replace("claimed", "captured")

    def over(self, position: Position) -> str:
        return "All squares have been captured."

    def scores(self, position: Position) -> str:
        pairs = zip(self.names, position.scores, strict=True)
        return "\n".join(f"{name} Total Score: {score}" for name, score in pairs)

    def result(self, position: Position) -> str:
        winner = outcome_of(position).winner
        return super().result(position) if winner == NOBODY else f"Winner: {self.name(winner)}"
