"""Files that are written at the end of long work: a result of a benchmark, a data set, a link to a game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from faults.injector import Fault
from faults.scenario import check_message, hold
from fivesquare import files
from fivesquare.errors import FivesquareError
from fivesquare.research.dataset import row_files

OLD, NEW = "what was there before\n", "result\n" * 3000
WRITERS = ("text", "rows", "new-rows", "link")


def write(kind: str, path: Path) -> None:
    """Write a result of a kind."""
    rows: Iterator[dict[str, Any]] = ({"question": number, "answer": "1,1"} for number in range(400))
    match kind:
        case "text":
            files.write_whole(path, NEW)
        case "rows":
            row_files.write_rows(path, rows, "jsonl", force=True)
        case "new-rows":
            row_files.check_place(path, force=False)
            row_files.write_rows(path, rows, "jsonl")
        case "link":
            files.put_link(path, path.with_name("other"))


class ResultFile:
    """A file of some kind, written in the place of an older one, or where there is none."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def prepare(self, place: Path) -> None:
        place.mkdir()
        (place / "other").write_text("of somebody else\n")
        write(self._kind, place / "result")
        self._whole = (place / "result").read_bytes()
        (place / "result").unlink()
        if not self._kind.startswith("new"):
            (place / "result").write_text(OLD)

    def run(self, place: Path, said: Path) -> None:
        try:
            write(self._kind, place / "result")
            (said / "done").touch()
        except FivesquareError as error:
            (said / "error").write_text(f"{error}\n")

    def check(self, place: Path, said: Path, fault: Fault) -> None:
        error = (said / "error").read_text() if (said / "error").exists() else ""
        check_message(error, "the error")
        is_done = (said / "done").exists()
        hold(is_done or not fault.is_harmless, f"it failed: {error}")
        hold(is_done or fault.kills or error != "", "it failed, and nothing says so")
        self._check_files(place, is_done, fault)
        if self._kind.startswith("new"):
            (place / "result").unlink(missing_ok=True)
        write(self._kind, place / "result")
        hold((place / "result").read_bytes() == self._whole, "the next run writes something else")

    def _check_files(self, place: Path, is_done: bool, fault: Fault) -> None:
        result = place / "result"
        content = result.read_bytes() if result.exists() else None
        before = None if self._kind.startswith("new") else OLD.encode()
        hold(content == self._whole or (content == before and not is_done), f"it holds {content!r:.60}")
        hold((place / "other").read_text() == "of somebody else\n", "another file has changed")
        names = {each.name for each in place.iterdir()} - {"result", "other"}
        hold(not names or fault.kills, f"files are left: {names}")


def make(kind: str) -> ResultFile:
    return ResultFile(kind)
