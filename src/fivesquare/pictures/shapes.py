"""What pictures are made of: the sheet, rectangles, players' shapes, lines of text, the tray of cells."""

import re
import unicodedata
from math import fsum

from fivesquare.board import Size
from fivesquare.pictures.styles import CELL, GAP, MARGIN, ROUND, SMALL, style

NARROWEST = 290  # the scores need that much

_PAD = 10  # between the tray's edge and the tiles
_OPENING = '<svg xmlns="http://www.w3.org/2000/svg" data-drawn-by="fivesquare"'
PAGE_OPENING = '<!doctype html>\n<html lang="en" data-drawn-by="fivesquare">'
_NOT_IN_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def is_ours(text: str) -> bool:
    """Whether a picture, or a page with a board, was made here: only such a one may be written over."""
    return text.startswith((_OPENING, PAGE_OPENING))


def svg(width: float, height: float, title: str, desc: str, drawn: str) -> str:
    return (
        f'{_OPENING} class="fivesquare" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">'
        f"<title>{safe(title)}</title><desc>{safe(desc)}</desc><style>{style()}</style>"
        f"{rect('fs-paper', 0, 0, width, height, 16)}{drawn}</svg>\n"
    )


def rect(kind: str, x: float, y: float, width: float, height: float, corner: float) -> str:
    place = f'x="{x:g}" y="{y:g}" ' if x or y else ""
    return f'<rect class="{kind}" {place}width="{width:.4g}" height="{height:.4g}" rx="{corner:g}"/>'


def shape_of(player: int, x: float, y: float, radius: float, kind: str = "fs-mark") -> str:
    """A player's shape: a circle, a diamond; a small dot for neither player."""
    if player == 2:
        half = radius * 1.2
        corners = f"M{x:.4g} {y - half:.4g}l{half:g} {half:g}-{half:g} {half:g}-{half:g}-{half:g}z"
        return f'<path class="{kind}" d="{corners}"/>'
    return f'<circle class="{kind}" cx="{x:.4g}" cy="{y:.4g}" r="{radius if player else radius * 0.7:g}"/>'


def write(kind: str, x: float, y: float, text: str, size: float) -> str:
    return f'<text class="{kind}" x="{x:.4g}" y="{y:.4g}" font-size="{size:g}">{safe(text)}</text>'


def base_line(y: float, size: float) -> float:
    """The base line of a text whose digits have their middle at `y`."""
    return y + 0.36 * size


def width_of(text: str, size: float) -> float:
    """About how wide a text is, in the widest of the usual fonts."""
    return size * fsum(1.1 if unicodedata.east_asian_width(letter) in "WF" else 0.66 for letter in text)


def fit(text: str, size: float, room: float) -> float:
    """The size at which a text fits, at most `size`."""
    return round(min(size, size * room / max(1.0, width_of(text, size))), 1)


def shorten(text: str, size: float, room: float) -> str:
    """As much of a text as fits."""
    if width_of(text, size) <= room:
        return text
    while text and width_of(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def signed(text: str) -> str:
    """A number with a true minus sign, which is as wide as a plus sign."""
    return re.sub(r"^-(?=\d)", "\N{MINUS SIGN}", text)


def safe(text: str) -> str:
    """Any text, escaped for XML."""
    return re.sub(_NOT_IN_XML, "\N{REPLACEMENT CHARACTER}", text).translate(_ESCAPED)


class Frame:
    """Where things are on a picture of cells."""

    def __init__(self, size: Size, with_sides: bool) -> None:
        across, down = (count * (CELL + GAP) - GAP + 2 * _PAD for count in (size.columns, size.rows))
        self.size = size
        self.width = max(across, NARROWEST if with_sides else 0) + 2 * MARGIN
        self.height = MARGIN + down + (74 if with_sides else MARGIN)
        self.left = (self.width - across) // 2  # whole, so that pixels can be stamped there
        self.top = MARGIN
        self.tray_width = across
        self.tray_height = down

    def corner(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.size.columns)
        return (
            self.left + _PAD + column * (CELL + GAP),
            self.top + _PAD + row * (CELL + GAP),
        )

    def _first_of_rows(self) -> range:
        return range(0, self.size.cells, self.size.columns)

    def put(self, cell: int, drawn: str) -> str:
        x, y = self.corner(cell)
        return drawn.replace("<g ", f'<g transform="translate({x:g} {y:g})" ', 1)

    def tray(self) -> str:
        return rect("fs-tray", self.left, self.top, self.tray_width, self.tray_height, ROUND + _PAD / 2)

    def rim(self) -> str:
        """The numbers of the rows and columns, beside the tray."""
        columns = "".join(
            write("fs-rim", self.corner(column)[0] + CELL / 2, self.top - 9, str(column + 1), SMALL)
            for column in range(self.size.columns)
        )
        rows = "".join(
            write("fs-rim", self.left - 12, base_line(y + CELL / 2, SMALL), str(row), SMALL)
            for row, y in enumerate((self.corner(cell)[1] for cell in self._first_of_rows()), 1)
        )
        return columns + rows
