"""Record a game at the full screen, and draw it as a moving picture, light and dark.

    python scripts/draw_screens.py    writes docs/pictures/full-screen.svg

The program runs without a terminal, keys are pressed, and what its screen shows is drawn character by
character, in the colours that the reader prefers; blocks become rectangles, so that there are no seams.
Only chance is held fixed, so that a test can hold the picture.
"""

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from rich.color import Color, ColorType
from rich.segment import Segment
from textual.message_pump import MessagePump

from fivesquare.fullscreen.colours import Paint, Theme
from fivesquare.fullscreen.program import FullScreen
from fivesquare.solver import warm_up

PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "full-screen.svg"
SIZE = (80, 24)
SEED = 11
PRESSED = (  # the keys before each frame, and how long it stays, in seconds
    (("down", "down", "down"), 2.0),
    (("enter",), 1.5),
    (("right",), 0.6),
    (("right", "down"), 1.2),
    (("enter",), 1.8),
    (("v",), 2.4),
    (("h",), 3.2),
    (("enter",), 1.8),
    (("h",), 2.6),
)

_PATIENCE = 0.5  # seconds for a page that may be gone
_LOOK, _QUIET, _MOST_LOOKS = 0.005, 3, 60_000  # seconds between two looks, how many in a row, in all
THEMES: tuple[Theme, Theme] = ("light", "dark")
WIDE, HIGH = 8.4, 17
_FACE = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
_BLOCKS = {  # the part of a character that is filled: left, top, width, height
    "█": (0, 0, 1, 1),
    "▀": (0, 0, 1, 0.5),
    "▄": (0, 0.5, 1, 0.5),
    "▌": (0, 0, 0.5, 1),
    "▐": (0.5, 0, 0.5, 1),
    "▖": (0, 0.5, 0.5, 0.5),
    "▗": (0.5, 0.5, 0.5, 0.5),
}

Row = tuple[Segment, ...]


class Frame(NamedTuple):
    """A screen in light and in dark colours, and for how long it is shown."""

    rows: Sequence[tuple[Row, Row]]
    seconds: float = 1.0


class Piece(NamedTuple):
    """Characters of one style: the colours of text and paper, each light and dark."""

    text: str
    ink: tuple[str, str]
    paper: tuple[str, str]
    is_bold: bool


def rows_of(program: FullScreen) -> list[Row]:
    """What a program shows, line by line."""
    strips = program.screen._compositor.render_strips(program.size)
    return [tuple(Segment.simplify(strip)) for strip in strips]


# --- The recording ---


async def record(theme: Theme) -> list[list[Row]]:
    """A game of sweep from home to its second hint, screen by screen."""
    program = FullScreen()
    program.paint, program.has_motion = Paint(theme, "full"), False
    screens = list[list[Row]]()
    async with program.run_test(size=SIZE) as pilot:
        for keys, _ in PRESSED:
            await pilot.press(*keys)
            await settled(program, pilot.pause)
            screens.append(rows_of(program))
    return screens


def recorded() -> list[Frame]:
    """The same game in both themes."""
    both = list[list[list[Row]]]()
    for theme in THEMES:
        with (
            tempfile.TemporaryDirectory() as home,
            patch.dict(os.environ, {"XDG_STATE_HOME": home, "COLORTERM": "truecolor"}),
            patch("secrets.randbits", lambda _bits: SEED),
        ):
            both.append(asyncio.run(record(theme)))
    return [
        Frame(list(zip(light, dark, strict=True)), seconds)
        for light, dark, (_, seconds) in zip(*both, PRESSED, strict=True)
    ]


async def settled(program: FullScreen, pause: Callable[[float], Awaitable[None]]) -> None:
    """Wait until nothing is being thought any more, and all of it is shown."""
    quiet = 0
    for _ in range(_MOST_LOOKS):
        await pause(_LOOK)
        for pump in (program.screen, program):  # what a page asks for is done by the program
            await _caught_up(pump)
        quiet = 0 if program.is_thinking else quiet + 1
        if quiet == _QUIET:
            break


async def _caught_up(pump: MessagePump) -> None:
    """Wait until what is in the queue has been done; a page that has just been left does nothing more."""
    is_done = asyncio.Event()
    pump.call_later(is_done.set)
    with suppress(TimeoutError):
        await asyncio.wait_for(is_done.wait(), _PATIENCE)


# --- The picture ---


def picture(frames: Sequence[Frame], title: str) -> str:
    """Screens as SVG, one after the other; the last one where the reader wants no motion."""
    rows, columns = len(frames[0].rows), sum(segment.cell_length for segment in frames[0].rows[0][0])
    width, height = WIDE * columns, HIGH * rows
    inks, drawn, spans = _Inks(), list[str](), dict[tuple[int, int], str]()
    for number in range(rows):
        at = 0
        for (light, dark), group in groupby(frames, key=lambda frame: frame.rows[number]):
            end = at + len(list(group))
            text = "".join(_row(_pieces(light, dark), HIGH * number, inks))
            is_always = (at, end) == (0, len(frames))
            name = "" if is_always else f' class="{spans.setdefault((at, end), f"s{len(spans)}")}"'
            drawn.append(f"<g{name}>{text}</g>\n" if text else "")
            at = end
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'xml:space="preserve">\n<title>{escape(title)}</title>\n'
        f"<style>text{{font:13.6px {_FACE};white-space:pre}}rect{{shape-rendering:crispEdges}}"
        f".b{{font-weight:bold}}{inks.rules()}{_animation(frames, spans)}</style>\n"
        f'<rect class="{inks.paper}" width="{width:g}" height="{height:g}"/>\n{"".join(drawn)}</svg>\n'
    )


