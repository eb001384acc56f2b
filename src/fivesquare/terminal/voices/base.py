"""The base class of all voices: the five books' own and the clear one.

A voice turns positions and steps into text, and text into moves. It decides no rule.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from fivesquare import engine
from fivesquare.board import cell_at, cell_name, cells_of
from fivesquare.engine import FIRST, NOBODY, NONE, SECOND
from fivesquare.errors import IllegalMoveError, NotationError, many, quote
from fivesquare.match import Step
from fivesquare.position import STOP, SWAP, Position
from fivesquare.rulebook import Komi, RuleBook
from fivesquare.terminal.screen import TOGETHER, filled
from fivesquare.words.goal import goal
from fivesquare.words.listener import Listener, capital
from fivesquare.words.players import Seats, in_words
from fivesquare.words.typed import read_number, read_pair

Paint = Callable[[str, Position, int], str]
"""Colours the text of a cell, or of a coordinate (cell NONE)."""

Room = Callable[[], tuple[int, int] | None]
"""The columns and lines of the screen; None if they do not matter."""

_MOST_LISTED = 4
_LONGEST = 79  # characters of a line about the score


def endless() -> None:
    return None


class Voice(Listener, ABC):
    """How one rule book speaks."""

    marks: tuple[str, str] = ("A", "B")
    cell_word = "cell"
    claim_word = "claim"
    opening_note = ""

    def __init__(self, book: RuleBook, paint: Paint, room: Room = endless, you: int = NOBODY) -> None:
        """`you` is the player addressed, where only one is a person."""
        super().__init__(book, you)
        self.paint = paint
        self.room = room

    # --- What is said ---

    def welcome(self, position: Position) -> str:
        return f"{filled(self.book.title)}\n\n{self.board(position)}\n"

    @abstractmethod
    def board(self, position: Position) -> str:
        """The board with what has been claimed so far."""

    def boxes(self, position: Position, box: Callable[[Position, int], str], numbered: bool) -> str:
        """The board as a table of equally wide boxes, with or without row and column numbers."""
        columns = position.size.columns
        texts = [box(position, cell) for cell in range(position.size.cells)]
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
        body = [
            self.paint(f"{side:<3}", position, NONE) + line for side, line in zip(sides, lines, strict=True)
        ]
        return "\n".join([self.paint(head.rstrip(), position, NONE), *body])

    def lines(self, position: Position, text: Callable[[Position, int], str], between: str) -> str:
        """The board as lines of text, one per row."""
        columns = position.size.columns
        texts = [text(position, cell) for cell in range(position.size.cells)]
        rows = [texts[start : start + columns] for start in range(0, len(texts), columns)]
        return "\n".join(between.join(row) for row in rows)

    def owned(self, position: Position, cell: int) -> str:
        """A cell's value and owner in a few characters."""
        owner, value = position.owner(cell), position.board.values[cell]
        if position.book.values == "ones":  # all alike: only the owner is worth showing
            return self.marks[owner - 1] if owner else "."
        return f"{value} {self.marks[owner - 1]}" if owner else str(value)

    def key(self) -> str:
        """What the marks of `owned` mean, unless they are obvious."""
        if all(mark[-1] in name for mark, name in zip(self.marks, self.names, strict=True)):
            return ""
        return ", ".join(f"{mark}: {name}" for mark, name in zip(self.marks, self.names, strict=True)) + "."

    @abstractmethod
    def prompt(self, position: Position, is_first: bool) -> str:
        """The prompt; `is_first` the first time in a game."""

    def legend(self) -> str:
        """What the signs on the board mean, shown once; empty if they are obvious."""
        return ""

    def menu(self, position: Position, spare: int = 0) -> str:
        """The numbered claims, in a book that numbers them; empty by default.

        On a low screen it leaves room for the board, the question, and `spare` lines.
        """
        return ""

    def prompt_again(self, position: Position) -> str:
        """The prompt after invalid input."""
        return self.prompt(position, is_first=False)

    def balance(self) -> str:
        """The balance rule, shown at the start; empty if there is none."""
        if isinstance(self.book.balance, Komi):
            return capital(f"{self.who(SECOND, 'has')} {self.book.balance} at the end.")
        if self.book.balance == SWAP:
            return capital(f"{self.called(SECOND)} may swap after the first claim.")
        return ""

    def offer(self, position: Position) -> str:
        """The offer to swap, shown before the prompt; empty if there is none."""
        return f"(Or type swap: {self._swapping(position)}.)" if position.may_swap else ""

    def _swapping(self, position: Position) -> str:
        return f"it makes {self.swappable(position)} yours, and {self.called(FIRST)} moves next"

    def typed(self, position: Position, move: str) -> str:
        """A move as a person would type it at this book's prompt."""
        return move

    def answer(self, step: Step) -> str:
        """What follows a move."""
        return self.swapped(step) if step.move == SWAP else self.reply(step)

    @abstractmethod
    def swapped(self, step: Step) -> str:
        """What follows a swap."""

    @abstractmethod
    def reply(self, step: Step) -> str:
        """What follows a claim, or the end of a chain."""

    def tell(self, step: Step, seats: Seats, remark: str = "") -> str:
        """A move of the computer, in the third person (all-2), with its own `remark`."""
        did = f"{self.seated(step.player, seats[step.player - 1])} {self.did(step)}"
        return filled(f"{did} ({remark})" if remark else did)

    def seated(self, player: int, seat: str) -> str:
        """A player's name, and who plays it."""
        name, who = self.name(player), in_words(seat)
        return f"{name[:-1]}, {who})" if name.endswith(")") else f"{name} ({who})"

    def after_turn(self, position: Position) -> str:
        """The board and the score, as shown between two turns."""
        return paragraphs(self.board(position), self.standing(position))

    def standing(self, position: Position) -> str:
        """Both scores and the goal (all-3); empty once the game is over."""
        if position.is_over:
            return ""
        each, both = goal(position, (self.called(FIRST), self.called(SECOND)))
        told = [
            f"{name}: {total} ({note})" if note else f"{name}: {total}"
            for name, total, note in zip(self.titles, position.totals, each, strict=True)
        ]
        return status(", ".join(part.replace(" ", TOGETHER) for part in told), both)

    @property
    def titles(self) -> tuple[str, str]:
        """The players' names beside their scores."""
        return capital(self.called(FIRST)), capital(self.called(SECOND))

    def skipped(self, position: Position, player: int) -> str:
        """The message that a player could not claim, and why."""
        return filled(f"{capital(self.skip(player))} ({self._why_not(position, player)}.)") + "\n"

    def _why_not(self, position: Position, player: int) -> str:
        """Why a player has no legal claim, as a clause."""
        own = position.masks[player - 1]
        free = position.setup.full & ~(position.state.own | position.state.other)
        if not free:
            return f"No {self.cell_word} is free"
        if free & engine.within_reach(position.setup, own):
            return f"All in reach would exceed {position.setup.target}"
        whose = "your" if player == self.you else "their"
        return f"No free {self.cell_word} " + (f"beside {whose} own" if own else "on the outer edge")

    def ending(self, position: Position) -> str:
        """How the game ended."""
        told = (self.over(position), self.scores(position), self.komi(position), self.result(position))
        return "\n".join(part for part in told if part)

    @abstractmethod
    def over(self, position: Position) -> str:
        """The message that the game is over, and why."""

    @abstractmethod
    def scores(self, position: Position) -> str:
        """Both scores, as shown at the end."""

    def tally(self, position: Position) -> str:
        """Both scores, as shown by the command `score`."""
        return self.scores(position)

    def komi(self, position: Position) -> str:
        """The second player's total with komi, if there is komi."""
        komi = self.book.balance
        if not isinstance(komi, Komi):
            return ""
        total = position.scores[SECOND - 1] + komi.points
        return f"With {komi} {self.who(SECOND, 'has')} {many(total, 'point')}."

    def example(self, position: Position, row: int, column: int) -> tuple[int, int]:
        """The book's own example of a place, or the nearest one on this board."""
        return min(row, position.size.rows), min(column, position.size.columns)

    # --- What is understood ---

    def read(self, position: Position, text: str) -> str:
        """The move that was typed; raises an error for anything but a legal move (all-1)."""
        if position.in_chain and text.strip().lower() in ("", STOP):
            return STOP
        if self.book.balance == SWAP and text.strip().lower() == SWAP:
            if not position.may_swap:
                raise NotationError(f"Only {self.name(SECOND)} may swap, and only on the first turn.")
            return SWAP
        cell = self.read_cell(position, text)
        refusal = self.refusal(position, cell)
        if refusal is not None:
            raise IllegalMoveError(f"{self.cell_word.capitalize()} {self.place(position, cell)} {refusal}.")
        return cell_name(cell, position.size)

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
        """The cell that a single number means, in books that number cells."""
        raise NotationError("That is one number; a row and a column are needed.")

    def advice(self, position: Position) -> str:
        """What would be valid, shown after invalid input."""
        advice = self.claim_advice(position)
        return f"{advice} Or type swap: {self._swapping(position)}." if position.may_swap else advice

    def claim_advice(self, position: Position) -> str:
        """What may be claimed, and how it is typed."""
        choice = f"You may {self.claim_word} {self.choice(position)}"
        if position.in_chain:
            return f"{choice}, or stop with an empty line."
        return f"{choice}; type row and column, like {self.typed(position, position.legal[0])}."

    def choice(self, position: Position) -> str:
        """What may be claimed: a short list, or what the cells have in common."""
        cells = tuple(cells_of(position.claims))
        if len(cells) > _MOST_LISTED and not position.state.own and self.book.reach == "edge":
            return f"any free {self.cell_word} on the outer edge"
        if len(cells) > _MOST_LISTED and len(cells) == position.size.cells - sum(position.counts):
            return f"any free {self.cell_word}"
        return ", ".join(self.place(position, cell) for cell in cells)


def paragraphs(*parts: str) -> str:
    """The parts that are not empty, each with an empty line before it."""
    return "".join(f"\n{part}\n" for part in parts if part)


def status(scores: str, goal: str) -> str:
    """Scores and goal in one line, or in two if that would be too long."""
    line = f"{scores}; {goal}." if goal else f"{scores}."
    if len(line) > _LONGEST:
        line = f"{scores}.\n{goal[0].upper()}{goal[1:]}."
    return "\n".join(map(filled, line.split("\n"))).replace(TOGETHER, " ")
