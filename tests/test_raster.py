"""Pictures as PNG."""

import io
import sys

import numpy as np
import pytest
from PIL import Image

from fivesquare import pictures
from fivesquare.board import Board
from fivesquare.pictures import raster
from fivesquare.pictures.shapes import svg
from fivesquare.research import pixels as frames
from fivesquare.research.pixels import pixels
from games import play

BOARD = pictures.board(Board.parse("1 2/3 4"), title="A board", claims=0b1111)


def test_a_picture_is_as_large_as_its_svg_and_opaque_to_the_corners() -> None:
    drawn = Image.open(io.BytesIO(raster.png(BOARD)))
    assert drawn.size == (227, 227)
    assert drawn.getpixel((0, 0)) == (0xF5, 0xF1, 0xE8, 255)


def test_text_is_set_in_our_own_fonts() -> None:
    """In two weights; the machine's fonts are never read, so nothing would be written without ours."""
    text = '<text class="fs-rim" x="50" y="50" font-size="30" style="font-weight:{}">{}</text>'
    drawn = {
        raster.png(svg(100, 100, "", "", text.format(weight, letters)))
        for weight, letters in ((450, "a"), (700, "a"), (700, "b"), (700, ""))
    }
    assert len(drawn) == 4


@pytest.mark.parametrize("game", [("flip", "1,1 1,2"), ("chain", "1,1 5,5 1,2"), ("sweep", "2,2")])
def test_a_frame_of_pieces_is_the_whole_picture(game: tuple[str, str]) -> None:
    position = play(*game)
    whole = np.array(Image.open(io.BytesIO(raster.png(position.to_svg()))).convert("RGB"))
    height, width, _ = whole.shape
    assert (pixels(position)[:height, :width] == whole).all()


@pytest.mark.parametrize("missing", ["resvg_py", "PIL"])
def test_a_missing_package_is_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    frames._piece.cache_clear()
    with pytest.raises(
        ModuleNotFoundError,
        match=rf"needs {missing}, which is not installed: pip install 'fivesquare\[rl\]'",
    ):
        pixels(play("flip", "1,1"))
