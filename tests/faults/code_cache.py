"""The cache of machine code: whatever fails, what is loaded is what was kept, or nothing."""

import os
import sys
from pathlib import Path
from threading import Event
from unittest.mock import patch

from faults.injector import Fault
from faults.scenario import check_message, hold
from fivesquare import cache

OLD, NEW = cache.file_name("solver", "old"), cache.file_name("solver", "new")
CODE = {OLD: b"old code" * 1000, NEW: b"new code" * 1000}


class CodeCache:
    """Code is kept beside what was kept before, and both are loaded."""

    def prepare(self, place: Path) -> None:
        place.mkdir()
        self._use(place, place / "told", keeps=(OLD,))
        (place / "told").unlink()

    def run(self, place: Path, said: Path) -> None:
        self._use(place, said / "told", keeps=(NEW,))

    def check(self, place: Path, said: Path, fault: Fault) -> None:
        told = (said / "told").read_text()
        check_message(told, "what is told")
        hold(not (told and fault.is_harmless), f"it complains: {told}")
        loaded = self._use(place, said / "again", keeps=())
        is_trusted = "damaged" in told or "damaged" in (said / "again").read_text()
        hold(loaded[OLD] == CODE[OLD] or is_trusted, "what was kept before is lost")
        hold(loaded[NEW] == CODE[NEW] or bool(told) or fault.kills, "it was not kept, and nothing says so")
        kept = self._use(place, said / "once more", keeps=tuple(CODE))
        hold(kept == CODE, "the next run does not keep it")

    def _use(self, place: Path, told: Path, keeps: tuple[str, ...]) -> dict[str, bytes | None]:
        """Keep some code and load all, as a new process does; what was loaded, none of it wrong."""
        cache.folder.cache_clear()
        with (
            told.open("w") as err,
            patch.dict(os.environ, {"XDG_CACHE_HOME": str(place / "cache")}),
            patch.object(sys, "stderr", err),
            patch.object(cache, "_has_told", Event()),
        ):
            for name in keeps:
                cache.keep(name, CODE[name])
            loaded = {name: cache.load(name) for name in CODE}
        for name, content in loaded.items():
            hold(content in (None, CODE[name]), f"{name} holds something else")
        return loaded


def make(_part: str) -> CodeCache:
    return CodeCache()
