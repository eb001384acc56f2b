"""uvicorn's HTTP protocol with timeouts and limits.

uvicorn waits for ever for the rest of a request, and reads a head of any length. Here a request must have
arrived within some seconds of its first byte, its head has a limit, one address cannot hold all
connections, and an answer may not stay unread for long. But an answer may take its time: a stream of
events lives for hours. Requests may come behind each other (pipelining): they are read a piece at a time,
as fast as they are answered, so that any number of them takes little memory.
"""

import asyncio
from collections import Counter
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from fivesquare.web.serve.guard import SECURITY_HEADERS, household, is_stream
from fivesquare.web.settings import Settings

LARGEST_HEAD = 16 * 1024
_PIECE = 4 * 1024
"""Bytes that are read before it is looked at whether requests wait: there can be some hundred in them."""

_MOST_THROWN_AWAY = 1024 * 1024
"""Bytes of a body that are read although its request was refused: who cannot send does not read either."""

_SPARE_CONNECTIONS = 100
"""Of one address beside its streams."""

_LONGER_TO_READ = 6
"""Times longer than for sending: a phone may be in a tunnel."""

_SENTENCES = {
    400: "this is not HTTP",
    408: "the request took too long to arrive",
    431: f"the head of a request has at most {LARGEST_HEAD} bytes",
}


class HeadError(Exception):
    """Stops the parser."""


@lru_cache
def _refusal(status: int) -> bytes:
    body = b'{"error":"%s"}' % _SENTENCES[status].encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *SECURITY_HEADERS,
    ]
    lines = b"".join(b"%s: %s\r\n" % header for header in headers)
    return STATUS_LINE[status] + lines + b"\r\n" + body


class _Together:
    """The transport for one answer: its head waits for the body, because each writing costs both sides."""

    __slots__ = ("_head", "_is_begun", "_transport", "is_closing")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head = b""
        self._is_begun = False
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        if self._is_begun:
            self._transport.write(data)
        elif self._head:
            self._is_begun = True
            self._transport.write(self._head + data)
        else:
            self._head = data

    def close(self) -> None:
        if not self._is_begun:
            self._transport.write(self._head)
        self._transport.close()


class _Flow(FlowControl):
    """Reads nothing more while the protocol has not used what was read."""

    def __init__(self, protocol: "LimitedProtocol") -> None:
        super().__init__(protocol.transport)
        self._protocol = protocol

    def resume_reading(self) -> None:
        if not self._protocol.pipeline and not self._protocol.unread:
            super().resume_reading()


