"""Small things remembered by several processes at once: none forgets what another has stored."""

import subprocess
import sys
from pathlib import Path

import pytest

from fivesquare.files import LockedFile
from fivesquare.table import settings, state_file
from fivesquare.table.state_file import StateFile, Stored
from patience import PATIENCE

NUMBERS = StateFile("numbers.json")

_COUNT = """
import sys
from fivesquare.table.state_file import StateFile
for number in range(20):
    StateFile("numbers.json").change(lambda stored: {**stored, f"{sys.argv[1]} {number}": number})
"""


def with_one(stored: Stored) -> Stored:
    return {**stored, "one": 1}


@pytest.fixture
def file(place: Path) -> Path:
    return place / "state" / "fivesquare" / "numbers.json"


def test_what_was_stored_is_read(file: Path) -> None:
    assert NUMBERS.read() == {}
    NUMBERS.change(with_one)
    NUMBERS.change(lambda stored: {**stored, "two": stored["one"] + 1})
    assert NUMBERS.read() == {"one": 1, "two": 2}
    assert file.read_text() == '{"one": 1, "two": 2}\n'


def test_processes_at_the_same_time_lose_nothing() -> None:
    command = [sys.executable, "-c", _COUNT]
    at_work = [subprocess.Popen([*command, name]) for name in ("a", "b", "c")]
    assert [process.wait(PATIENCE) for process in at_work] == [0, 0, 0]
    expected = {f"{name} {number}": number for name in ("a", "b", "c") for number in range(20)}
    assert NUMBERS.read() == expected


@pytest.mark.parametrize("content", [b"", b"[]", b"nonsense", b'{"one": ', b"\0", b"[" * 10000, b"\xff"])
def test_a_damaged_file_is_an_empty_object(content: bytes, file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_bytes(content)
    assert NUMBERS.read() == {}
    NUMBERS.change(with_one)
    assert NUMBERS.read() == {"one": 1}


def test_what_is_no_file_stays_as_it_is(file: Path) -> None:
    file.mkdir(parents=True)
    NUMBERS.change(with_one)
    assert NUMBERS.read() == {}


def test_what_stays_the_same_is_not_written_again(file: Path) -> None:
    NUMBERS.change(with_one)
    before = file.stat()
    NUMBERS.change(with_one)
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_change_that_fails_leaves_what_was_there(file: Path) -> None:
    NUMBERS.change(with_one)
    with pytest.raises(ZeroDivisionError):
        NUMBERS.change(lambda stored: {"one": stored["one"] // 0})
    assert NUMBERS.read() == {"one": 1}
    NUMBERS.change(lambda _: {})
    assert NUMBERS.read() == {}


def test_nobody_waits_for_ever(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state_file, "_TRIES", 2)
    file.parent.mkdir(parents=True)
    other = LockedFile(file, create=True)
    NUMBERS.change(with_one)
    assert NUMBERS.read() == {}
    other.release()
    NUMBERS.change(with_one)
    assert NUMBERS.read() == {"one": 1}


def test_one_setting_is_revised_and_the_others_stay() -> None:
    settings.store(book="grow", days=[1])
    settings.revise("days", lambda stored: [*stored, 2])
    settings.revise("none", lambda stored: stored is None)
    assert [settings.recall(name) for name in ("book", "days", "none")] == ["grow", [1, 2], True]
