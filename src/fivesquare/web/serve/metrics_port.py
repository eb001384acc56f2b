"""The port at which Prometheus asks for metrics: one for all processes of a server.

Every process answers on the same listening sockets, from a thread of its own, with the sums over all.
"""

import os
import shutil
import socket
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

_PATIENCE = 10.0  # seconds for a request to arrive
_PATHS = ("/", "/metrics")


@contextmanager
def shared_folder() -> Iterator[None]:
    """The folder in which all processes count, for as long as the server runs."""
    folder = tempfile.mkdtemp(prefix="fivesquare-metrics-")
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # read when prometheus_client is imported
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def forget_process(number: int) -> None:
    """A process has ended: what it counted stays, what it has open does not."""
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(number)  # type: ignore[no-untyped-call]


def serve_metrics(sockets: Iterable[socket.socket]) -> None:
    """Answer here until the process ends."""
    from prometheus_client import CollectorRegistry, make_wsgi_app
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    app = _only_metrics(make_wsgi_app(registry))
    for each in sockets:
        server = _MetricsServer(each)
        server.set_app(app)
        threading.Thread(target=server.serve_forever, name="fivesquare-metrics", daemon=True).start()


class _Handler(WSGIRequestHandler):
    timeout = _PATIENCE

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """A scrape is nothing to note."""


class _MetricsServer(ThreadingMixIn, WSGIServer):
    """A server on a socket that listens already."""

    daemon_threads = True

    def __init__(self, listening: socket.socket) -> None:
        super().__init__(listening.getsockname()[:2], _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        self.server_name, self.server_port = listening.getsockname()[:2]
        self.setup_environ()


def _only_metrics(metrics: Callable[..., Any]) -> Callable[..., Any]:
    """The metrics at their address, and nothing anywhere else."""

    def app(request: dict[str, Any], start_response: Callable[..., Any]) -> Any:
        if request["PATH_INFO"] in _PATHS:
            return metrics(request, start_response)
        start_response("404 Not Found", [("Content-Type", "text/plain")])
        return [b"the metrics are at /metrics\n"]

    return app
