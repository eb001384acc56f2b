"""Geometry: cells, masks, neighbours, symmetries, and cells as text.

A board has 1x2 to 8x8 cells, numbered from 0 in reading order. A set of cells is a bitboard, an int called
mask in which cell n is bit n. In text a cell is "row,col", counted from 1:

     0  1  2  3  4       "1,1" is cell 0
     5  6  7  8  9       "2,1" is cell 5
    10 11 12 13 14       "3,5" is cell 14
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import index
from typing import Any, NamedTuple, Protocol

from fivesquare.errors import BoardError, NotationError, many, quote

LONGEST_SIDE = 8
HIGHEST_VALUE = 999

_CELL = re.compile(r"([1-9][0-9]?),([1-9][0-9]?)", re.ASCII)
_SIZE = re.compile(r"\s*([0-9]{1,3})\s*[xX]\s*([0-9]{1,3})\s*", re.ASCII)


class Array(Protocol):
    """NumPy arrays and others that can be converted to lists."""

    def tolist(self) -> Any: ...


def whole(number: object) -> int | None:
    """An integer of any type, NumPy's too, as an int; None if it is not an integer. bool does not count."""
    if type(number) is int:
        return number
    if isinstance(number, bool):
        return None
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        return None


def listed(things: object) -> object:
    """An array, NumPy's or any with `tolist`, as plain lists; everything else unchanged."""
    if isinstance(things, (list, tuple, type)):
        return things
    return things.tolist() if hasattr(things, "tolist") else things


class Size(NamedTuple):
    """Rows and columns; written "4x5"."""

    rows: int
    columns: int

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"


def check_size(rows: object, columns: object) -> Size:
    high, wide = whole(rows), whole(columns)
    if high is None or wide is None:
        raise BoardError(f"rows and columns are whole numbers, not {quote(rows)} and {quote(columns)}")
    if not (1 <= high <= LONGEST_SIDE and 1 <= wide <= LONGEST_SIDE and high * wide > 1):
        raise BoardError(f"a board has 1x2 to 8x8 cells, not {quote(high)}x{quote(wide)}")
    return Size(high, wide)


def size_of(pair: object) -> Size:
    """A size from a pair of whole numbers; checked."""
    pair = listed(pair)
    if not isinstance(pair, (list, tuple)) or len(pair) != 2:
        raise BoardError(f"a size is (rows, columns), not {quote(pair)}")
    return check_size(*pair)


def parse_size(text: str) -> Size:
    """Read "4x5"; the inverse of `str(size)`."""
    match = _SIZE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise BoardError(f'a size is written like "4x5", rows x columns, not {quote(text)}')
    return check_size(int(match[1]), int(match[2]))


def parse_cell(text: str, size: Size) -> int:
    """Read "row,col"; the inverse of `cell_name`."""
    match = _CELL.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise NotationError(f'a cell is written "row,col", like "1,2", not {quote(text)}')
    return cell_at(int(match[1]), int(match[2]), size)


def cell_at(row: int, column: int, size: Size) -> int:
    """The cell in this row and column, both counted from 1."""
    if not (1 <= row <= size.rows and 1 <= column <= size.columns):
        raise NotationError(
            f"there is no cell {quote(row)},{quote(column)}: "
            f"rows go from 1 to {size.rows}, columns from 1 to {size.columns}"
        )
    return (row - 1) * size.columns + column - 1


def cell_name(cell: int, size: Size) -> str:
    row, column = divmod(cell, size.columns)
    return f"{row + 1},{column + 1}"


