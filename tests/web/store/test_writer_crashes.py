"""Processes that are killed while they write: what they were told is there, once, and without a gap."""

import asyncio
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import fivesquare
from fivesquare.web.store import Store, StoreError, open_store
from patience import PATIENCE
from web.store.keeping import a_game, nothing, with_store

GAMES = 20
ROUNDS = 4
PATHS = [str(Path(fivesquare.__file__).parents[1]), str(Path(__file__).parents[2])]


class Appending:
    """A process of `append_process.py`, which writes into a file: a pipe that is not read would stop it."""

    def __init__(self, url: str, who: str, folder: Path) -> None:
        self._file = folder / who
        with self._file.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "web.store.append_process", url, who, str(GAMES)],
                stdout=output,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(PATHS)},
            )

    def told(self) -> list[tuple[str, int, str]]:
        """Game, number and words of every entry that it was told of so far."""
        lines = self._file.read_text().splitlines(keepends=True)[1:]
        words = [line.split() for line in lines if line.endswith("\n")]
        return [(game, int(number), what) for game, number, what in words]

    def wait(self, entries: int) -> None:
        """Until it was told of so many entries; with 0, until the store is open."""
        end = time.monotonic() + PATIENCE
        while len(self.told()) < entries or not self._file.read_text().startswith("open\n"):
            assert self.process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.005)

    def kill(self) -> list[tuple[str, int, str]]:
        """End it in the midst of what it does; what it was told."""
        self.process.kill()
        self.process.wait()
        return self.told()


@contextmanager
def appending(url: str, who: str, folder: Path) -> Iterator[Appending]:
    process = Appending(url, who, folder)
    try:
        yield process
    finally:
        process.kill()


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


def test_what_was_acknowledged_outlives_a_process_that_is_killed_again_and_again(
    database_url: str, tmp_path: Path
) -> None:
    url = database_url
    chance = random.Random(url.partition(":")[0])
    with_store(url, make_games)
    told: list[tuple[str, int, str]] = []
    for turn in range(ROUNDS):
        with appending(url, f"a{turn}", tmp_path) as process:
            process.wait(chance.choice([0, 1, 50, 300]))
            time.sleep(chance.uniform(0.0, 0.02))  # wherever it is then
            told += process.kill()
        check(url, told)
    assert told


def test_two_processes_on_one_server_one_of_which_is_always_being_killed(
    postgres_url: str, tmp_path: Path
) -> None:
    with_store(postgres_url, make_games)
    told: list[tuple[str, int, str]] = []
    with appending(postgres_url, "b", tmp_path) as survivor:
        for turn in range(3):
            before = len(survivor.told())
            with appending(postgres_url, f"a{turn}", tmp_path) as process:
                process.wait(100)
                survivor.wait(before + 100)
                told += process.kill()
            survivor.wait(len(survivor.told()) + 100)  # the death of the other is no harm to it
        told += survivor.kill()
    check(postgres_url, told)


def test_a_file_is_free_again_as_soon_as_its_process_was_killed(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    with_store(url, make_games)

    hard = tmp_path / "another name"
    hard.hardlink_to(tmp_path / "games.db")

    async def ask(address: str) -> None:
        await open_store(address).open(nothing)

    with appending(url, "a", tmp_path) as process:
        process.wait(1)
        for address in (url, f"sqlite:///{hard}"):
            with pytest.raises(StoreError, match="is in use by another process"):
                asyncio.run(ask(address))
        told = process.kill()
    check(url, told)
