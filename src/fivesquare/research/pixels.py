"""A position as an array of colours, for videos and for whoever learns from pictures.

It looks like the pictures in notebooks and pages, in light colours. Shapes are drawn twice as large and
then made smaller, which gives them smooth edges; text has such edges of its own and is written afterwards.
"""

import numpy as np
from numpy.typing import NDArray

try:
    from PIL import Image, ImageDraw
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("pictures need Pillow: pip install 'fivesquare[rl]'") from error

from fivesquare.board import Size
from fivesquare.pictures.shapes import Frame, fit
from fivesquare.pictures.styles import CELL, LIGHT, MARGIN, OWNERS, POINTS, RAISED, ROUND, SMALL, VALUE
from fivesquare.position import Position
from fivesquare.rulebook import Komi
from fivesquare.web.pages.cards import Shapes, font, parts

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
    width, height = shape(position.size)[1::-1]
    large = Image.new("RGB", (_SMOOTH * width, _SMOOTH * height), LIGHT["paper"])
    shapes = Shapes(ImageDraw.Draw(large))
    tray = (frame.left, frame.top, frame.left + frame.tray_width, frame.top + frame.tray_height)
    shapes.box(tray, ROUND + 5, LIGHT["tray"])
    for cell in range(position.size.cells):
        _draw_cell(shapes, position, cell, frame)
    _draw_sides(shapes, position, frame)
    picture = large.reduce(_SMOOTH)
    pen = ImageDraw.Draw(picture)
    _write_rim(pen, frame)
    _write_values(pen, position, frame)
    _write_sides(pen, position, frame)
    return np.array(picture)


def shape(size: Size) -> tuple[int, int, int]:
    """The shape of the array for boards of this size; films want both sides even."""
    frame = Frame(size, with_sides=True)
    height, width = (2 * -(-side // 2) for side in (frame.height, frame.width))
    return int(height), int(width), 3


# --- The board ---


def _draw_cell(shapes: Shapes, position: Position, cell: int, frame: Frame) -> None:
    """A tile of a player, or a key that may be claimed; a cell out of reach is a number on the tray."""
    owner = position.owner(cell)
    x, y = frame.corner(cell)
    if owner:
        name = OWNERS[owner]
        _draw_tile(shapes, x, y, CELL, LIGHT[name], LIGHT[f"{name}-edge"])
        ink = LIGHT[f"on-{name}"]
        if cell == position.last_claim:
            ring = (x + _INSET, y + _INSET, x + CELL - _INSET, y + CELL - _INSET - RAISED)
            shapes.box(ring, ROUND - 4, None, ink, 2.25)
        if position.book.values == "ones":
            shapes.mark(owner, x + CELL / 2, y + (CELL - RAISED) / 2, 15, ink)
        else:
            shapes.mark(owner, x + 13.5, y + 13.5, 8.5, LIGHT[name])  # makes way through the ring
            shapes.mark(owner, x + 13.5, y + 13.5, 5.5, ink)
    elif position.claims >> cell & 1:
        _draw_tile(shapes, x, y, CELL, LIGHT["surface"], LIGHT["edge"])
    elif position.book.values == "ones":
        shapes.mark(1, x + CELL / 2, y + CELL / 2, 4, LIGHT["faint"])


def _draw_tile(shapes: Shapes, x: float, y: float, side: float, face: str, edge: str) -> None:
    corner = ROUND * side / CELL + 3 * (side < CELL)
    shapes.box((x, y, x + side, y + side), corner, edge)
    shapes.box((x, y, x + side, y + side - RAISED), corner, face)


def _write_values(pen: ImageDraw.ImageDraw, position: Position, frame: Frame) -> None:
    if position.book.values == "ones":
        return
    for cell, value in enumerate(position.board.values):
        owner = position.owner(cell)
        in_reach = position.claims >> cell & 1
        ink = LIGHT[f"on-{OWNERS[owner]}"] if owner else LIGHT["ink" if in_reach else "faint"]
        x, y = frame.corner(cell)
        place = x + CELL / 2, y + (CELL - RAISED * (owner or in_reach)) / 2
        pen.text(place, str(value), ink, font(VALUE, _BOLD), "mm")


def _write_rim(pen: ImageDraw.ImageDraw, frame: Frame) -> None:
    """The numbers of the rows and columns."""
    for column in range(frame.size.columns):
        x = frame.corner(column)[0] + CELL / 2
        pen.text((x, frame.top - MARGIN / 2), str(column + 1), LIGHT["muted"], font(SMALL, _BOLD), "mm")
    for row in range(frame.size.rows):
        y = frame.corner(row * frame.size.columns)[1] + CELL / 2
        pen.text((frame.left - MARGIN / 2, y), str(row + 1), LIGHT["muted"], font(SMALL, _BOLD), "mm")


# --- The scores beneath it ---


def _draw_sides(shapes: Shapes, position: Position, frame: Frame) -> None:
    """The players' tiles, and bars that grow towards the goal in the middle."""
    left, right, top = _room(frame)
    bar = top + 41
    shapes.box((left, bar, right, bar + 8), 4, LIGHT["line"])
    for player, part in enumerate(parts(position), 1):
        name = OWNERS[player]
        x = left if player == 1 else right - _TOKEN
        _draw_tile(shapes, x, top, _TOKEN, LIGHT[name], LIGHT[f"{name}-edge"])
        shapes.mark(player, x + _TOKEN / 2, top + (_TOKEN - RAISED) / 2, 6, LIGHT[f"on-{name}"])
        done = min(1.0, part) * (right - left)
        start = left if player == 1 else right - done
        shapes.box((start, bar, start + done, bar + 8), min(4, done / 2), LIGHT[name])
    middle = (left + right) / 2
    shapes.box((middle - 1, bar - 3, middle + 1, bar + 11), 1, LIGHT["ink"])


def _write_sides(pen: ImageDraw.ImageDraw, position: Position, frame: Frame) -> None:
    left, right, top = _room(frame)
    y = top + _TOKEN / 2 - 1
    scores = position.counts if position.book.goal == "majority" else position.scores
    for player, score in enumerate(scores, 1):
        inward = 1 if player == 1 else -1
        near, far = ("rm", "lm") if player == 1 else ("lm", "rm")
        ink = LIGHT[f"{OWNERS[player]}-text"]
        told = _told(position, player, score)
        place = (left + right) / 2 - inward * 10, y
        pen.text(place, told, ink, font(round(fit(told, POINTS, _SCORE)), _BOLD), near)
        beside = (left if player == 1 else right) + inward * (_TOKEN + 8), y
        pen.text(beside, _status(position, player), LIGHT["muted"], font(SMALL + 1, _BOLD), far)


def _room(frame: Frame) -> tuple[float, float, float]:
    """Left, right and top of what stands beneath the board."""
    width = max(frame.tray_width, frame.width - 2 * MARGIN)
    left = (frame.width - width) / 2
    return left, left + width, frame.top + frame.tray_height + 14


def _told(position: Position, player: int, score: int) -> str:
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
