"""The cookies of servers: the seats of somebody who plays over the network."""

import json
from pathlib import Path
from typing import Any

from faults.injector import Fault
from faults.scenario import hold
from fivesquare.fullscreen.remote.server_cookies import Cookie, ServerCookies

BEFORE: dict[str, Any] = {f"https://{name}": [f"fivesquare={name}"] for name in ("first", "second")}
NEW, COOKIE = "https://third", Cookie("fivesquare", "third")


class CookieFile:
    """A terminal that has seats on two servers joins a game on a third."""

    def prepare(self, place: Path) -> None:
        place.mkdir()
        (place / "servers.json").write_text(json.dumps(BEFORE))

    def run(self, place: Path, said: Path) -> None:
        cookies = ServerCookies(place / "servers.json")
        cookies.keep(NEW, COOKIE)
        (said / "saved").write_text(str(cookies.is_saved))

    def check(self, place: Path, said: Path, fault: Fault) -> None:
        is_saved = not fault.kills and (said / "saved").read_text() == "True"
        hold(is_saved or not fault.is_harmless, "it was not saved")
        self._check_file(place, is_saved)
        ServerCookies(place / "servers.json").keep(NEW, COOKIE)
        self._check_file(place, has_new=True)
        left = [each.name for each in place.iterdir() if not fault.kills]
        hold(not fault.lasts or left == ["servers.json"], f"files are left: {left}")

    def _check_file(self, place: Path, has_new: bool) -> None:
        kept = json.loads((place / "servers.json").read_text())
        lost = BEFORE.keys() - kept.keys()
        hold(not lost, f"the seats on other servers are lost: {lost}")
        hold(not has_new or NEW in kept, "the new seat is lost")
        hold((place / "servers.json").stat().st_mode & 0o077 == 0 or NEW not in kept, "others can read it")


def make(_part: str) -> CookieFile:
    return CookieFile()
