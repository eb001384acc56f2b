"""What all voices share. The five books speak through subclasses, and so does the clear voice.

A voice turns positions and steps into text, and text into moves. It asks the rules everything.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable

from fivesquare import engine
from fivesquare.board import cell_at, cell_name, cells_of, parse_cell
from fivesquare.books import kin
from fivesquare.engine import FIRST, NOBODY, NONE, SECOND, other_player
from fivesquare.errors import IllegalMoveError, NotationError, many, quote
from fivesquare.match import Step
from fivesquare.position import STOP, SWAP, Outcome, Position, Reason
from fivesquare.rulebook import Komi, RuleBook
from fivesquare.terminal.entry import read_number, read_pair
from fivesquare.terminal.screen import TOGETHER, fitted
from fivesquare.terminal.seats import Seats, in_words, is_only_person
from fivesquare.terminal.voices.goal import goal

Paint = Callable[[str, Position, int], str]
"""Colours the text of a cell, or of a coordinate: that is no cell, NONE."""

Room = Callable[[], tuple[int, int] | None]
"""How many columns and lines the screen has; None if that is not to be minded."""

_MOST_LISTED = 4


def endless() -> None:
    return None


class Voice(ABC):
    """How one rule book speaks."""

    names: tuple[str, str] = ("Player 1", "Player 2")
    marks: tuple[str, str] = ("A", "B")
    cell_word = "cell"
    claim_word = "claim"
    hint = ""

    def __init__(self, book: RuleBook, paint: Paint, room: Room = endless) -> None:
        self.book = book
        self.paint = paint
        self.room = room

    # --- What is said ---

    def welcome(self, position: Position) -> str:
        return f"{fitted(self.book.title)}\n\n{self.board(position)}\n"

    @abstractmethod
    def board(self, position: Position) -> str:
        """The board with what has been claimed."""

    def boxes(self, position: Position, box: Callable[[Position, int], str], numbered: bool) -> str:
        """The board as a table of boxes, all equally wide, with row and column numbers or without."""
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
        """The board as lines of text, a line a row."""
        columns = position.size.columns
        texts = [text(position, cell) for cell in range(position.size.cells)]
        rows = [texts[start : start + columns] for start in range(0, len(texts), columns)]
        return "\n".join(between.join(row) for row in rows)

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

    @abstractmethod
    def prompt(self, position: Position, is_first: bool) -> str:
        """What stands before the input; `is_first` until somebody has been asked."""

    def legend(self) -> str:
        """What the signs on the board mean, said once; nothing if the board says so itself."""
        return ""

    def menu(self, position: Position, spare: int = 0) -> str:
        """What a lone number stands for, in a book that numbers what may be claimed; mostly nothing.

        On a low screen it leaves room for the board, the question, and so many lines to `spare`.
        """
        return ""

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

    def link(self, position: Position) -> str:
        """Inside a chain, the cell just claimed."""
        return self.place(position, position.state.link)

    def typed(self, position: Position, move: str) -> str:
        """A move as a person would type it at this book's prompt."""
        return move

    def answer(self, step: Step, remark: str = "") -> str:
        """What follows a move. `remark` says why the move was not the one typed, if it was not."""
        return self.swapped(step) if step.move == SWAP else self.reply(step, remark)

    @abstractmethod
    def swapped(self, step: Step) -> str:
        """What follows a swap."""

    @abstractmethod
    def reply(self, step: Step, remark: str) -> str:
        """What follows a claim, or the end of a chain."""

    def tell(self, step: Step, seats: Seats, remark: str = "") -> str:
        """A move of the computer's, in the third person (all-2); `remark` is what it has to say to it."""
        who = self.seated(step.player, seats[step.player - 1])
        opponent = other_player(step.player)
        victim = "you" if is_only_person(opponent, seats) else self.name(opponent)
        did = self.did(step, victim)
        return fitted(f"{who} {did} ({remark})" if remark else f"{who} {did}")

    def seated(self, player: int, seat: str) -> str:
        """What a player is called, and who that is."""
        name, who = self.name(player), in_words(seat)
        return f"{name[:-1]}, {who})" if name.endswith(")") else f"{name} ({who})"

    stops = "stops."

    def did(self, step: Step, victim: str) -> str:
        """What a move did, as the rest of a sentence that begins with who did it."""
        if step.move == SWAP:
            return f"swaps and owns {self.swappable(step.before)} now."
        return self.claims(step, victim) if step.is_claim else self.stops

    @abstractmethod
    def claims(self, step: Step, victim: str) -> str:
        """What a claim did, as the rest of a sentence; `victim` is whose cells it may have taken."""

    def after_turn(self, position: Position) -> str:
        """The board as it is shown between two turns, and how it stands."""
        return paragraphs(self.board(position), self.standing(position))

    def standing(self, position: Position) -> str:
        """Both scores and the goal in a line; nothing once the game is over, for the ending tells it."""
        if position.is_over:
            return ""
        totals = position.counts if self.book.goal == "majority" else position.scores
        each, both = goal(position, self.names)
        told = [
            f"{name}: {total} ({note})" if note else f"{name}: {total}"
            for name, total, note in zip(self.titles, totals, each, strict=True)
        ]
        parts = [", ".join(part.replace(" ", TOGETHER) for part in told), both]
        return fitted("; ".join(part for part in parts if part) + ".").replace(TOGETHER, " ")

    @property
    def titles(self) -> tuple[str, str]:
        """What the players are called beside their scores."""
        return self.names

    def skipped(self, position: Position, player: int) -> str:
        """That a player could not claim, and why."""
        return fitted(f"{self.skip(player)} ({self._why_not(position, player)}.)") + "\n"

    def skip(self, player: int) -> str:
        """That a player could not claim, as a sentence."""
        return f"{self.name(player)} cannot claim and is skipped."

    def _why_not(self, position: Position, player: int) -> str:
        """Why there is no claim for a player, as a sentence without its full stop."""
        own = position.masks[player - 1]
        free = position.setup.full & ~(position.state.own | position.state.other)
        if not free:
            return f"No {self.cell_word} is free"
        if free & engine.within_reach(position.setup, own):
            return f"Every {self.cell_word} in reach would bring the score above {position.setup.target}"
        return f"No free {self.cell_word} lies " + ("beside their own" if own else "on the outer edge")

    def ending(self, position: Position) -> str:
        """How the game ended."""
        told = (self.over(position), self.scores(position), self.komi(position), self.result(position))
        return "\n".join(part for part in told if part)

    @abstractmethod
    def over(self, position: Position) -> str:
        """That the game is over, and why."""

    @abstractmethod
    def scores(self, position: Position) -> str:
        """Both scores, as they are told at the end."""

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
        if refusal is None:
            return cell_name(cell, position.size), ""
        problem = f"{self.cell_word.capitalize()} {self.place(position, cell)} {refusal}."
        if position.in_chain and self._forfeits:
            return STOP, f"{problem}\nYou forfeit the additional claim for this turn."
        raise IllegalMoveError(problem)

    @property
    def _forfeits(self) -> bool:
        """Whether a chain claim that is not allowed is lost (chain-2): a rule of that book in any style."""
        named = kin(self.book)
        return named is not None and named.name == "chain"

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


def paragraphs(*parts: str) -> str:
    """What there is to show, with an empty line before each part."""
    return "".join(f"\n{part}\n" for part in parts if part)


def outcome_of(position: Position) -> Outcome:
    """How a game that is over ended."""
    assert position.outcome is not None
    return position.outcome
