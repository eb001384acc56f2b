"""Records as text: read them, check them, write them, keep them in files.

A record is one JSON object, the same in files, on the wire and in logs (docs/records.md). What it
means is `Position.from_record`; this file is about the JSON.
"""

import json
import math
import os
import secrets
from pathlib import Path
from typing import Any, NoReturn

from fivesquare.errors import RecordError, quote
from fivesquare.position import Position

LARGEST_FILE = 16 * 1024 * 1024


def parse_record(text: str) -> dict[str, Any]:
    """The JSON object in `text`; the inverse of `format_record`."""
    if not isinstance(text, str):
        raise RecordError(f"a record is read from text, not from {quote(text)}")
    try:
        record = json.loads(text, parse_constant=_refuse_constant, parse_float=_finite)
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
        raise RecordError("this record holds something that JSON cannot say") from None


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file, with errors that name the file."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RecordError(f"cannot read {quote(str(path))}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(f"cannot read {quote(str(path))}: not a text file") from None
    except ValueError:
        raise RecordError(f"{quote(str(path))} cannot be the name of a file") from None
    if len(text) > LARGEST_FILE:
        raise RecordError(f"{quote(str(path))} is too large for a record")
    return parse_record(text)


def load(path: Path) -> Position:
    """The position at the end of the record in a file."""
    return Position.from_record(read_json(path))


def save(path: Path, record: dict[str, Any]) -> None:
    """Write a record so that a crash at any moment leaves the old file or the new one, whole."""
    path = Path(os.path.realpath(path))  # what a link leads to is replaced, not the link
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("x", encoding="utf-8") as file:
            file.write(format_record(record) + "\n")
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the rename last through a power cut; where folders cannot be opened, do without."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
