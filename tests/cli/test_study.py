"""`fivesquare study` from outside: what it writes, keeps, goes on with and refuses."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.arena.board_analysis import analyze_board
from fivesquare.arena.study import study_report
from patience import PATIENCE
from terminal.running import Result, run


def study(*arguments: str) -> Result:
    return run("study", *arguments, "--workers", "1")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_it_reports_and_keeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    words = study("sweep", "--size", "2x3", "--boards", "5", "--seed", "7")
    numbers = study("sweep", "--size", "2x3", "--boards", "5", "--seed", "7", "--json")
    assert (words.status, numbers.status) == (0, 0)
    assert words.out == study_report.text(json.loads(numbers.out))
    assert words.out.startswith("sweep 2x3: 5 random boards (seeds 7 to 11).\n")
    assert list(here.iterdir()) == []


def test_a_folder_has_the_rows_in_order_the_study_and_its_pictures(tmp_path: Path) -> None:
    told = study(
        "grow", "--size", "2x3", "--boards", "6", "--seed", "3", "--json", "--out", f"{tmp_path}/out"
    )
    kept = contents(tmp_path / "out")
    assert set(kept) == {
        "journal.jsonl",
        "boards.jsonl",
        "study.json",
        "map.svg",
        "margins.svg",
        "shares.svg",
    }
    assert json.loads(kept["study.json"]) == json.loads(told.out)
    starts = [fs.start("grow", seed=seed, size=(2, 3)) for seed in range(3, 9)]
    rows = [{"seed": 3 + number, **analyze_board(at.book, at.board)} for number, at in enumerate(starts)]
    assert [json.loads(line) for line in kept["boards.jsonl"].splitlines()] == rows


def test_all_boards_say_for_how_many_they_stand(tmp_path: Path) -> None:
    assert study("sweep", "--size", "2x2", "--all", "--out", str(tmp_path / "out")).status == 0
    rows = [json.loads(line) for line in (tmp_path / "out" / "boards.jsonl").read_text().splitlines()]
    assert [row["weight"] for row in rows] == [8, 8, 8]


def test_a_study_goes_on_and_gives_the_same_bytes(tmp_path: Path) -> None:
    """Stopped with a torn last line, made larger, and done by two processes."""
    arguments = ("fifteen", "--size", "3x3", "--boards", "12", "--out")
    assert study(*arguments, str(tmp_path / "whole")).status == 0
    whole = contents(tmp_path / "whole")
    part = tmp_path / "part"
    assert study("fifteen", "--size", "3x3", "--boards", "5", "--out", str(part)).status == 0
    journal = part / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-20])
    assert study(*arguments, str(part)).status == 0
    for name in set(whole) - {"journal.jsonl"}:
        assert (part / name).read_bytes() == whole[name], name
    assert sorted(journal.read_bytes().splitlines()) == sorted(whole["journal.jsonl"].splitlines())
    assert run("study", *arguments, str(tmp_path / "two"), "--workers", "2").status == 0
    two = contents(tmp_path / "two")
    assert {**two, "journal.jsonl": b""} == {**whole, "journal.jsonl": b""}


def test_what_is_done_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ("sweep", "--size", "2x3", "--boards", "4", "--out", str(tmp_path / "out"))
    first = study(*arguments)
    monkeypatch.setattr("fivesquare.arena.study.study_plan.analyze_board", None)
    assert study(*arguments) == first


def stopped(out: Path, how: signal.Signals) -> tuple[int, str, list[bytes]]:
    """A long study by two processes, stopped when a few boards are done: how it ended, and its journal."""
    command = [sys.executable, "-m", "fivesquare", "study", "grow", "--boards", "5000", "--out", str(out)]
    process = subprocess.Popen([*command, "--workers", "2"], stderr=subprocess.PIPE, text=True)
    journal, waited_since = out / "journal.jsonl", time.monotonic()
    while not journal.exists() or journal.read_bytes().count(b"\n") < 4:
        assert time.monotonic() - waited_since < PATIENCE
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(how)
    _, said = process.communicate(timeout=PATIENCE)
    assert list(contents(out)) == ["journal.jsonl"]
    whole_lines = journal.read_bytes().rpartition(b"\n")[0].splitlines()
    return process.returncode, said, whole_lines


def test_ctrl_c_ends_it_and_says_that_it_can_go_on(tmp_path: Path) -> None:
    status, said, done = stopped(tmp_path / "out", signal.SIGINT)
    assert status == 130
    assert "Traceback" not in said
    assert "the same command again to continue" in said
    assert len(done) > 1  # what was written and not yet synchronised when it was stopped does not count


def test_a_killed_study_goes_on_and_gives_the_same_bytes(tmp_path: Path) -> None:
    out, whole = tmp_path / "out", tmp_path / "whole"
    status, _, done = stopped(out, signal.SIGKILL)
    assert status == -signal.SIGKILL
    number = len(done) + 2  # of which two are still to be done
    assert study("grow", "--boards", str(number), "--out", str(out)).status == 0
    assert study("grow", "--boards", str(number), "--out", str(whole)).status == 0
    assert {**contents(out), "journal.jsonl": b""} == {**contents(whole), "journal.jsonl": b""}
    journal = (out / "journal.jsonl").read_bytes().splitlines()
    assert journal[: len(done)] == done
    assert set((whole / "journal.jsonl").read_bytes().splitlines()) <= set(journal)


def test_a_book_of_ones_own(tmp_path: Path) -> None:
    book = tmp_path / "mine.json"
    book.write_text('{"like": "fifteen", "take": "lower-enemy", "goal": {"exactly": 9}, "title": "Nine"}')
    told = study(str(book), "--size", "2x3", "--boards", "8", "--json")
    found = json.loads(told.out)
    assert (found["title"], found["size"], found["boards"]) == ("Nine", [2, 3], 8)
    assert found["book"] == json.loads(book.read_text())
    assert study(str(book), "--size", "2x3", "--boards", "8").out.startswith("Nine 2x3: 8 random boards")


def test_wrong_command_lines_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for arguments, status, said in (
        (["nothing"], 2, "is neither a book"),
        ([str(tmp_path / "file")], 1, "file"),
        (["grow", "--all"], 2, "about 10^23 boards of 5x5"),
        (["sweep", "--size", "2x5", "--all"], 2, "3,628,800 boards of 2x5"),
        (["sweep", "--all", "--boards", "3"], 2, "no --boards or --seed"),
        (["sweep", "--all", "--seed", "0"], 2, "no --boards or --seed"),
        (["sweep", "--size", "9x9"], 2, "--size"),
        (["sweep", "--boards", "0"], 2, "--boards"),
        (["sweep", "--effort", "0"], 2, "--effort"),
        (["sweep", "--out", str(tmp_path / "new"), "--cluster", "tcp://127.0.0.1:1"], 2, "--cluster"),
        (["sweep", "--out", str(tmp_path / "file")], 2, "--out"),
        (["sweep", "--out", str(tmp_path / "file" / "folder")], 1, "Not a directory"),
    ):
        refused = study(*arguments)
        assert (refused.status, refused.out) == (status, ""), arguments
        assert said in refused.err, arguments
        assert "Traceback" not in refused.err
    assert not (tmp_path / "new").exists()


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "study.json").write_text("mine")
    refused = study("sweep", "--out", str(tmp_path / "out"))
    assert refused.status == 1
    assert "has other things in it" in refused.err
    assert contents(tmp_path / "out") == {"study.json": b"mine"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["fifteen", "--size", "2x2"], "study"),
        (["sweep", "--size", "2x3"], "size"),
        (["sweep", "--size", "2x2", "--seed", "1"], "boards"),
        (["sweep", "--size", "2x2", "--effort", "77"], "effort"),
    ],
)
def test_a_folder_of_another_study_is_refused_with_what_differs(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    out = tmp_path / "out"
    assert study("sweep", "--size", "2x2", "--boards", "2", "--out", str(out)).status == 0
    before = contents(out)
    refused = study(*arguments, "--out", str(out))
    assert refused.status == 1
    assert f"{said} was" in refused.err
    assert contents(out) == before
