"""The startup banner: where the server is, where it saves games, how to stop it."""

import ipaddress
import os
import socket
import sys
import threading
import webbrowser
from io import StringIO

import segno

from fivesquare.web.settings import Settings

_WHITE_ON_BLACK = "\x1b[97;40m"
_PLAIN = "\x1b[0m"
_ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation. Finding the route to one tells our own, and sends nothing."""


def welcome(settings: Settings, port: int, opens: bool = False) -> None:
    """Tell, and open a browser if that is wanted."""
    here = address(own_host(settings.host), port)
    sys.stdout.write(f"{words(settings, port)}\n")
    sys.stdout.flush()
    if opens:
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def words(settings: Settings, port: int) -> str:
    """The whole greeting."""
    lines = [f"Fivesquare is at {address(own_host(settings.host), port)}"]
    elsewhere = network_host(settings.host)
    if elsewhere is not None:
        there = address(elsewhere, port)
        lines += [f"On your network it is at {there}", "", drawn(there)]
        lines.append(f"An evening with everybody in the room: {there}/club")
    elif is_everywhere(settings.host):
        lines.append("This machine has no address on a network.")
    lines.append(f"Games are saved in {settings.shown_database}")
    if settings.metrics_port is not None:
        metrics = address(own_host(settings.metrics_host), settings.metrics_port)
        lines.append(f"Metrics for Prometheus are at {metrics}/metrics")
    if settings.workers > 1:
        lines.append(f"{settings.workers} processes share the work.")
    lines.append("Ctrl-C stops it; games stay.")
    return "\n".join(lines)


def address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_everywhere(host: str) -> bool:
    """Whether it means every address of this machine."""
    return host in ("", "0.0.0.0", "::")


def own_host(host: str) -> str:
    """What a browser on this machine calls it."""
    if not is_everywhere(host):
        return host
    return "::1" if host == "::" and not socket.has_dualstack_ipv6() else "127.0.0.1"


def network_host(host: str) -> str | None:
    """What others call it; None if they cannot reach it."""
    if is_everywhere(host):
        families = (socket.AF_INET, socket.AF_INET6) if host == "::" else (socket.AF_INET,)
        found = [own for family in families if (own := _own_address(family)) is not None]
        return found[0] if found else None
    try:
        return None if ipaddress.ip_address(host).is_loopback else host
    except ValueError:
        return None


def _own_address(family: socket.AddressFamily) -> str | None:
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((_ELSEWHERE[family], 9))
            own = str(asking.getsockname()[0])
    except OSError:
        return None
    return None if ipaddress.ip_address(own).is_loopback else own


def drawn(link: str) -> str:
    """A link for a telephone's camera."""
    out = StringIO()
    segno.make(link, error="l", micro=False).terminal(out, compact=True)
    lines = out.getvalue().splitlines()
    wants_colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"
    if sys.stdout.isatty() and wants_colour:  # light is light then on a light terminal too
        lines = [f"{_WHITE_ON_BLACK}{line}{_PLAIN}" for line in lines]
    return "\n".join(lines) + "\n"
