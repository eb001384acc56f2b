"""The command `arena`, from the first game to the last picture, through whatever may happen meanwhile."""

import json
import os
import secrets
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.pictures import is_ours
from fivesquare.players import PLAYERS
from fivesquare.players.registry import Kind
from fivesquare.players.simple import Greedy
from patience import PATIENCE
from terminal.running import COMMAND, Result, run

FILES = ["games.jsonl", "standings.json", "ratings.svg", "cross.svg"]

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc of Linux")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def arena(*words: str) -> Result:
    """Without other processes: this one plays."""
    return run("arena", *words, "--workers", "1")


def contents(folder: str) -> dict[str, bytes]:
    return {name: (Path(folder) / name).read_bytes() for name in FILES}


def records(folder: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (Path(folder) / "games.jsonl").read_text().splitlines()]


# --- What comes out ---


def test_a_table_and_who_took_what() -> None:
    done = arena("random", "greedy", "level 3", "--books", "sweep", "--games", "12")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0].split() == ["rating", "95%", "points", "skill", "95%"]
    assert {line.split()[1] for line in lines[1:4]} == {"random", "greedy", "level:3"}
    assert "Points of 12 games that each took from each:" in lines
    assert max(map(len, lines)) <= 80


def test_everything_is_kept() -> None:
    done = arena("random", "greedy", "--books", "sweep,fifteen", "--games", "4", "--out", "a/b")
    assert done.status == 0
    assert "sweep, 4 games" in done.out
    assert "fifteen, 4 games" in done.out
    assert sorted(path.name for path in Path("a/b").iterdir()) == sorted([*FILES, "journal.jsonl"])
    games = records("a/b")
    assert [(game["book"], game["players"]) for game in games] == [
        (book, players)
        for _board in range(2)
        for book in ("sweep", "fifteen")
        for players in (["random", "greedy"], ["greedy", "random"])
    ]
    for name in ("ratings.svg", "cross.svg"):
        assert is_ours((Path("a/b") / name).read_text())


def test_other_commands_read_the_games() -> None:
    arena("random", "greedy", "--books", "sweep", "--games", "2", "--out", "a", "--no-skill")
    text = Path("a/games.jsonl").read_text()
    states = [json.loads(line) for line in run("state", given=text).out.splitlines()]
    assert [state["winner"] for state in states] == [game["result"]["winner"] for game in records("a")]
    Path("one.json").write_text(text.splitlines()[0])
    reviewed = run("review", "one.json", "--json")
    assert reviewed.status == 0
    assert json.loads(reviewed.out)["moves"]


def test_json_is_what_stands_in_the_file() -> None:
    done = arena("random", "greedy", "--books", "sweep", "--games", "12", "--json", "--out", "a")
    told = json.loads(done.out)
    assert told == json.loads(Path("a/standings.json").read_text())
    assert [player["name"] for player in told["players"]] == ["greedy", "random"]
    greedy = told["players"][0]
    assert greedy["games"] == 12
    assert greedy["points"] == told["cross"][0][1]
    assert greedy["rating"]["value"] == pytest.approx(-told["players"][1]["rating"]["value"])
    assert set(greedy["skill"]) == {"value", "low", "high"}
    assert told["books"][0]["book"] == "sweep"
    assert told["arena"]["seed"] == 1


def test_a_rule_book_of_ones_own_and_a_size() -> None:
    Path("mine.json").write_text('{"like": "grow", "take": "lower-enemy", "title": "Mine"}')
    done = arena(
        "random", "greedy", "--books", "sweep,mine.json", "--size", "2x3", "--games", "2", "--out", "a"
    )
    assert "Mine, 2 games" in done.out
    assert {len(game["board"]) for game in records("a")} == {2}
    assert records("a")[2]["book"] == {"like": "grow", "take": "lower-enemy", "title": "Mine"}


# --- Going on ---


def test_the_same_again_plays_nothing_and_writes_the_same() -> None:
    words = ("random", "greedy", "--books", "sweep", "--games", "4", "--out", "a")
    arena(*words)
    before, journal = contents("a"), Path("a/journal.jsonl").read_bytes()
    for name in FILES[:2]:
        (Path("a") / name).unlink()
    again = arena(*words)
    assert "Continuing: 2 pairs of games were played before" in again.err
    assert contents("a") == before
    assert Path("a/journal.jsonl").read_bytes() == journal


def test_more_games_go_on_from_what_there_is() -> None:
    words = ("random", "level:2", "--books", "sweep", "--no-skill")
    arena(*words, "--games", "4", "--out", "a")
    journal = Path("a/journal.jsonl").read_bytes()
    arena(*words, "--games", "8", "--out", "a")
    assert Path("a/journal.jsonl").read_bytes().startswith(journal)
    arena(*words, "--games", "8", "--out", "at once")
    assert contents("a") == contents("at once")


