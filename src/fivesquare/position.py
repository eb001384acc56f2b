"""Position: one moment of a game. Immutable; `play` gives a new one.

>>> import fivesquare as fs
>>> position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
>>> position.play("2,2").scores
(19, 0)
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from fivesquare import engine, pictures
from fivesquare.board import Board, Size, cell_name, cells_of, check_size, parse_cell
from fivesquare.books import CATALOGUE, find_book
from fivesquare.engine import FIRST, NONE, SECOND, Setup, State
from fivesquare.errors import (
    BoardError,
    FivesquareError,
    IllegalMoveError,
    NotationError,
    RecordError,
    many,
    quote,
)
from fivesquare.rulebook import Exactly, RuleBook

STOP = "stop"

RECORD_KEYS = ("book", "board", "moves")


class Reason(StrEnum):
    """Why a game ended as it did."""

    MAJORITY = "majority"
    EXACT = "exact score"
    POINTS = "higher score"
    CELLS = "more cells"
    TIE_LAST = "tie, last claim wins"
    TIE_SECOND = "tie, second player wins"
    DRAW = "tie"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `winner` is 1, 2, or 0 for a draw."""

    winner: int
    reason: Reason


@dataclass(frozen=True)
class Position:
    """A book, a board, and what has been claimed so far.

    Two positions are equal if the same can happen from here on, however they came about.
    """

    book: RuleBook
    board: Board
    state: State
    moves: tuple[str, ...] = field(default=(), compare=False)
    extra: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """Further keys of the record that this position came from."""

    # --- Making one ---

    @classmethod
    def start(
        cls,
        book: RuleBook | str | Mapping[str, Any],
        *,
        seed: int | None = None,
        board: Board | str | Sequence[Sequence[int]] | None = None,
        size: tuple[int, int] | None = None,
    ) -> "Position":
        """The opening of a game; without `board`, on a random one, the same for the same `seed`."""
        rules = find_book(book)
        if board is None:
            dealt = rules.deal(_chance(seed), None if size is None else _checked_size(size))
        elif isinstance(board, Board):
            dealt = board
        else:
            dealt = Board.parse(board) if isinstance(board, str) else Board.of(board)
        rules.check_board(dealt)
        return cls(rules, dealt, engine.opening())

    @classmethod
    def from_record(cls, record: object) -> "Position":
        """The position at the end of a record (a JSON object); the inverse of `to_record`."""
        if not isinstance(record, Mapping):
            raise RecordError(f"a record is an object, not {quote(record)}")
        for key in RECORD_KEYS:
            if key not in record:
                raise RecordError(f'the record has no "{key}"')
        moves = record["moves"]
        if not isinstance(moves, list | tuple):
            raise RecordError(f'"moves" must be a list, not {quote(moves)}')
        book = find_book(record["book"])
        extra = {key: record[key] for key in record if key not in RECORD_KEYS}
        board = Board.of(record["board"])
        book.check_board(board)
        position = cls(book, board, engine.opening(), extra=extra)
        for index, move in enumerate(moves):
            try:
                position = position.play(move)
            except FivesquareError as error:
                error.at = index
                raise
        return position

    def to_record(self) -> dict[str, Any]:
        name = self.book.name
        return {
            "book": name if name and CATALOGUE.get(name) == self.book else self.book.answers,
            "board": self.board.rows,
            "moves": list(self.moves),
            **self.extra,
        }

    # --- Looking at it ---

    @cached_property
    def setup(self) -> Setup:
        """The book and the board as the engine reads them."""
        return engine.set_up(self.book, self.board)

    @cached_property
    def claims(self) -> int:
        """The mask of the cells that may be claimed."""
        return engine.claims(self.setup, self.state)

    @property
    def size(self) -> Size:
        return self.board.size

    @property
    def is_over(self) -> bool:
        return self.claims == 0

    @property
    def turn(self) -> int | None:
        """Who acts: 1 or 2; None when the game is over."""
        return None if self.is_over else self.state.turn

    @property
    def in_chain(self) -> bool:
        """Whether the player who has just claimed may claim once more, or stop."""
        return self.state.link != NONE

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """Every move, in reading order; "stop" comes last."""
        names = tuple(cell_name(cell, self.size) for cell in cells_of(self.claims))
        return (*names, STOP) if self.in_chain else names

    @property
    def last_claim(self) -> int | None:
        """The cell claimed last; None before the first claim."""
        claimed = [move for move in self.moves[-2:] if move != STOP]
        return parse_cell(claimed[-1], self.size) if claimed else None

    @property
    def masks(self) -> tuple[int, int]:
        """The cells of the first and of the second player: here `own` and `other` cross over."""
        own, other, turn, _ = self.state
        return (own, other) if turn == FIRST else (other, own)

    @property
    def scores(self) -> tuple[int, int]:
        first, second = self.masks
        return engine.score(self.setup, first), engine.score(self.setup, second)

    @property
    def counts(self) -> tuple[int, int]:
        """How many cells each player owns."""
        first, second = self.masks
        return first.bit_count(), second.bit_count()

    def owner(self, cell: int) -> int:
        """Who owns a cell: 1, 2, or 0 for nobody."""
        first, second = self.masks
        return (first >> cell & 1) + 2 * (second >> cell & 1)

    @property
    def owners(self) -> list[list[int]]:
        width = self.size.columns
        flat = [self.owner(cell) for cell in range(self.size.cells)]
        return [flat[start : start + width] for start in range(0, len(flat), width)]

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if not self.is_over:
            return None
        return Outcome(engine.winner(self.setup, self.state), self._reason())

    def _reason(self) -> Reason:
        exactly = isinstance(self.book.goal, Exactly)
        if engine.has_won(self.setup, self.state.own):
            return Reason.EXACT if exactly else Reason.MAJORITY
        if engine.lead(self.setup, self.state) != 0:
            return Reason.CELLS if self.book.goal == "majority" else Reason.POINTS
        winner = engine.winner(self.setup, self.state)
        if winner == engine.NOBODY:
            return Reason.DRAW
        return Reason.TIE_LAST if self.book.tie == "last" else Reason.TIE_SECOND

    # --- As a picture ---

    def to_svg(self, notes: Mapping[int, pictures.Note] | None = None) -> str:
        """The board as a picture; `notes` says what a claim is worth, for each cell that has one."""
        return pictures.board(
            self.board,
            title=f"{self.book.title}, {self._when()}",
            owned=self.masks,
            claims=self.claims,
            last=self.last_claim,
            taken=self._taken_last(),
            sides=(self._side(FIRST), self._side(SECOND)),
            numbers=self.book.values != "ones",
            notes=notes,
        )

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        return self.to_svg()

    def _when(self) -> str:
        return "the opening" if not self.moves else f"after move {len(self.moves)}"

    def _taken_last(self) -> int:
        """The mask of the cells that came along with the last claim."""
        if self.last_claim is None:
            return 0
        before = self.back(1 if self.moves[-1] != STOP else 2)
        player = before.state.turn - 1
        return self.masks[player] & ~before.masks[player] & ~(1 << self.last_claim)

    def _side(self, player: int) -> pictures.Side:
        """How a player stands."""
        by_cells = self.book.goal == "majority"
        score = (self.counts if by_cells else self.scores)[player - 1]
        everything = self.size.cells if by_cells else sum(self.board.values)
        goal = self.book.goal.target if isinstance(self.book.goal, Exactly) else everything / 2
        name, status = self._names[player - 1], self._status(player)
        return pictures.Side(name, str(score), status, score / max(1, goal))

    @property
    def _names(self) -> tuple[str, str]:
        """Who plays, if the record says so and it tells them apart."""
        match self.extra.get("players"):
            case [str(first), str(second)] if first != second:
                return first, second
        return "First", "Second"

    def _status(self, player: int) -> str:
        outcome = self.outcome
        if outcome is None:
            act = "may go on" if self.in_chain else "to act"
            return act if player == self.turn else ""
        if outcome.winner == engine.NOBODY:
            return "draw"
        return "wins" if player == outcome.winner else ""

    # --- Going on ---

    def play(self, move: str) -> "Position":
        """The position after a move: "row,col", or "stop" to decline the second claim of a chain."""
        if not isinstance(move, str):
            raise NotationError(f'a move is text like "1,2", not {quote(move)}')
        if move == STOP:
            if not self.in_chain:
                raise IllegalMoveError(f'"stop" is only a move inside a chain, {self._here()}')
            return self._next(engine.stop(self.setup, self.state), move)
        cell = parse_cell(move, self.size)
        refusal = self.refusal(cell)
        if refusal is not None:
            raise IllegalMoveError(f"cell {move} {refusal}, {self._here()}")
        return self._next(engine.claim(self.setup, self.state, cell), move)

    def _next(self, state: State, move: str) -> "Position":
        after = Position(self.book, self.board, state, (*self.moves, move), self.extra)
        after.__dict__["setup"] = self.setup  # the same game: no need to work it out again
        return after

    def back(self, moves: int = 1) -> "Position":
        """The position so many moves ago."""
        position = Position(self.book, self.board, engine.opening(), extra=self.extra)
        for move in self.moves[: max(0, len(self.moves) - moves)]:
            position = position.play(move)
        return position

    def refusal(self, cell: int) -> str | None:
        """Why a cell may not be claimed now, as the end of a sentence; None if it may."""
        if self.claims >> cell & 1:
            return None
        if self.is_over:
            return "cannot be claimed: the game is over"
        if self.owner(cell):
            return "is already claimed"
        if self.in_chain and not self.setup.beside[self.state.link] >> cell & 1:
            return "is not beside the cell just claimed"
        in_reach = engine.within_reach(self.setup, self.state.own) >> cell & 1
        if not self.in_chain and not in_reach:
            return "is not beside your own" if self.state.own else "is not on the outer edge"
        return f"would bring the score above {self.setup.target}"

    def _here(self) -> str:
        return f"after {many(len(self.moves), 'move')} of {self.book.name or 'this game'}"


def _chance(seed: object) -> random.Random:
    if seed is not None and type(seed) is not int:
        raise BoardError(f"a seed is a whole number, not {quote(seed)}")
    return random.Random(seed)


def _checked_size(size: object) -> Size:
    if not isinstance(size, list | tuple) or len(size) != 2:
        raise BoardError(f"a size is (rows, columns), not {quote(size)}")
    return check_size(*size)


start = Position.start
