"""Position: one moment of a game. Immutable; `play` returns a new one.

>>> import fivesquare as fs
>>> position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
>>> position.play("2,2").scores
(19, 0)
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import Any, SupportsIndex

from fivesquare import certainty, engine, pictures, placement
from fivesquare.board import Array, Board, Size, cell_name, cells_of, listed, parse_cell, size_of, whole
from fivesquare.books import find_book, written
from fivesquare.engine import FIRST, NONE, SECOND, Setup, State
from fivesquare.errors import (
    BoardError,
    FivesquareError,
    IllegalMoveError,
    NotationError,
    RecordError,
    RuleBookError,
    many,
    quote,
)
from fivesquare.extra import RECORD_KEYS, REQUIRED_KEYS, SETUP, Extra, check_format
from fivesquare.rulebook import Exactly, Komi, RuleBook
from fivesquare.streams import check_seed, stream

STOP = "stop"
SWAP = "swap"

_MARKS = ("", "A", "B")  # of free cells and of both players on a printed board


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


@dataclass(frozen=True, repr=False)
class Position:
    """A book, a board, and what has been claimed so far.

    Positions are equal if the game can continue the same way, whatever led to them.
    """

    book: RuleBook
    board: Board
    state: State
    moves: tuple[str, ...] = field(default=(), compare=False)
    extra: Mapping[str, Any] = field(default_factory=Extra, compare=False)
    """Extra keys of the record that this position came from."""
    origin: State = field(default=engine.opening(), compare=False)
    """The state before the first move: the opening, or one set up by hand."""

    # --- Making one ---

    def __post_init__(self) -> None:
        if not isinstance(self.book, RuleBook):
            raise RuleBookError("book", f"must be a RuleBook here, not {quote(self.book)}; see fs.start")
        if not isinstance(self.board, Board):
            raise BoardError(f"the board must be a Board here, not {quote(self.board)}; see fs.start")
        self.book.check_board(self.board)
        if not _is_state(self.state, self.size):
            raise BoardError(f"the state must be a State that fits the board here, not {quote(self.state)}")
        if not isinstance(self.moves, tuple) or not all(isinstance(move, str) for move in self.moves):
            raise RecordError(f"the moves must be a tuple of texts here, not {quote(self.moves)}")
        if not isinstance(self.extra, Extra):
            object.__setattr__(self, "extra", Extra(self.extra))
        if not self.moves:
            object.__setattr__(self, "origin", self.state)
        elif not _is_state(self.origin, self.size):
            raise BoardError(
                f"the origin must be a State that fits the board here, not {quote(self.origin)}"
            )

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied: not the cached properties."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def start(
        cls,
        book: RuleBook | str | Mapping[str, Any],
        *,
        seed: SupportsIndex | None = None,
        board: Board | str | Sequence[Sequence[SupportsIndex]] | Array | None = None,
        size: Sequence[SupportsIndex] | Array | None = None,
        setup: Mapping[str, Any] | None = None,
    ) -> "Position":
        """The opening of a game, on `board` or on a random board determined by `seed`.

        `setup` starts it elsewhere: an object as in a record, see docs/records.md.
        """
        rules = find_book(book)
        if board is not None and size is not None:
            raise BoardError("a board has a size of its own: give a board or a size, not both")
        if board is None:
            dealt = rules.deal(_chance(seed), None if size is None else size_of(size))
        elif isinstance(board, Board):
            dealt = board
        else:
            dealt = Board.parse(board) if isinstance(board, str) else Board.of(board)
        opening = cls(rules, dealt, engine.opening())
        return opening if setup is None else opening._set_up(setup)

    def _set_up(self, written: object) -> "Position":
        """The same board as the `setup` of a record has it."""
        return replace(self, state=placement.read(self.setup, self.size, written))

    @classmethod
    def from_record(cls, record: object) -> "Position":
        """The position at the end of a record (a JSON object); the inverse of `to_record`."""
        if not isinstance(record, Mapping):
            raise RecordError(f"a record is an object, not {quote(record)}")
        check_format(record)
        for key in REQUIRED_KEYS:
            if key not in record:
                raise RecordError(f'the record has no "{key}"')
        moves = listed(record["moves"])
        if not isinstance(moves, list | tuple):
            raise RecordError(f'"moves" must be a list, not {quote(moves)}')
        book = find_book(record["book"])
        extra = {key: record[key] for key in record if key not in RECORD_KEYS}
        position = cls(book, Board.of(record["board"]), engine.opening(), extra=extra)
        if SETUP in record:
            position = position._set_up(record[SETUP])
        for index, move in enumerate(moves):
            try:
                position = position.play(move)
            except FivesquareError as error:
                error.at = index
                raise
        return position

    def to_record(self) -> dict[str, Any]:
        """The game so far as a JSON object, see docs/records.md."""
        setup = self.written_setup
        return {
            "book": written(self.book),
            "board": self.board.rows,
            **({} if setup is None else {SETUP: setup}),
            "moves": list(self.moves),
            **self.extra,
        }

    @property
    def is_set_up(self) -> bool:
        """Whether the game started at a position set up by hand, not at the opening."""
        return self.origin != engine.opening()

    @property
    def written_setup(self) -> dict[str, Any] | None:
        """The `setup` of the record; None if the game started at the opening."""
        return placement.write(self.setup, self.size, self.origin) if self.is_set_up else None

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
        """Rows and columns of the board."""
        return self.board.size

    @cached_property
    def all_moves(self) -> tuple[str, ...]:
        """Every move that this game has, legal now or not, in the order of their numbers.

        Cells in reading order, then "stop" if the book has chains, then "swap" if it has swap.
        """
        return _all_moves(self.size, self.book.again == "chain", self.book.balance == "swap")

    @property
    def is_over(self) -> bool:
        """Whether the game is over: no player can claim, or a goal was reached."""
        return self.claims == 0

    @property
    def turn(self) -> int | None:
        """The player to move: 1 or 2; None when the game is over."""
        return None if self.is_over else self.state.turn

    @property
    def in_chain(self) -> bool:
        """Whether the player who has just claimed may claim once more, or stop."""
        return self.state.link != NONE

    @property
    def may_swap(self) -> bool:
        """Whether the player to move may take over the first claim instead of claiming."""
        return engine.may_swap(self.setup, self.state)

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """Every legal move, in reading order; "stop" or "swap" comes last."""
        names = tuple(self.all_moves[cell] for cell in cells_of(self.claims))
        if self.in_chain:
            return (*names, STOP)
        return (*names, SWAP) if self.may_swap else names

    @property
    def last_claim(self) -> int | None:
        """The cell claimed last; None before the first claim, and where a setup does not tell it."""
        for move in reversed(self.moves):
            if move not in (STOP, SWAP):
                return parse_cell(move, self.size)
        return None if self.origin.link == NONE else self.origin.link

    @cached_property
    def last_taken(self) -> tuple[int, ...]:
        """The cells that came along with the last claim, in reading order."""
        after: Position | None = self
        while after is not None and after.moves and after.moves[-1] in (STOP, SWAP):
            after = after._before
        before = None if after is None else after._before
        if before is None or self.last_claim is None:
            return ()
        own, other, _, _ = before.state
        return tuple(cells_of(engine.taken(self.setup, own, other, self.last_claim)))

    @property
    def masks(self) -> tuple[int, int]:
        """The cells of the first and of the second player: here `own` and `other` cross over."""
        own, other, turn, _ = self.state
        return (own, other) if turn == FIRST else (other, own)

    @property
    def scores(self) -> tuple[int, int]:
        """The sums of the values that each player owns."""
        first, second = self.masks
        return engine.score(self.setup, first), engine.score(self.setup, second)

    @property
    def counts(self) -> tuple[int, int]:
        """How many cells each player owns."""
        first, second = self.masks
        return first.bit_count(), second.bit_count()

    @property
    def totals(self) -> tuple[int, int]:
        """Both totals in what the goal counts: cells for a majority, else points."""
        return self.counts if self.book.goal == "majority" else self.scores

    def owner(self, cell: SupportsIndex) -> int:
        """The owner of a cell, counted from 0 in reading order: 1, 2, or 0 if it is free."""
        first, second = self.masks
        number = self._checked_cell(cell)
        return (first >> number & 1) + 2 * (second >> number & 1)

    @property
    def owners(self) -> list[list[int]]:
        """The owner of each cell, in rows."""
        (first, second), width = self.masks, self.size.columns
        flat = [(first >> cell & 1) + 2 * (second >> cell & 1) for cell in range(self.size.cells)]
        return [flat[start : start + width] for start in range(0, len(flat), width)]

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is running."""
        if not self.is_over:
            return None
        return Outcome(engine.winner(self.setup, self.state), self._reason())

    @cached_property
    def decided(self) -> int | None:
        """Who wins whatever both play from here, proved by counting: 1, 2, or 0 for a draw.

        None while that is open. Counting may notice it late; `fs.solve` says who wins with perfect play.
        """
        if self.outcome is not None:
            return self.outcome.winner
        return certainty.decided(self.setup, self.state)

    def _reason(self) -> Reason:
        exactly = isinstance(self.book.goal, Exactly)
        if engine.has_won(self.setup, self.state.own):
            return Reason.EXACT if exactly else Reason.MAJORITY
        if engine.balanced_lead(self.setup, self.state) != 0:
            return Reason.CELLS if self.book.goal == "majority" else Reason.POINTS
        winner = engine.winner(self.setup, self.state)
        if winner == engine.NOBODY:
            return Reason.DRAW
        return Reason.TIE_LAST if self.book.tie == "last" else Reason.TIE_SECOND

    def view(self) -> dict[str, Any]:
        """The position as the JSON object that `fivesquare state` writes."""
        outcome = self.outcome
        return {
            "turn": self.turn,
            "legal": list(self.legal),
            "owners": self.owners,
            "scores": list(self.scores),
            "over": self.is_over,
            "winner": None if outcome is None else outcome.winner,
            "reason": None if outcome is None else str(outcome.reason),
        }

    def __repr__(self) -> str:
        return f"<Position {self._summary()}, {self._situation()}>"

    def __str__(self) -> str:
        """The board with its owners, the scores, and whose turn it is or how it ended."""
        first, second = self.scores
        scores = f"A, player 1: {many(first, 'point')}; B, player 2: {many(second, 'point')}"
        if isinstance(self.book.balance, Komi):
            scores += f" + {self.book.balance.points} komi"
        situation = self._situation()
        if self.outcome is not None:
            situation += f" ({self.outcome.reason})"
        return "\n".join(
            [self._summary(), "", self.grid(), "", scores, situation[0].upper() + situation[1:]]
        )

    def grid(self) -> str:
        """The board as text; an A marks the first player's values, a B the second's."""
        values, columns = self.board.values, self.size.columns
        width = 1 + len(str(max(values)))
        texts = [f"{_MARKS[self.owner(cell)]}{value}" for cell, value in enumerate(values)]
        rows = [list(map(str, range(1, columns + 1)))]
        rows += [texts[start : start + columns] for start in range(0, len(texts), columns)]
        return "\n".join(
            f"{number or '':>2}  " + " ".join(f"{text:>{width}}" for text in row)
            for number, row in enumerate(rows)
        )

    def _summary(self) -> str:
        return f"{self.book.name or 'own book'} {self.size}, {many(len(self.moves), 'move')}"

    def _situation(self) -> str:
        if self.outcome is None:
            other = ", or to stop" if self.in_chain else ", or to swap" if self.may_swap else ""
            return f"player {self.turn} to act{other}"
        return f"player {self.outcome.winner} has won" if self.outcome.winner else "a draw"

    # --- As a picture ---

    def to_svg(self, notes: Mapping[int, pictures.Note] | None = None) -> str:
        """The board as SVG; `notes` adds the worth of a claim to cells."""
        title = f"{self.book.title}, {self._when()}"
        return pictures.board(*self.board_data, title=title, sides=self.sides, notes=notes)

    @property
    def board_data(self) -> pictures.BoardData:
        """The board as plain data for drawing."""
        taken = sum(1 << cell for cell in self.last_taken)
        numbers = self.book.values != "ones"
        return pictures.BoardData(self.board, self.masks, self.claims, self.last_claim, taken, numbers)

    @property
    def sides(self) -> tuple[pictures.Side, pictures.Side]:
        """The captions of both players for a picture."""
        return self._side(FIRST), self._side(SECOND)

    def _repr_svg_(self) -> str:
        """What a notebook displays."""
        return self.to_svg()

    def _when(self) -> str:
        if self.moves:
            return f"after move {len(self.moves)}"
        return "set up by hand" if self.is_set_up else "the opening"

    def _side(self, player: int) -> pictures.Side:
        """The status line of a player."""
        score = self.totals[player - 1]
        komi = self.book.balance.points if isinstance(self.book.balance, Komi) else 0
        everything = self.size.cells if self.book.goal == "majority" else sum(self.board.values) + komi
        goal = self.book.goal.target if isinstance(self.book.goal, Exactly) else everything / 2
        more = komi if player == SECOND else 0
        text = f"{score}+{more:g}" if more else str(score)
        part = (score + more) / max(1, goal)
        return pictures.Side(self._names[player - 1], text, self._status(player), part)

    @property
    def _names(self) -> tuple[str, str]:
        """The players' names, if the record has two different ones."""
        match self.extra.get("players"):
            case [str(first), str(second)] if first != second:
                return first, second
        return "First", "Second"

    def _status(self, player: int) -> str:
        outcome = self.outcome
        if outcome is None:
            act = "may go on" if self.in_chain else "may swap" if self.may_swap else "to act"
            return act if player == self.turn else ""
        if outcome.winner == engine.NOBODY:
            return "draw"
        return "wins" if player == outcome.winner else ""

    # --- Going on ---

    def play(self, move: str) -> "Position":
        """The position after a move: "row,col", "stop" to decline the second claim of a chain, "swap"."""
        if not isinstance(move, str):
            raise NotationError(f'a move is text like "1,2", not {quote(move)}')
        if move not in (STOP, SWAP):
            return self._claim(parse_cell(move, self.size))
        refusal = self.refusal(move)
        if refusal is not None:
            raise IllegalMoveError(f'"{move}" {refusal}, {self._here()}')
        if move == STOP:
            return self._next(engine.stop(self.setup, self.state), STOP)
        return self._next(engine.swap(self.setup, self.state), SWAP)

    def _claim(self, cell: int) -> "Position":
        refusal = self.refusal(cell)
        if refusal is not None:
            raise IllegalMoveError(
                f"cell {self.all_moves[cell]} {refusal}, {self._here()}{self._instead()}"
            )
        state, claims = engine.claim_and_look(self.setup, self.state, cell)
        after = self._next(state, self.all_moves[cell])
        after.__dict__["claims"] = claims
        return after

    def play_action(self, action: SupportsIndex) -> "Position":
        """The position after the move that has this number in `all_moves`."""
        number = self._checked_action(action)
        return self._claim(number) if number < self.setup.cells else self.play(self.all_moves[number])

    def move_of(self, action: SupportsIndex) -> str:
        """The move that has this number in `all_moves`, legal now or not."""
        return self.all_moves[self._checked_action(action)]

    def _checked_action(self, action: object) -> int:
        number, count = whole(action), len(self.all_moves)
        if number is None:
            raise NotationError(f"the number of a move is a whole number, not {quote(action)}")
        if not 0 <= number < count:
            raise NotationError(f"there is no move number {quote(number)}: they go from 0 to {count - 1}")
        return number

    def _next(self, state: State, move: str) -> "Position":
        after = object.__new__(Position)  # nothing of it has to be checked
        after.__dict__.update(
            book=self.book,
            board=self.board,
            state=state,
            moves=(*self.moves, move),
            extra=self.extra,
            origin=self.origin,
            setup=self.setup,
            all_moves=self.all_moves,
            _before=self,
        )
        return after

    @cached_property
    def _before(self) -> "Position | None":
        """The position one move ago; None before the first. Recomputed unless `play` made this one."""
        if not self.moves:
            return None
        position = Position(self.book, self.board, self.origin, extra=self.extra)
        for move in self.moves[:-1]:
            position = position.play(move)
        return position

    def back(self, moves: SupportsIndex = 1) -> "Position":
        """The position `moves` moves ago."""
        number = whole(moves)
        if number is None or number < 0:
            raise IllegalMoveError(f"moves to take back are counted by a whole number, not {quote(moves)}")
        if number > len(self.moves):
            made = f"only {many(len(self.moves), 'move')} can be" if self.moves else "no move was made"
            raise IllegalMoveError(f"{quote(number)} moves cannot be taken back: {made}")
        return self.history()[-1 - number]

    def history(self) -> tuple["Position", ...]:
        """Every position of the game so far, from the opening or the setup to this one."""
        positions = []
        position: Position | None = self
        while position is not None:
            positions.append(position)
            position = position._before
        return tuple(reversed(positions))

    def refusal(self, move: SupportsIndex | str) -> str | None:
        """Why a move, or the claim of a cell by its number, is not legal now, as the end of a sentence."""
        if move == STOP:
            return None if self.in_chain else "is only a move inside a chain"
        if move == SWAP:
            return None if self.may_swap else self._no_swap()
        cell = parse_cell(move, self.size) if isinstance(move, str) else self._checked_cell(move)
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

    def _checked_cell(self, cell: object) -> int:
        number = whole(cell)
        if number is None or not 0 <= number < self.size.cells:
            raise NotationError(f"cells are numbered from 0 to {self.size.cells - 1}, not {quote(cell)}")
        return number

    def _no_swap(self) -> str:
        """Why a swap is not allowed now, as the end of a sentence."""
        if self.book.balance != "swap":
            return "is not a move of this book"
        return "is only a move on the second player's first turn"

    def _instead(self) -> str:
        """Inside a chain, a list of the few legal moves (chain-2)."""
        return f"; what may be played is {', '.join(self.legal)}" if self.in_chain else ""

    def _here(self) -> str:
        return f"after {many(len(self.moves), 'move')} of {self.book.name or 'this game'}"


def _is_state(state: object, size: Size) -> bool:
    if not isinstance(state, State) or not all(type(number) is int for number in state):
        return False
    own, other, turn, link = state
    full = (1 << size.cells) - 1
    return own & ~full == other & ~full == own & other == 0 and turn in (1, 2) and NONE <= link < size.cells


@lru_cache(maxsize=256)
def _all_moves(size: Size, has_chains: bool, has_swap: bool) -> tuple[str, ...]:
    cells = [cell_name(cell, size) for cell in range(size.cells)]
    return (*cells, *([STOP] if has_chains else []), *([SWAP] if has_swap else []))


def _chance(seed: object) -> random.Random:
    return random.Random() if seed is None else stream(check_seed(seed), "board")


start = Position.start