class LimitedProtocol(HttpToolsProtocol):
    """One connection. `protocol_class` makes the class that has settings."""

    patience: float
    most_of_one: int | None
    most_connections: int
    held: Counter[str]

    _deadline: asyncio.TimerHandle | None = None
    _reading_deadline: asyncio.TimerHandle | None = None
    _is_whole = False  # the request that arrives, or arrived last
    _has_head = False
    _fed = 0  # bytes since that request began, its body included, but for those of its first piece
    _running: RequestResponseCycle | None = None  # what is answered, or was last; `cycle` arrived last
    _holds_back = False
    _refused = 0  # the status with which the connection ends when all before it is answered
    unread = b""  # what has arrived and waits until the requests before it are answered
    _thrown_away = 0
    _holder: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = _Flow(self)
        if not self._may_hold():
            transport.abort()
            return
        self._start_deadline()

    def _may_hold(self) -> bool:
        """Whether this address, and all together, have a connection left."""
        if len(self.connections) > self.most_connections:
            return False
        if self.most_of_one is None or self.client is None:
            return True
        self._holder = household(self.client[0])
        self.held[self._holder] += 1
        return self.held[self._holder] <= self.most_of_one

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_deadline()
        self._stop_reading_deadline()
        if self._holder is not None:
            self.held[self._holder] -= 1
            if not self.held[self._holder]:
                del self.held[self._holder]
            self._holder = None
        self.unread = b""
        self.pipeline.clear()
        super().connection_lost(exc)
        if self._running is not None:  # uvicorn tells only what arrived last
            self._running.disconnected = True
            self._running.message_event.set()

    def data_received(self, data: bytes) -> None:
        if not self._refused:
            self.unread += data
            self._read_on()

    def _read_on(self) -> None:
        """Take what has arrived, a piece at a time, until a request waits for the one before it."""
        while self.unread and not self.pipeline and not self.transport.is_closing():
            piece, self.unread = self.unread[:_PIECE], self.unread[_PIECE:]
            self._take(piece)
        if self.transport.is_closing():
            return
        if self.unread:
            self._holds_back = True
            self.flow.pause_reading()
        elif self._holds_back:
            self._holds_back = False
            self.flow.resume_reading()

    def _take(self, data: bytes) -> None:
        if self._is_whole and self.cycle.response_complete:
            self._is_whole = self._has_head = False
            self._fed = 0
        self._fed += len(data)
        super().data_received(data)
        if self._is_whole:
            return
        if not self._has_head and self._fed > LARGEST_HEAD:
            self._refuse(431)
        elif self._deadline is None:
            self._start_deadline()

    def on_message_begin(self) -> None:
        if self._is_whole:  # one behind the other in the same bytes
            self._is_whole = self._has_head = False
            self._fed = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        if self._fed + _PIECE > LARGEST_HEAD and self._head_size() > LARGEST_HEAD:
            self._fed = LARGEST_HEAD + 1
            raise HeadError
        self._has_head = True
        super().on_headers_complete()
        cycle = self.cycle
        if cycle is not None and cycle.scope["method"] != "HEAD" and not self.expect_100_continue:
            cycle.transport = _Together(self.transport)  # type: ignore[assignment]

    def _head_size(self) -> int:
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        if self.cycle.response_complete:
            self._thrown_away += len(body)
            if self._thrown_away > _MOST_THROWN_AWAY:
                self.transport.close()

    def on_message_complete(self) -> None:
        self._is_whole = True
        self._thrown_away = 0
        self._stop_deadline()
        super().on_message_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self._refused:
            self._read_on()
        elif self._unanswered is None:
            self._refuse(self._refused)

    def pause_writing(self) -> None:
        """The client does not read, and the buffers are full."""
        super().pause_writing()
        self._stop_reading_deadline()
        patience = _LONGER_TO_READ * self.patience
        self._reading_deadline = self.loop.call_later(patience, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_reading_deadline()

    def send_400_response(self, msg: str) -> None:
        self._refuse(431 if self._fed > LARGEST_HEAD and not self._has_head else 400)

    def shutdown(self) -> None:
        """The server ends: an answer on its way is finished, but a stream would go on for ever."""
        super().shutdown()
        cycle = self._running
        if cycle is not None and not cycle.response_complete and is_stream(cycle.scope["path"]):
            self._end_stream(cycle)

    def _end_stream(self, cycle: RequestResponseCycle) -> None:
        """Close in good order if the answer is read; a client that does not read is cut off."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        if cycle.response_started and cycle.chunked_encoding:
            self.transport.write(b"0\r\n\r\n")
        self.transport.close()

    def _is_arriving(self, cycle: RequestResponseCycle) -> bool:
        return self._has_head and not self._is_whole and cycle is self.cycle

    @property
    def _unanswered(self) -> RequestResponseCycle | None:
        """The request whose turn it is to be answered."""
        return None if self._running is None or self._running.response_complete else self._running

    def _refuse(self, status: int) -> None:
        """Answer what arrives, as soon as all before it is answered, and close."""
        self._stop_deadline()
        if self.transport.is_closing():
            return
        turn = self._unanswered
        if turn is None or (self._is_arriving(turn) and not turn.response_started):
            self.transport.write(_refusal(status))
            self.transport.close()
        elif self._is_arriving(turn) or is_stream(turn.scope["path"]):
            self.transport.close()
        else:
            self._refused = status
            self.unread = b""

    def _start_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.patience, self._give_up)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_reading_deadline(self) -> None:
        if self._reading_deadline is not None:
            self._reading_deadline.cancel()
            self._reading_deadline = None

    def _give_up(self) -> None:
        turn = self._unanswered
        if turn is not None and not self._is_arriving(turn):
            self._start_deadline()  # perhaps the rest is here, and is not read
        elif self._fed or self.cycle is not None:
            self._refuse(408)
        else:  # it never said a word: browsers open such connections in advance
            self.transport.close()


def protocol_class(settings: Settings) -> type[LimitedProtocol]:
    """The protocol with these settings, and one count of connections for all of its own."""
    fields: dict[str, Any] = {
        "patience": settings.patience,
        "most_of_one": None if settings.trust_proxy else settings.streams + _SPARE_CONNECTIONS,
        "most_connections": settings.most_streams + _SPARE_CONNECTIONS,
        "held": Counter(),
    }
    return type("LimitedProtocol", (LimitedProtocol,), fields)
