"""Somebody who cannot see the screen: any keys, clicks and sizes, in games of random books and beyond.

    python tests/fullscreen/blind_typing.py 60 10

types at 60 games for 10 seconds each, in a folder of its own, and ends with a traceback if anything fails.
The number of a game is its seed; a third number begins with that one.
"""

import asyncio
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from unittest.mock import patch

from textual.css.query import NoMatches
from textual.errors import NoWidget
from textual.pilot import OutOfBounds, Pilot

import fivesquare as fs
from fivesquare.fullscreen.game_page import GamePage
from fivesquare.fullscreen.program import FullScreen
from fivesquare.table import saved_games
from fivesquare.table.table import TableSetting
from solver_oracle import random_book

_SEATS = ("human", "human", "random", "greedy", "level:1", "level:4", "level:10", "net", "perfect")
_MARKS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-./?!"
_WORDS = [
    "up",
    "down",
    "left",
    "right",
    "enter",
    "space",
    "escape",
    "tab",
    "home",
    "end",
    "pageup",
    "pagedown",
]
_RARE = [
    "pageup",
    "pagedown",
    "question_mark",
    "plus",
    "minus",
    "backspace",
    "delete",
    "f1",
    "ctrl+a",
    "shift+tab",
]
_KEYS = (*_WORDS * 6, *_MARKS, *_RARE)
_MOST_CELLS = (6, 12, 30, 64)


async def type_blindly(chance: random.Random, program: FullScreen, end: float) -> Counter[str]:
    """Type until the time is over or the program was left; how often each page was typed at."""
    pages = Counter[str]()
    async with program.run_test(size=(chance.randint(40, 120), chance.randint(20, 45))) as pilot:
        while time.monotonic() < end and program.return_code is None:
            pages[type(program.page).__name__] += 1
            await _do_anything(chance, program, pilot)
    return pages


async def _do_anything(chance: random.Random, program: FullScreen, pilot: Pilot[int]) -> None:
    what = chance.random()
    if what < 0.03:
        await pilot.resize_terminal(chance.randint(20, 150), chance.randint(5, 50))
    elif what < 0.15:
        place = chance.randrange(program.size.width), chance.randrange(program.size.height)
        with suppress(OutOfBounds, NoMatches, NoWidget):
            await pilot.click(offset=place)
    elif what < 0.17:
        await asyncio.sleep(chance.random() / 2)
    else:
        await pilot.press(chance.choice(_KEYS))


def blind_game(number: int, seconds: float) -> Counter[str]:
    """A game of a random book with random seats; a program that is left is begun again, at home."""
    chance, end = random.Random(f"blind typing {number}"), time.monotonic() + seconds
    book = random_book(chance, most_cells=chance.choice(_MOST_CELLS))
    position = saved_games.with_identity(fs.start(book, seed=number))
    seats = chance.choice([("human", chance.choice(_SEATS)), (chance.choice(_SEATS), "human")])
    setting, kept = TableSetting(position, seats), saved_games.keep_here("blind")
    first: Callable[[], GamePage] | None = lambda: GamePage(setting, kept)  # noqa: E731
    pages = Counter[str]()
    while time.monotonic() < end:
        program = FullScreen(first)
        program.has_motion, first = chance.random() < 0.5, None
        pages += asyncio.run(type_blindly(chance, program, end))
    sys.stdout.write(f"game {number}: {book.size}, {seats}, {pages.total()} keys\n")
    return pages


async def _moment(*_: object, **__: object) -> None:
    """The pilot would wait after each key until the process is idle, a second where it is searching."""
    await asyncio.sleep(0.002)


def main(games: int, seconds: float, first: int = 0) -> None:
    """Type at many games."""
    with tempfile.TemporaryDirectory() as folder, patch("textual.pilot.wait_for_idle", _moment):
        os.environ.update(XDG_STATE_HOME=folder, XDG_CONFIG_HOME=folder)
        pages = Counter[str]()
        for number in range(first, first + games):
            pages += blind_game(number, seconds)
    counted = ", ".join(f"{name} {n}" for name, n in pages.most_common())
    sys.stdout.write(f"{games} games, {pages.total()} keys: {counted}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]), *map(int, sys.argv[3:4]))