@pytest.mark.parametrize(
    ("words", "differs"),
    [
        (["random", "level:2"], "players"),
        (["greedy", "random"], "players"),
        (["random", "greedy", "--books", "fifteen"], "books"),
        (["random", "greedy", "--seed", "2"], "seed was 1, and is 2 now"),
        (["random", "greedy", "--size", "3x3"], "size"),
        (["random", "greedy", "--time", "3"], "time"),
        (["random", "greedy", "--no-skill"], "skill"),
    ],
)
def test_other_arguments_in_the_same_folder_are_refused(words: list[str], differs: str) -> None:
    books = [] if "--books" in words else ["--books", "sweep"]
    arena("random", "greedy", "--books", "sweep", "--games", "2", "--out", "a")
    before = contents("a")
    done = arena(*words, *books, "--games", "2", "--out", "a")
    assert done.status == 1
    assert differs in done.err
    assert "Traceback" not in done.err
    assert contents("a") == before


@pytest.mark.parametrize("name", FILES)
def test_nothing_of_the_users_is_written_over(name: str) -> None:
    Path("mine").mkdir()
    (Path("mine") / name).write_text("mine\n")
    for _ in range(2):
        done = arena("random", "greedy", "--books", "sweep", "--games", "2", "--no-skill", "--out", "mine")
        assert done.status == 1
        assert [path.name for path in Path("mine").iterdir()] == [name]
    arena("random", "greedy", "--books", "sweep", "--games", "2", "--no-skill", "--out", "ours")
    (Path("ours") / name).write_text("mine\n")  # beside a journal of ours
    done = arena("random", "greedy", "--books", "sweep", "--games", "2", "--no-skill", "--out", "ours")
    assert done.status == 1
    assert (Path("ours") / name).read_text() == "mine\n"


def test_a_journal_that_is_none_is_left_alone() -> None:
    Path("a").mkdir()
    Path("a/journal.jsonl").write_text("dear diary\n")
    done = arena("random", "greedy", "--books", "sweep", "--games", "2", "--out", "a")
    assert done.status == 1
    assert Path("a/journal.jsonl").read_text() == "dear diary\n"


def test_a_file_is_no_folder() -> None:
    Path("a").write_text("")
    done = arena("random", "greedy", "--books", "sweep", "--games", "2", "--out", "a")
    assert done.status == 2
    assert "'--out': Directory 'a' is a file" in done.err


def test_a_folder_with_other_things_in_it_is_left_alone(here: Path) -> None:
    Path("bot.py").write_text("")
    for name in (".", ""):
        done = arena("random", "greedy", "--books", "sweep", "--games", "2", "--out", name)
        assert done.status == 1
        assert "has other things in it" in done.err
    assert [path.name for path in here.iterdir()] == ["bot.py"]


@pytest.mark.parametrize("name", FILES)
def test_a_pipe_in_the_place_of_a_result_is_not_waited_for(name: str) -> None:
    words = ("random", "greedy", "--books", "sweep", "--games", "2", "--no-skill", "--out", "a")
    arena(*words)
    (Path("a") / name).unlink()
    os.mkfifo(Path("a") / name)
    done = subprocess.run([*COMMAND, "arena", *words], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 1
    assert name in done.stderr


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["random", "random"], "random is named twice"),
        (["random"], "it takes two to play"),
        (["random", "human"], "a human cannot take part"),
        (["random", "nobody"], "there is no player 'nobody'"),
        (["random", "program:./none"], "there is no program './none'"),
        (["random", "greedy", "--games", "3"], "3 is odd"),
        (["random", "greedy", "--games", "0"], "--games"),
        (["random", "greedy", "--games", "1000000000"], "--games"),
        (["random", "greedy", "--books", "sweep,sweep"], "sweep is named twice"),
        (["random", "greedy", "--books", "none"], "'none' is neither a book"),
        (["random", "greedy", "--size", "9x9"], "1x2 to 8x8"),
        (["random", "greedy", "--time", "0"], "--time"),
        (["random", "greedy", "--time", "nan"], "nan is not a number of seconds"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_played(words: list[str], problem: str) -> None:
    done = arena(*words, "--out", "a")
    assert done.status == 2
    assert problem in done.err
    assert not Path("a").exists()


def test_a_rule_book_that_cannot_be_read_is_the_fault_of_books() -> None:
    Path("mine.json").write_text('{"like": ')
    done = arena("random", "greedy", "--books", "mine.json")
    assert done.status == 2
    assert "Invalid value for '--books': 'mine.json'" in done.err


# --- Faults ---


def test_a_bug_in_a_player_of_ours_loses_games_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Greedy):
        def choose(self, position: fs.Position) -> str:
            if len(position.moves) >= 2:
                raise RuntimeError("out of ideas")
            return super().choose(position)

    monkeypatch.setitem(PLAYERS, "greedy", Kind("breaks", lambda _, luck, __: Broken(luck)))
    done = arena("random", "greedy", "--books", "sweep", "--games", "4", "--out", "a")
    assert done.status == 0
    assert "greedy lost 4 games by forfeit (4 crash): RuntimeError: out of ideas" in done.out
    for game in records("a"):
        assert game["players"][game["forfeit"]["player"] - 1] == "greedy"
        assert game["result"] == {"winner": 3 - game["forfeit"]["player"], "reason": "forfeit"}


