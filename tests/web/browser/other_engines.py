"""Firefox and WebKit, each in a new profile: the engines that Playwright cannot drive as Debian ships them.

Both speak WebDriver: Firefox by Marionette, JSON over a socket of its own; WebKit by HTTP, through
WebKitWebDriver. A few commands are enough to open pages and to click.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import httpx2

from patience import PATIENCE
from web.postgres import missing

_PAUSE = 0.05  # seconds between two looks
_PREFERENCES = {
    "marionette.port": 0,
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}
"""A port of its own, and no connection that a page did not ask for."""
_PATHS = {"Navigate": "url", "ExecuteScript": "execute/sync", "FindElement": "element"}
"""Of WebDriver over HTTP, by the names that Marionette has for them."""


class Window(ABC):
    """The one window of a browser."""

    @abstractmethod
    def _send(self, command: str, **told: Any) -> Any:
        """The value that a command of WebDriver gives."""

    def open(self, address: str) -> None:
        self._send("Navigate", url=address)

    def run(self, script: str) -> Any:
        """What the body of a function returns on the page."""
        return self._send("ExecuteScript", script=script, args=[])

    def wait_for(self, script: str) -> Any:
        """What a script returns, as soon as that is true."""
        until = time.monotonic() + PATIENCE
        while not (found := self.run(script)):
            assert time.monotonic() < until, f"never true: {script}, at {self.run('return location.href')}"
            time.sleep(_PAUSE)
        return found

    def click(self, selector: str) -> None:
        """Click the first element that a selector finds, as soon as it takes clicks."""
        element = f"document.querySelector({json.dumps(selector)})"
        self.wait_for(f"return getComputedStyle({element}).pointerEvents !== 'none'")
        found = self._send("FindElement", using="css selector", value=selector)
        (reference,) = found.values()
        self._click(reference)

    @abstractmethod
    def _click(self, reference: str) -> None: ...


class Firefox(Window):
    """Firefox by Marionette: a message is its length, a colon and JSON."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._answers = self._socket.makefile("rb")
        self._read()  # its greeting
        self._send("NewSession")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._answers.close()
        self._socket.close()

    def _send(self, command: str, **told: Any) -> Any:
        message = json.dumps([0, 1, f"WebDriver:{command}", told]).encode()
        self._socket.sendall(b"%d:%b" % (len(message), message))
        _, _, error, answer = self._read()
        assert error is None, error
        return answer.get("value", answer)

    def _read(self) -> Any:
        length = b"".join(iter(lambda: self._answers.read(1), b":"))
        return json.loads(self._answers.read(int(length)))

    def _click(self, reference: str) -> None:
        self._send("ElementClick", id=reference)


class WebKit(Window):
    """WebKit by the HTTP of WebDriver."""

    def __init__(self, driver: httpx2.Client, browser: Path) -> None:
        self._driver, self._path = driver, ""
        options = {"binary": str(browser), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        session = self._ask("session", wanted)["sessionId"]
        self._path = f"session/{session}/"

    def close(self) -> None:
        self._driver.delete(self._path.rstrip("/"))

    def _send(self, command: str, **told: Any) -> Any:
        return self._ask(_PATHS[command], told)

    def _click(self, reference: str) -> None:
        self._ask(f"element/{reference}/click", {})

    def _ask(self, path: str, told: dict[str, Any]) -> Any:
        answer = self._driver.post(f"{self._path}{path}", json=told)
        assert answer.is_success, answer.text
        return answer.json()["value"]


@contextmanager
def firefox(folder: Path) -> Iterator[Window]:
    program = shutil.which("firefox-esr") or shutil.which("firefox") or missing("there is no Firefox")
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines))
    command = [program, "--headless", "--marionette", "--no-remote", "--profile", str(folder)]
    with ExitStack() as open_things:
        open_things.enter_context(_running(command, folder, {"HOME": str(folder)}))
        yield open_things.enter_context(Firefox(int(_written(folder / "MarionetteActivePort"))))


@contextmanager
def webkit(folder: Path) -> Iterator[Window]:
    browser = next(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"), None)
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
    if not (driver and browser and screen):
        missing("there is no WebKit: Debian's webkit2gtk-driver and xvfb bring it")
    with ExitStack() as open_things:
        told = open_things.enter_context((folder / "display").open("wb"))
        number = told.fileno()  # where the screen writes its own as soon as it is there
        open_things.enter_context(
            _running([screen, "-displayfd", str(number)], folder, {}, kept_open=(number,))
        )
        display = f":{_written(folder / 'display').strip()}"
        port = _free_port()
        command = [driver, f"--port={port}", "--host=127.0.0.1"]
        open_things.enter_context(_running(command, folder, {"DISPLAY": display, "HOME": str(folder)}))
        window = WebKit(open_things.enter_context(_driving(port)), browser)
        yield window
        window.close()


ENGINES = {"firefox": firefox, "webkit": webkit}


@contextmanager
def _running(
    command: list[str], folder: Path, environment: dict[str, str], kept_open: tuple[int, ...] = ()
) -> Iterator[None]:
    """A program until the block ends."""
    with (folder / "browser.log").open("ab") as log:
        process = subprocess.Popen(
            command,
            stdout=log,
            stderr=log,
            env={**os.environ, **environment},
            pass_fds=kept_open,
        )
    try:
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _written(file: Path) -> str:
    """What a program writes into a file when it is ready."""
    until = time.monotonic() + PATIENCE
    while not (file.exists() and (text := file.read_text()).strip()):
        assert time.monotonic() < until, f"{file.name} was never written"
        time.sleep(_PAUSE)
    return text


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@contextmanager
def _driving(port: int) -> Iterator[httpx2.Client]:
    """A client of the driver, as soon as that answers."""
    with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                client.get("/status")
            except httpx2.TransportError:
                assert time.monotonic() < until, "the driver of WebKit never answered"
                time.sleep(_PAUSE)
            else:
                break
        yield client
