"""A line between browser and server that a test can cut: it drops, stalls and refuses connections."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_CHUNK = 65536


class Line:
    """One connection through the proxy."""

    def __init__(self, client: socket.socket, server: socket.socket) -> None:
        self._ends = client, server
        self._asked = b""  # the first words of every request
        self._is_stalled = False
        for source, sink in ((client, server), (server, client)):
            threading.Thread(target=self._pump, args=(source, sink), daemon=True).start()

    def has_asked(self, path: bytes) -> bool:
        return path in self._asked

    def stall(self) -> None:
        """Swallow everything from now on, without a word to anybody."""
        self._is_stalled = True

    def cut(self) -> None:
        for end in self._ends:
            _shut(end)

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(_CHUNK):
                if source is self._ends[0]:
                    self._asked += data.partition(b"\r\n")[0]
                if not self._is_stalled:
                    sink.sendall(data)
        if not self._is_stalled:
            self.cut()


class Proxy:
    """Passes everything on to a port of this machine, as long as it is told so."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self._port: int = self._listener.getsockname()[1]
        self._lines: list[Line] = []
        self._lock = threading.Lock()
        self._accepts = True
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def drop(self) -> None:
        """Cut every connection; new ones are let through."""
        with self._lock:
            lines, self._lines = self._lines, []
        for line in lines:
            line.cut()

    def stall(self, path: bytes) -> None:
        """Let nothing through any more where such a path was asked for; nobody is told."""
        with self._lock:
            for line in self._lines:
                if line.has_asked(path):
                    line.stall()

    def refuse(self) -> None:
        """Cut every connection, and every new one."""
        self._accepts = False
        self.drop()

    def restore(self) -> None:
        self._accepts = True

    def close(self) -> None:
        _shut(self._listener)
        self.refuse()

    def _listen(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self._target)) if self._accepts else None
            except OSError:
                server = None
            if server is None:
                _shut(client)
                continue
            with self._lock:
                self._lines.append(Line(client, server))


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextmanager
def proxy_to(port: int) -> Iterator[Proxy]:
    proxy = Proxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
