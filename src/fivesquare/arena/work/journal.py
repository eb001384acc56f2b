"""A journal: the results of finished units of work, on disk. A crash costs only what was unfinished.

JSON lines. The first says what work it is, `{"work": about}`; each further one is a unit and its result,
`{"unit": .., "result": ..}`, in the order in which they were finished. A line that a crash has torn counts
for nothing: its unit is done again.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from fivesquare import files
from fivesquare.errors import FileError, WorkError, quote
from fivesquare.files import LARGEST, Growing, named

_VALUES = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
_KEYS = json.JSONEncoder(allow_nan=False, separators=(",", ":"), sort_keys=True)


def written(value: Any) -> str:
    """A JSON value as text; a ValueError or TypeError if it is not one."""
    return _VALUES.encode(value)


def key_of(unit: Any) -> str:
    """The name of a unit in a journal: the same for the same JSON value."""
    return _KEYS.encode(unit)


class Journal:
    """The finished units of some work. In memory is only the offset of each result."""

    def __init__(self, path: Path, about: Any) -> None:
        """Open the journal at `path`, created if missing; `about` is everything that decides results.

        A journal of other work is refused, and so is one that another process is writing.
        """
        try:
            about = json.loads(written(about))
        except (TypeError, ValueError) as error:
            raise WorkError(f"what a journal is about must be JSON: {error}") from None
        self._path = path
        self._file = Growing(path)
        self._places: dict[int, int] = {}  # from the hash of a unit's key to where its line begins
        self._others: dict[str, int] = {}  # the same by the key itself, if another one has that hash
        try:
            self._read(about)
        except BaseException:
            self._file.release()
            raise

    @classmethod
    def open(cls, path: Path | str, about: Any) -> Self:
        """The same as calling the class."""
        return cls(Path(path), about)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Release the file, so that another process may continue."""
        self._file.release()

    def __len__(self) -> int:
        """How many units are finished."""
        return len(self._places) + len(self._others)

    def find(self, key: str) -> str | None:
        """The result of a unit as JSON text, by the unit's key; None if it is not finished."""
        start = self._others.get(key, self._places.get(hash(key)))
        if start is None:
            return None
        entry = _read_line(self._file.line_at(start))
        return written(entry["result"]) if entry is not None and key_of(entry["unit"]) == key else None

    def keep(self, finished: Iterable[tuple[str, str]]) -> None:
        """Keep results, each with the key of its unit; they are on the disk when this returns.

        A unit that is here already stays as it is.
        """
        lines, starts, end = [], dict[str, int](), self._file.size
        for key, result in finished:
            if key in starts or self.find(key) is not None:
                continue
            line = f'{{"unit":{key},"result":{result}}}\n'.encode()
            if len(line) >= LARGEST:
                problem = f"a result is larger than {LARGEST:,} bytes"
                raise FileError(f"cannot write {named(self._path)}: {problem}")
            lines.append(line)
            starts[key] = end
            end += len(line)
        self._file.append(b"".join(lines))
        for key, start in starts.items():
            self._note(key, start)

    def _note(self, key: str, start: int) -> None:
        number = hash(key)
        if number not in self._places:
            self._places[number] = start
        elif self.find(key) is None:
            self._others[key] = start

    def _read(self, about: Any) -> None:
        heading = (written({"work": about}) + "\n").encode()
        lines = self._file.lines()
        _, first = next(lines, (0, b""))
        if not first.endswith(b"\n"):
            self._begin(first, heading)
            return
        self._check_about(first, about)
        for start, line in lines:
            if not line.endswith(b"\n") and start + len(line) == self._file.size:
                self._file.cut(start)
            elif (entry := _read_line(line)) is not None:
                self._note(key_of(entry["unit"]), start)

    def _begin(self, first: bytes, heading: bytes) -> None:
        """Write the heading into an empty file, or one that was left while that was done."""
        if not heading.startswith(first.rstrip(b"\0")) or len(first) < self._file.size:
            raise self._foreign()
        self._file.cut(0)
        self._file.append(heading)

    def _check_about(self, first: bytes, about: Any) -> None:
        try:
            heading = json.loads(first)
        except (ValueError, RecursionError):
            heading = None
        if not isinstance(heading, dict) or list(heading) != ["work"]:
            raise self._foreign()
        if key_of(heading["work"]) != key_of(about):
            how = _difference(heading["work"], about)
            raise FileError(f"{named(self._path)} is a journal of other work: {how}")

    def _foreign(self) -> FileError:
        return FileError(f"{named(self._path)} is there already, and is no journal of finished work")


def _read_line(line: bytes) -> dict[str, Any] | None:
    """The unit and the result in a line; None if the line is incomplete."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) and entry.keys() == {"unit", "result"} else None


def _difference(there: Any, here: Any) -> str:
    """Where two descriptions of work differ first, for use in a message."""
    if not isinstance(there, dict) or not isinstance(here, dict):
        return f"it says {quote(there)}, this is {quote(here)}"
    names = {**there, **here}
    name = next(name for name in names if _answer(there, name) != _answer(here, name))
    return f"{name} was {_answer(there, name)}, and is {_answer(here, name)} now"


def _answer(about: dict[str, Any], name: str) -> str:
    return key_of(about[name]) if name in about else "nothing"


# --- Folders with a journal in them ---

JOURNAL = "journal.jsonl"


def prepare(folder: Path) -> None:
    """Make a folder for work, and those above it, or take one that is empty or has a journal in it.

    Where a journal is, the other files are ours as well, and may be overwritten.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        in_it = {path.name for path in folder.iterdir()}
    except OSError as error:
        raise FileError(f"cannot use {files.named(folder)}: {error.strerror}") from None
    if in_it and JOURNAL not in in_it:
        raise FileError(f"{files.named(folder)} has other things in it: name a new folder, or an empty one")
