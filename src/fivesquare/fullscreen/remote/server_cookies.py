"""The cookies by which servers know this terminal; a cookie is all it takes to use the seats that it opens.

They are in `fivesquare/servers.json` in the user's state folder, which only the user can read. A file that
cannot be read is ignored; one that cannot be written is done without, and the seat is lost on leaving.

A server has one for each of its databases, so there may be several; coming back tries them all.
"""

import json
import re
import threading
from pathlib import Path
from typing import Any, NamedTuple

from fivesquare import files
from fivesquare.errors import FivesquareError
from fivesquare.record import parse_record
from fivesquare.table.saved_games import games_folder

MOST_SERVERS = 100
"""Servers that are remembered; the one that was not used for longest is forgotten first."""

MOST_COOKIES = 8
"""Cookies of one server; as above."""

_LARGEST = 1024 * 1024  # bytes
_COOKIE = re.compile(r"\s*((?:__Host-)?fivesquare[\w-]{0,60})=([\w-]{1,200})\s*(?:;|$)", re.ASCII)
_PRIVATE = 0o600


class Cookie(NamedTuple):
    """What a server gave to this terminal."""

    name: str
    value: str

    @classmethod
    def read(cls, header: object) -> "Cookie | None":
        """The cookie in a header `Set-Cookie`, or as it is kept; None for one that is not Fivesquare's."""
        found = _COOKIE.match(header) if isinstance(header, str) else None
        return None if found is None else cls(found[1], found[2])

    def __str__(self) -> str:
        return f"{self.name}={self.value}"


class ServerCookies:
    """The cookies of all servers, by their addresses; may be used by several threads."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or cookie_file()
        self._lock = threading.Lock()
        self._kept: dict[str, list[Cookie]] = self._stored()
        self.is_saved = True
        """Whether all of it is in the file."""

    def of(self, server: str) -> list[Cookie]:
        """The cookies of one server, the newest first."""
        with self._lock:
            return self._kept.get(server, [])[::-1]

    def keep(self, server: str, cookie: Cookie, *, is_unused: bool = False) -> Cookie:
        """Keep a cookie, before anything relies on it; the one that is to be used.

        That is another if this one is unused, so that it has no seat, and another program has kept its own
        meanwhile: programs that join at the same moment are one terminal, as if they joined in turn.
        """
        with self._lock:
            if self.is_saved and list(self._kept)[-1:] == [server] and self._kept[server][-1] == cookie:
                return cookie
            stored = self._stored()
            theirs = [each for each in stored.get(server, []) if each.name == cookie.name]
            is_first = cookie.name not in {each.name for each in self._kept.get(server, [])}
            if theirs and is_unused and is_first:
                cookie = theirs[-1]
            self._kept = _merged(stored, self._kept)
            mine = [each for each in self._kept.pop(server, []) if each != cookie]
            self._kept[server] = [*mine, cookie][-MOST_COOKIES:]
            self._kept = dict(list(self._kept.items())[-MOST_SERVERS:])
            self._save()
            return cookie

    def _save(self) -> None:
        told = {server: list(map(str, cookies)) for server, cookies in self._kept.items()}
        try:
            files.make_folder(self._path.parent)
            self._path.touch(_PRIVATE)
            self._path.chmod(_PRIVATE)
            files.write_whole(self._path, json.dumps(told, indent=1) + "\n")  # keeps the mode
            self.is_saved = True
        except (OSError, FivesquareError):
            self.is_saved = False

    def _stored(self) -> dict[str, list[Cookie]]:
        try:
            told = parse_record(files.read_text(self._path, _LARGEST))
        except (OSError, FivesquareError):
            return {}
        read = {server: _readable(cookies) for server, cookies in told.items()}
        return {server: cookies for server, cookies in read.items() if cookies}


def cookie_file() -> Path:
    """Where the cookies are kept."""
    return games_folder().parent / "servers.json"


def _readable(told: Any) -> list[Cookie]:
    """The cookies of a server as the file has them, without what is none."""
    read = map(Cookie.read, told) if isinstance(told, list) else ()
    return [cookie for cookie in read if cookie is not None]


def _merged(stored: dict[str, list[Cookie]], kept: dict[str, list[Cookie]]) -> dict[str, list[Cookie]]:
    servers = dict.fromkeys([*stored, *kept])
    return {
        server: list(dict.fromkeys([*stored.get(server, []), *kept.get(server, [])])) for server in servers
    }
