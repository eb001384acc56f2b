"""The same game, turned or mirrored and in other words: nothing that matters has changed.

A disguise describes and reads positions of the original game: the player sees only the disguise, and what
is saved, solved and compared is the original.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fivesquare.board import Size, Symmetry, cell_name, cells_of, mask_of, parse_cell, symmetries, whole
from fivesquare.engine import NONE, State
from fivesquare.errors import RecordError, quote
from fivesquare.match import Step
from fivesquare.position import STOP, SWAP, Position
from fivesquare.research.wording.wording import PLAIN, Wording
from fivesquare.rulebook import RuleBook
from fivesquare.streams import stream

_SYMMETRIES = 8


@dataclass(frozen=True)
class Disguise:
    """One of the eight ways to lay a board down, by its number in `board.symmetries`, and a wording."""

    symmetry: int = 0
    wording: Wording = field(default=PLAIN)

    def __post_init__(self) -> None:
        number = whole(self.symmetry)
        if number not in range(_SYMMETRIES):
            raise ValueError(f"symmetries go from 0 to {_SYMMETRIES - 1}, not {quote(self.symmetry)}")
        object.__setattr__(self, "symmetry", number)
        if not isinstance(self.wording, Wording):
            raise TypeError(f"a disguise has a Wording, not {quote(self.wording)}")

    # --- There and back ---

    def disguised(self, position: Position) -> Position:
        """The position as it is laid down."""
        laid = self._laid(position.size)
        state, origin = (_mapped(state, laid) for state in (position.state, position.origin))
        moves = tuple(self.disguised_move(position, move) for move in position.moves)
        return Position(position.book, position.board.mapped(laid), state, moves, origin=origin)

    def disguised_move(self, position: Position, move: str) -> str:
        """A move of the position, on the board as it is laid down."""
        if move in (STOP, SWAP):
            return move
        laid = self._laid(position.size)
        return cell_name(laid.goes_to[parse_cell(move, position.size)], laid.size)

    def original_move(self, position: Position, move: str) -> str:
        """The inverse of `disguised_move`: a move on the board as it is laid down, in the position."""
        if move in (STOP, SWAP):
            return move
        laid = self._laid(position.size)
        return cell_name(laid.goes_to.index(parse_cell(move, laid.size)), position.size)

    def _laid(self, size: Size) -> Symmetry:
        return symmetries(size)[self.symmetry]

    # --- What a wording does, with positions of the original ---

    def rules(self, book: RuleBook, size: Size) -> str:
        return self.wording.rules(book, self._laid(size).size)

    def board(self, position: Position, seat: int) -> str:
        return self.wording.board(self.disguised(position), seat)

    def legal(self, position: Position) -> str:
        return self.wording.legal(self.disguised(position))

    def how_to_answer(self, position: Position) -> str:
        return self.wording.how_to_answer(self.disguised(position))

    def tell(self, position: Position, move: str) -> str:
        return self.wording.tell(self.disguised(position), self.disguised_move(position, move))

    def told(self, step: Step, seat: int) -> str:
        before, after = self.disguised(step.before), self.disguised(step.after)
        return self.wording.told(Step(before, self.disguised_move(step.before, step.move), after), seat)

    def refusal(self, position: Position, move: str) -> str | None:
        return self.wording.refusal(self.disguised(position), self.disguised_move(position, move))

    def read(self, position: Position, text: str) -> str:
        return self.original_move(position, self.wording.read(self.disguised(position), text))

    # --- As data ---

    def to_json(self) -> dict[str, Any]:
        return {"symmetry": self.symmetry, "wording": self.wording.to_json()}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Disguise":
        """The inverse of `to_json`."""
        if not isinstance(told, Mapping) or set(told) != {"symmetry", "wording"}:
            raise RecordError(f"this is not a disguise: {quote(told)}")
        return cls(told["symmetry"], Wording.from_json(told["wording"]))

    @classmethod
    def drawn(cls, seed: int) -> "Disguise":
        """Any of them, the same for the same seed."""
        chance = stream(seed, "disguise")
        return cls(chance.randrange(_SYMMETRIES), Wording.drawn(chance))


def _mapped(state: State, laid: Symmetry) -> State:
    own, other, turn, link = state
    return State(
        own=mask_of(laid.goes_to[cell] for cell in cells_of(own)),
        other=mask_of(laid.goes_to[cell] for cell in cells_of(other)),
        turn=turn,
        link=NONE if link == NONE else laid.goes_to[link],
    )


def wording_from_json(told: Mapping[str, Any]) -> Wording | Disguise:
    """What `to_json` of a wording or of a disguise has written."""
    is_disguise = isinstance(told, Mapping) and "symmetry" in told
    return Disguise.from_json(told) if is_disguise else Wording.from_json(told)
