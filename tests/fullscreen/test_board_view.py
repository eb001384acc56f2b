"""The board of tiles: every cell is drawn, found by the mouse, and told apart without colour."""

import random

import pytest
from draw_screens import rows_of
from rich.color import ColorType

import fivesquare as fs
from fivesquare.board import Size
from fivesquare.books import NAMED
from fivesquare.fullscreen.board_view import LEFT, TOP, needed, tile_for
from fivesquare.fullscreen.colours import Depth, Paint, Theme
from fivesquare.position import Position
from fullscreen.running import SIZES, Shown, show, table
from solver_oracle import random_book, random_position

SIDES = [Size(1, 2), Size(2, 1), Size(1, 8), Size(8, 1), Size(3, 7), Size(8, 8)]


def positions() -> list[Position]:
    """A position of each book in the middle of a game, and of books and boards of any kind."""
    chance = random.Random("boards")
    named = [random_position(chance, NAMED[name]) for name in NAMED]
    sized = [random_position(chance, NAMED["flip"], size=size) for size in SIDES]
    return [*named, *sized, *(random_position(chance, random_book(chance, 40)) for _ in range(10))]


@pytest.mark.parametrize("size", SIZES)
def test_every_cell_is_drawn_and_found_by_the_mouse(size: tuple[int, int]) -> None:
    async def script(shown: Shown) -> None:
        for position in positions():
            shown.board.position = position
            await shown.pilot.pause()
            columns, lines = needed(position.size)
            if shown.board.size.width < columns or shown.board.size.height < lines:
                assert f"This board needs {columns} columns" in shown.text
                continue
            for cell in range(position.size.cells):
                assert shown.board.cell_at(*shown.middle_of(cell)) == cell
                assert shown.board.size.region.contains(*shown.middle_of(cell))
            rows, across = position.size
            assert shown.board.cell_at(0, 0) is None
            tile = shown.board.tile
            assert LEFT + across * (tile.width + 1) < shown.board.size.width
            assert TOP + rows * tile.height <= shown.board.size.height

    show(script, table(fs.start("flip", seed=1)), size=size)


@pytest.mark.parametrize("size", [Size(rows, columns) for rows in (1, 4, 8) for columns in (2, 5, 8)])
def test_tiles_are_as_large_as_the_room_allows(size: Size) -> None:
    for columns, lines in ((80, 24), (120, 40), (35, 15)):
        tile = tile_for(size, columns, lines)
        assert 3 <= tile.width <= 15
        assert 1 <= tile.height <= 7
        assert TOP + size.rows * tile.height <= max(lines, TOP + size.rows)


def test_owners_the_last_claim_and_what_it_took_have_shapes_of_their_own() -> None:
    position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]]).play("1,1").play("3,3")

    async def script(shown: Shown) -> None:
        shown.board.cursor = 4
        await shown.pilot.pause()
        drawn = "\n".join(shown.lines)
        assert drawn.count("◈") == 1  # the second player's last claim
        assert drawn.count("❖") == 2  # and what it took
        assert drawn.count("○") == 1  # what a claim of the 9 would take
        shown.board.live = False
        await shown.pilot.pause()
        assert "○" not in "\n".join(shown.lines)

    show(script, table(position))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("depth", ["full", "256", "few"])
def test_every_palette_draws_everything(theme: Theme, depth: Depth) -> None:
    async def script(shown: Shown) -> None:
        shown.program.paint, shown.program.ansi_color = Paint(theme, depth), depth == "few"
        shown.program.use_paper(shown.page)
        await shown.press("v", "h")
        styles = [segment.style for row in rows_of(shown.program) for segment in row]
        known = {style.color.type for style in styles if style is not None and style.color is not None}
        assert (ColorType.TRUECOLOR in known) == (depth != "few")

    show(script, table(fs.start("grow", seed=1).play("1,1").play("5,5")))


@pytest.mark.parametrize("value", ["1", "yes"])
def test_no_colour_is_used_where_none_is_wanted(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", value)
    monkeypatch.setenv("COLORTERM", "truecolor")

    async def script(shown: Shown) -> None:
        assert shown.program.paint.depth == "few"
        await shown.press("v")

    show(script, table(fs.start("grow", seed=1)))


def test_what_a_move_changes_lights_up_briefly() -> None:
    async def script(shown: Shown) -> None:
        await shown.pilot.press("2", "2", "enter")
        assert shown.game.table.position.moves == ("2,2",)
        await shown.pilot.pause(1.0)
        assert not shown.board._lit

    show(script, table(fs.start("flip", seed=1)), has_motion=True)
