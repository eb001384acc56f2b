"""A line to a server that a test can hold, cut, and let lose answers; one connection has one request."""

import select
import socket
import ssl
import threading
from collections import defaultdict, deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

from hypothesis import strategies as st

from patience import PATIENCE

Fate = Literal["lost"] | bytes
"""What becomes of an answer: the request arrives and the answer does not; or this is the answer instead."""

LOST: Fate = "lost"

_PIECE = 65536


class Relay:
    """Passes requests on to a port of this machine, and their answers back."""

    def __init__(self, port: int, tls: ssl.SSLContext | None = None, header: bytes = b"") -> None:
        """`header` is a line that is added to every request."""
        self._port, self._tls, self._header = port, tls, header
        self._fates: dict[str, deque[Fate]] = defaultdict(deque)
        self._passing = threading.Event()  # streams are not held
        self._passing.set()
        self._lock = threading.Lock()
        self._connections: set[socket.socket] = set()
        self._is_down = False
        self.seen: list[str] = []
        """The requests that came, as "POST /api/games/ID/moves"."""
        self.heads: list[bytes] = []
        """Their heads."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self) -> str:
        scheme, port = "http" if self._tls is None else "https", self._listener.getsockname()[1]
        return f"{scheme}://{'127.0.0.1' if self._tls is None else 'localhost'}:{port}"

    def plan(self, word: str, *fates: Fate) -> None:
        """What becomes of the next requests whose path ends so, one after the other."""
        self._fates[word].extend(fates)

    def forget(self) -> None:
        """Nothing is planned any more."""
        self._fates.clear()

    def count(self, word: str) -> int:
        """How many requests came whose path ends so."""
        return sum(each.endswith(word) for each in self.seen)

    def hold(self) -> None:
        """Pass nothing of streams on."""
        self._passing.clear()

    def release(self) -> None:
        """Pass on what was held."""
        self._passing.set()

    def cut(self) -> None:
        """End every connection, and refuse new ones until `mend`."""
        self._is_down = True
        with self._lock:
            open_now = list(self._connections)
        for connection in open_now:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._is_down = False

    def close(self) -> None:
        self._listener.close()
        self.release()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, plain: socket.socket) -> None:
        with suppress(OSError), plain:
            if self._is_down:
                return
            plain.settimeout(PATIENCE)
            client = plain if self._tls is None else self._tls.wrap_socket(plain, server_side=True)
            with client, self._known(client):
                self._answer(client)

    @contextmanager
    def _known(self, connection: socket.socket) -> Iterator[None]:
        with self._lock:
            self._connections.add(connection)
        try:
            yield
        finally:
            with self._lock:
                self._connections.discard(connection)

    def _answer(self, client: socket.socket) -> None:
        request = _request(client)
        line = request.partition(b" HTTP/")[0].decode("latin-1")
        self.heads.append(request.partition(b"\r\n\r\n")[0] + b"\r\n")
        self.seen.append(line)
        fate = self._fate(line)
        if isinstance(fate, bytes):
            client.sendall(fate)
            return
        head, _, rest = request.partition(b"\r\n")
        with socket.create_connection(("127.0.0.1", self._port), PATIENCE) as server, self._known(server):
            server.sendall(head + b"\r\n" + self._header + rest)
            if fate == LOST:
                while server.recv(_PIECE):
                    pass
            else:
                self._pump(server, client, is_stream=line.endswith("/events"))

    def _fate(self, line: str) -> Fate | None:
        with self._lock:
            planned = next(
                (fates for word, fates in self._fates.items() if fates and line.endswith(word)), None
            )
            return planned.popleft() if planned else None

    def _pump(self, server: socket.socket, client: socket.socket, is_stream: bool) -> None:
        """Pass an answer on until either side hangs up."""
        while True:
            ready, _, _ = select.select([server, client], [], [])
            if client in ready:
                return
            piece = server.recv(_PIECE)
            if is_stream:
                self._passing.wait(PATIENCE)
            if not piece:
                return
            client.sendall(piece)


def _request(client: socket.socket) -> bytes:
    """A whole request."""
    request = b""
    while b"\r\n\r\n" not in request:
        request += _received(client)
    head, _, body = request.partition(b"\r\n\r\n")
    lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    missing = int(lengths[0].partition(b":")[2]) - len(body) if lengths else 0
    while missing > 0:
        piece = _received(client)
        request += piece
        missing -= len(piece)
    return request


def _received(client: socket.socket) -> bytes:
    piece = client.recv(_PIECE)
    if not piece:
        raise ConnectionError
    return piece


def answer(status: int, body: str = "", kind: str = "application/json", **headers: str) -> bytes:
    """An answer as it is sent; underscores in the names of headers stand for hyphens."""
    told = {"Content-Type": kind, "Content-Length": str(len(body.encode())), **headers}
    head = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in told.items())
    return f"HTTP/1.1 {status} Said\r\n{head}\r\n{body}".encode()


@contextmanager
def relaying(port: int, tls: ssl.SSLContext | None = None, header: bytes = b"") -> Iterator[Relay]:
    """A relay as long as the block lasts."""
    relay = Relay(port, tls, header)
    try:
        yield relay
    finally:
        relay.close()


@contextmanager
def silent() -> Iterator[str]:
    """The address of a server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


ANSWERS = st.one_of(
    st.binary(max_size=300),
    st.builds(
        lambda status, length, headers, body: (
            b"HTTP/1.1 %d X\r\n" % status
            + (b"" if length is None else b"Content-Length: %d\r\n" % length)
            + b"".join(name.encode() + b": " + value + b"\r\n" for name, value in headers)
            + b"\r\n"
            + body
        ),
        st.sampled_from([100, 101, 200, 204, 301, 302, 304, 308, 401, 404, 409, 429, 500, 503]),
        st.one_of(st.none(), st.integers(-1, 100)),
        st.lists(
            st.tuples(
                st.sampled_from(
                    ["Location", "Retry-After", "Set-Cookie", "Content-Type", "Transfer-Encoding"]
                ),
                st.one_of(
                    st.binary(max_size=20),
                    st.sampled_from(
                        [b"/", b"chunked", b"http://[", b"//x", b"fivesquare-1=x; Path=/", b"1"]
                    ),
                ),
            ),
            max_size=3,
        ),
        st.one_of(
            st.binary(max_size=50),
            st.sampled_from([b"{}", b'{"error": "no"}', b'{"error": 7, "game": []}', b"[[["]),
        ),
    ),
)
"""Whatever a program could answer that does not speak HTTP well."""