class _Inks:
    """Pairs of colours, each with a class of a letter or two; the first is that of the paper."""

    def __init__(self) -> None:
        self._names = dict[tuple[str, str], str]()

    def __getitem__(self, colours: tuple[str, str]) -> str:
        return self._names.setdefault(colours, f"c{len(self._names)}")

    @property
    def paper(self) -> str:
        return "c0"

    def rules(self) -> str:
        light, dark = (
            "".join(f".{name}{{fill:{pair[which]}}}" for pair, name in self._names.items())
            for which in (0, 1)
        )
        return f"{light}@media(prefers-color-scheme:dark){{{dark}}}"


def _animation(frames: Sequence[Frame], spans: dict[tuple[int, int], str]) -> str:
    """Each span of frames is visible while it lasts."""
    total = sum(frame.seconds for frame in frames)
    begins = [sum(frame.seconds for frame in frames[:number]) / total for number in range(len(frames) + 1)]
    rules = list[str]()
    for (start, end), name in spans.items():
        first, last = f"{100 * begins[start]:.2f}%", f"{100 * begins[end]:.2f}%"
        before = f"0%,{first}{{visibility:hidden}}" if start else ""
        after = f"{last},100%{{visibility:hidden}}" if end < len(frames) else ""
        shown = f"{first if start else '0%'}{{visibility:visible}}"
        rules.append(f"@keyframes {name}{{{before.replace(f',{first}', '')}{shown}{after}}}")
        still = "" if end == len(frames) else "visibility:hidden"
        rules.append(f".{name}{{animation:{name} {total:g}s step-end infinite;{still}}}")
    motionless = "@media(prefers-reduced-motion:reduce){g{animation:none!important}}"
    return "".join(rules) + (motionless if spans else "")


def _pieces(light: Row, dark: Row) -> Iterable[Piece]:
    """A line, cut where a colour changes in either theme."""
    signs = zip(_signs(light), _signs(dark), strict=True)
    for (ink, paper, is_bold), group in groupby(signs, key=_looks_of):
        yield Piece("".join(sign for (sign, *_), _ in group), ink, paper, is_bold)


_Sign = tuple[str, str, str, bool]


def _signs(row: Row) -> Iterable[_Sign]:
    """Each character of a line, with its colours."""
    for text, style, _ in row:
        assert style is not None
        ink, paper = _name(style.color, "#e0e0e0"), _name(style.bgcolor, "#121212")
        yield from ((sign, ink, paper, bool(style.bold)) for sign in text)


def _looks_of(both: tuple[_Sign, _Sign]) -> tuple[tuple[str, str], tuple[str, str], bool]:
    (_, ink, paper, is_bold), (_, dark_ink, dark_paper, _) = both
    return (ink, dark_ink), (paper, dark_paper), is_bold


def _row(pieces: Iterable[Piece], top: float, inks: _Inks) -> Iterable[str]:
    column = 0
    for text, ink, paper, is_bold in pieces:
        left, width = WIDE * column, WIDE * len(text)
        column += len(text)
        behind, front = inks[paper], inks[ink]
        if behind != inks.paper:
            yield _rectangle(left, top, width, HIGH, behind)
        yield from _glyphs(text, left, top, f"{front} b" if is_bold else front)


def _glyphs(text: str, left: float, top: float, ink: str) -> Iterable[str]:
    """Blocks as rectangles, everything else as text of a known width."""
    for block, group in groupby(enumerate(text), key=lambda pair: pair[1] if pair[1] in _BLOCKS else ""):
        signs = list(group)
        if block:
            yield from _blocks(block, [left + WIDE * at for at, _ in signs], top, ink.partition(" ")[0])
            continue
        words = "".join(sign for _, sign in signs)
        if words.strip():
            x, y, length = left + WIDE * signs[0][0], top + 0.76 * HIGH, WIDE * len(words)
            yield f'<text class="{ink}" x="{x:g}" y="{y:g}" textLength="{length:g}">{escape(words)}</text>'


def _blocks(block: str, places: Sequence[float], top: float, ink: str) -> Iterable[str]:
    """The same block several times in a row."""
    x, y, wide, high = _BLOCKS[block]
    if wide == 1:
        yield _rectangle(places[0], top + HIGH * y, WIDE * len(places), HIGH * high, ink)
        return
    for place in places:
        yield _rectangle(place + WIDE * x, top + HIGH * y, WIDE * wide, HIGH * high, ink)


def _rectangle(left: float, top: float, width: float, height: float, ink: str) -> str:
    return f'<rect class="{ink}" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"/>'


def _name(colour: Color | None, fallback: str) -> str:
    if colour is None or colour.type is ColorType.DEFAULT:
        return fallback
    return colour.get_truecolor().hex


def main() -> None:
    warm_up()
    drawn = picture(recorded(), "A game at the full screen of a terminal")
    PICTURE.write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
