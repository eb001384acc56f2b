"""Renderings: a board as text, in plain words."""

import json
from collections.abc import Callable, Sequence
from typing import Literal, get_args

from fivesquare.position import Position
from fivesquare.research.wording.places import Places

Rendering = Literal["grid", "grids", "rows", "json"]
RENDERINGS: tuple[Rendering, ...] = get_args(Rendering)

_OWNERS = ("free", "the first player", "the second player")

Marks = tuple[str, str]


def rendered(rendering: Rendering, position: Position, places: Places, marks: Marks) -> str:
    return _RENDERERS[rendering](position, places, marks)


def _grid(position: Position, places: Places, marks: Marks) -> str:
    """Values, with the mark of their owner in front."""
    first, second = marks
    texts = [
        ("", first, second)[position.owner(cell)] + str(value)
        for cell, value in enumerate(position.board.values)
    ]
    named = (
        "" if places.sides(position.size) else "Each cell is shown as its name, a colon, and its value. "
    )
    return (
        f"{_drawn(texts, position, places)}\n\n{named}Free cells show their value alone. Cells of the "
        f"first player have {first} before their value, cells of the second player {second}."
    )


def _grids(position: Position, places: Places, marks: Marks) -> str:
    """The values, and then the owners."""
    first, second = marks
    values = [str(value) for value in position.board.values]
    owners = [(".", first, second)[position.owner(cell)] for cell in range(position.size.cells)]
    return (
        f"The values of the cells:\n{_drawn(values, position, places)}\n\n"
        f"Who owns them ({first} the first player, {second} the second player, . is free):\n"
        f"{_drawn(owners, position, places)}"
    )


def _rows(position: Position, places: Places, _: Marks) -> str:
    """Every cell in words, a line for each row."""
    names, width = places.names(position.size), position.size.columns
    cells = [
        f"{names[cell]} value {value} ({_OWNERS[position.owner(cell)]})"
        for cell, value in enumerate(position.board.values)
    ]
    lines = [cells[start : start + width] for start in range(0, len(cells), width)]
    told = [f"Row {number}: {'; '.join(line)}" for number, line in enumerate(lines, 1)]
    return "\n".join(["The rows from top to bottom, each from left to right:", *told])


def _json(position: Position, places: Places, _: Marks) -> str:
    """Rows of objects."""
    names, width = places.names(position.size), position.size.columns
    cells = [
        json.dumps({"cell": names[cell], "value": value, "owner": _owner(position.owner(cell))})
        for cell, value in enumerate(position.board.values)
    ]
    lines = [f"  [{', '.join(cells[start : start + width])}]" for start in range(0, len(cells), width)]
    return "The rows from top to bottom, each from left to right:\n[\n" + ",\n".join(lines) + "\n]"


def _owner(player: int) -> str | None:
    return _OWNERS[player] if player else None


_RENDERERS: dict[Rendering, Callable[[Position, Places, Marks], str]] = {
    "grid": _grid,
    "grids": _grids,
    "rows": _rows,
    "json": _json,
}


def _drawn(texts: Sequence[str], position: Position, places: Places) -> str:
    """Texts of the cells as a grid with its labels, or each behind the name of its cell."""
    size, sides = position.size, places.sides(position.size)
    if sides is None:
        texts = [f"{name}:{text}" for name, text in zip(places.names(size), texts, strict=True)]
    rows = [list(texts[start : start + size.columns]) for start in range(0, size.cells, size.columns)]
    width = max(map(len, texts))
    lines = [" ".join(f"{text:>{width}}" for text in row) for row in rows]
    if sides is None:
        return "\n".join(lines)
    head = " ".join(f"{name:>{width}}" for name in sides.columns)
    return "\n".join(
        [f"    {head}", *(f"{name:>2}  {line}" for name, line in zip(sides.rows, lines, strict=True))]
    )
