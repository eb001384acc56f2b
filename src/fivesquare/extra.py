"""The extra keys of a record, which a position carries along unchanged."""

from collections.abc import Iterator, Mapping
from typing import Any

from fivesquare.board import listed
from fivesquare.errors import RecordError, quote

SETUP = "setup"
REQUIRED_KEYS = ("book", "board", "moves")
RECORD_KEYS = (*REQUIRED_KEYS, SETUP)

FORMAT_KEY = "fivesquare_format"
FORMAT = 1
"""The format of records. Versions that change what a record means write a higher one beside it."""


def check_format(record: Mapping[str, Any]) -> None:
    """Refuse a record of a newer format: whatever else it says may mean something else."""
    found = record.get(FORMAT_KEY)
    if type(found) is int and found > FORMAT:
        raise RecordError(
            "this was written by a newer version of Fivesquare than this one "
            f"(format {found}; this one reads {FORMAT})"
        )


class Extra(Mapping[str, Any]):
    """The extra keys of a record: an immutable mapping whose values are copied in and out."""

    __slots__ = ("_kept",)

    def __init__(self, keys: Mapping[str, Any] | None = None) -> None:
        if keys is not None and not isinstance(keys, Mapping):
            raise RecordError(f"the further keys of a record are an object, not {quote(keys)}")
        for key in keys or {}:
            if not isinstance(key, str):
                raise RecordError(f"the keys of a record are text, not {quote(key)}")
            if key in RECORD_KEYS:
                raise RecordError(f'"{key}" is not an extra key of a record: it is part of the game itself')
        self._kept: dict[str, Any] = _copied(dict(keys or {}))

    def __getitem__(self, key: str) -> Any:
        return _copied(self._kept[key])

    def __iter__(self) -> Iterator[str]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

    def __repr__(self) -> str:
        return f"Extra({self._kept!r})"

    def __deepcopy__(self, memo: object) -> "Extra":
        return self


def _copied(thing: Any) -> Any:
    """A deep copy of JSON lists and objects, without recursion because they may be deeply nested."""
    top = [thing]
    todo: list[list[Any] | dict[Any, Any]] = [top]
    seen: dict[int, tuple[object, object]] = {}  # by id: what has it, kept that it stays so, and its copy
    while todo:
        holder = todo.pop()
        for place, inner in enumerate(holder) if isinstance(holder, list) else list(holder.items()):
            if id(inner) not in seen:
                copy = listed(inner)
                if isinstance(copy, (list, tuple, dict)):
                    copy = dict(copy) if isinstance(copy, dict) else list(copy)
                    todo.append(copy)
                seen[id(inner)] = inner, copy
            holder[place] = seen[id(inner)][1]
    return top[0]
