"""The picture behind a link, 1200x630 as messengers like it: the board, the scores and one sentence.

It looks like the page (static/tokens.css, light). Shapes are drawn twice as large as they are and then made
smaller, for Pillow gives them no smooth edges; text has smooth edges of its own and is written afterwards.
"""

import io
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from fivesquare.board import cells_of
from fivesquare.position import Position
from fivesquare.rulebook import OWN_TITLE, Exactly, Komi
from fivesquare.web import views

WIDTH, HEIGHT = 1200, 630

BACKGROUND, SURFACE, TRAY, INK, MUTED, FAINT = (
    "#f5f1e8",
    "#fffdf9",
    "#e7dfcf",
    "#1c2230",
    "#5b6070",
    "#746c5a",
)
LINE, EDGE, GROOVE = "#d9d0bf", "#cbbfa8", "#ddd9d3"


class Tile(NamedTuple):
    """The colours of what somebody owns, and of text in that player's name."""

    face: str
    edge: str
    ink: str
    text: str


TILES = (
    Tile(SURFACE, EDGE, INK, INK),
    Tile("#2456a6", "#173e7e", "#ffffff", "#1f4c96"),
    Tile("#f5ab35", "#c47f12", "#2a1a00", "#8a4f00"),
)  # of nobody, the first and the second player

_DARK = Tile(INK, "#0b0f18", SURFACE, INK)
_WELCOME = (
    "Five small games of claiming squares: against the computer, a friend by a link, or two on one screen."
)

_MARGIN = 48
_BOARD = 534  # the room for the board, square
_LARGEST_CELL = 190
_LEFT = 640  # where the text begins
_ROOM = WIDTH - _LEFT - _MARGIN
_SMOOTH = 2
_BOLD, _HEAVY, _PLAIN = 660, 760, 450
_FONT = Path(__file__).parent / "static" / "fonts" / "atkinson-hyperlegible-next-latin-wght-normal.woff2"

Box = tuple[float, float, float, float]


def card(position: Position, sentence: str = "") -> bytes:
    """The picture of a position, as a PNG; without a sentence it says after which move that is."""
    drawn = Image.new("RGB", (_SMOOTH * WIDTH, _SMOOTH * HEIGHT), BACKGROUND)
    shapes = Shapes(ImageDraw.Draw(drawn))
    frame = Frame(position)
    _draw_board(shapes, position, frame)
    _draw_score(shapes, position)
    _draw_brand(shapes)
    picture = drawn.reduce(_SMOOTH)
    pen = ImageDraw.Draw(picture)
    _write_numbers(pen, position, frame)
    _write_score(pen, position)
    _write_words(pen, views.label(position), sentence or _moment(position))
    return _written(picture)


def cover() -> bytes:
    """The picture of the whole: five squares, some of them claimed."""
    drawn = Image.new("RGB", (_SMOOTH * WIDTH, _SMOOTH * HEIGHT), BACKGROUND)
    shapes = Shapes(ImageDraw.Draw(drawn))
    side, step = 160, 174
    left, top = _MARGIN + (_BOARD - 2 * step - side) / 2, (HEIGHT - 2 * step - side) / 2
    for column, row, owner in ((1, 0, 0), (0, 1, 1), (1, 1, 1), (2, 1, 2), (1, 2, 2)):
        x, y = left + column * step, top + row * step
        _draw_tile(shapes, TILES[owner] if owner else _DARK, (x, y, x + side, y + side), 26)
        if owner:
            shapes.mark(owner, x + side / 2, y + 0.485 * side, 0.2 * side, TILES[owner].ink)
    picture = drawn.reduce(_SMOOTH)
    pen = ImageDraw.Draw(picture)
    pen.text((_LEFT - 3, 268), "Fivesquare", INK, font(92, _HEAVY), "ls")
    lines, plain = _fitted(_WELCOME, (40,), _PLAIN, 4)
    _write_lines(pen, lines, plain, 344)
    return _written(picture)


