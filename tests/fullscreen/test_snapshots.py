"""Screens as pictures, which a person can look at and a test compares.

`python tests/fullscreen/test_snapshots.py` draws them again.
"""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from draw_screens import Frame, picture, rows_of, settled

import fivesquare as fs
from fivesquare.fullscreen.colours import Depth, Paint, Theme
from fivesquare.fullscreen.game_page import GamePage
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.program import FullScreen
from fivesquare.fullscreen.review_page import ReviewPage
from fivesquare.match import Match
from fivesquare.players import Luck, make_player
from fivesquare.position import Position
from fivesquare.table.table import TableSetting

FOLDER = Path(__file__).parent / "snapshots"


class Snapshot(NamedTuple):
    """A page, the keys that are pressed on it, and how it is shown."""

    page: Callable[[], Page]
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = (80, 24)
    theme: Theme = "dark"
    depth: Depth = "full"


def played(book: str, moves: int, size: tuple[int, int] | None = None) -> Position:
    """A game between two levels after some moves."""
    first, second = make_player("level:4", Luck(1)), make_player("level:6", Luck(2))
    match = Match(fs.start(book, seed=5, size=size), first, second)
    while len(match.position.moves) < moves and not match.position.is_over:
        match.advance()
    return match.position


def game(book: str, moves: int, size: tuple[int, int] | None = None) -> Callable[[], Page]:
    return lambda: GamePage(TableSetting(played(book, moves, size), ("human", "human")), None)


SNAPSHOTS = {
    "grow": Snapshot(game("grow", 8), ("v", "h")),
    "grow-light": Snapshot(game("grow", 8), ("v",), theme="light"),
    "grow-large": Snapshot(game("grow", 8), (), (120, 40)),
    "grow-small": Snapshot(game("grow", 8), (), (40, 20)),
    "grow-256": Snapshot(game("grow", 8), ("v",), depth="256"),
    "grow-16": Snapshot(game("grow", 8), ("v",), depth="few"),
    "flip-8x8": Snapshot(game("flip", 20, (8, 8)), ("4", "4")),
    "chain": Snapshot(game("chain", 9), ("h",)),
    "fifteen": Snapshot(game("fifteen", 6), ("v",), (60, 20)),
    "sweep-over": Snapshot(game("sweep", 9)),
    "review": Snapshot(lambda: ReviewPage(played("grow", 30), None), ("right",) * 7),
    "review-small": Snapshot(lambda: ReviewPage(played("sweep", 9), None), ("right", "right"), (40, 20)),
}


async def drawn(snapshot: Snapshot) -> str:
    program = FullScreen(snapshot.page)
    program.paint, program.has_motion = Paint(snapshot.theme, snapshot.depth), False
    program.ansi_color = snapshot.depth == "few"
    async with program.run_test(size=snapshot.size) as pilot:
        await settled(program, pilot.pause)
        for key in snapshot.keys:
            await pilot.press(key)
            await settled(program, pilot.pause)
        rows = [(row, row) for row in rows_of(program)]
    return picture([Frame(rows)], "Fivesquare at the full screen")


@pytest.mark.parametrize("name", SNAPSHOTS)
def test_a_screen_looks_as_it_did(name: str) -> None:
    expected = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert asyncio.run(drawn(SNAPSHOTS[name])) == expected, "look at it, then draw it again"


def test_no_picture_is_left_over() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(SNAPSHOTS)


if __name__ == "__main__":
    os.environ["COLORTERM"] = "truecolor"
    for name, snapshot in SNAPSHOTS.items():
        (FOLDER / f"{name}.svg").write_text(asyncio.run(drawn(snapshot)), encoding="utf-8")
