"""The board with the worth of each move written on it."""

from collections.abc import Iterator, Mapping

from fivesquare.errors import many
from fivesquare.position import STOP, SWAP, Position
from fivesquare.solver import Hunch, Solution
from fivesquare.table.advice import Evaluation
from fivesquare.terminal.screen import filled, width
from fivesquare.terminal.voices.base import Voice
from fivesquare.words.worths import (
    NOTHING,
    TIES,
    Soon,
    Tint,
    all_alike,
    recommended,
    short,
    signed,
    untinted,
)


class Sheet:
    """A board with a note below each value: the worth of claiming it, or an estimate."""

    def __init__(
        self,
        solution: Solution,
        voice: Voice,
        soon: Soon,
        hunch: Hunch | None,
        tint: Tint,
        has_pace: bool = True,
        has_room: bool = True,
    ) -> None:
        self.position = solution.position
        self.player = self.position.state.turn
        self.solution = solution
        self.voice = voice
        self.pace = soon if has_pace else NOTHING
        self.tint = tint
        self.space = " " if has_room else ""
        self.depth = 0
        best = recommended(solution, soon)
        self.best = () if 1 < len(best) == len(solution.each) and solution.exact else best
        self.guesses: Mapping[str, float] = {}
        if hunch is not None and not solution.exact:
            self.depth = hunch.depth
            self.guesses = {move: ahead for move, ahead in hunch.each.items() if move not in solution.each}
            self.best = self.best or (() if all_alike(hunch) else (hunch.move,))

    # --- A note ---

    def note(self, move: str) -> str:
        star = "*" if move in self.best else ""
        if move in self.guesses:
            return f"~{signed(self.guesses[move])}{star}"
        worth = self.solution.each.get(move)
        if worth is None:
            return star
        pace = f" {self.pace[move]}" if move in self.pace else ""
        return f"{short(worth, self.player)}{pace}{star}"

    def tinted(self, move: str) -> str:
        worth = self.solution.each.get(move)
        result = self.guesses.get(move, 0.0) if worth is None else worth.result(self.player)
        note = self.note(move)
        return self.tint(note, "good" if result > 0 else "bad" if result < 0 else "even") if note else ""

    # --- The board ---

    @property
    def column(self) -> int:
        """The width of the text in a column."""
        notes = [self.note(move) for move in self.position.legal if move not in (STOP, SWAP)]
        values = [self.voice.owned(self.position, cell) for cell in range(self.position.size.cells)]
        return max(4, *map(len, (*notes, *values)))

    @property
    def width(self) -> int:
        return 4 + (self.column + 2 * len(self.space) + 1) * self.position.size.columns

    def lines(self) -> Iterator[str]:
        columns, column, space = self.position.size.columns, self.column, self.space
        line = "   +" + f"{'-' * (column + 2 * len(space))}+" * columns
        step = column + len(space) + 1
        yield ("    " + "".join(f"{space}{number:<{step}}" for number in range(1, columns + 1))).rstrip()
        yield line
        for row in range(self.position.size.rows):
            cells = range(row * columns, (row + 1) * columns)
            yield f"{row + 1}  |" + "|".join(self._value(cell, column) for cell in cells) + "|"
            yield "   |" + "|".join(self._below(cell, column) for cell in cells) + "|"
            yield line

    def _value(self, cell: int, column: int) -> str:
        text = f"{self.space}{self.voice.owned(self.position, cell):<{column}}{self.space}"
        return self.voice.paint(text, self.position, cell)

    def _below(self, cell: int, column: int) -> str:
        move = self.position.all_moves[cell]
        if move not in self.position.legal:
            return " " * (column + 2 * len(self.space))
        padding = " " * (column - len(self.note(move)))
        return f"{self.space}{self.tinted(move)}{padding}{self.space}"

    def words(self) -> Iterator[str]:
        """The lines below the board: moves that have no cell, and what the notes mean."""
        for word in (STOP, SWAP):
            if word in self.position.legal and self.note(word):
                yield f"{word}: {self.tinted(word)}"
        if self.position.masks != (0, 0) and self.voice.key():
            yield self.voice.key()
        star = "* is best" if self.solution.best else "* looks best"
        if self.solution.each or self.guesses:
            seen = f"What each claim leads to, as {self.voice.who(self.player, 'sees')} it"
            yield filled(f"{seen}; {star}." if self.best else f"{seen}.")
        else:
            yield f"{star}."
        if any(self.note(move).rstrip("*") in (TIES[0], TIES[2]) for move in self.position.legal):
            yield filled("+0 and -0 mean equal points, with the tie won or lost.")
        if self.pace:
            yield filled("The second number counts the moves to the end, by both players.")
        if self.guesses:
            unit = "cells" if self.position.book.goal == "majority" else "points"
            ahead = many(self.depth, "move")
            yield filled(f"~ is an estimate in {unit}, looking {ahead} ahead.")


def worth_board(
    position: Position,
    solution: Solution,
    voice: Voice,
    *,
    soon: Soon = NOTHING,
    hunch: Hunch | None = None,
    tint: Tint = untinted,
) -> str:
    """The board with the worth of every claim below its value; the best are starred.

    `soon` gives the moves to the end of the game after each, `hunch` estimates of moves that were not
    solved. If nothing is known of any move, this is the board as shown in a game. Narrow terminals drop
    `soon`, then the spaces.
    """
    if not solution.each and (hunch is None or solution.exact):
        return voice.board(position)
    sheets = (
        Sheet(solution, voice, soon, hunch, tint),
        Sheet(solution, voice, soon, hunch, tint, has_pace=False),
        Sheet(solution, voice, soon, hunch, tint, has_pace=False, has_room=False),
    )
    sheet = next((sheet for sheet in sheets if sheet.width <= width()), sheets[-1])
    return "\n".join([*sheet.lines(), *sheet.words()])


def evaluation_text(evaluation: Evaluation, voice: Voice, tint: Tint) -> str:
    """The board with the worth of every move, and what is known about the position."""
    solution, soon, hunch, _ = evaluation
    board = worth_board(solution.position, solution, voice, soon=soon, hunch=hunch, tint=tint)
    return "\n".join([board, *map(filled, evaluation.sentences(voice))])
