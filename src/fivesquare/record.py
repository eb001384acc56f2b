"""Records as JSON text: parsing, checking, formatting, and files.

A record is one JSON object, the same in files, on the wire and in logs (docs/records.md).
`Position.from_record` interprets it; this module is about the JSON.
"""

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from fivesquare import files
from fivesquare.errors import FileError, FivesquareError, RecordError, quote
from fivesquare.position import Position

_BYTE_ORDER_MARK = "\ufeff"  # some editors put it before everything


def parse_record(text: str) -> dict[str, Any]:
    """The JSON object in `text`; the inverse of `format_record`."""
    if not isinstance(text, str):
        raise RecordError(f"a record is read from text, not from {quote(text)}")
    try:
        record = json.loads(
            text.removeprefix(_BYTE_ORDER_MARK), parse_constant=_refuse_constant, parse_float=_finite
        )
    except RecursionError:
        raise RecordError("this JSON is nested too deeply for a record") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"this is not JSON: {error.msg} at {where} in {quote(text)}") from None
    except RecordError:
        raise
    except ValueError:  # Python refuses to read numbers of thousands of digits
        raise RecordError("a number in this JSON is too long") from None
    if not isinstance(record, dict):
        raise RecordError(f"a record is an object, not {quote(record)}")
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise RecordError(f"{name} is not JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise RecordError(f"the number {quote(digits)} is too large")
    return number


def format_record(record: dict[str, Any]) -> str:
    """A record on one line."""
    try:
        return json.dumps(record, separators=(", ", ": "), allow_nan=False)
    except RecursionError:
        raise RecordError("this record is nested too deeply to be written") from None
    except (TypeError, ValueError):
        raise RecordError("this record contains something that JSON cannot express") from None


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Name this file in errors raised in the block."""
    try:
        yield
    except FileError:
        raise  # names it already
    except FivesquareError as error:
        named = RecordError(f"{files.named(path)}: {error}")
        named.at = error.at
        raise named from None


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file."""
    with naming(path):
        return parse_record(files.read_text(path))


def load(path: Path) -> Position:
    """The position at the end of the record in a file."""
    record = read_json(path)
    with naming(path):
        return Position.from_record(record)


def save(path: Path, record: dict[str, Any]) -> None:
    """Write a record atomically: a crash leaves either the old file or the new one."""
    files.write_whole(path, format_record(record) + "\n")
