"""Pictures as SVG: a board, a curve, a map. The same picture in a notebook, on a page and in the docs.

Everything here is drawn from plain data. A picture is complete: it needs no font, no script and nothing
from outside, is light or dark as its reader wishes, and says in words what it shows (`<title>`, `<desc>`).
Several may be in one page: whatever they style is called `fivesquare` or `fs-`.

    a dark tile with a light number and a circle: the first player's
    a light tile with a dark number and a diamond: the second player's
    a raised key: free, and may be claimed now
    a number printed on the tray: free, but may not be claimed now
    an inner ring: the last claim; a broken one: what that claim took along
"""

from fivesquare.pictures.boards import BoardData, Note, Side, board, miniature
from fivesquare.pictures.cards import card, cover
from fivesquare.pictures.curves import Point, curve
from fivesquare.pictures.maps import cells
from fivesquare.pictures.shapes import is_ours
from fivesquare.pictures.styles import (
    CELL,
    DARK,
    FONTS,
    GAP,
    JUDGEMENTS,
    LIGHT,
    MARGIN,
    RAISED,
    ROUND,
    STRONGEST,
    style,
    variables,
)

__all__ = [
    "CELL",
    "DARK",
    "FONTS",
    "GAP",
    "JUDGEMENTS",
    "LIGHT",
    "MARGIN",
    "RAISED",
    "ROUND",
    "STRONGEST",
    "BoardData",
    "Note",
    "Point",
    "Side",
    "board",
    "card",
    "cells",
    "cover",
    "curve",
    "is_ours",
    "miniature",
    "style",
    "variables",
]
