"""Chance, by name."""

import subprocess
import sys

import fivesquare as fs
from fivesquare.streams import stream


def drawn(*names: object) -> list[float]:
    chance = stream(*names)
    return [chance.random() for _ in range(3)]


def test_the_same_name_is_the_same_stream_and_another_is_another() -> None:
    assert drawn(7, "board") == drawn(7, "board")
    names = [(7, "board"), (7, "first"), (7, "second"), (8, "board"), ("7 board", 1)]
    assert len({tuple(drawn(*name)) for name in names}) == len(names)


def test_a_stream_is_the_same_in_every_process() -> None:
    code = "from fivesquare.streams import stream; print(stream(7, 'board').random())"
    for hashing in ("0", "1"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hashing, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert float(run.stdout) == stream(7, "board").random()


def test_a_seed_of_thousands_of_digits() -> None:
    assert fs.start("flip", seed=10**5000) == fs.start("flip", seed=10**5000)
    assert fs.start("flip", seed=10**5000) != fs.start("flip", seed=10**5000 + 1)


def test_the_board_of_a_seed_is_not_what_the_plain_seed_gives() -> None:
    """Or somebody who makes a player of `random.Random(seed)` would make one that knows its board."""
    book = fs.CATALOGUE["flip"]
    same = [fs.start(book, seed=seed).board == book.deal(stream(seed)) for seed in range(50)]
    assert not any(same)
    assert fs.start(book, seed=3).board == book.deal(stream(3, "board"))
