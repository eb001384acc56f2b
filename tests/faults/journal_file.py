"""The arena's journal: results of units of work, continued after whatever has happened."""

from pathlib import Path

from faults.injector import Fault
from faults.scenario import check_message, hold
from fivesquare.arena.work import Journal
from fivesquare.arena.work.journal import JOURNAL, key_of, prepare, written
from fivesquare.errors import FivesquareError

ABOUT = {"study": "grow", "seed": 7}
UNITS = range(6)
_DONE_BEFORE = 2


class JournalFile:
    """Work of six units, of which two were done before."""

    def prepare(self, place: Path) -> None:
        place.mkdir()
        self._work(place, UNITS[:_DONE_BEFORE], place / "unused")
        (place / "unused").unlink()

    def run(self, place: Path, said: Path) -> None:
        """A tournament goes on with what a folder has; it ends at the first error."""
        try:
            prepare(place)
            self._work(place, UNITS, said / "kept")
        except FivesquareError as error:
            (said / "error").write_text(f"{error}\n")

    def _work(self, place: Path, units: range, kept: Path) -> None:
        with kept.open("a") as acknowledged, Journal.open(place / JOURNAL, ABOUT) as journal:
            for unit in units:
                if journal.find(key_of(unit)) is None:
                    journal.keep([(key_of(unit), written({"square": unit * unit}))])
                acknowledged.write(f"{unit}\n")
                acknowledged.flush()

    def check(self, place: Path, said: Path, fault: Fault) -> None:
        error = (said / "error").read_text() if (said / "error").exists() else ""
        check_message(error, "the error")
        hold(not (error and fault.is_harmless), f"it failed: {error}")
        kept = (said / "kept").read_text().split() if (said / "kept").exists() else []
        hold(bool(error) or fault.kills or len(kept) == len(UNITS), f"not all is done: {kept}")
        with Journal.open(place / JOURNAL, ABOUT) as journal:
            for unit in {*map(int, kept), *UNITS[:_DONE_BEFORE]}:
                found = journal.find(key_of(unit))
                hold(found == written({"square": unit * unit}), f"unit {unit} is {found}")
        self._work(place, UNITS, said / "again")
        lines = (place / JOURNAL).read_text().splitlines()
        hold(len(lines) == len(UNITS) + 1, f"the journal has {len(lines)} lines")
        hold([each.name for each in place.iterdir()] == [JOURNAL], "other files are left")


def make(_part: str) -> JournalFile:
    return JournalFile()
