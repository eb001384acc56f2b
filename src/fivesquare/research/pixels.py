"""A position as an array of colours, for videos and for programs that learn from pictures.

It is the picture that a notebook shows, in light colours. Frames are needed by the thousand, and one takes
resvg 15 ms; so a frame is put together from pieces of that picture, each of which is drawn once.
"""

import io
from functools import lru_cache

from fivesquare.board import Size
from fivesquare.errors import needing
from fivesquare.pictures import raster
from fivesquare.pictures.boards import Box, cell, score_pieces
from fivesquare.pictures.shapes import Frame
from fivesquare.pictures.styles import CELL, LIGHT
from fivesquare.position import Position

with needing("A position as pixels", "rl"):
    import numpy as np
    from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""Rows, columns, and three colours."""

_MOST_PIECES = 4096  # of 17 KB each
_AROUND = 1  # pixels of the tray around a cell: its edges are smoother there than at the end of a sheet
_SIDE = CELL + 2 * _AROUND
_CELL_BOX = (-_AROUND, -_AROUND, _SIDE, _SIDE)


def pixels(position: Position) -> Pixels:
    """The board with its owners, what may be claimed, the last claim, the scores and whose turn it is."""
    frame, data = Frame(position.size, with_sides=True), position.board_data
    picture = _empty(position.size).copy()
    for number in range(position.size.cells):
        x, y = (int(place) - _AROUND for place in frame.corner(number))
        picture[y : y + _SIDE, x : x + _SIDE] = _piece(cell(data, number), _CELL_BOX, LIGHT["tray"])
    for box, drawn in score_pieces(position.sides, frame):
        x, y, width, height = box
        picture[y : y + height, x : x + width] = _piece(drawn, box, LIGHT["paper"])
    return picture


def shape(size: Size) -> tuple[int, int, int]:
    """The shape of the array for boards of this size; video codecs want both sides even."""
    frame = Frame(size, with_sides=True)
    height, width = (2 * -(-side // 2) for side in (frame.height, frame.width))
    return int(height), int(width), 3


@lru_cache
def _empty(size: Size) -> Pixels:
    """The tray with its rows and columns numbered, and nothing on it."""
    frame = Frame(size, with_sides=True)
    height, width, _ = shape(size)
    return _piece(frame.tray() + frame.rim(), (0, 0, width, height), LIGHT["paper"])


@lru_cache(_MOST_PIECES)
def _piece(drawn: str, box: Box, background: str) -> Pixels:
    with needing("an array of pixels", "rl"):
        from PIL import Image

        return np.array(Image.open(io.BytesIO(raster.piece(drawn, box, background))).convert("RGB"))
