"""A line between browser and server that a test can cut: it drops, stalls and refuses connections."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_CHUNK = 65536


class Proxy:
    """Passes everything on to a port of this machine, as long as it is told so."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self._port: int = self._listener.getsockname()[1]
        self._pairs: list[socket.socket] = []
        self._lock = threading.Lock()
        self._flows = threading.Event()  # cleared: nothing passes, and nobody is told
        self._flows.set()
        self._accepts = True
        self._ended = False
        self.connections = 0
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    # --- What a test does to the line ---

    def drop(self) -> None:
        """Cut every connection; new ones are let through."""
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for end in pairs:
            _shut(end)

    def refuse(self) -> None:
        """Cut every connection, and every new one."""
        self._accepts = False
        self.drop()

    def stall(self) -> None:
        """Let nothing through any more, in connections that stay open."""
        self._flows.clear()

    def restore(self) -> None:
        self._accepts = True
        self._flows.set()

    def close(self) -> None:
        self._ended = True
        self._flows.set()
        _shut(self._listener)
        self.drop()

    # --- The line itself ---

    def _listen(self) -> None:
        while not self._ended:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self._accepts:
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()
            else:
                _shut(client)

    def _connect(self, client: socket.socket) -> None:
        try:
            server = socket.create_connection(("127.0.0.1", self._target))
        except OSError:
            _shut(client)
            return
        with self._lock:
            self._pairs += [client, server]
            self.connections += 1
        threading.Thread(target=self._pump, args=(client, server), daemon=True).start()
        self._pump(server, client)

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(_CHUNK):
                self._flows.wait()
                sink.sendall(data)
        _shut(source)
        _shut(sink)


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
