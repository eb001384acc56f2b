"""The files of sets: Parquet, with the canary in every row, known by the hash of what they say.

The hash is of the rows and not of the bytes, which differ from one version of Parquet to the next.
"""

from collections.abc import Sequence
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_origin, get_type_hints

from fivesquare.board import Board
from fivesquare.errors import FileError, needing
from fivesquare.files import named, new_file
from fivesquare.research.benchmark.protocol import VERSION, digest
from fivesquare.research.benchmark.question_sets import BenchBoard, Question
from fivesquare.research.family.splits import plain_form

FOLDER = Path(__file__).parent / "sets" / f"fs-bench-{VERSION}"
"""The frozen sets."""

POSITIONS, GAMES = "positions.parquet", "games.parquet"

_SCALARS = {str: "string", int: "int64", float: "float64", bool: "bool_"}

Row = TypeVar("Row", Question, BenchBoard)


@cache
def frozen_questions(lite: bool = False) -> tuple[Question, ...]:
    """The frozen questions, or those of the lite set."""
    return tuple(row for row in read_rows(FOLDER / POSITIONS, Question) if row.lite or not lite)


@cache
def frozen_boards(lite: bool = False) -> tuple[BenchBoard, ...]:
    """The frozen boards, or those of the lite set."""
    return tuple(row for row in read_rows(FOLDER / GAMES, BenchBoard) if row.lite or not lite)


def frozen_boards_of_positions() -> frozenset[Board]:
    """The boards of all frozen questions, in their canonical form: no fresh set has them."""
    return frozenset(plain_form(row.position.board) for row in frozen_questions())


def set_hash(rows: Sequence[Question | BenchBoard]) -> str:
    """SHA-256 of what the rows say, in their order."""
    return digest([asdict(row) for row in rows])


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write a set, all of it or nothing."""
    arrow = _arrow()
    schema = _schema(type(rows[0]))
    table = arrow.Table.from_pylist([asdict(row) for row in rows], schema)
    try:
        with new_file(path) as file:
            arrow.parquet.write_table(table, file, compression="zstd", compression_level=19)
    except OSError as error:
        raise FileError(f"cannot write {named(path)}: {error.strerror or error}") from None


def read_rows(path: Path, kind: type[Row]) -> list[Row]:
    """Read a set; the inverse of `write_rows`."""
    arrow = _arrow()
    try:
        table = arrow.parquet.read_table(path)
    except (OSError, arrow.ArrowInvalid) as error:
        raise FileError(f"cannot read {named(path)}: {error}") from None
    if table.schema != _schema(kind):
        raise FileError(f"{named(path)} is not a set of this benchmark: its columns are others")
    return [kind(**_row(told)) for told in table.to_pylist()]


def _row(told: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}


def _schema(kind: type[Question | BenchBoard]) -> Any:
    """The columns of a kind of row, by its fields."""
    arrow, types = _arrow(), get_type_hints(kind)

    def column(name: str) -> Any:
        if get_origin(types[name]) is tuple:
            return arrow.list_(getattr(arrow, _SCALARS[types[name].__args__[0]])())
        return getattr(arrow, _SCALARS[types[name]])()

    return arrow.schema({field.name: column(field.name) for field in fields(kind)})


def _arrow() -> Any:
    with needing("The benchmark", "eval"):
        import pyarrow.parquet
    return pyarrow
