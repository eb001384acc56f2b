"""Grid Capture, as its book speaks: rows and columns numbered, P1 and P2, one line an answer."""

from fivesquare.errors import many
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.terminal.voices.base import Voice


class GrowVoice(Voice):
    marks = ("P1", "P2")

    def board(self, position: Position) -> str:
        return self.boxes(position, self._box, numbered=True)

    def _box(self, position: Position, cell: int) -> str:
        owner = position.owner(cell)
        return f" {self.marks[owner - 1] if owner else position.board.values[cell]:<2} "

    def prompt(self, position: Position, is_first: bool) -> str:
        name = self.name(position.state.turn)
        return f"{name}, enter the coordinates of the cell you wish to claim (row column): "

    def typed(self, position: Position, move: str) -> str:
        return move.replace(",", " ")

    def swapped(self, step: Step) -> str:
        swapped = f"{self.name(step.player)} swapped and owns cell {self.swappable(step.before)} now"
        return f"{swapped}. Total score: {step.after.scores[step.player - 1]}."

    def reply(self, step: Step) -> str:
        claimed = f"{self.name(step.player)} claimed cell {self.place(step.before, step.cell)}"
        total = step.after.scores[step.player - 1]
        return f"{claimed} worth {many(step.value, 'point')}. Total score: {total}."

    def claims(self, step: Step) -> str:
        total = step.after.scores[step.player - 1]
        place, worth = self.place(step.before, step.cell), many(step.value, "point")
        return f"{self.verb(step.player, 'claims')} {place} worth {worth}. Total score: {total}."

    def skip(self, player: int) -> str:
        return f"{self.who(player, 'has')} no valid move and {self.verb(player, 'is')} skipped."

    def over(self, position: Position) -> str:
        return "Neither player can make a valid move. The game is over."

    def scores(self, position: Position) -> str:
        pairs = zip(self.names, position.scores, strict=True)
        return "\n".join(f"{name} total score: {score}." for name, score in pairs)
