"""The general voice, for every game that has none of its own; the five books speak through subclasses.

A voice turns positions and steps into text, and text into moves. It asks the rules everything.
"""

from collections.abc import Callable

from fivesquare.board import cell_at, cell_name, cells_of, parse_cell
from fivesquare.engine import FIRST, NOBODY, SECOND
from fivesquare.errors import IllegalMoveError, NotationError, many, quote
from fivesquare.match import Step
from fivesquare.position import STOP, SWAP, Outcome, Position, Reason
from fivesquare.rulebook import Komi, RuleBook
from fivesquare.terminal.entry import read_number, read_pair

Paint = Callable[[str, Position, int], str]

_MOST_LISTED = 4


class Voice:
    """How one rule book speaks."""

    names: tuple[str, str] = ("Player 1", "Player 2")
    marks: tuple[str, str] = ("A", "B")
    cell_word = "cell"
    claim_word = "claim"
    hint = ""

    def __init__(self, book: RuleBook, paint: Paint) -> None:
        self.book = book
        self.paint = paint

    # --- What is said ---

    def welcome(self, position: Position) -> str:
        return f"{self.book.title}\n\n{self.board(position)}\n"

    def board(self, position: Position) -> str:
        return self.boxes(position, numbered=True)

    def boxes(self, position: Position, numbered: bool) -> str:
        """The board as a table of boxes, with row and column numbers or without."""
        columns = position.size.columns
        texts = [self.box(position, cell) for cell in range(position.size.cells)]
        width = len(texts[0])
        painted = [self.paint(text, position, cell) for cell, text in enumerate(texts)]
        line = "+" + f"{'-' * width}+" * columns
        lines = [line]
        for row in range(position.size.rows):
            lines += ["|" + "|".join(painted[row * columns : (row + 1) * columns]) + "|", line]
        if not numbered:
            return "\n".join(lines)
        sides = ["", *(side for row in range(1, position.size.rows + 1) for side in (str(row), ""))]
        head = "    " + "".join(f" {column:<{width}}" for column in range(1, columns + 1))
        body = [f"{side:<3}{line}" for side, line in zip(sides, lines, strict=True)]
        return "\n".join([head.rstrip(), *body])

    def lines(self, position: Position, text: Callable[[Position, int], str], between: str) -> str:
        """The board as lines of text, a line a row."""
        columns = position.size.columns
        texts = [text(position, cell) for cell in range(position.size.cells)]
        rows = [texts[start : start + columns] for start in range(0, len(texts), columns)]
        return "\n".join(between.join(row) for row in rows)

    def box(self, position: Position, cell: int) -> str:
        """What stands in a box; all are equally wide."""
        width = max(len(str(value)) for value in position.board.values)
        owner = position.owner(cell)
        mark = self.marks[owner - 1] if owner else " "
        return f" {mark}{position.board.values[cell]:<{width}} "

    def owned(self, position: Position, cell: int) -> str:
        """A cell's value and who owns it, in a few characters that read without the rest of the board."""
        owner, value = position.owner(cell), position.board.values[cell]
        if position.book.values == "ones":  # all alike: only the owner is worth showing
            return self.marks[owner - 1] if owner else "."
        return f"{value} {self.marks[owner - 1]}" if owner else str(value)

    def key(self) -> str:
        """What `owned` means, where it does not say so itself."""
        if all(mark[-1] in name for mark, name in zip(self.marks, self.names, strict=True)):
            return ""
        return ", ".join(f"{mark}: {name}" for mark, name in zip(self.marks, self.names, strict=True)) + "."

    def prompt(self, position: Position, is_first: bool) -> str:
        """What stands before the input; `is_first` until somebody has been asked."""
        name = self.name(position.state.turn)
        if position.in_chain:
            return f"{name}, claim one more cell beside {self._link(position)}, or stop: "
        return f"{name}, claim a cell (row,col): "

    def prompt_again(self, position: Position) -> str:
        """The prompt after a line that could not be used."""
        return self.prompt(position, is_first=False)

    def balance(self) -> str:
        """What is done for balance, said at the start; nothing if nothing is done."""
        if isinstance(self.book.balance, Komi):
            return f"{self.name(SECOND)} has {self.book.balance} at the end."
        return f"{self.name(SECOND)} may swap after the first claim." if self.book.balance == SWAP else ""

    def offer(self, position: Position) -> str:
        """What may be done instead of claiming, said before the prompt; mostly nothing."""
        return f"(Or type swap: {self._swapping(position)}.)" if position.may_swap else ""

    def _swapping(self, position: Position) -> str:
        return f"it makes {self.swappable(position)} yours, and {self.name(FIRST)} goes on"

    def swappable(self, position: Position) -> str:
        """What a swap would bring, or has brought."""
        return ", ".join(self.place(position, cell) for cell in cells_of(position.state.other))

    def _link(self, position: Position) -> str:
        return self.place(position, position.state.link)

    def typed(self, position: Position, move: str) -> str:
        """A move as a person would type it at this book's prompt."""
        return move

    def answer(self, step: Step, remark: str = "") -> str:
        """What follows a move. `remark` says why the move was not the one typed, if it was not."""
        return self.swapped(step) if step.move == SWAP else self.reply(step, remark)

    def swapped(self, step: Step) -> str:
        """What follows a swap."""
        name = self.name(step.player)
        return f"{name} swaps and owns {self.swappable(step.before)} now.\n{self.scores(step.after)}"

    def reply(self, step: Step, remark: str) -> str:
        """What follows a claim, or the end of a chain."""
        name = self.name(step.player)
        if not step.is_claim:
            return f"{name} stops."
        text = f"{name} claimed {self.place(step.before, step.cell)} worth {step.value}"
        if step.taken:
            places = [self.place(step.before, cell) for cell in step.taken]
            text += f" and took {', '.join(places)}"
        return f"{text}.\n{self.scores(step.after)}"

    def after_turn(self, position: Position) -> str:
        """The board as it is shown between two turns."""
        return f"\n{self.board(position)}\n"

    def skipped(self, player: int) -> str:
        return f"{self.name(player)} cannot claim and is skipped.\n"

    def ending(self, position: Position) -> str:
        """How the game ended."""
        told = (self.over(position), self.scores(position), self.komi(position), self.result(position))
        return "\n".join(part for part in told if part)

    def over(self, position: Position) -> str:
        if outcome_of(position).reason in (Reason.MAJORITY, Reason.EXACT):
            return "The game is over."
        return "Neither player can claim another cell. The game is over."

    def scores(self, position: Position) -> str:
        triples = zip(self.names, position.scores, position.counts, strict=True)
        parts = [f"{name}: {many(score, 'point')}, {many(count, 'cell')}" for name, score, count in triples]
        return "; ".join(parts) + "."

    def komi(self, position: Position) -> str:
        """What the second player's sum counts in the end, if there is komi."""
        komi = self.book.balance
        if not isinstance(komi, Komi):
            return ""
        total = position.scores[SECOND - 1] + komi.points
        return f"With {komi} {self.name(SECOND)} has {many(total, 'point')}."

    def result(self, position: Position) -> str:
        outcome = outcome_of(position)
        if outcome.winner == NOBODY:
            return "It is a draw."
        name = self.name(outcome.winner)
        if outcome.reason == Reason.TIE_LAST:
            return f"The scores are equal. {name} claimed last and wins!"
        if outcome.reason == Reason.TIE_SECOND:
            return f"The scores are equal. {name} wins!"
        return f"{name} wins!"

    def example(self, position: Position, row: int, column: int) -> tuple[int, int]:
        """The book's own example of a place, or the nearest to it that this board has."""
        return min(row, position.size.rows), min(column, position.size.columns)

    def name(self, player: int) -> str:
        return self.names[player - 1]

    def place(self, position: Position, cell: int) -> str:
        return f"({cell_name(cell, position.size)})"

    def named(self, position: Position, move: str) -> str:
        """A move in a sentence: the place it claims, or the word that it is."""
        return move if move in (STOP, SWAP) else self.place(position, parse_cell(move, position.size))

    # --- What is understood ---

    def read(self, position: Position, text: str) -> tuple[str, str]:
        """The move that was typed, and a remark to go with it. Refuses what is no legal move."""
        if position.in_chain and text.strip().lower() in ("", STOP):
            return STOP, ""
        if self.book.balance == SWAP and text.strip().lower() == SWAP:
            if not position.may_swap:
                raise NotationError(f"Only {self.name(SECOND)} may swap, and only on the first turn.")
            return SWAP, ""
        cell = self.read_cell(position, text)
        refusal = self.refusal(position, cell)
        if refusal is not None:
            place = self.place(position, cell)
            raise IllegalMoveError(f"{self.cell_word.capitalize()} {place} {refusal}.")
        return cell_name(cell, position.size), ""

    def refusal(self, position: Position, cell: int) -> str | None:
        """Why a cell may not be claimed now, as the end of a sentence; None if it may."""
        return position.refusal(cell)

    def read_cell(self, position: Position, text: str) -> int:
        pair = read_pair(text)
        if pair is not None:
            return self._on_board(position, pair)
        if not text.strip():
            raise NotationError("Nothing was typed.")
        number = read_number(text)
        if number is None:
            raise NotationError(f"{quote(text.strip())} is not a {self.cell_word}.")
        return self.numbered(position, number)

    def _on_board(self, position: Position, pair: tuple[int, int]) -> int:
        size = position.size
        try:
            return cell_at(*pair, size)
        except NotationError:
            place = "({},{})".format(*pair) if max(pair) < 1000 else "That"
            problem = f"rows go from 1 to {size.rows} and columns from 1 to {size.columns}"
            raise NotationError(f"{place} is not on the board: {problem}.") from None

    def numbered(self, position: Position, number: int) -> int:
        """The cell that a lone number stands for, in books that have such a thing."""
        raise NotationError("That is one number; a row and a column are needed.")

    def advice(self, position: Position) -> str:
        """What would be right, after something that was not."""
        advice = self.claim_advice(position)
        return f"{advice} Or type swap: {self._swapping(position)}." if position.may_swap else advice

    def claim_advice(self, position: Position) -> str:
        """What may be claimed, and how it is typed."""
        choice = f"You may {self.claim_word} {self.choice(position)}"
        if position.in_chain:
            return f"{choice}, or stop with an empty line."
        return f"{choice}; type row and column, like {self.typed(position, position.legal[0])}."

    def choice(self, position: Position) -> str:
        """What may be claimed: a list if it is short, else what the cells have in common."""
        cells = tuple(cells_of(position.claims))
        if len(cells) > _MOST_LISTED and not position.state.own and self.book.reach == "edge":
            return f"any free {self.cell_word} on the outer edge"
        if len(cells) > _MOST_LISTED and len(cells) == position.size.cells - sum(position.counts):
            return f"any free {self.cell_word}"
        return ", ".join(self.place(position, cell) for cell in cells)


def outcome_of(position: Position) -> Outcome:
    """How a game that is over ended."""
    assert position.outcome is not None
    return position.outcome
