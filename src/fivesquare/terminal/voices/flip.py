"""Capture Squares with recapture, as its book speaks: A and B, a box of numbers, three lines an answer."""

from fivesquare.engine import NOBODY, other_player
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.terminal.voices.base import Voice
from fivesquare.words.listener import outcome_of


class FlipVoice(Voice):
    names = ("Player A", "Player B")

    def board(self, position: Position) -> str:
        return self.boxes(position, self._box, numbered=False)

    def _box(self, position: Position, cell: int) -> str:
        width = max(2, len(str(position.size.cells)))
        number, owner = position.board.values[cell], position.owner(cell)
        return f" {self.marks[owner - 1]}{number:<{width}}" if owner else f" {number:>{width}} "

    def prompt(self, position: Position, is_first: bool) -> str:
        name = self.name(position.state.turn)
        return f"{name}, enter the position of the cell you want to claim (row,column): "

    def swapped(self, step: Step) -> str:
        return f"You swapped: cell {self.swappable(step.before)} is yours now."

    def reply(self, step: Step) -> str:
        lines = [
            f"You claimed cell {self.place(step.before, step.cell)} with number {step.value}.",
            "Capturing adjacent opponent cells...",
        ]
        loser = self.name(other_player(step.player))
        lines += [f"Captured cell {self.place(step.before, cell)} from {loser}." for cell in step.taken]
        return "\n".join(lines if step.taken else [*lines, "No cells captured."])

    def claims(self, step: Step) -> str:
        claims, captures = self.verb(step.player, "claims"), self.verb(step.player, "captures")
        text = f"{claims} {self.place(step.before, step.cell)} with number {step.value}"
        if step.taken:
            places = ", ".join(self.place(step.before, cell) for cell in step.taken)
            text += f" and {captures} {places} from {self.called(other_player(step.player))}"
        return f"{text}."

    def over(self, position: Position) -> str:
        return "All cells have been claimed."

    def scores(self, position: Position) -> str:
        pairs = zip(self.names, position.scores, strict=True)
        return "\n".join(f"Total score for {name}: {score}" for name, score in pairs)

    def result(self, position: Position) -> str:
        if outcome_of(position).winner == NOBODY:
            return "The scores are equal: the game is a draw."
        return super().result(position)
