"""Rows written atomically into a file of JSON lines or Parquet, or one by one to standard output."""

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, Literal, get_args

from fivesquare.errors import FileError, needing
from fivesquare.files import named, new_file
from fivesquare.research.dataset.dataset_rows import Row
from fivesquare.research.family.difficulty import Difficulty

Format = Literal["jsonl", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)

_GROUP = 1000  # rows of a Parquet file that are kept in memory


Meanwhile = Callable[[Callable[[], str]], AbstractContextManager[None]]
"""Shows the text of a progress line now and then while the context is open."""


def with_progress(rows: Iterator[Row], count: int, meanwhile: Meanwhile) -> Iterator[Row]:
    """The first `count` rows, with a progress line."""
    done = 0
    with meanwhile(lambda: f"making rows: {done:,} of {count:,}"):
        for row in islice(rows, count):
            yield row
            done += 1


def print_rows(rows: Iterable[Row]) -> None:
    """Write rows to standard output, each as soon as it is there."""
    for row in rows:
        sys.stdout.write(_line(row))
        sys.stdout.flush()


def _line(row: Row) -> str:
    return json.dumps(row) + "\n"


def write_rows(path: Path, rows: Iterable[Row], format: Format, force: bool = False) -> None:  # noqa: A002
    """Write all rows into a new file; with `force` in the place of an old one, if there is one."""
    write = _parquet_writer() if format == "parquet" else _write_lines
    try:
        with _terminated_in_order(), new_file(path, replace=force) as file:
            write(file, rows)
    except FileExistsError:
        raise _exists(path) from None
    except OSError as error:
        raise FileError(f"cannot write {named(path)}: {error.strerror or error}") from None


@contextmanager
def _terminated_in_order() -> Iterator[None]:
    """Make SIGTERM end us like any error, so that what was half written is removed."""
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may handle signals
        return

    def leave(*_: object) -> None:
        raise SystemExit(128 + signal.SIGTERM)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def check_place(path: Path, force: bool) -> None:
    """Refuse a place where nothing can be, or something is already; a file can be made to give way."""
    try:
        if not path.parent.is_dir():
            raise FileError(f"cannot write {named(path)}: there is no such folder")
        path.lstat()
    except FileNotFoundError:
        return
    except OSError as error:  # a name that is too long, say: hours of rows would be lost for it
        raise FileError(f"cannot write {named(path)}: {error.strerror or error}") from None
    if not (force and path.is_file()):
        raise _exists(path)


def _exists(path: Path) -> FileError:
    way_out = ", or --force to write over it" if path.is_file() else ""
    return FileError(f"{named(path)} exists: choose another name{way_out}")


def _write_lines(file: IO[bytes], rows: Iterable[Row]) -> None:
    for row in rows:
        file.write(_line(row).encode())


def _arrow() -> Any:
    with needing("Parquet", "research"):
        import pyarrow.parquet  # 50 MB
    return pyarrow


def _parquet_writer() -> Callable[[IO[bytes], Iterable[Row]], None]:
    arrow = _arrow()

    def write(file: IO[bytes], rows: Iterable[Row]) -> None:
        schema = _schema(arrow)
        waiting = iter(rows)
        with arrow.parquet.ParquetWriter(file, schema) as writer:
            while group := list(islice(waiting, _GROUP)):
                writer.write_table(arrow.Table.from_pylist(group, schema))

    return write


def schema() -> Any:
    """The types of the fields, as an Arrow schema: those of Parquet files, and of JSON lines.

    In JSON a column of nulls does not say what it might have been. To load such files with those of another
    book, or beside Parquet, tell `datasets` the types: `Features.from_arrow_schema(schema())`.
    """
    return _schema(_arrow())


def _schema(arrow: Any) -> Any:
    text, number, real = arrow.string(), arrow.int64(), arrow.float64()
    measured = {
        field: number if kind is int else real for field, kind in Difficulty.__annotations__.items()
    }
    each = arrow.struct({"move": text, "winner": number, "margin": real})
    metadata = {
        "source_dataset": text,
        "source_index": number,
        "seed": number,
        "question": text,
        "game": text,
        "split": text,
        "record": text,
        "move": text,
        "winner": number,
        "margin": real,
        "best": arrow.list_(text),
        "each": arrow.list_(each),
        "line": arrow.list_(text),
        "wording": text,
        "difficulty": arrow.struct(measured),
    }
    return arrow.schema(
        {
            "question": text,
            "answer": text,
            "metadata": arrow.struct(metadata),
            "prompt": arrow.list_(arrow.struct({"role": text, "content": text})),
            "info": text,
        }
    )
