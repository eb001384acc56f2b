"""The clear voice: every book drawn and told alike; the only voice of books without one of their own.

      1     2     3       Rows and columns are numbered, and the owner's letter comes before the value.
   +-----+-----+-----+    The last claim is in brackets, and what it took has a star, so that nothing
1  |   5 | A12 |  B3*|    depends on colour. A screen with too few lines or columns gets no boxes.
   +-----+-----+-----+
2  |  10 |  B1*|[B14]|
   +-----+-----+-----+
"""

from fivesquare.engine import FIRST, NONE, SECOND
from fivesquare.errors import many
from fivesquare.match import Step
from fivesquare.position import Position, Reason
from fivesquare.terminal.screen import filled
from fivesquare.terminal.voices.base import Voice
from fivesquare.words.listener import capital, outcome_of

_BESIDE_THE_BOARD = 7  # lines: what the last turn did, how it stands, the prompt, and what is between them
_LEFT_OF_THE_BOARD = 3


class ClearVoice(Voice):
    """A voice for every rule book."""

    def legend(self) -> str:
        first, second = self.marks
        taken = "" if self.book.take == "nothing" else ", * what it took"
        return f"{first} {self.name(FIRST)}, {second} {self.name(SECOND)}, [ ] the last claim{taken}."

    def welcome(self, position: Position) -> str:
        return f"{filled(self.book.title)}\n{self.after_turn(position)}"

    # --- The board ---

    def board(self, position: Position) -> str:
        return self._table(position, has_boxes=self._fits(position))

    def _fits(self, position: Position) -> bool:
        """Whether the screen has room for boxes."""
        room = self.room()
        rows, columns = position.size
        width = _LEFT_OF_THE_BOARD + columns * (self._width(position) + 1) + 1
        height = 2 * rows + 2 + _BESIDE_THE_BOARD
        return room is None or (width < room[0] and height <= room[1])

    def _width(self, position: Position) -> int:
        return 3 if self.book.values == "ones" else 3 + len(str(max(position.board.values)))

    def _table(self, position: Position, has_boxes: bool) -> str:
        rows, columns = position.size
        width = self._width(position)
        between = "|" if has_boxes else ""
        line = f"{'':{_LEFT_OF_THE_BOARD}}+" + f"{'-' * width}+" * columns
        gap = f"{'':{_LEFT_OF_THE_BOARD + len(between)}}"
        head = gap + (" " * len(between)).join(f"{column:^{width}}" for column in range(1, columns + 1))
        lines = [self.paint(head.rstrip(), position, NONE)]
        for row in range(rows):
            cells = range(row * columns, (row + 1) * columns)
            side = self.paint(f"{row + 1:<{_LEFT_OF_THE_BOARD}}", position, NONE)
            texts = [self.paint(self._box(position, cell), position, cell) for cell in cells]
            lines += [line] if has_boxes else []
            lines.append(f"{side}{between}{between.join(texts)}{between}".rstrip())
        return "\n".join([*lines, line] if has_boxes else lines)

    def _box(self, position: Position, cell: int) -> str:
        """The text of a cell, with room on both sides for the marks of the last move."""
        owner = position.owner(cell)
        mark = self.marks[owner - 1] if owner else ""
        text = (mark or ".") if self.book.values == "ones" else f"{mark}{position.board.values[cell]}"
        text = f"{text:>{self._width(position) - 2}}"
        if cell == position.last_claim:
            return f"[{text}]"
        return f" {text}*" if cell in position.last_taken else f" {text} "

    # --- What is said ---

    def prompt(self, position: Position, is_first: bool) -> str:
        player = position.state.turn
        name = "" if player == self.you else f"{self.name(player)}, "
        if position.in_chain:
            return capital(f"{name}one more beside {self.link(position)}, or stop: ")
        return capital(f"{name}your claim (row,col): ")

    def swapped(self, step: Step) -> str:
        return self._told(step)

    def reply(self, step: Step) -> str:
        return self._told(step)

    def _told(self, step: Step) -> str:
        """What a person did, as a sentence."""
        return filled(capital(f"{self.called(step.player)} {self.did(step)}"))

    @property
    def titles(self) -> tuple[str, str]:
        first, second = super().titles
        return f"{first} ({self.marks[0]})", f"{second} ({self.marks[1]})"

    def over(self, position: Position) -> str:
        if outcome_of(position).reason in (Reason.MAJORITY, Reason.EXACT):
            return "The game is over."
        return "Neither player can claim another cell. The game is over."

    def scores(self, position: Position) -> str:
        triples = zip(super().titles, position.scores, position.counts, strict=True)
        parts = [f"{name}: {many(score, 'point')}, {many(count, 'cell')}" for name, score, count in triples]
        return "; ".join(parts) + "."
