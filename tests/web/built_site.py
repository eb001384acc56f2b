"""The static site, built once for all tests of a run, and a plain web server for such a folder."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from once import made_once
from web.postgres import missing

NEEDED = ("node", "npm")
BASE = "/fivesquare/"
"""The folder of a host that the site is built for; only its page for unknown addresses knows."""


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site."""
    for program in NEEDED:
        if shutil.which(program) is None:
            missing(f"there is no {program}, which builds the site")
    return made_once(tmp_path_factory, "built site", build)


def build(folder: Path, *options: str) -> str:
    """Build a site in a process of its own: a test that drives a browser cannot run an event loop."""
    command = [
        sys.executable,
        "-m",
        "fivesquare",
        "site",
        str(folder),
        "--no-docs",
        "--base",
        BASE,
        *options,
    ]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        missing(f"the site could not be built: {done.stdout}")
    return done.stdout


def version_of(folder: Path) -> str:
    """The version of a site that was built."""
    (app,) = (folder / "app").iterdir()
    return app.name


class Host:
    """A web server for a folder, at any path; it can be stopped, and started again at the same address."""

    def __init__(self, folder: Path, path: str = "/") -> None:
        self.folder, self.path = folder, path
        self.asked: list[str] = []
        self._server: ThreadingHTTPServer | None = None
        self._port = 0
        self.start()

    @property
    def url(self) -> str:
        """The address of its home page."""
        return f"http://localhost:{self._port}{self.path}"

    def start(self) -> None:
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), partial(_Handler, self))
        self._server.daemon_threads = True
        self._port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}).start()

    def stop(self) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


@contextmanager
def hosting(folder: Path, path: str = "/") -> Iterator[Host]:
    host = Host(folder, path)
    try:
        yield host
    finally:
        host.stop()


class _Handler(SimpleHTTPRequestHandler):
    """What `python -m http.server` does, but for the path, and a page for what is not there."""

    def __init__(self, host: Host, *arguments: Any) -> None:
        self._host = host
        super().__init__(*arguments, directory=str(host.folder))

    def translate_path(self, path: str) -> str:
        if not path.startswith(self._host.path):
            return str(self._host.folder / "nowhere")
        return super().translate_path(f"/{path.removeprefix(self._host.path)}")

    def do_GET(self) -> None:
        self._host.asked.append(self.path)
        super().do_GET()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = self._host.folder / "404.html"
        if code != 404 or not page.exists():
            return super().send_error(code, message, explain)
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None

    def log_message(self, *_: Any) -> None:
        """Say nothing."""
