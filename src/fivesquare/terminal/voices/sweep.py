"""Capture Squares with removal, as its book speaks: a grid that empties, positions as "row column"."""

from collections.abc import Iterable

from fivesquare.board import cell_name, cells_of
from fivesquare.engine import NOBODY
from fivesquare.errors import NotationError
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.terminal.screen import filled
from fivesquare.terminal.voices.base import Voice, paragraphs
from fivesquare.words.listener import outcome_of


class SweepVoice(Voice):
    marks = ("P1", "P2")
    cell_word = "square"
    claim_word = "capture"

    def welcome(self, position: Position) -> str:
        return f"Welcome to Capture Squares!\n\nInitial Grid:\n{self.board(position)}\n"

    def board(self, position: Position) -> str:
        return self.boxes(position, self._box, numbered=False)

    def _box(self, position: Position, cell: int) -> str:
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

    def reply(self, step: Step) -> str:
        return (
            f"\nYou have selected number {step.value} at position {self.place(step.before, step.cell)}.\n"
            f"Captured squares: {self._valued(step.before, (step.cell, *step.taken))}\n"
            f"Your turn score: {step.gain}"
        )

    def claims(self, step: Step) -> str:
        selects, captures = self.verb(step.player, "selects"), self.verb(step.player, "captures")
        text = f"{selects} number {step.value} at position {self.place(step.before, step.cell)}"
        if step.taken:
            text += f" and {captures} {self._valued(step.before, step.taken)} with it"
        return f"{text}. Turn score: {step.gain}."

    def after_turn(self, position: Position) -> str:
        """The totals come before the grid, because the book's prompt follows its grid (sweep-3)."""
        grid = paragraphs(f"Updated Grid:\n{self.board(position)}")
        standing = self.standing(position)
        return f"{standing}\n{grid}" if standing else grid

    def numbered(self, position: Position, number: int) -> int:
        """Positions 1 to 9 in reading order, if no other square can be meant (sweep-2)."""
        if not 1 <= number <= position.size.cells:
            raise NotationError(f"Positions go from 1 to {position.size.cells} in reading order.")
        cell = number - 1
        if position.board.values[cell] == number:
            return cell
        places = [
            f"{number} is position {self.place(position, cell)}, which {self._holds(position, cell)}."
        ]
        other = position.board.values.index(number)
        if not position.owner(other):
            places.append(
                f"The number {number} is at {self.place(position, other)}; {self._how(position, other)}."
            )
        raise NotationError(" ".join(places))

    def _holds(self, position: Position, cell: int) -> str:
        if position.owner(cell):
            return "is already captured"
        return f"holds {position.board.values[cell]}; {self._how(position, cell)}"

    def _how(self, position: Position, cell: int) -> str:
        return f"type {self.typed(position, cell_name(cell, position.size))} to take it"

    def refusal(self, position: Position, cell: int) -> str | None:
        refusal = super().refusal(position, cell)
        return None if refusal is None else refusal.replace("claimed", "captured")

    def over(self, position: Position) -> str:
        return "All squares have been captured."

    def scores(self, position: Position) -> str:
        """Each total as the book adds it up, turn by turn: 19 + 7 + 5 = 31."""
        lines = []
        for player, name in enumerate(self.names, 1):
            gains = _gains(position, player)
            sums = f"{' + '.join(gains)} = " if len(gains) > 1 else ""
            lines.append(filled(f"{name} Total Score: {sums}{position.scores[player - 1]}"))
        return "\n".join(lines)

    def result(self, position: Position) -> str:
        winner = outcome_of(position).winner
        return super().result(position) if winner == NOBODY else f"Winner: {self.name(winner)}"


def _gains(position: Position, player: int) -> list[str]:
    """What a setup and each turn brought to a player; a swap exchanges what was brought before it."""
    history = position.history()
    given = [[str(score)] if score else [] for score in history[0].scores]
    gains: tuple[list[str], list[str]] = given[0], given[1]
    for step in map(Step, history[:-1], position.moves, history[1:]):
        if step.is_claim:
            gains[step.player - 1].append(str(step.gain))
        else:
            gains = gains[::-1]
    return gains[player - 1]
