"""Capture Squares, the tactical game, as its book speaks: X and O on a grid of coordinates."""

from fivesquare.errors import IllegalMoveError
from fivesquare.match import Step
from fivesquare.position import STOP, Position, Reason
from fivesquare.terminal.voices.base import Voice, outcome_of


class ChainVoice(Voice):
    names = ("Player 1 (X)", "Player 2 (O)")
    marks = ("X", "O")
    hint = "An empty line declines a chain claim."

    def board(self, position: Position) -> str:
        return self.lines(position, self._entry, between="  ")

    def _entry(self, position: Position, cell: int) -> str:
        owner = position.owner(cell)
        mark = self.marks[owner - 1] if owner else "."
        return f"{self.place(position, cell)} {self.paint(mark, position, cell)}"

    def prompt(self, position: Position, is_first: bool) -> str:
        if position.in_chain:
            return "Enter the row and column of the adjacent cell you want to claim: "
        row, column = self.example(position, 3, 3)
        example = f' (e.g., "{row} {column}")' if is_first else ""
        name = self.name(position.state.turn)
        return f"{name}, enter the row and column of the cell you want to claim{example}: "

    def typed(self, position: Position, move: str) -> str:
        return move.replace(",", " ")

    def read(self, position: Position, text: str) -> tuple[str, str]:
        """Inside a chain a well-formed claim that is not allowed forfeits it (chain-2)."""
        try:
            return super().read(position, text)
        except IllegalMoveError as error:
            if not position.in_chain:
                raise
            return STOP, f"{error}\nYou forfeit the additional claim for this turn."

    def swapped(self, step: Step) -> str:
        return f"You have swapped: cell {self.swappable(step.before)} is yours now.\n\nTurn ends."

    def reply(self, step: Step, remark: str) -> str:
        if not step.is_claim:
            return f"{remark or 'You make no chain claim.'}\n\nTurn ends."
        claimed = f"You have claimed cell {self.place(step.before, step.cell)}.\n"
        if step.after.is_over:
            return claimed.rstrip("\n")
        return f"{claimed}\n{self._chance(step)}"

    def _chance(self, step: Step) -> str:
        """Whether there is a chain claim, and why not."""
        beside = "This cell is adjacent to one of your previously claimed cells.\n"
        if step.before.in_chain:
            return "Turn ends."
        if step.after.in_chain:
            return f"{beside}You are eligible for a chain claim.\n"
        if step.is_linked:
            return f"{beside}It has no unclaimed adjacent cell left for a chain claim.\nTurn ends."
        return "You have no adjacent claimed cells for a chain claim.\nTurn ends."

    def after_turn(self, position: Position) -> str:
        return f"\n{self.board(position)}\n\n{self.scores(position)}\n"

    def scores(self, position: Position) -> str:
        pairs = zip(self.names, position.counts, strict=True)
        return "Claimed cells: " + ", ".join(f"{name} {count}" for name, count in pairs) + "."

    def ending(self, position: Position) -> str:
        return f"{self.over(position)}\n{self.result(position)}"

    def over(self, position: Position) -> str:
        outcome = outcome_of(position)
        if outcome.reason == Reason.MAJORITY:
            count = position.counts[outcome.winner - 1]
            name = self.name(outcome.winner)
            return f"{name} has claimed a majority: {count} of {position.size.cells} cells."
        return "All cells are claimed and no player has a majority."
