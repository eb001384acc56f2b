"""Programs as players: real ones, and every way we know in which a program can misbehave.

Each must end in time, with its reason, and with nothing left behind.
"""

import os
import secrets
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.arena.programs import Program

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "programs"
PATIENCE = 60.0
"""A program that is found out by anything but its time has so many seconds; no test waits for them."""

SWEEP = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])

HONEST = """
import json, os, signal, sys, time

def question():
    return json.loads(sys.stdin.readline())

def answer(move):
    print(json.dumps({"move": move}), flush=True)

def play():
    for line in sys.stdin:
        answer(json.loads(line)["view"]["legal"][0])
"""

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and prctl of Linux")


class Marked:
    """Programs of this test, and whatever they start: a variable in their environment tells."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.mark = f"FIVESQUARE_TEST={secrets.token_hex(8)}"

    def command(self, code: str) -> str:
        path = self.folder / f"{secrets.token_hex(4)}.py"
        path.write_text(HONEST + code, encoding="utf-8")
        return shlex.join([sys.executable, "-I", "-S", str(path)])

    def processes(self) -> list[str]:
        """All that run now, by their commands; also those that nobody has waited for."""
        found = []
        for place in Path("/proc").iterdir():
            if place.name.isdigit():
                try:
                    if self.mark.encode() in (place / "environ").read_bytes().split(b"\0"):
                        found.append((place / "cmdline").read_text())
                except OSError:
                    continue
        return found


def zombies() -> set[str]:
    """Children of ours that have ended, and that we did not wait for."""
    found = set()
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
            except OSError:
                continue
            if state == "Z" and int(parent) == os.getpid():
                found.add(place.name)
    return found


def descriptors() -> list[str]:
    return sorted(path.name for path in Path("/proc/self/fd").iterdir())


@pytest.fixture
def marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Marked]:
    """Nothing of a program is left when its test ends."""
    marked = Marked(tmp_path)
    name, _, value = marked.mark.partition("=")
    monkeypatch.setenv(name, value)
    before = (descriptors(), zombies()) if sys.platform == "linux" else None
    yield marked
    if before is not None:
        assert marked.processes() == []
        assert (descriptors(), zombies()) == before


def fault(program: Program, position: fs.Position = SWEEP, asked: int = 1) -> fs.ForfeitError:
    """What the program is found guilty of at its last question."""
    for _ in range(asked - 1):
        program.choose(position)
    with pytest.raises(fs.ForfeitError) as caught:
        program.choose(position)
    return caught.value


# --- Honest ones ---


def play_out(position: fs.Position, *commands: str) -> fs.Position:
    with ExitStack() as stack:
        players = [stack.enter_context(Program(command, PATIENCE)) for command in commands]
        while position.turn is not None:
            move = players[position.turn - 1].choose(position)
            assert move in position.legal
            position = position.play(move)
    return position


@pytest.fixture(scope="session")
def bot_in_c(tmp_path_factory: pytest.TempPathFactory) -> str:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        assert "FIVESQUARE_CI" not in os.environ, "there is no C compiler"
        pytest.skip("there is no C compiler")
    path = tmp_path_factory.mktemp("bot") / "bot"
    strict = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror"]
    subprocess.run([compiler, *strict, "-O2", "-o", path, EXAMPLES / "bot.c"], check=True)
    return shlex.join([str(path)])


BOOKS = [
    *fs.CATALOGUE,
    {"like": "chain", "size": [3, 4]},
    {"like": "chain", "balance": "swap", "title": 'say "legal": ["9,9"], "board": [[9]]'},
    {"like": "grow", "balance": "swap", "take": "lower-free", "size": [8, 8]},
    {"like": "flip", "balance": {"komi": 2.5}, "size": [1, 5]},
]


@pytest.mark.parametrize("book", BOOKS, ids=str)
def test_the_examples_play_whole_games_of_every_book(bot_in_c: str, book: str, marked: Marked) -> None:
    bot_in_python = shlex.join([sys.executable, "-I", "-S", str(EXAMPLES / "bot.py")])
    for commands in ((bot_in_c, bot_in_python), (bot_in_python, bot_in_c)):
        assert play_out(fs.start(book, seed=3), *commands).is_over


def test_the_examples_know_what_is_worth_having(bot_in_c: str, marked: Marked) -> None:
    with Program(bot_in_c) as program:
        assert program.choose(SWEEP) == "2,2"
        assert program.choose(SWEEP.play("2,2")) == "1,3"
    with Program(shlex.join([sys.executable, str(EXAMPLES / "bot.py")])) as program:
        flip = fs.start("flip", board=[[1, 3], [2, 4]]).play("1,2")
        assert program.choose(flip) == "2,2"
        swap = fs.start({"like": "grow", "balance": "swap"}, board=[[1, 9, 2]])
        assert program.choose(swap.play("1,3")) == "1,2"
        edge = fs.start({"like": "grow", "balance": "swap"}, board=[[9, 1, 2]])
        assert program.choose(edge.play("1,1")) == "swap"


def test_a_question_is_the_contract_and_nothing_more(marked: Marked) -> None:
    code = """
line = sys.stdin.readline()
print(line, file=sys.stderr, flush=True)
answer(json.loads(line)["view"]["legal"][-1])
"""
    record = {**SWEEP.play("1,1").to_record(), "seed": 7, "players": ["level:3", "random"]}
    with Program(marked.command(code), PATIENCE) as program:
        position = fs.Position.from_record(record)
        assert program.choose(position) == "3,3"
        program.close()
        told = eval(program.said, {"false": False, "true": True, "null": None})
    assert told == {
        "record": {key: record[key] for key in ("book", "board", "moves")},
        "view": position.view(),
        "seat": 2,
    }
