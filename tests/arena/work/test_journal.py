"""A journal keeps what it was given through kills at any byte, full disks and other people's files."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.arena.work import Journal
from fivesquare.arena.work.journal import key_of, written

ABOUT = {"study": "grow", "seed": 7}

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def keep(journal: Journal, *pairs: tuple[Any, Any]) -> None:
    journal.keep((key_of(unit), written(result)) for unit, result in pairs)


def found(journal: Journal, unit: Any) -> Any:
    text = journal.find(key_of(unit))
    return None if text is None else json.loads(text)


def a_journal(path: Path, count: int = 5) -> bytes:
    """A journal of some units, each with a result of two letters that take several bytes."""
    with Journal.open(path, ABOUT) as journal:
        for unit in range(count):
            keep(journal, (unit, {"square": unit * unit, "letters": "äß\n"}))
    return path.read_bytes()


# --- Keeping ---


def test_a_journal_is_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.open(path, ABOUT) as journal:
        keep(journal, ({"b": 1, "a": [2]}, {"z": 1, "a": None}))
        keep(journal, (3, "x\ny"), (4, 0.5))
    assert path.read_text() == (
        '{"work":{"study":"grow","seed":7}}\n'
        '{"unit":{"a":[2],"b":1},"result":{"z":1,"a":null}}\n'
        '{"unit":3,"result":"x\\ny"}\n'
        '{"unit":4,"result":0.5}\n'
    )


@settings(max_examples=60)  # disks are slow
@given(st.lists(st.tuples(JSON, JSON), max_size=8))
def test_what_was_kept_is_found_again(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[Any, Any]]
) -> None:
    path = tmp_path_factory.mktemp("journals") / "journal"
    first: dict[str, Any] = {}
    for unit, result in pairs:
        first.setdefault(key_of(unit), result)
    with Journal.open(path, ABOUT) as journal:
        for pair in pairs:
            keep(journal, pair)
        assert len(journal) == len(first)
    with Journal.open(path, ABOUT) as journal:
        assert len(journal) == len(first)
        for key, result in first.items():
            assert journal.find(key) == written(result)
        assert journal.find(key_of(["something", "else"])) is None


def test_two_units_of_one_hash_are_two(tmp_path: Path) -> None:
    """Only hashes of units are in memory; here all are the same."""

    class Same(str):
        __slots__ = ()

        def __hash__(self) -> int:
            return 7

    def key(unit: Any) -> str:
        return Same(json.dumps(unit))

    with patch("fivesquare.arena.work.journal.key_of", key):
        path = tmp_path / "journal"
        for _ in range(2):
            with Journal.open(path, ABOUT) as journal:
                journal.keep((key(unit), str(unit * 10)) for unit in range(5))
                assert [journal.find(key(unit)) for unit in range(6)] == ["0", "10", "20", "30", "40", None]
                assert len(journal) == 5
        assert len(path.read_text().splitlines()) == 6


def test_a_long_result_is_read_back(tmp_path: Path) -> None:
    long = "x" * 100_000
    with Journal.open(tmp_path / "journal", ABOUT) as journal:
        keep(journal, (1, long), (2, long + "y"), (3, "z"))
        assert [found(journal, unit) for unit in (1, 2, 3)] == [long, long + "y", "z"]


def test_results_are_synchronised_before_keep_returns(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with Journal.open(path, ABOUT) as journal, patch("os.fsync", wraps=os.fsync) as fsync:
        synced: list[int] = []
        fsync.side_effect = lambda handle: synced.append(os.fstat(handle).st_size)
        keep(journal, (1, 1), (2, 2))
        assert synced == [path.stat().st_size]


# --- Killed at any byte ---


def test_a_journal_cut_anywhere_goes_on(tmp_path: Path) -> None:
    """Whatever whole lines are left count; the rest is done again, and the end is the same."""
    whole = a_journal(tmp_path / "whole")
    path = tmp_path / "journal"
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        lines = whole[:length].count(b"\n")
        with Journal.open(path, ABOUT) as journal:
            assert len(journal) == max(0, lines - 1)
            for unit in range(5):
                is_kept = found(journal, unit) is not None
                assert is_kept == (unit < lines - 1)
                keep(journal, (unit, {"square": unit * unit, "letters": "äß\n"}))
        assert path.read_bytes() == whole


@pytest.mark.parametrize("length", [1, 20, 60, 100, 200])
def test_zeros_in_place_of_the_end_are_no_results(tmp_path: Path, length: int) -> None:
    """A power cut may leave a file as long as it should be, and its last page unwritten."""
    whole = a_journal(tmp_path / "whole")
    path = tmp_path / "journal"
    path.write_bytes(whole[:-length] + b"\0" * length)
    for _ in range(2):
        with Journal.open(path, ABOUT) as journal:
            for unit in range(5):
                keep(journal, (unit, {"square": unit * unit, "letters": "äß\n"}))
                assert found(journal, unit)["square"] == unit * unit
    assert path.read_bytes() == whole


def test_a_bad_line_in_the_middle_costs_that_line_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    lines = a_journal(path).splitlines(keepends=True)
    for bad in (b"\0\0\0\n", b"{}\n", b"[1]\n", b'{"unit":1}\n', b"[" * 100_000 + b"\n", b"\xff\n"):
        path.write_bytes(b"".join([*lines[:3], bad, *lines[4:]]))
        with Journal.open(path, ABOUT) as journal:
            assert [found(journal, unit) is not None for unit in range(5)] == [
                True,
                True,
                False,
                True,
                True,
            ]
            keep(journal, (2, "again"))
            assert found(journal, 2) == "again"


# --- A disk that fails ---


def test_a_full_disk_is_one_clear_line_and_tears_nothing(tmp_path: Path) -> None:
    """A file may not grow beyond a limit: the system refuses what a full disk would."""
    code = (
        "import resource, signal, sys; from pathlib import Path\n"
        "from fivesquare.arena.work import Journal\n"
        "path = Path(sys.argv[1])\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "with Journal.open(path, 'squares') as journal:\n"
        "    journal.keep([('1', '1'), ('2', '4')])\n"
        "    size = path.stat().st_size\n"
        "    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, size + 10))\n"
        "    try:\n"
        "        journal.keep([('3', '9'), ('4', '16')])\n"
        "    except ValueError as error:\n"
        "        sys.stdout.write(str(error))\n"
        "    assert path.stat().st_size == size\n"
        "    assert journal.find('3') is None and journal.find('2') == '4'\n"
    )
    path = tmp_path / "journal"
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == f"cannot write '{path}': File too large"
    with Journal.open(path, "squares") as journal:
        assert len(journal) == 2


@pytest.mark.parametrize("where", ["fsync", "pwrite"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_what_is_interrupted_is_taken_back(tmp_path: Path, where: str, error: BaseException) -> None:
    path = tmp_path / "journal"
    before = a_journal(path)
    with Journal.open(path, ABOUT) as journal:
        real = os.pwrite
        half = lambda handle, data, at: real(handle, data[: len(data) // 2 + 1], at)  # noqa: E731
        with (
            patch("os.fsync", side_effect=error),
            patch("os.pwrite", side_effect=[5, error] if where == "pwrite" else half),
            pytest.raises((fs.FileError, KeyboardInterrupt)),
        ):
            keep(journal, (7, "seven"))
        assert path.read_bytes() == before
        assert found(journal, 7) is None
        keep(journal, (8, "eight"))
    assert path.read_bytes() == before + b'{"unit":8,"result":"eight"}\n'


def test_what_could_not_be_taken_back_is_before_the_next(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    before = a_journal(path)
    with Journal.open(path, ABOUT) as journal:
        with (
            patch("os.fsync", side_effect=OSError(errno.EIO, "Input/output error")),
            patch("os.ftruncate", side_effect=OSError(errno.EIO, "Input/output error")),
            pytest.raises(fs.FileError, match="Input/output error"),
        ):
            keep(journal, (7, "seven and much more than eight"))
        keep(journal, (8, "eight"))
    assert path.read_bytes() == before + b'{"unit":8,"result":"eight"}\n'


# --- Whose journal ---


def test_a_journal_of_other_work_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    before = a_journal(path)
    for about, difference in (
        ({"study": "grow", "seed": 8}, "seed was 7, and is 8 now"),
        ({"study": "grow", "seed": 7, "size": [3, 3]}, r"size was nothing, and is \[3,3\] now"),
        ({"study": "grow"}, "seed was 7, and is nothing now"),
        ({"study": "grow", "seed": 7.0}, r"seed was 7, and is 7\.0 now"),
        ("grow", "it says an object, this is 'grow'"),
    ):
        with pytest.raises(fs.FileError, match=f"journal' is a journal of other work: {difference}$"):
            Journal.open(path, about)
        assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"Dear Ada,\n",
        b"Dear Ada",
        b'{"book": "grow"}\n',
        b"[]\n",
        b'{"work":"circles',
        b"\xff\xfe\n",
        b"[" * 9999 + b"\n",
    ],
)
def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter"
    path.write_bytes(content)
    with pytest.raises(
        fs.FileError, match=r"letter' is there already, and is no journal of finished work$"
    ):
        Journal.open(path, "squares")
    assert path.read_bytes() == content


def test_a_long_file_that_begins_with_nothing_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "disk"
    path.write_bytes(b"\0" * 8 + b"data")
    with patch("fivesquare.files.LARGEST", 8), pytest.raises(fs.FileError, match="is no journal"):
        Journal.open(path, "squares")
    assert path.read_bytes() == b"\0" * 8 + b"data"


def test_a_unit_that_stands_there_twice_counts_once(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    lines = a_journal(path, 2).splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, b'{"unit":0,"result":"other"}\n']))
    with Journal.open(path, ABOUT) as journal:
        assert len(journal) == 2
        assert found(journal, 0)["square"] == 0


def test_the_beginning_of_a_heading_is_a_new_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    path.write_bytes(b'{"work":')
    with Journal.open(path, {"a": 1}) as journal:
        assert len(journal) == 0
    assert path.read_text() == '{"work":{"a":1}}\n'


def test_a_journal_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    busy = pytest.raises(fs.BusyFileError, match="journal' is in use by another process")
    with Journal.open(path, ABOUT), busy:
        Journal.open(path, ABOUT)
    with Journal.open(path, ABOUT) as journal:
        journal.close()
        Journal.open(path, ABOUT).close()
    with pytest.raises(fs.FileError):
        Journal.open(path, "other")
    Journal.open(path, ABOUT).close()  # who was refused does not hold it


def test_places_where_there_can_be_no_journal(tmp_path: Path) -> None:
    for path, problem in (
        (tmp_path, "it is a folder"),
        (tmp_path / "absent" / "journal", "No such file or directory"),
    ):
        with pytest.raises(fs.FileError, match=f"cannot write .*: {problem}"):
            Journal.open(path, ABOUT)


def test_a_journal_that_may_only_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    a_journal(path)
    denied = pytest.raises(fs.FileError, match=r"cannot write .*: Permission denied")
    with patch("os.access", return_value=False), denied:  # nothing is denied to root
        Journal.open(path, ABOUT)
    Journal.open(path, ABOUT).close()


def test_what_a_journal_is_about_must_be_json(tmp_path: Path) -> None:
    with pytest.raises(fs.WorkError, match="must be JSON"):
        Journal.open(tmp_path / "journal", {1, 2})
    assert not (tmp_path / "journal").exists()


def test_a_result_too_large_is_refused(tmp_path: Path) -> None:
    with (
        Journal.open(tmp_path / "journal", ABOUT) as journal,
        patch("fivesquare.arena.work.journal.LARGEST", 100),
    ):
        with pytest.raises(fs.FileError, match="a result is larger than 100 bytes"):
            keep(journal, (1, "x" * 100))
        keep(journal, (2, "y"))
        assert len(journal) == 1