def _written(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.quantize(128, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


def _moment(position: Position) -> str:
    return f"After move {len(position.moves)}." if position.moves else "The opening."


# --- Where things are ---


class Frame:
    """Where the cells are."""

    def __init__(self, position: Position) -> None:
        rows, columns = position.size
        longest = max(rows, columns)
        self.cell = min(_LARGEST_CELL, _BOARD / (longest + 0.09 * (longest - 1) + 0.26))
        self.gap, self._pad = 0.08 * self.cell, 0.13 * self.cell
        self._columns = columns
        width, height = (
            count * self.cell + (count - 1) * self.gap + 2 * self._pad for count in (columns, rows)
        )
        left, top = _MARGIN + (_BOARD - width) / 2, (HEIGHT - height) / 2
        self.tray: Box = (left, top, left + width, top + height)

    def box(self, cell: int) -> Box:
        row, column = divmod(cell, self._columns)
        left = self.tray[0] + self._pad + column * (self.cell + self.gap)
        top = self.tray[1] + self._pad + row * (self.cell + self.gap)
        return left, top, left + self.cell, top + self.cell


class Shapes:
    """Draws shapes, in the measures of the finished picture."""

    def __init__(self, pen: ImageDraw.ImageDraw) -> None:
        self._pen = pen

    def box(
        self, box: Box, radius: float, fill: str | None, outline: str | None = None, width: float = 0
    ) -> None:
        left, top, right, bottom = _enlarged(box)
        if right - left < 1 or bottom - top < 1:
            return
        self._pen.rounded_rectangle(
            (left, top, right, bottom), _SMOOTH * radius, fill, outline, round(_SMOOTH * width)
        )

    def mark(self, player: int, x: float, y: float, radius: float, fill: str) -> None:
        """A circle for the first player, a diamond for the second."""
        if player == 1:
            self._pen.ellipse(_enlarged((x - radius, y - radius, x + radius, y + radius)), fill)
        else:
            reach = radius * 1.15
            corners = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
            self._pen.polygon([(_SMOOTH * across, _SMOOTH * down) for across, down in corners], fill)


def _enlarged(box: Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = (round(_SMOOTH * number) for number in box)
    return left, top, right - 1, bottom - 1


# --- The board ---


def _draw_board(shapes: Shapes, position: Position, frame: Frame) -> None:
    radius = 0.16 * frame.cell
    left, top, right, bottom = frame.tray
    shapes.box((left, top + 4, right, bottom + 4), radius + 10, LINE)
    shapes.box(frame.tray, radius + 10, TRAY)
    claimed, taken = views.last_claim(position)
    for cell in range(position.size.cells):
        owner = position.owner(cell)
        if not owner and not position.claims >> cell & 1:
            continue  # out of reach: a number printed on the tray
        _draw_tile(shapes, TILES[owner], frame.box(cell), radius)
        if cell == claimed or cell in taken:
            _draw_ring(shapes, TILES[owner], frame.box(cell), 3.5 if cell == claimed else 1.5)
        if owner:
            _draw_mark(shapes, position, owner, frame.box(cell))


def _draw_tile(shapes: Shapes, tile: Tile, box: Box, radius: float) -> None:
    left, top, right, bottom = box
    shapes.box(box, radius, tile.edge)
    shapes.box((left, top, right, bottom - 0.03 * (bottom - top)), radius, tile.face)


def _draw_mark(shapes: Shapes, position: Position, owner: int, box: Box) -> None:
    """The owner's shape: in the corner, or in the middle where there are no numbers."""
    left, top, right, _ = box
    cell = right - left
    if position.book.values == "ones":
        shapes.mark(owner, left + 0.5 * cell, top + 0.485 * cell, 0.2 * cell, TILES[owner].ink)
    else:
        place = left + 0.18 * cell, top + 0.18 * cell
        shapes.mark(owner, *place, 0.12 * cell, TILES[owner].face)  # makes way through the ring
        shapes.mark(owner, *place, 0.08 * cell, TILES[owner].ink)


def _draw_ring(shapes: Shapes, tile: Tile, box: Box, width: float) -> None:
    left, top, right, bottom = box
    inset = 0.06 * (right - left)
    ring = (left + inset, top + inset, right - inset, bottom - 1.5 * inset)
    shapes.box(ring, 0.12 * (right - left), None, tile.ink, width)


def _write_numbers(pen: ImageDraw.ImageDraw, position: Position, frame: Frame) -> None:
    if position.book.values == "ones":
        free = position.setup.full & ~(position.state.own | position.state.other) & ~position.claims
        for cell in cells_of(free):
            left, top, right, bottom = frame.box(cell)
            pen.text(((left + right) / 2, (top + bottom) / 2), "·", FAINT, _font(0.4, frame), "mm")
        return
    longest = max(len(str(value)) for value in position.board.values)
    font = _font(0.46 if longest < 3 else 0.38, frame)
    for cell, value in enumerate(position.board.values):
        owner = position.owner(cell)
        is_far = not owner and not position.claims >> cell & 1
        left, top, right, bottom = frame.box(cell)
        place = (left + right) / 2, (top + bottom) / 2 - 0.01 * frame.cell
        pen.text(place, str(value), FAINT if is_far else TILES[owner].ink, font, "mm")


def _font(part: float, frame: Frame) -> ImageFont.FreeTypeFont:
    return font(round(part * frame.cell), _BOLD)


# --- The scores, and the goal in sight ---

_SCORES, _TOKEN, _BAR = 296, 52, 362


def _draw_score(shapes: Shapes, position: Position) -> None:
    for player, left in ((1, _LEFT), (2, _LEFT + _ROOM - _TOKEN)):
        top = _SCORES - _TOKEN / 2
        _draw_tile(shapes, TILES[player], (left, top, left + _TOKEN, top + _TOKEN), 14)
        shapes.mark(player, left + _TOKEN / 2, _SCORES - 1, 10, TILES[player].ink)
    bar = (_LEFT, _BAR, _LEFT + _ROOM, _BAR + 14)
    shapes.box(bar, 7, GROOVE)
    first, second = (round(part * _ROOM) for part in parts(position))
    shapes.box((_LEFT, _BAR, _LEFT + first, _BAR + 14), min(7, first / 2), TILES[1].face)
    shapes.box((_LEFT + _ROOM - second, _BAR, _LEFT + _ROOM, _BAR + 14), min(7, second / 2), TILES[2].face)
    middle = _LEFT + _ROOM / 2
    shapes.box((middle - 1.5, _BAR - 6, middle + 1.5, _BAR + 20), 1.5, INK)


def parts(position: Position) -> tuple[float, float]:
    """How far each player has come, in parts of the bar; whoever is past its middle cannot be beaten."""
    if isinstance(position.book.goal, Exactly):
        first, second = position.scores
        whole = 2 * position.book.goal.target
        return first / whole, second / whole
    if position.book.goal == "majority":
        first, second = position.counts
        return first / position.size.cells, second / position.size.cells
    komi = position.book.balance.points if isinstance(position.book.balance, Komi) else 0
    total = max(1, sum(position.board.values) + komi)
    return position.scores[0] / total, (position.scores[1] + komi) / total


def _write_score(pen: ImageDraw.ImageDraw, position: Position) -> None:
    scores = position.counts if position.book.goal == "majority" else position.scores
    komi = position.book.balance.points if isinstance(position.book.balance, Komi) else 0
    digits = len(f"{scores[0]}{scores[1]}")
    large, small = font(76 if digits < 8 else 52, _HEAVY), font(30, _BOLD)
    left, right = _LEFT + _TOKEN + 20, _LEFT + _ROOM - _TOKEN - 20
    pen.text((left, _SCORES), str(scores[0]), TILES[1].text, large, "lm")
    if komi:
        more = f"+{komi:g}"
        pen.text((right, _SCORES + 12), more, TILES[2].text, small, "rm")
        right -= round(small.getlength(more)) + 8
    pen.text((right, _SCORES), str(scores[1]), TILES[2].text, large, "rm")


# --- Words ---


def _write_words(pen: ImageDraw.ImageDraw, title: str, sentence: str) -> None:
    lines, heading = _fitted(_known(title) or OWN_TITLE, (68, 56, 46), _HEAVY, 2)
    height = heading.size * 1.08
    for number, line in enumerate(lines):
        pen.text((_LEFT - 2, 218 - (len(lines) - 1 - number) * height), line, INK, heading, "ls")
    lines, plain = _fitted(_known(sentence), (38, 32), _PLAIN, 3)
    _write_lines(pen, lines, plain, 434)
    pen.text((_LEFT + 52, HEIGHT - _MARGIN - 17), "Fivesquare", INK, font(30, _HEAVY), "lm")


def _write_lines(
    pen: ImageDraw.ImageDraw, lines: list[str], chosen: ImageFont.FreeTypeFont, top: float
) -> None:
    for number, line in enumerate(lines):
        pen.text((_LEFT, top + number * chosen.size * 1.2), line, MUTED, chosen, "ls")


def _draw_brand(shapes: Shapes) -> None:
    """Five squares, as on every page."""
    top = HEIGHT - _MARGIN - 36
    for column, row, fill in (
        (1, 0, INK),
        (0, 1, TILES[1].face),
        (1, 1, TILES[1].face),
        (2, 1, TILES[2].face),
        (1, 2, TILES[2].face),
    ):
        left, up = _LEFT + column * 13, top + row * 13
        shapes.box((left, up, left + 11.5, up + 11.5), 3, fill)


def _fitted(
    text: str, sizes: tuple[int, ...], weight: int, most: int
) -> tuple[list[str], ImageFont.FreeTypeFont]:
    """Text in lines that fit beside the board, in the largest size in which they are few enough."""
    for size in sizes:
        chosen = font(size, weight)
        lines = _wrapped(text, chosen)
        if len(lines) <= most:
            break
    shown = lines[:most]
    if len(lines) > most:
        shown[-1] = _shortened(f"{shown[-1]} …", chosen)
    return [_shortened(line, chosen) for line in shown], chosen


def _wrapped(text: str, chosen: ImageFont.FreeTypeFont) -> list[str]:
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and chosen.getlength(longer) > _ROOM:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _shortened(line: str, chosen: ImageFont.FreeTypeFont) -> str:
    """A line that fits, for there are words that are longer than a line."""
    if chosen.getlength(line) <= _ROOM:
        return line
    kept = line.removesuffix("…").rstrip()
    while kept and chosen.getlength(f"{kept}…") > _ROOM:
        kept = kept[:-1]
    return f"{kept}…"


def _known(text: str) -> str:
    """Text without the letters that the font does not have."""
    return " ".join("".join(letter for letter in text if _has(letter)).split())


@lru_cache(maxsize=2048)
def _has(letter: str) -> bool:
    if letter.isspace():
        return True
    chosen = font(30, _PLAIN)
    return bytes(chosen.getmask(letter)) != bytes(chosen.getmask("\uffff"))


@lru_cache(maxsize=64)
def font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    """Our font, or Pillow's own where it was built without what opens ours."""
    try:
        made = ImageFont.truetype(_FONT, size, layout_engine=ImageFont.Layout.BASIC)
        made.set_variation_by_axes([weight])
    except OSError:
        plain = ImageFont.load_default(size)
        assert isinstance(plain, ImageFont.FreeTypeFont)  # only a font without sizes is of another kind
        return plain
    return made
