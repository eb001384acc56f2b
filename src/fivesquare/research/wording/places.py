"""How the cells of a board are called."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from random import Random
from typing import Any, Literal, NamedTuple, get_args

from fivesquare.board import LONGEST_SIDE, Size, cell_name, parse_cell
from fivesquare.errors import NotationError, quote
from fivesquare.streams import check_seed, stream

CellNaming = Literal["row,col", "r1c2", "letters", "numbers", "pairs", "codes"]
NAMINGS: tuple[CellNaming, ...] = get_args(CellNaming)

SPACES = " \t\u00a0\u2009\u202f"
"""Models write narrow ones and such that do not break a line as well."""

_LETTERS = "abcdefgh"
_ROW_LETTERS = "BDFGHJKLM"  # without vowels nothing looks like a word, and rows share none with columns
_COLUMN_LETTERS = "NPQRSTVWX"
_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"


def normal(text: str) -> str:
    """A name without what makes no difference: capital letters, and spaces around it or beside a comma."""
    return ",".join(part.strip(SPACES) for part in text.casefold().split(","))


class Sides(NamedTuple):
    """The labels beside the rows and above the columns."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Places:
    """Names for the cells of any board; `seed` is for the random ones.

    row,col: "2,3"; r1c2: "R2C3"; letters: "c2", the column first; numbers: "8" in reading order; pairs: a
    letter drawn for the row and one for the column, "KT"; codes: two letters drawn for each cell, "QX".
    """

    kind: CellNaming = "row,col"
    seed: int = 0

    def __post_init__(self) -> None:
        if self.kind not in NAMINGS:
            raise ValueError(f"cells are named by {', '.join(NAMINGS)}, not by {quote(self.kind)}")
        object.__setattr__(self, "seed", check_seed(self.seed, ValueError))

    def names(self, size: Size) -> tuple[str, ...]:
        """The names of all cells in reading order."""
        return _names(self.kind, self.seed, size)

    def sides(self, size: Size) -> Sides | None:
        """What is written around the board; None if each cell has to be named."""
        rows, columns = (
            tuple(map(str, range(1, size.rows + 1))),
            tuple(map(str, range(1, size.columns + 1))),
        )
        match self.kind:
            case "row,col" | "r1c2":
                return Sides(rows, columns)
            case "letters":
                return Sides(rows, tuple(_LETTERS[: size.columns]))
            case "pairs":
                return _drawn_sides(self.seed, size)
        return None

    def explained(self, size: Size) -> str:
        """How cells are named, in plain words, with an example."""
        example = self.names(size)[1]
        row, column = divmod(1, size.columns)
        where = f"{example} is cell {column + 1} of row {row + 1}"
        match self.kind:
            case "row,col":
                return f"Cells are written row,column, counted from 1 at the top left: {where}."
            case "r1c2":
                return (
                    f"Cells are written with their row and column, counted from 1 at the top left: {where}."
                )
            case "letters":
                return (
                    f"Cells are written with the letter of the column and the number of the row: {where}."
                )
            case "numbers":
                return f"Cells are numbered from 1 at the top left, row by row: {where}."
            case "pairs":
                return (
                    f"Cells are written with the letter of the row and the letter of the column: {where}."
                )
        return f"Each cell has a name of two letters: {where}."

    def read(self, text: str, size: Size) -> int:
        """The cell of that name, which is written as `normal` writes it."""
        if self.kind == "row,col":
            return parse_cell(text, size)
        cell = _cells(self.kind, self.seed, size).get(text)
        if cell is None:
            raise NotationError(f"{quote(text)} is not a cell of this board")
        return cell

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Places":
        """The inverse of `to_json`."""
        return cls(**told)

    @classmethod
    def drawn(cls, chance: Random) -> "Places":
        return cls(chance.choice(NAMINGS), chance.randrange(2**32))


@lru_cache(maxsize=256)
def _names(kind: CellNaming, seed: int, size: Size) -> tuple[str, ...]:
    if kind == "codes":
        return _drawn_codes(seed, size)
    return tuple(_name(kind, seed, cell, size) for cell in range(size.cells))


def _name(kind: CellNaming, seed: int, cell: int, size: Size) -> str:
    row, column = divmod(cell, size.columns)
    match kind:
        case "r1c2":
            return f"R{row + 1}C{column + 1}"
        case "letters":
            return f"{_LETTERS[column]}{row + 1}"
        case "numbers":
            return str(cell + 1)
        case "pairs":
            rows, columns = _drawn_sides(seed, size)
            return rows[row] + columns[column]
    return cell_name(cell, size)


@lru_cache(maxsize=256)
def _cells(kind: CellNaming, seed: int, size: Size) -> dict[str, int]:
    """The inverse of `_names`."""
    return {normal(name): cell for cell, name in enumerate(_names(kind, seed, size))}


def _drawn_sides(seed: int, size: Size) -> Sides:
    chance = stream(seed, "pairs")
    rows, columns = (chance.sample(letters, LONGEST_SIDE) for letters in (_ROW_LETTERS, _COLUMN_LETTERS))
    return Sides(tuple(rows[: size.rows]), tuple(columns[: size.columns]))


def _drawn_codes(seed: int, size: Size) -> tuple[str, ...]:
    codes = [one + other for one in _CODE_LETTERS for other in _CODE_LETTERS if one != other]
    return tuple(stream(seed, "codes").sample(codes, size.cells))
