"""The pages have the colours of `pictures/styles.py`, where they are written down."""

import re
from pathlib import Path

import pytest

from fivesquare.pictures import DARK, JUDGEMENTS, LIGHT
from fivesquare.web import pages

HERE = Path(pages.__file__).parent
TOKENS = (HERE / "static" / "tokens.css").read_text(encoding="utf-8")
OUTSIDE_OF_CSS = [
    path for kind in ("templates/*.html", "static/*.js*", "static/*.svg") for path in HERE.glob(kind)
]


@pytest.mark.parametrize("name", LIGHT)
def test_the_tokens_are_the_colours_of_the_pictures(name: str) -> None:
    token = "bg" if name == "paper" else name
    both = rf"light-dark\({LIGHT[name]}, {DARK[name]}\)"
    alike = LIGHT[name] if LIGHT[name] == DARK[name] else both
    assert re.search(rf"^  --{token}: ({both}|{alike});", TOKENS, re.MULTILINE)


@pytest.mark.parametrize("name", JUDGEMENTS)
def test_the_tokens_of_good_and_bad_are_the_colours_written_down(name: str) -> None:
    light, dark = JUDGEMENTS[name]
    assert f"  --{name}: light-dark({light}, {dark});" in TOKENS


def test_what_cannot_read_the_tokens_has_their_colours_too() -> None:
    """The browser's own bar, the installed page and its icon."""
    used = {
        colour
        for path in OUTSIDE_OF_CSS
        for colour in re.findall(r"#[0-9a-f]{6}\b", path.read_text("utf-8"))
    }
    assert used
    judged = {colour for pair in JUDGEMENTS.values() for colour in pair}
    assert used <= {*LIGHT.values(), *DARK.values(), *judged}
