"""Pictures as pixels: the SVG that is drawn here, in light colours, made into PNG by resvg.

Text is set in the fonts of this package, never in the machine's, so that a picture is the same everywhere.
"""

import re
from functools import cache
from pathlib import Path

from fivesquare.pictures.boards import Box
from fivesquare.pictures.styles import LIGHT, style

_FONTS = [str(path) for path in sorted((Path(__file__).parent / "fonts").glob("*.ttf"))]
_VARIABLE = re.compile(r";(fill|stroke):var\([^)]*\)")


@cache
def _plain_style() -> str:
    """The style sheet without custom properties, which resvg draws as black, and without dark colours."""
    rules = style()[style().index(".fivesquare text") :]
    return _VARIABLE.sub("", rules)


def png(picture: str) -> bytes:
    """A picture that was drawn here, as the bytes of a PNG file."""
    return _rendered(picture.replace(style(), _plain_style(), 1), LIGHT["paper"])


def piece(drawn: str, box: Box, background: str) -> bytes:
    """What of a drawing lies in a box, as the bytes of a PNG file."""
    _, _, width, height = box
    shape = f'viewBox="{" ".join(map(str, box))}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="fivesquare" {shape}>'
    return _rendered(f"{head}<style>{_plain_style()}</style>{drawn}</svg>", background)


def _rendered(picture: str, background: str) -> bytes:
    from resvg_py import svg_to_bytes  # of the extras web and rl

    return svg_to_bytes(
        svg_string=picture, background=background, skip_system_fonts=True, font_files=_FONTS
    )
