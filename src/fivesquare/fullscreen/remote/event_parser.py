"""Server-sent events, as they come in: the text of each, bounded."""

import re
from collections.abc import Iterator

from fivesquare.fullscreen.remote.remote_errors import ServerError

_LINE_END = re.compile(rb"\r\n|\n|\r(?!\Z)")  # a \r at the very end may be half of \r\n


class EventParser:
    """Takes pieces of a stream of any length, and gives the data of each event that is complete."""

    def __init__(self, largest: int) -> None:
        """`largest` is how many bytes an event may have."""
        self._largest = largest
        self._rest = bytearray()
        self._data: list[bytes] = []
        self._size = 0

    def feed(self, piece: bytes) -> Iterator[str]:
        """The data of the events that end in this piece."""
        is_ending = self._rest.endswith(b"\r") or b"\n" in piece or b"\r" in piece
        self._rest += piece
        lines = []
        if is_ending:  # else there is nothing new to find, however many pieces a line comes in
            *lines, last = _LINE_END.split(self._rest)
            self._rest = bytearray(last)
        if len(self._rest) > self._largest:
            raise self._too_large()
        for line in lines:
            if line:
                self._take(bytes(line))
            elif self._data:
                yield self._event()

    def _take(self, line: bytes) -> None:
        """Keep what a line adds to the event; ids, comments and unknown fields add nothing."""
        field, _, value = line.partition(b":")
        if field != b"data":
            return
        self._data.append(value.removeprefix(b" "))
        self._size += len(value)
        if self._size > self._largest:
            raise self._too_large()

    def _event(self) -> str:
        data = b"\n".join(self._data).decode(errors="replace")
        self._data, self._size = [], 0
        return data

    def _too_large(self) -> ServerError:
        return ServerError(f"an event of this server has more than {self._largest:,} bytes")
