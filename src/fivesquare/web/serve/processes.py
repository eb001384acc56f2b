"""A server as it runs: its sockets, its processes, and how they end.

Ctrl-C and SIGTERM end it in order: no new connections, open streams are closed at once, requests on their
way are answered. Whatever was acknowledged is durable anyway.
"""

import asyncio
import errno
import gc
import os
import resource
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from types import FrameType
from typing import Any, NoReturn

import uvicorn

from fivesquare.web.messages import App
from fivesquare.web.serve import logs, metrics_port
from fivesquare.web.serve.banner import welcome
from fivesquare.web.serve.protocol import protocol_class
from fivesquare.web.settings import Settings, available_descriptors, streams_that_fit

MakeApp = Callable[[Settings], App]
Sockets = list[socket.socket]
Ready = Callable[[], None]

_BACKLOG = 2048
_SECONDS_TO_FINISH = 15  # for requests on their way: longer than any solve may take
_ENDING = (signal.SIGINT, signal.SIGTERM)
_STARTED = "started"
_PAUSE = 1.0  # seconds before a process that died is replaced
_TIDY = 600.0  # seconds between two looks at all objects


class StartupError(Exception):
    """The server cannot run; the message is a sentence for the operator."""


class GracefulServer(uvicorn.Server):
    """uvicorn's server, which tells when it is ready and remembers what ended it."""

    def __init__(self, config: uvicorn.Config, ready: Ready, ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._ending = ending
        self.ended_by: int | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        settle_memory()
        self._tidy_later()
        self._ready()

    def _tidy_later(self) -> None:
        """Look for what nothing refers to any more, now and then: see `settle_memory`."""
        asyncio.get_running_loop().call_later(_TIDY, self._tidy)

    def _tidy(self) -> None:
        gc.collect()
        self._tidy_later()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ending()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """As uvicorn does, but the signal is not raised again: it has been obeyed."""
        before = {which: signal.signal(which, self.handle_exit) for which in _ENDING}
        try:
            yield
        finally:
            for which, handler in before.items():
                signal.signal(which, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.ended_by = sig
        super().handle_exit(sig, frame)


def settle_memory() -> None:
    """Let the collector of cycles look at what is young, and hardly ever at all that there is.

    A stream is some 160 objects, which form no cycle when it is closed. With Python's own thresholds all of
    them are looked at again and again as streams are opened: with 9,000 the longest pause was 1.7 s.
    """
    gc.collect()
    gc.freeze()  # what start-up has made stays for good
    gc.set_threshold(2_000, 5, 3_000)


def raise_descriptor_limit() -> int:
    """Raise the limit of open files as far as the system allows, and return it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = available_descriptors()
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError):  # some systems have a limit beside the one that they tell
        return soft
    return wanted


def listen(host: str, port: int, option: str = "--port") -> list[socket.socket]:
    """Sockets at every address of the host, all on one port; `option` is where they come from."""
    sockets = list[socket.socket]()
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        for family, kind, protocol, _, address in dict.fromkeys(found):
            one = socket.socket(family, kind, protocol)
            sockets.append(one)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, host != "::")
            one.bind((address[0], port, *address[2:]))
            one.listen(_BACKLOG)
            one.setblocking(False)
            port = one.getsockname()[1]  # of any that was free, the others take the same
    except OSError as error:
        for one in sockets:
            one.close()
        raise StartupError(_refusal(host, port, error, option)) from None
    return sockets


def _refusal(host: str, port: int, error: OSError, option: str) -> str:
    """Why the address cannot be used, and what to do."""
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} is in use, perhaps by another Fivesquare server; try {option} 0 for any free one"
        )
    if error.errno == errno.EACCES:
        return f"port {port} needs special rights; use one from 1024 up, like {option} 8000"
    return f"cannot listen at {host} ({error.strerror}); --host 0.0.0.0 is every address of this machine"


def run(settings: Settings, make_app: MakeApp, opens: bool = False) -> None:
    """Serve until Ctrl-C, which is raised again when all is in order, or until SIGTERM."""
    fitting = streams_that_fit(raise_descriptor_limit())
    settings = replace(settings, most_streams=min(settings.most_streams, fitting))
    sockets, metrics = listen(settings.host, settings.port), Sockets()
    port = sockets[0].getsockname()[1]
    with ExitStack() as until_it_ends:
        if settings.metrics_port is not None:
            metrics = _listen_for_metrics(settings.metrics_host, settings.metrics_port, sockets)
            settings = replace(settings, metrics_port=metrics[0].getsockname()[1])
            until_it_ends.enter_context(metrics_port.shared_folder())
        begin = serve if settings.workers == 1 else supervise
        ended_by = begin(settings, make_app, sockets, metrics, lambda: welcome(settings, port, opens))
    if ended_by == signal.SIGINT:
        raise KeyboardInterrupt


def _listen_for_metrics(host: str, port: int, others: Sockets) -> Sockets:
    """The same for metrics; if that cannot be, the others are closed."""
    try:
        return listen(host, port, "--metrics")
    except StartupError:
        for each in others:
            each.close()
        raise


def serve(
    settings: Settings, make_app: MakeApp, sockets: Sockets, metrics: Sockets, ready: Ready
) -> int | None:
    """Serve in this process; the signal that ended it."""
    logs.set_up(settings)
    made = make_app(settings)
    if metrics:
        metrics_port.serve_metrics(metrics)
    app = _Remembering(made)
    config = uvicorn.Config(
        app,
        http=protocol_class(settings),
        ws="none",
        loop="uvloop",
        lifespan="on",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # the guard reads them
        server_header=False,
        backlog=_BACKLOG,
        timeout_graceful_shutdown=_SECONDS_TO_FINISH,
    )
    server = GracefulServer(config, ready, getattr(made, "ending", lambda: None))
    try:
        server.run(sockets)
    except SystemExit:
        raise StartupError(f"the server cannot start: {app.failure}") from None
    return server.ended_by


class _Remembering:
    """An application, and the error that stopped it from starting."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.failure = "it ended before it could be asked anything"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return
        try:
            await self._app(scope, receive, _without_trace(send))
        except Exception as error:
            self.failure = _in_a_line(error)
            raise


def _without_trace(send: Any) -> Any:
    """Starlette tells its whole trace when it cannot start; a sentence follows from us."""

    async def shorter(message: Any) -> None:
        await send({"type": message["type"]})

    return shorter


def _in_a_line(error: Exception) -> str:
    """What an error says; one of a database has the words of the database in it."""
    said = str(getattr(error, "orig", None) or error).strip()
    return said.partition("\n")[0] or type(error).__name__


def supervise(
    settings: Settings, make_app: MakeApp, sockets: Sockets, metrics: Sockets, ready: Ready
) -> int | None:
    """Serve in several processes, which share the sockets; the signal that ended them."""
    logs.set_up(settings)
    return _Workers(settings, make_app, sockets, metrics).run(ready)


class _Workers:
    """The processes that serve. One that dies is replaced; what ends us ends them all."""

    def __init__(self, settings: Settings, make_app: MakeApp, sockets: Sockets, metrics: Sockets) -> None:
        self._settings = settings
        self._make_app = make_app
        self._sockets, self._metrics = sockets, metrics
        self._running = set[int]()
        self._ended_by: int | None = None

    def run(self, ready: Ready) -> int | None:
        before = {which: signal.signal(which, self._end) for which in _ENDING}
        try:
            self._start_all()
            if self._ended_by is None:
                ready()
            self._replace_the_dead()
        finally:
            for which, handler in before.items():
                signal.signal(which, handler)
        return self._ended_by

    def _start_all(self) -> None:
        """Returns when all can be asked; StartupError, and none is left, if one cannot."""
        hears, tells = os.pipe()
        for _ in range(self._settings.workers):
            self._start(tells)
        os.close(tells)
        with os.fdopen(hears) as lines:
            for _ in range(self._settings.workers):
                line = lines.readline().strip()
                if line != _STARTED and self._ended_by is None:
                    self._tell_all(signal.SIGTERM)
                    self._wait_for_all()
                    raise StartupError(line or "a process of the server ended at once")

    def _start(self, tells: int | None) -> None:
        """Another process; it tells when it can be asked, or why it cannot."""
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)  # until it knows which of us it is
        number = os.fork()
        if number == 0:
            self._be_a_worker(tells)
        self._running.add(number)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)

    def _be_a_worker(self, tells: int | None) -> NoReturn:
        status = 1
        try:
            for which in _ENDING:
                signal.signal(which, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
            sockets, metrics = self._sockets, self._metrics
            serve(self._settings, self._make_app, sockets, metrics, lambda: _tell(tells, _STARTED))
            status = 0
        except StartupError as error:
            _tell(tells, str(error))
        except BaseException as error:
            _tell(tells, _in_a_line(Exception(error)))
            logs.LOGGER.error("a process failed", exc_info=error)
        finally:
            os._exit(status)

    def _replace_the_dead(self) -> None:
        while self._running:
            number, status = os.wait()
            self._running.discard(number)
            if self._metrics:
                metrics_port.forget_process(number)
            if self._ended_by is None:
                logs.warn("a process ended, another takes its place", status=status)
                time.sleep(_PAUSE)
                if self._ended_by is None:
                    self._start(None)

    def _end(self, which: int, _frame: FrameType | None) -> None:
        """End them all; Ctrl-C has reached them as well, and is no second one to them."""
        self._ended_by = self._ended_by or which
        self._tell_all(signal.SIGTERM)

    def _tell_all(self, which: int) -> None:
        for number in self._running:
            with suppress(ProcessLookupError):
                os.kill(number, which)

    def _wait_for_all(self) -> None:
        while self._running:
            self._running.discard(os.wait()[0])


def _tell(pipe: int | None, line: str) -> None:
    if pipe is not None:
        os.write(pipe, f"{line}\n".encode())
        os.close(pipe)
