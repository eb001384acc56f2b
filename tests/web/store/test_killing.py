"""Processes that are killed while they write: what they were told is there, once, and without a gap."""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import fivesquare
from fivesquare.web.store import Store, StoreError, open_store
from web.store.keeping import a_game, nothing, with_store

GAMES = 20
ROUNDS = 5
PATHS = [str(Path(fivesquare.__file__).parents[1]), str(Path(__file__).parents[2])]


class Appending:
    """A process of `appending.py`."""

    def __init__(self, url: str, who: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "web.store.appending", url, who, str(GAMES)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(PATHS)},
        )
        assert self.process.stdout is not None
        self._lines = self.process.stdout
        assert self._lines.readline() == b"open\n"

    def kill(self) -> list[tuple[str, int, str]]:
        """End it in the midst of what it does; game, number and words of every entry it was told of."""
        self.process.kill()
        written = self._lines.read().splitlines(keepends=True)
        self.process.wait()
        self._lines.close()
        words = [line.decode().split() for line in written if line.endswith(b"\n")]
        return [(game, int(number), what) for game, number, what in words]


@contextmanager
def appending(url: str, who: str) -> Iterator[Appending]:
    process = Appending(url, who)
    try:
        yield process
    finally:
        process.process.kill()


async def make_games(store: Store) -> None:
    await asyncio.gather(*(store.create(a_game(f"g{game}")) for game in range(GAMES)))


async def entries(store: Store) -> dict[str, tuple[str, ...]]:
    found = {}
    for game in range(GAMES):
        kept = await store.read(f"g{game}")
        assert kept is not None
        found[f"g{game}"] = kept.entries
    return found


def check(url: str, told: list[tuple[str, int, str]]) -> None:
    """Every entry that was told of is there with its number, and nothing is there twice."""
    there = with_store(url, entries)
    for game, number, what in told:
        assert there[game][number] == what
    for whats in there.values():
        assert len(set(whats)) == len(whats)
    most = defaultdict(int, {game: len(whats) for game, whats in there.items()})
    assert len(told) <= sum(most.values())


def test_what_was_acknowledged_outlives_a_process_that_is_killed_again_and_again(url: str) -> None:
    chance = random.Random(url.partition(":")[0])
    with_store(url, make_games)
    told: list[tuple[str, int, str]] = []
    for turn in range(ROUNDS):
        with appending(url, f"a{turn}") as process:
            time.sleep(chance.uniform(0.0, 0.4))
            told += process.kill()
        check(url, told)
    assert len(told) > 100


def test_two_processes_on_one_server_one_of_which_is_always_being_killed(postgres_url: str) -> None:
    chance = random.Random(8)
    with_store(postgres_url, make_games)
    told: list[tuple[str, int, str]] = []
    with appending(postgres_url, "b") as survivor:
        for turn in range(ROUNDS - 2):
            with appending(postgres_url, f"a{turn}") as process:
                time.sleep(chance.uniform(0.1, 0.5))
                told += process.kill()
        others = len(told)
        told += survivor.kill()
    check(postgres_url, told)
    assert 0 < others < len(told)


def test_a_file_is_free_again_as_soon_as_its_process_was_killed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    with_store(url, make_games)

    async def ask() -> None:
        await open_store(url).open(nothing)

    with appending(url, "a") as process:
        with pytest.raises(StoreError, match="is in use by another process"):
            asyncio.run(ask())
        told = process.kill()
    check(url, told)
