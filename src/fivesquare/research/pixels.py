"""A position as an array of colours, for videos and for whoever learns from pictures.

It looks like the pictures in notebooks and pages, in light colours. Shapes are drawn twice as large and
then made smaller, which gives them smooth edges; text has such edges of its own and is written afterwards.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fivesquare.board import Size
from fivesquare.pictures.shapes import Frame, fit
from fivesquare.pictures.styles import CELL, LIGHT, MARGIN, OWNERS, POINTS, RAISED, ROUND, SMALL, VALUE
from fivesquare.position import Position
from fivesquare.rulebook import Komi

_SMOOTH = 2
_INSET = 6  # between a tile's edge and its ring
_TOKEN = 30  # beneath the board, the tile of a player
_SCORE = 64  # the room for a score
_BOLD = 700

Pixels = NDArray[np.uint8]
"""Rows, columns, and three colours."""


def pixels(position: Position) -> Pixels:
    """The board with its owners, what may be claimed, the last claim, the scores and whose turn it is."""
    frame = Frame(position.size, with_sides=True)
    sheet = _Sheet(position.size)
    tray = (frame.left, frame.top, frame.left + frame.tray_width, frame.top + frame.tray_height)
    sheet.box(tray, ROUND + 5, LIGHT["tray"])
    _write_rim(sheet, frame)
    for cell in range(position.size.cells):
        _draw_cell(sheet, position, cell, frame)
    _draw_sides(sheet, position, frame)
    return sheet.pixels()


def shape(size: Size) -> tuple[int, int, int]:
    """The shape of the array for boards of this size; films want both sides even."""
    frame = Frame(size, with_sides=True)
    height, width = (2 * -(-side // 2) for side in (frame.height, frame.width))
    return int(height), int(width), 3


class _Sheet:
    """What is drawn on. What it is drawn with, Pillow, is loaded by those who want pictures only."""

    def __init__(self, size: Size) -> None:
        try:
            from PIL import Image, ImageDraw
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError("pictures need Pillow: pip install 'fivesquare[rl]'") from error
        from fivesquare.web.pages.cards import Shapes, font, parts

        height, width, _ = shape(size)
        self._large = Image.new("RGB", (_SMOOTH * width, _SMOOTH * height), LIGHT["paper"])
        shapes = Shapes(ImageDraw.Draw(self._large))
        self.box, self.mark, self.parts = shapes.box, shapes.mark, parts
        self._pen, self._font = ImageDraw.Draw, font
        self._texts: list[tuple[Any, ...]] = []

    def write(self, x: float, y: float, text: str, ink: str, size: float, anchor: str = "mm") -> None:
        self._texts.append(((x, y), text, ink, self._font(round(size), _BOLD), anchor))

    def pixels(self) -> Pixels:
        picture = self._large.reduce(_SMOOTH)
        pen = self._pen(picture)
        for text in self._texts:
            pen.text(*text)
        return np.array(picture)


# --- The board ---


def _draw_cell(sheet: _Sheet, position: Position, cell: int, frame: Frame) -> None:
    """A tile of a player, or a key that may be claimed; what is out of reach is printed on the tray."""
    owner, name = position.owner(cell), OWNERS[position.owner(cell)]
    x, y = frame.corner(cell)
    middle, centre = x + CELL / 2, y + (CELL - RAISED) / 2
    is_numbered = position.book.values != "ones"
    if owner:
        ink = LIGHT[f"on-{name}"]
        _draw_tile(sheet, x, y, CELL, LIGHT[name], LIGHT[f"{name}-edge"])
        if cell == position.last_claim:
            ring = (x + _INSET, y + _INSET, x + CELL - _INSET, y + CELL - _INSET - RAISED)
            sheet.box(ring, ROUND - 4, None, ink, 2.25)
        if is_numbered:
            sheet.mark(owner, x + 13.5, y + 13.5, 8.5, LIGHT[name])  # makes way through the ring
            sheet.mark(owner, x + 13.5, y + 13.5, 5.5, ink)
        else:
            sheet.mark(owner, middle, centre, 15, ink)
    elif position.claims >> cell & 1:
        ink = LIGHT["ink"]
        _draw_tile(sheet, x, y, CELL, LIGHT["surface"], LIGHT["edge"])
    else:
        ink, centre = LIGHT["faint"], y + CELL / 2
        if not is_numbered:
            sheet.mark(1, middle, centre, 4, ink)
    if is_numbered:
        sheet.write(middle, centre, str(position.board.values[cell]), ink, VALUE)


def _draw_tile(sheet: _Sheet, x: float, y: float, side: float, face: str, edge: str) -> None:
    corner = ROUND if side == CELL else 8
    sheet.box((x, y, x + side, y + side), corner, edge)
    sheet.box((x, y, x + side, y + side - RAISED), corner, face)


def _write_rim(sheet: _Sheet, frame: Frame) -> None:
    """The numbers of the rows and columns."""
    rows, columns = frame.size
    for column in range(columns):
        x = frame.corner(column)[0] + CELL / 2
        sheet.write(x, frame.top - MARGIN / 2, str(column + 1), LIGHT["muted"], SMALL)
    for row in range(rows):
        y = frame.corner(row * columns)[1] + CELL / 2
        sheet.write(frame.left - MARGIN / 2, y, str(row + 1), LIGHT["muted"], SMALL)


# --- The scores beneath it ---


def _draw_sides(sheet: _Sheet, position: Position, frame: Frame) -> None:
    """The players' tiles, their scores, and bars that grow towards the goal in the middle."""
    left, right = MARGIN, frame.width - MARGIN
    middle, top = (left + right) / 2, frame.top + frame.tray_height + 14
    bar = top + 41
    sheet.box((left, bar, right, bar + 8), 4, LIGHT["line"])
    for player, part in enumerate(sheet.parts(position), 1):
        name = OWNERS[player]
        inward = 1 if player == 1 else -1
        near, far = ("rm", "lm") if player == 1 else ("lm", "rm")
        outer = left if player == 1 else right
        token = min(outer, outer + inward * _TOKEN)
        _draw_tile(sheet, token, top, _TOKEN, LIGHT[name], LIGHT[f"{name}-edge"])
        centre = top + (_TOKEN - RAISED) / 2
        sheet.mark(player, token + _TOKEN / 2, centre, 6, LIGHT[f"on-{name}"])
        status = _status(position, player)
        sheet.write(outer + inward * (_TOKEN + 8), centre, status, LIGHT["muted"], SMALL + 1, far)
        score = _score(position, player)
        ink, size = LIGHT[f"{name}-text"], fit(score, POINTS, _SCORE)
        sheet.write(middle - inward * 10, centre, score, ink, size, near)
        done = min(1.0, part) * (right - left)
        start = min(outer, outer + inward * done)
        sheet.box((start, bar, start + done, bar + 8), min(4, done / 2), LIGHT[name])
    sheet.box((middle - 1, bar - 3, middle + 1, bar + 11), 1, LIGHT["ink"])


def _score(position: Position, player: int) -> str:
    score = (position.counts if position.book.goal == "majority" else position.scores)[player - 1]
    balance = position.book.balance
    return f"{score}+{balance.points:g}" if player == 2 and isinstance(balance, Komi) else str(score)


def _status(position: Position, player: int) -> str:
    outcome = position.outcome
    if outcome is None:
        act = "may go on" if position.in_chain else "may swap" if position.may_swap else "to act"
        return act if player == position.turn else ""
    if outcome.winner == 0:
        return "draw"
    return "wins" if player == outcome.winner else ""
