"""Rows in a file that is there whole or not at all, as JSON lines or Parquet; or as lines, one by one."""

import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from stat import S_IMODE
from typing import IO, Any, Literal, get_args

from fivesquare.errors import FileError
from fivesquare.files import named
from fivesquare.research.dataset.rows import Row
from fivesquare.research.family.difficulty import Difficulty

Format = Literal["jsonl", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)

_GROUP = 1000  # rows of a Parquet file that are kept in memory
_INSTALL = "pip install 'fivesquare[research]'"


class MissingError(FileError):
    """What writes this format is not installed."""


def line(row: Row) -> str:
    """A row as JSON on one line."""
    return json.dumps(row) + "\n"


def write_rows(path: Path, rows: Iterable[Row], format: Format, force: bool = False) -> None:  # noqa: A002
    """Write all rows into a new file; with `force` in the place of an old one, if there is one."""
    write = _parquet_writer() if format == "parquet" else _write_lines
    with _whole(path, force) as file:
        write(file, rows)


def check_place(path: Path, force: bool) -> None:
    """Refuse a place where nothing can be, or something is already; a file can be made to give way."""
    if not path.parent.is_dir():
        raise FileError(f"cannot write {named(path)}: there is no such folder")
    try:
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


@contextmanager
def _whole(path: Path, force: bool) -> Iterator[IO[bytes]]:
    """A file that takes its place when all is written; if anything goes wrong, it never was."""
    place = Path(os.path.realpath(path))
    part = place.with_name(f".fivesquare-{secrets.token_hex(4)}.part")
    try:
        try:
            with part.open("xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            if force:
                with suppress(FileNotFoundError):
                    part.chmod(S_IMODE(place.stat().st_mode))  # who may read the old one may read this
                part.replace(place)
            else:
                _take_free_place(part, place)
        except FileExistsError:  # somebody else was faster
            raise _exists(path) from None
        except OSError as error:
            raise FileError(f"cannot write {named(path)}: {error.strerror or error}") from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _take_free_place(part: Path, place: Path) -> None:
    """Give a file its name; FileExistsError if that was given away while the file was written."""
    try:
        place.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        with place.open("xb"):
            part.replace(place)
    else:
        part.unlink()


def _write_lines(file: IO[bytes], rows: Iterable[Row]) -> None:
    for row in rows:
        file.write(line(row).encode())


def _parquet_writer() -> Callable[[IO[bytes], Iterable[Row]], None]:
    try:
        import pyarrow as arrow  # 50 MB that nobody else needs
        import pyarrow.parquet as parquet
    except ModuleNotFoundError as error:
        raise MissingError(f"Parquet needs {error.name}, which is not here: {_INSTALL}") from None

    def write(file: IO[bytes], rows: Iterable[Row]) -> None:
        schema = _schema(arrow)
        waiting = iter(rows)
        with parquet.ParquetWriter(file, schema) as writer:
            while group := list(islice(waiting, _GROUP)):
                writer.write_table(arrow.Table.from_pylist(group, schema))

    return write


def _schema(arrow: Any) -> Any:
    """The types of the fields. Margins may be halves, so they are no whole numbers here."""
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
