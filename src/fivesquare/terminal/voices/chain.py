"""Capture Squares, the tactical game, as its book speaks: X and O on a grid of coordinates."""

from fivesquare.engine import FIRST, NONE, SECOND
from fivesquare.match import Step
from fivesquare.position import Position, Reason
from fivesquare.terminal.screen import filled
from fivesquare.terminal.voices.base import Voice, paragraphs, status
from fivesquare.words.goal import goal
from fivesquare.words.listener import capital, outcome_of


class ChainVoice(Voice):
    names = ("Player 1 (X)", "Player 2 (O)")
    marks = ("X", "O")
    opening_note = "An empty line declines a chain claim."

    def board(self, position: Position) -> str:
        return self.lines(position, self._entry, between=self._between(position))

    def _between(self, position: Position) -> str:
        """Two spaces, as in the book; one where the board would be too wide otherwise."""
        room, columns = self.room(), position.size.columns
        entry = len(self.place(position, 0)) + 2
        return "  " if room is None or columns * (entry + 2) - 2 <= room[0] else " "

    def _entry(self, position: Position, cell: int) -> str:
        owner = position.owner(cell)
        mark = self.marks[owner - 1] if owner else "."
        place = self.paint(self.place(position, cell), position, NONE)
        return f"{place} {self.paint(mark, position, cell)}"

    def prompt(self, position: Position, is_first: bool) -> str:
        if position.in_chain:
            return "Enter the row and column of the adjacent cell you want to claim: "
        row, column = self.example(position, 3, 3)
        example = f' (e.g., "{row} {column}")' if is_first else ""
        name = self.name(position.state.turn)
        return f"{name}, enter the row and column of the cell you want to claim{example}: "

    def typed(self, position: Position, move: str) -> str:
        return move.replace(",", " ")

    def swapped(self, step: Step) -> str:
        return f"You have swapped: cell {self.swappable(step.before)} is yours now.\n\nTurn ends."

    def reply(self, step: Step) -> str:
        if not step.is_claim:
            return "You make no chain claim.\n\nTurn ends."
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
        if step.is_forfeited:
            return (
                f"{beside}It has no valid adjacent cell: you forfeit the additional claim for this turn.\n"
                "Turn ends."
            )
        return "You have no adjacent claimed cells for a chain claim.\nTurn ends."

    def stops(self, player: int) -> str:
        return f"{self.verb(player, 'makes')} no chain claim."

    def claims(self, step: Step) -> str:
        place = self.place(step.before, step.cell)
        if step.before.in_chain:
            makes = self.verb(step.player, "makes")
            return f"{makes} a chain claim beside {self.link(step.before)}: {place}."
        return f"{self.verb(step.player, 'claims')} {place}."

    def after_turn(self, position: Position) -> str:
        return paragraphs(self.board(position), self.standing(position), self._reminder(position))

    def standing(self, position: Position) -> str:
        """The running count, which is shown at the end too, and the goal beside it."""
        count = self.scores(position)
        names = self.called(FIRST), self.called(SECOND)
        return filled(count) if position.is_over else status(count[:-1], goal(position, names).both)

    @property
    def titles(self) -> tuple[str, str]:
        """With the marks, which are all that the grid shows."""
        first, second = (
            f"you ({mark})" if player == self.you else self.name(player)
            for player, mark in zip((FIRST, SECOND), self.marks, strict=True)
        )
        return first, second

    def _reminder(self, position: Position) -> str:
        """The board and, for a game resumed inside a chain, what the book's prompt leaves out."""
        if not position.in_chain:
            return ""
        claimed = capital(self.who(position.state.turn, "has"))
        return filled(f"({claimed} claimed {self.link(position)} and may claim one more cell beside it.)")

    def scores(self, position: Position) -> str:
        pairs = zip(self.titles, position.counts, strict=True)
        return "Claimed cells: " + ", ".join(f"{name} {count}" for name, count in pairs) + "."

    def ending(self, position: Position) -> str:
        return f"{self.over(position)}\n{self.result(position)}"

    def over(self, position: Position) -> str:
        outcome = outcome_of(position)
        if outcome.reason == Reason.MAJORITY:
            count = position.counts[outcome.winner - 1]
            claimed = capital(self.who(outcome.winner, "has"))
            return f"{claimed} claimed a majority: {count} of {position.size.cells} cells."
        return "All cells are claimed and no player has a majority."