HONEST = """
import json, os, sys, time

def answer(move):
    print(json.dumps({"move": move}), flush=True)

def play(most=99):
    for number in range(most):
        line = sys.stdin.readline()
        if not line:
            break
        answer(json.loads(line)["view"]["legal"][0])
"""

HOSTILE = {
    "good": ("play()", None),
    "exits": ("", "crash"),
    "rubbish": ("sys.stdin.readline(); print('rubbish', flush=True); play()", "unreadable"),
    "floods": ("sys.stdin.readline()\nwhile True: sys.stdout.write('x' * 65536)", "too much output"),
    "silent": ("time.sleep(1000)", "time-out"),
    "dies": ("play(1); sys.stdin.readline(); os.kill(os.getpid(), 9)", "crash"),
    "forks": ("if os.fork() == 0: os.setsid(); time.sleep(1000)\nplay()\ntime.sleep(1000)", None),
}


def left_over(mark: str) -> list[str]:
    """The commands of all processes with this in their environment."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                if mark.encode() in (place / "environ").read_bytes():
                    found.append((place / "cmdline").read_bytes().decode())
            except OSError:
                continue
    return found


@on_linux
def test_hostile_programs_lose_every_one_with_its_reason_and_leave_nothing(here: Path) -> None:
    names = {}
    for name, (code, _) in HOSTILE.items():
        (here / f"{name}.py").write_text(HONEST + code)
        names[name] = f"program:{shlex.quote(sys.executable)} -I -S {name}.py"
    mark = f"FIVESQUARE_TEST={secrets.token_hex(8)}"
    words = [*names.values(), "--books", "sweep", "--games", "2", "--time", "4", "--no-skill", "--out", "a"]
    words += ["--program-env", "FIVESQUARE_TEST"]
    done = subprocess.run(
        [*COMMAND, "arena", *words, "--workers", "3"],
        env=os.environ | dict([mark.split("=")]),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert left_over(mark) == []
    games = records("a")
    assert len(games) == len(HOSTILE) * (len(HOSTILE) - 1)
    called = {name: short for short, name in names.items()}
    reasons: dict[str, set[str]] = {short: set() for short in HOSTILE}
    for game in games:
        players = [called[name] for name in game["players"]]
        if set(players) <= {"good", "forks"}:
            assert "forfeit" not in game
            continue
        fault = game["forfeit"]
        assert fault["detail"]
        assert game["result"]["winner"] == 3 - fault["player"]
        reasons[players[fault["player"] - 1]].add(fault["reason"])
    assert reasons == {name: {reason} if reason else set() for name, (_, reason) in HOSTILE.items()}
    for name, (_, reason) in HOSTILE.items():
        assert (f"{names[name]} lost" in done.stdout) == (reason is not None)


# --- Interrupted ---


def started(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*COMMAND, "arena", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, "this takes too long"
        time.sleep(0.02)


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


SLOW = """
for line in sys.stdin:
    time.sleep(0.1)
    answer(json.loads(line)["view"]["legal"][-1])
"""


@on_linux
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_stopped_in_the_middle_it_goes_on_and_ends_with_the_same_bytes(
    how: signal.Signals, here: Path
) -> None:
    (here / "slow.py").write_text(HONEST + SLOW)
    slow = f"program:{shlex.quote(sys.executable)} -I -S slow.py"
    words = ["random", "greedy", slow, "--books", "sweep", "--games", "16", "--no-skill"]
    words_at_once = [*words, "--out", "a", "--workers", "2"]
    stopped = started(*words_at_once)
    wait_until(lambda: lines_of(here / "a" / "journal.jsonl") > 1)
    children = [
        int(text) for text in Path(f"/proc/{stopped.pid}/task/{stopped.pid}/children").read_text().split()
    ]
    stopped.send_signal(how)
    _, said = stopped.communicate(timeout=PATIENCE)
    if how == signal.SIGINT:
        assert stopped.returncode == 130
        assert said.splitlines()[-1] == (
            "(Stopped. What is done is saved: run the same command again to continue.)"
        )
    wait_until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
    assert not (here / "a" / "games.jsonl").exists()
    done = lines_of(here / "a" / "journal.jsonl")
    assert 1 <= done < 1 + 3 * 8  # what was being written when it was stopped is taken back
    again = started(*words_at_once)
    _, said = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0
    assert "Continuing" in said
    arena(*words, "--out", "b")
    assert contents("a") == contents("b")
