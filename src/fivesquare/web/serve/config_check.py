"""Whether a server with these options could start: everything is looked at, and nothing is served."""

import ipaddress
import re
from collections.abc import Iterator
from contextlib import suppress

from fivesquare.cache import folder
from fivesquare.solver.code import is_warm
from fivesquare.web.serve.banner import is_everywhere
from fivesquare.web.serve.processes import StartupError, listen, raise_descriptor_limit
from fivesquare.web.settings import Settings, streams_that_fit
from fivesquare.web.store.readiness import Finding, findings

_NAME = re.compile(r"(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
_FEW = 1000  # open games


def check(settings: Settings) -> Iterator[Finding]:
    """Everything that decides whether the server can start, and whether it is safe where it is."""
    yield _of_port("port", settings.host, settings.port, "--port")
    if settings.metrics_port is not None:
        yield _of_metrics(settings)
    yield from findings(settings.database, settings.workers)
    yield from _of_names(settings)
    yield _of_proxy(settings)
    yield _of_streams()
    yield _of_solver()


def _of_port(subject: str, host: str, port: int, option: str) -> Finding:
    try:
        sockets = listen(host, port, option)
    except StartupError as error:
        return Finding(subject, "wrong", str(error))
    for each in sockets:
        each.close()
    shown = "any that is free" if port == 0 else str(port)
    return Finding(subject, "ok", f"{shown}, at {host}")


def _of_metrics(settings: Settings) -> Finding:
    host, port = settings.metrics_host, settings.metrics_port or 0
    if port and port == settings.port:
        return Finding("metrics", "wrong", f"port {port} is that of the games: give another with --metrics")
    found = _of_port("metrics", host, port, "--metrics")
    if found.verdict == "ok" and not _is_loopback(host):
        return Finding("metrics", "note", f"{found.text}: see to it that only Prometheus reaches it")
    return found


def _of_names(settings: Settings) -> Iterator[Finding]:
    for name in sorted(settings.allowed_hosts):
        if not _NAME.fullmatch(name):
            text = f"--allow-host {name} can never match: give a name alone, like games.example.org"
            yield Finding("names", "wrong", text)
            return
    said = ", ".join(sorted(settings.allowed_hosts)) or "none besides localhost and numeric addresses"
    yield Finding("names", "ok", said)


def _of_proxy(settings: Settings) -> Finding:
    is_local = _is_loopback(settings.host)
    if settings.trust_proxy and not is_local:
        text = "who reaches this port directly can claim any address: listen on 127.0.0.1"
        return Finding("proxy", "note", text)
    if settings.allowed_hosts and is_local and not settings.trust_proxy:
        text = "if a proxy is before it, all its clients count as one address: give --trust-proxy"
        return Finding("proxy", "note", text)
    if settings.trust_proxy:
        return Finding(
            "proxy", "ok", "what it says about clients is believed; only this machine reaches the port"
        )
    return Finding("proxy", "ok", "none is believed")


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return not is_everywhere(host) and ipaddress.ip_address(host).is_loopback
    return host == "localhost"


def _of_streams() -> Finding:
    fitting = streams_that_fit(raise_descriptor_limit())
    text = f"{fitting:,} games can be open"
    if fitting < _FEW:
        return Finding("streams", "note", f"only {text}: raise the limit of open files (LimitNOFILE)")
    return Finding("streams", "ok", text)


def _of_solver() -> Finding:
    if is_warm():
        return Finding("solver", "ok", "compiled")
    try:
        place = str(folder().parent)
    except OSError as error:
        return Finding("solver", "note", f"compiled at every start, nothing can be kept: {error.strerror}")
    return Finding("solver", "ok", f"compiled at the first start, in some 15 seconds, and kept in {place}")
