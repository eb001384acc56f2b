"""A person at the terminal: games saved, continued, finished and deleted, copies, the puzzle of the day."""

import json
import os
import shutil
import sys
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from unittest.mock import patch

from faults.injector import Fault
from faults.scenario import BrokenPromiseError, check_message, hold
from fivesquare import record
from fivesquare.cli.main import main
from fivesquare.errors import FivesquareError

GAMES = Path("state/fivesquare/games")
LAST, OVER = GAMES / "20200101-000000-sweep-last.json", GAMES / "20200101-000001-chain-over.json"
MEMORY, MINE, NEW = Path("state/fivesquare/memory.json"), Path("mine.json"), Path("new.json")
SWEEP: dict[str, Any] = {"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]]}
CHAIN: dict[str, Any] = {"book": "chain", "board": [[1, 1, 1]]}
PLAYED = {**SWEEP, "moves": ["1,1", "3,1"], "id": "last", "players": ["human", "human"]}
BEFORE: dict[Path, Any] = {
    LAST: PLAYED,
    OVER: {**CHAIN, "moves": ["1,1", "1,2"], "id": "over"},
    MINE: {**PLAYED, "id": "mine"},
    MEMORY: {
        "choices": {"book": "flip", "opponent": "level:5", "seat": "second", "style": "clear"},
        "days": {"2026-11-17": {"tries": [1], "found": [True], "on_time": True}},
        "levels": ["sweep 3"],
    },
}
"""The user's files before the fault."""

DONE = ("You have selected number", "Taken back.", "Saved.")
"""What is said to a claim, an undo or a copy, when it is on the disk."""

SORRY = ("not saved", "cannot", "Cannot", "could not", "is not readable")
"""What says that something was not done."""


class Command(NamedTuple):
    """A run of the program: what is typed, and what the moves of a file are after each line."""

    arguments: tuple[str, ...]
    lines: tuple[str, ...] = ()
    file: Path | None = None
    """What it changes; None for a new game in our own folder."""

    history: tuple[tuple[str, ...], ...] = ()
    """The moves in that game: at first, and after each claim and undo."""


_BOARD = ("play", "sweep", "--board", "5 3 8/2 9 1/6 4 7")
_STATES = ((), ("1,1",), (), ("3,1",))
COMMANDS = {
    "begin": Command(_BOARD, ("1,1",), None, _STATES[:2]),
    "play": Command(_BOARD, ("1,1", "undo", "3,1"), None, _STATES),
    "save": Command((*_BOARD, "--save", str(NEW)), ("1,1", "undo", "3,1"), NEW, _STATES),
    "copy": Command(("resume", str(MINE)), (f"save {NEW}",), NEW, ((), ("1,1", "3,1"))),
    "finish": Command(
        ("resume",),
        ("1,3", "3,3", "2,2"),
        LAST,
        (
            ("1,1", "3,1"),
            ("1,1", "3,1", "1,3"),
            ("1,1", "3,1", "1,3", "3,3"),
            ("1,1", "3,1", "1,3", "3,3", "2,2"),
        ),
    ),
    "undo": Command(
        ("resume", str(MINE)), ("undo", "3,3"), MINE, (("1,1", "3,1"), ("1,1",), ("1,1", "3,3"))
    ),
    "daily": Command(("puzzle", "--daily", "2026-11-18"), ("2,3", "3,3", "4,2", "1,2"), MEMORY),
    "games": Command(("games",)),
    "delete": Command(("games", "--delete", "1", "--yes"), (), LAST),
    "forget": Command(("resume",), ("quit", "no"), LAST, (("1,1", "3,1"),)),
}


class TerminalFiles:
    """One of these commands."""

    def __init__(self, name: str) -> None:
        self._command = COMMANDS[name]

    def prepare(self, place: Path) -> None:
        (place / GAMES).mkdir(parents=True)
        for path, content in BEFORE.items():
            (place / path).write_text(json.dumps(content) + "\n")
        os.utime(place / OVER, (1, 1))  # the other game was left last
        with TemporaryDirectory() as aside, TemporaryDirectory() as said:  # modules, machine code
            shutil.copytree(place, aside, dirs_exist_ok=True)
            self.run(Path(aside), Path(said))

    def run(self, place: Path, said: Path) -> None:
        """Run the program; its output stays if it is killed."""
        (said / "in").write_text("".join(f"{line}\n" for line in self._command.lines))
        with (
            (said / "in").open() as typed,
            (said / "out").open("w") as out,
            (said / "err").open("w") as err,
            patch.object(sys, "argv", ["fivesquare", *self._command.arguments]),
            patch.multiple(sys, stdin=typed, stdout=out, stderr=err),
            patch("fivesquare.background._exit", sys.exit),
            patch.dict(os.environ, {"XDG_STATE_HOME": str(place / "state")}),
            chdir(place),
        ):
            try:
                main()
            except SystemExit as leaving:
                (said / "status").write_text(str(leaving.code))

    def check(self, place: Path, said: Path, fault: Fault) -> None:
        out, err = (said / "out").read_text(), (said / "err").read_text()
        check_message(err, "standard error")
        hold("Traceback" not in out, f"a traceback: {out[-300:]!r}")
        self._check_others(place)
        if self._command.history:
            self._check_game(place, out, err, fault)
        if not fault.kills:
            self._check_status(said, out + err, fault)
        self._check_next_run(place, said)

    def _check_others(self, place: Path) -> None:
        """Nothing has happened to the files that the command does not concern."""
        for path, content in BEFORE.items():
            if path != self._command.file:
                hold((place / path).exists(), f"{path} is gone")
                hold(json.loads((place / path).read_text()) == content, f"{path} has changed")

    def _check_game(self, place: Path, out: str, err: str, fault: Fault) -> None:
        """The file has a state of the game, and no older one than was shown."""
        history, moves = self._command.history, self._moves(place)
        states = [number for number, state in enumerate(history) if state == moves]
        hold(bool(states), f"the game has other moves: {moves}")
        if not any(sorry in out + err for sorry in SORRY):
            least = sum(map(out.count, DONE)) if fault.kills else len(history) - 1
            hold(
                states[-1] >= least, f"moves are lost: {moves}, and nothing says so: {out[-200:]!r} {err!r}"
            )

    def _moves(self, place: Path) -> tuple[str, ...]:
        path = self._command.file
        if path is None:
            new = [each for each in (place / GAMES).glob("*.json") if each.relative_to(place) not in BEFORE]
            hold(len(new) <= 1, f"several new games: {new}")
            path = new[0] if new else None
        text = (place / path).read_text() if path is not None and (place / path).exists() else ""
        try:
            return tuple(record.parse_record(text)["moves"]) if text else ()
        except FivesquareError as error:
            raise BrokenPromiseError(f"{path} is damaged: {error}") from None

    def _check_status(self, said: Path, text: str, fault: Fault) -> None:
        """What was not done is said, and the status tells; what only took longer is no failure."""
        status = (said / "status").read_text()
        hold(status in ("0", "1", "2"), f"the status is {status}")
        if fault.is_harmless:
            hold(
                status == "0" and not any(sorry in text for sorry in SORRY),
                f"status {status}: {text[-300:]}",
            )
        hold(status != "0" or not self._is_missing(text), f"status 0, and it was not done: {text[-300:]}")

    def _is_missing(self, text: str) -> bool:
        return any(text.rstrip().endswith(end) for end in ("not saved.",))

    def _check_next_run(self, place: Path, said: Path) -> None:
        """Without faults all goes well, and what was left half written goes away after a day."""
        for path in (place / "state").rglob("*"):
            os.utime(path, (2, 2), follow_symlinks=False)
        (place / NEW).unlink(missing_ok=True)
        again = said / "again"
        again.mkdir()
        TerminalFiles("begin").run(place, again)
        hold((again / "status").read_text() == "0", f"the next run fails: {(again / 'err').read_text()}")
        left = [str(each.relative_to(place)) for each in (place / "state").rglob("*.part")]
        hold(not left, f"half a file stays: {left}")


def make(name: str) -> TerminalFiles:
    return TerminalFiles(name)
