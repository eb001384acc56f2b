"""HTTP as a load needs it: bytes that are made once, answers that are read only as far as they are needed.

A request carries what a browser would send, and the seat's secret in the cookie.
"""

import asyncio
import time
from collections.abc import Callable

Answered = Callable[[int, bytes], None]
"""Is told the status and the body of an answer."""

Heard = Callable[[int], None]
"""Is told the ply of each event, when the whole event has arrived."""

_BROWSER = (
    "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n"
    "Accept: */*\r\nAccept-Language: en-GB,en;q=0.5\r\nAccept-Encoding: gzip, deflate\r\n"
    "Sec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\n"
)
_KEPT = 3.0  # seconds after which an idle connection is not used again: the server closes it after five


class Wire:
    """The way to one server: its address, and connections that are used one after the other."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.resent = 0  # requests whose connection was lost before the answer
        self._idle: list[tuple[Connection, float]] = []
        self._tasks: set[asyncio.Task[None]] = set()

    def head(self, method: str, path: str, secret: str = "") -> str:
        """Everything of a request that does not depend on its body."""
        host = f"127.0.0.1:{self.port}"
        cookie = f"Cookie: fivesquare={secret}\r\n" if secret else ""
        origin = f"Origin: http://{host}\r\nContent-Type: application/json\r\n" if method == "POST" else ""
        return f"{method} {path} HTTP/1.1\r\nHost: {host}\r\n{_BROWSER}{origin}{cookie}"

    def post(self, head: str, body: str, answered: Answered) -> None:
        """Send a request over a connection that is free, or a new one."""
        request = f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()
        now = time.monotonic()
        while self._idle:
            connection, since = self._idle.pop()
            if now - since < _KEPT and connection.is_open:
                connection.send(request, answered)
                return
            connection.close()
        self._start(request, answered)

    async def ask(self, head: str, body: str) -> tuple[int, bytes]:
        """Send a request, and wait for its answer."""
        waiting: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()
        self.post(head, body, lambda status, answer: waiting.set_result((status, answer)))
        return await waiting

    async def follow(self, path: str, secret: str, heard: Heard) -> "Stream":
        """A stream of events, from its first event on."""
        request = f"{self.head('GET', path, secret)}\r\n".encode()
        stream = Stream(request, heard)
        await asyncio.get_running_loop().create_connection(lambda: stream, "127.0.0.1", self.port)
        await stream.begun
        return stream

    def free(self, connection: "Connection") -> None:
        self._idle.append((connection, time.monotonic()))

    def lost(self, request: bytes, answered: Answered) -> None:
        """Send it again: a move that was made already is answered as if it were made now."""
        self.resent += 1
        self._start(request, answered)

    def _start(self, request: bytes, answered: Answered) -> None:
        task = asyncio.get_running_loop().create_task(self._connect(request, answered))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, request: bytes, answered: Answered) -> None:
        connection = Connection(self)
        await asyncio.get_running_loop().create_connection(lambda: connection, "127.0.0.1", self.port)
        connection.send(request, answered)

    def close(self) -> None:
        for connection, _ in self._idle:
            connection.close()
        self._idle.clear()


class _Ours(asyncio.Protocol):
    """A connection, and whether it can still be used."""

    is_open = False
    _transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport) or hasattr(transport, "write")
        self._transport = transport  # type: ignore[assignment]  # uvloop's is no subclass
        self.is_open = True

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_open = False

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._transport.close()


class Connection(_Ours):
    """One request after the other, each with its answer."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._request = b""
        self._answered: Answered | None = None
        self._arrived = b""

    def send(self, request: bytes, answered: Answered) -> None:
        self._request, self._answered = request, answered
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._arrived += data
        end = self._arrived.find(b"\r\n\r\n")
        if end < 0:
            return
        at = self._arrived.index(b"content-length: ", 0, end) + 16
        length = int(self._arrived[at : self._arrived.index(b"\r", at)])
        if len(self._arrived) < end + 4 + length:
            return
        status, body = int(self._arrived[9:12]), self._arrived[end + 4 :]
        answered, self._answered = self._answered, None
        self._arrived = b""
        self._wire.free(self)
        assert answered is not None, "an answer to nothing"
        answered(status, body)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._answered is not None:
            self._wire.lost(self._request, self._answered)
            self._answered = None


class Stream(_Ours):
    """The events of one seat. Each is a chunk of the answer, and begins with its ply."""

    def __init__(self, request: bytes, heard: Heard) -> None:
        self._request = request
        self._heard = heard
        self._arrived = b""
        self._is_past_head = False
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        self._arrived = self._arrived + data if self._arrived else data
        if not self._is_past_head:
            end = self._arrived.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._arrived.startswith(b"HTTP/1.1 200"):
                raise SystemExit(f"a stream was refused: {self._arrived.decode()}")
            self._arrived = self._arrived[end + 4 :]
            self._is_past_head = True
        while (size_end := self._arrived.find(b"\r\n")) > 0:
            begin = size_end + 2
            end = begin + int(self._arrived[:size_end], 16)
            if len(self._arrived) < end + 2:
                return
            self._hear(begin)
            self._arrived = self._arrived[end + 2 :]

    def _hear(self, begin: int) -> None:
        ply = int(self._arrived[begin + 4 : self._arrived.index(b"\n", begin)])  # behind "id: "
        if self.begun.done():
            self._heard(ply)
        else:
            self.begun.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.is_open:
            raise SystemExit("the server has closed a stream")
        if not self.begun.done():
            self.begun.set_exception(ConnectionError("a stream was closed before its first event"))