def cells_of(mask: int) -> Iterator[int]:
    """The cells of a mask in reading order."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def mask_of(cells: Iterable[int]) -> int:
    """The inverse of `cells_of`."""
    return sum(1 << cell for cell in cells)


@lru_cache(maxsize=64)
def neighbours(size: Size) -> tuple[int, ...]:
    """For each cell the mask of the cells that share an edge with it."""
    rows, columns = size

    def around(cell: int) -> Iterator[int]:
        row, column = divmod(cell, columns)
        if row > 0:
            yield cell - columns
        if column > 0:
            yield cell - 1
        if column < columns - 1:
            yield cell + 1
        if row < rows - 1:
            yield cell + columns

    return tuple(mask_of(tuple(around(cell))) for cell in range(size.cells))


def outer_edge(size: Size) -> int:
    """The mask of the cells in the first or last row or column."""
    rows, columns = size
    return mask_of(
        [
            cell
            for cell in range(size.cells)
            if cell // columns in (0, rows - 1) or cell % columns in (0, columns - 1)
        ]
    )


class Symmetry(NamedTuple):
    """A symmetry of the rectangle: cell n goes to cell `goes_to[n]` of a board of `size`."""

    size: Size
    goes_to: tuple[int, ...]


@lru_cache(maxsize=64)
def symmetries(size: Size) -> tuple[Symmetry, ...]:
    """The eight rotations and reflections; four swap rows and columns. The identity is first."""
    rows, columns = size

    def one(flip_rows: bool, flip_columns: bool, turn: bool) -> Symmetry:
        target = Size(columns, rows) if turn else size

        def image(cell: int) -> int:
            row, column = divmod(cell, columns)
            row = rows - 1 - row if flip_rows else row
            column = columns - 1 - column if flip_columns else column
            return column * rows + row if turn else row * columns + column

        return Symmetry(target, tuple(map(image, range(size.cells))))

    both = (False, True)
    return tuple(one(rows_, columns_, turn) for turn in both for rows_ in both for columns_ in both)


_PLAIN = frozenset([int])
_VALUES = frozenset(range(HIGHEST_VALUE + 1))


def _checked_value(value: object, cell: int, size: Size) -> int:
    number = whole(value)
    if number is None or number not in _VALUES:
        raise BoardError(
            f"the value of cell {cell_name(cell, size)} must be a whole number "
            f"from 0 to {HIGHEST_VALUE}, not {quote(value)}"
        )
    return number


@dataclass(frozen=True, slots=True)
class Board:
    """A rectangle of values, in reading order; validated on construction."""

    size: Size
    values: tuple[int, ...]

    def __post_init__(self) -> None:
        size = size_of(self.size)
        values = listed(self.values)
        if not isinstance(values, (list, tuple)):
            raise BoardError(f"the values of a board are a list, not {quote(values)}")
        if len(values) != size.cells:
            raise BoardError(f"a {size} board has {size.cells} values, not {len(values)}")
        if not (_PLAIN.issuperset(map(type, values)) and _VALUES.issuperset(values)):
            values = [_checked_value(value, cell, size) for cell, value in enumerate(values)]
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "values", tuple(values))

    @classmethod
    def of(cls, rows: object) -> "Board":
        """A board from rows of values, as JSON, Python or NumPy gives them."""
        rows = listed(rows)
        if not isinstance(rows, list | tuple) or not rows:
            raise BoardError(f"a board is a list of rows, not {quote(rows)}")
        lists = []
        for number, row in enumerate(map(listed, rows), 1):
            if not isinstance(row, list | tuple):
                raise BoardError(f"row {number} of the board is {quote(row)}, not a list of values")
            lists.append(row)
            if len(row) != len(lists[0]):
                raise BoardError(
                    f"row {number} of the board has {many(len(row), 'value')}, the first {len(lists[0])}"
                )
        size = check_size(len(lists), len(lists[0]))
        return cls(size, tuple(value for row in lists for value in row))

    @classmethod
    def parse(cls, text: str) -> "Board":
        """Read "5 3 8/2 9 1/6 4 7"; newlines and commas work too. The inverse of `str`."""
        if not isinstance(text, str):
            raise BoardError(f"a board is read from text, not from {quote(text)}")
        lines = [line for line in re.split(r"[/\n]", text) if line.strip()]
        rows = [re.split(r"[\s,]+", line.strip().strip(",")) for line in lines]
        for row in rows:
            for word in row:
                if not re.fullmatch(r"[0-9]{1,9}", word, re.ASCII):
                    raise BoardError(
                        f'a board is written like "5 3 8/2 9 1/6 4 7"; {quote(word)} is not a value'
                    )
        return cls.of([[int(word) for word in row] for row in rows])

    def __str__(self) -> str:
        return "/".join(" ".join(map(str, row)) for row in self.rows)

    @property
    def rows(self) -> list[list[int]]:
        width = self.size.columns
        return [list(self.values[start : start + width]) for start in range(0, len(self.values), width)]

    def mapped(self, symmetry: Symmetry) -> "Board":
        """The board rotated or reflected."""
        values = [0] * len(self.values)
        for cell, value in enumerate(self.values):
            values[symmetry.goes_to[cell]] = value
        return Board(symmetry.size, tuple(values))
