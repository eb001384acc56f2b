"""The picture behind a link, 1200x630 as messengers like it: the board, the scores and one sentence."""

import json
import pkgutil
from collections.abc import Mapping
from functools import cache

from fivesquare.board import Size
from fivesquare.pictures.boards import BoardData, Side, cells, scores, tile
from fivesquare.pictures.shapes import NARROWEST, Frame, rect, safe, svg
from fivesquare.pictures.styles import CELL, GAP, ROUND

WIDTH, HEIGHT = 1200, 630
BOLD, PLAIN = 700, 450  # the weights of the fonts beside this file

_MARGIN = 48
_BOARD = 534  # the room for the board, square
_LARGEST_CELL = 190
_LEFT = 640  # where the text begins
_ROOM = WIDTH - _LEFT - _MARGIN
_SCORES = 262  # the top of the scores
_LOGO = ((1, 0, 0), (0, 1, 1), (1, 1, 1), (2, 1, 2), (1, 2, 2))  # five squares: column, row, owner
_WELCOME = (
    "Five small games of claiming squares: against the computer, a friend by a link, or two on one screen."
)


def card(data: BoardData, sides: tuple[Side, Side], *, title: str, sentence: str) -> str:
    """A board, the scores, and what there is to say about it."""
    frame = Frame(data.values.size, with_sides=False)
    drawn = _moved(*placed(frame), frame.tray() + cells(data, frame))
    lines, size = fitted(known(title), (68, 56, 46), BOLD, 2)
    drawn += _lines(lines, size, BOLD, 218 - (len(lines) - 1) * 1.08 * size, 1.08)
    narrow = Frame(Size(1, 2), with_sides=True)
    scale = _ROOM / NARROWEST
    top = narrow.top + narrow.tray_height + 14
    drawn += _moved(
        _LEFT - scale * (narrow.width - NARROWEST) / 2, _SCORES - scale * top, scale, scores(sides, narrow)
    )
    lines, size = fitted(known(sentence), (38, 32), PLAIN, 3)
    drawn += _lines(lines, size, PLAIN, 434)
    drawn += _moved(_LEFT, HEIGHT - _MARGIN - 37, 38 / (3 * CELL), _logo())
    drawn += _text("Fivesquare", _LEFT + 52, HEIGHT - _MARGIN - 7, 30, BOLD)
    return svg(WIDTH, HEIGHT, title, sentence, drawn)


def cover() -> str:
    """The picture of the whole: five squares, some of them claimed."""
    scale = 160 / CELL
    side = scale * (3 * CELL + 2 * GAP)
    drawn = _moved(_MARGIN + (_BOARD - side) / 2, (HEIGHT - side) / 2, scale, _logo())
    drawn += _text("Fivesquare", _LEFT - 3, 268, 92, BOLD)
    drawn += _lines(*fitted(_WELCOME, (40,), PLAIN, 4), PLAIN, 344)
    return svg(WIDTH, HEIGHT, "Fivesquare", _WELCOME, drawn)


def placed(frame: Frame) -> tuple[float, float, float]:
    """By how much the picture of a board is moved and enlarged on a card: across, down, and the factor."""
    width, height = frame.tray_width, frame.tray_height
    scale = min(_BOARD / max(width, height), _LARGEST_CELL / CELL)
    across = _MARGIN + (_BOARD - scale * width) / 2 - scale * frame.left
    return across, (HEIGHT - scale * height) / 2 - scale * frame.top, scale


def _moved(x: float, y: float, scale: float, drawn: str) -> str:
    return f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">{drawn}</g>'


def _logo() -> str:
    ink = rect("fs-half", 0, 0, CELL, CELL, ROUND)
    step = CELL + GAP
    return "".join(
        _moved(column * step, row * step, 1, tile(owner, "") if owner else ink)
        for column, row, owner in _LOGO
    )


# --- Words ---


def _text(text: str, x: float, y: float, size: float, weight: int) -> str:
    kind = "fs-name fs-from" if weight == BOLD else "fs-status fs-from"
    place = f'x="{x:g}" y="{y:.1f}" font-size="{size:g}"'
    return f'<text class="{kind}" style="font-weight:{weight}" {place}>{safe(text)}</text>'


def _lines(lines: list[str], size: float, weight: int, top: float, apart: float = 1.2) -> str:
    """Lines of text, `top` the base line of the first."""
    return "".join(
        _text(line, _LEFT, top + number * apart * size, size, weight) for number, line in enumerate(lines)
    )


def fitted(text: str, sizes: tuple[int, ...], weight: int, most: int) -> tuple[list[str], int]:
    """Text in lines that fit beside the board, in the largest size in which they are few enough."""
    for size in sizes:
        lines = _wrapped(text, size, weight)
        if len(lines) <= most:
            break
    shown = lines[:most]
    if len(lines) > most:
        shown[-1] += " …"
    return [_shortened(line, size, weight) for line in shown], size


def _wrapped(text: str, size: int, weight: int) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size, weight) > _ROOM:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _shortened(line: str, size: int, weight: int) -> str:
    """A line that fits, for there are words that are longer than a line."""
    if width_of(line, size, weight) <= _ROOM:
        return line
    kept = line.removesuffix("…").rstrip()
    while kept and width_of(f"{kept}…", size, weight) > _ROOM:
        kept = kept[:-1]
    return f"{kept}…"


def width_of(text: str, size: float, weight: int) -> float:
    """How wide a text is in our font."""
    return size * sum(_widths()[weight][letter] for letter in text) / 1000


def known(text: str) -> str:
    """Text without the letters that the font does not have."""
    return " ".join(
        "".join(letter for letter in text if letter in _widths()[PLAIN] or letter.isspace()).split()
    )


@cache
def _widths() -> Mapping[int, Mapping[str, int]]:
    """The widths of letters by weight, in thousandths of the size; scripts/make_fonts.py writes them."""
    found = pkgutil.get_data(__package__, "fonts/widths.json") or b""  # the package may lie in a zip
    return {int(weight): widths for weight, widths in json.loads(found).items()}
