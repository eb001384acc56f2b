"""The colours of the full screen: those of the pictures, as far as the terminal can show them."""

import os
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

from rich.style import Style

from fivesquare.pictures.styles import DARK, JUDGEMENTS, LIGHT

Theme = Literal["light", "dark"]
Depth = Literal["full", "256", "few"]
"""True colour; 256 colours; sixteen that the reader may have chosen, or none at all."""

Palette = Mapping[str, str]

_CURSOR = {"light": "#c2255c", "dark": "#ff6b9d"}
_HINT = {"light": "#2f9e44", "dark": "#51cf66"}
_RAISED = {  # in the dark a key is seen by its light face, not by the shadow below it
    "light": {"on-surface": LIGHT["ink"]},
    "dark": {"on-surface": DARK["ink"], "surface": "#343d50", "edge": "#4a566f"},
}
_GREYS = {  # of 256 colours our whites would become yellow and our darks navy; greys stay grey
    "light": {"paper": "#eeeeee", "tray": "#dadada", "edge": "#b2b2b2", "ink": "#1c1c1c"},
    "dark": {"paper": "#121212", "tray": "#1c1c1c", "surface": "#3a3a3a", "edge": "#585858"},
}
_FEW = {
    **dict.fromkeys(("paper", "tray", "ink", "muted", "faint", "first-text", "second-text"), "default"),
    "surface": "white",
    "on-surface": "black",
    "edge": "bright_black",
    "line": "bright_black",
    "first": "blue",
    "on-first": "bright_white",
    "first-edge": "bright_blue",
    "second": "yellow",
    "on-second": "black",
    "second-edge": "bright_yellow",
    "good": "default",
    "even": "default",
    "bad": "red",
    "good-key": "black",
    "bad-key": "red",
    "cursor": "magenta",
    "hint": "green",
}
"""Without numbers: what they look like is up to the reader, so only pairs that everyone can read."""


@lru_cache
def palette(theme: Theme, depth: Depth) -> Palette:
    """The colours by name; `depth` says what the terminal can show."""
    if depth == "few":
        return _FEW
    is_dark = theme == "dark"
    judged = {name: JUDGEMENTS[name][is_dark] for name in ("good", "bad")}
    return {
        **(DARK if is_dark else LIGHT),
        **_RAISED[theme],
        **judged,
        "even": DARK["muted"] if is_dark else LIGHT["muted"],
        "good-key": judged["good"],
        "bad-key": judged["bad"],
        "cursor": _CURSOR[theme],
        "hint": _HINT[theme],
        **(_GREYS[theme] if depth == "256" else {}),
    }


def theme_of_terminal() -> Theme:
    """The background that the terminal says it has (COLORFGBG); dark if it says nothing."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if background in ("7", "15") else "dark"


def has_colours() -> bool:
    """Whether colours are shown at all."""
    return not os.environ.get("NO_COLOR")


def depth_of_terminal() -> Depth:
    """How many colours the terminal says it shows; the fewest if the reader wants none (NO_COLOR)."""
    if os.environ.get("NO_COLOR"):
        return "few"
    if os.environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return "full"
    return "256" if "256color" in os.environ.get("TERM", "") else "few"


class Paint:
    """Styles by the names of their colours: "muted", "bold first-text on tray"."""

    def __init__(self, theme: Theme, depth: Depth) -> None:
        self.theme, self.depth = theme, depth
        self.palette = palette(theme, depth)
        self._styles = dict[str, Style]()

    def __getitem__(self, words: str) -> Style:
        """The style of some words; every style has a background, for filters that ask for one."""
        if words not in self._styles:
            front, _, back = words.partition(" on ")
            colour = front.removeprefix("bold ")
            self._styles[words] = self.of(
                self.palette[colour], self.palette[back or "paper"], front != colour
            )
        return self._styles[words]

    @staticmethod
    def of(colour: str, paper: str, bold: bool = False) -> Style:
        """The style of two colours that may be mixtures."""
        return _style(colour, paper, bold)


@lru_cache(maxsize=1024)
def _style(colour: str, paper: str, bold: bool) -> Style:
    return Style(color=colour, bgcolor=paper, bold=bold)


def mixed(one: str, other: str, part: float) -> str:
    """A part of one colour in another; where one of them is only a name, the first."""
    if not one[0] == other[0] == "#":
        return one
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a * part + b * (1 - part)):02x}" for a, b in pairs)
