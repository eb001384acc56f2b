"""A process killed at any moment leaves a game that goes on, with every move that was acknowledged."""

import multiprocessing
import os
import random
import re
from pathlib import Path

import pytest

from fivesquare import record
from patience import PATIENCE

from . import child
from .running import run

CELLS = [f"{row},{column}" for row in range(1, 5) for column in range(1, 5)]
PROCESSES = multiprocessing.get_context("forkserver")
PROCESSES.set_forkserver_preload([child.__name__, "pytest"])  # a hundred starts, one import


@pytest.mark.parametrize("part", range(4))
def test_killed_at_random_moments_25_times(part: int, place: Path, games: Path) -> None:
    chance = random.Random(part)
    for _ in range(25):
        acknowledged = play_and_kill(place, chance)
        (file,) = games.glob("*.json")
        position = record.load(file)
        assert list(position.moves) == CELLS[: len(position.moves)]
        assert len(position.moves) >= acknowledged
        resumed = run("resume", str(file))
        assert resumed.status == (1 if position.is_over else 0)
        assert position.is_over or resumed.out.endswith(
            "fivesquare resume\n" if position.moves else "No moves yet, so nothing was saved.\n"
        )
        file.unlink(missing_ok=True)


def play_and_kill(place: Path, chance: random.Random) -> int:
    """Start a game, kill it some time after a random number of answers, and count the answers in all."""
    child_reads, typing = multiprocessing.Pipe(duplex=False)
    reading, child_writes = multiprocessing.Pipe(duplex=False)
    process = PROCESSES.Process(target=child.play, args=(place, child_reads, child_writes))
    process.start()
    child_reads.close()
    child_writes.close()
    os.write(typing.fileno(), "".join(f"{cell}\n" for cell in CELLS).encode())
    wanted = chance.randrange(len(CELLS) // 2)
    seen = b""
    while answers(seen) < wanted or b"(At any prompt" not in seen:
        seen += os.read(reading.fileno(), 4096)
    for _ in range(chance.randrange(50_000)):  # some moment later
        pass
    process.kill()
    process.join(PATIENCE)
    while more := os.read(reading.fileno(), 65536):
        seen += more
    typing.close()
    reading.close()
    process.close()
    return answers(seen)


def answers(output: bytes) -> int:
    return len(re.findall(rb"^You claimed cell \(\d,\d\)", output, re.MULTILINE))
