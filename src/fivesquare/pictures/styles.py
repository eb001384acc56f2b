"""Colours, sizes and the style sheet of every picture."""

from collections.abc import Mapping
from functools import cache

LIGHT = {
    "paper": "#f5f1e8",
    "surface": "#fffdf9",  # a key
    "tray": "#e7dfcf",  # the board under the cells
    "ink": "#1c2230",
    "muted": "#5b6070",
    "faint": "#676050",  # cells out of reach: 4.7:1 on the tray
    "line": "#d9d0bf",
    "edge": "#cbbfa8",  # the lower edge of a key: it can be pressed
    "first": "#2456a6",  # differs from `second` in lightness, so also without colours
    "first-edge": "#173e7e",
    "on-first": "#ffffff",
    "first-text": "#1f4c96",
    "second": "#f5ab35",
    "second-edge": "#c47f12",
    "on-second": "#2a1a00",
    "second-text": "#8a4f00",
}
DARK = {
    "paper": "#11141b",
    "surface": "#262c39",
    "tray": "#1a1f29",
    "ink": "#f1f3f7",
    "muted": "#a5adbb",
    "faint": "#8b94a6",
    "line": "#2f3644",
    "edge": "#171b24",
    "first": "#3a73d6",
    "first-edge": "#24509e",
    "on-first": "#ffffff",
    "first-text": "#8fb8ff",
    "second": "#ffbe55",
    "second-edge": "#c58822",
    "on-second": "#2a1a00",
    "second-text": "#ffc669",
}
JUDGEMENTS = {
    "good": ("#0b6a5d", "#62d4be"),
    "bad": ("#992158", "#ff9fc6"),
    "on-good": ("#ffffff", "#06231d"),
    "on-bad": ("#ffffff", "#35071d"),
    "good-wash": ("#dff0e8", "#21413f"),  # a cell worth claiming
    "bad-wash": ("#f8e6ec", "#3d2b3d"),  # a cell that gives something away
    "good-line": ("#8cc4b6", "#3f7f76"),
    "bad-line": ("#dcaec1", "#7a4d68"),
}
"""Light and dark colours of what is judged, on pages: beside a sign and a word, never alone."""
FONTS = (
    '"Atkinson Hyperlegible Next", system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif'
)

CELL = 72
GAP = 7
MARGIN = 28  # round the tray; the numbers of rows and columns stand in it
ROUND = 11  # the corner of a tile
RAISED = 3  # how much of the lower edge of a tile is seen
STRONGEST = 0.45  # how much of a player's colour the strongest cell of a map has

VALUE, NOTE, NAME, SMALL, POINTS = 28, 13, 14, 12, 26  # sizes of text

OWNERS = ("nobody", "first", "second")  # by number, as their styles are called


def variables(palette: Mapping[str, str]) -> str:
    """A palette as CSS custom properties; a page that sets them on `.fivesquare` decides the colours."""
    return ";".join(f"--fs-{name}:{colour}" for name, colour in palette.items())


def _paint(what: str, colour: str) -> str:
    """A colour for programs that know custom properties, after one for those that do not."""
    return f"{what}:{LIGHT[colour]};{what}:var(--fs-{colour})"


def _rule(kinds: str, *declarations: str) -> str:
    selectors = ",".join(f".fivesquare {kind.strip()}" for kind in kinds.split(","))
    return f"{selectors}{{{';'.join(declarations)}}}"


def _player_rules(name: str) -> str:
    return "".join(
        [
            _rule(f".fs-{name} .fs-edge", _paint("fill", f"{name}-edge")),
            _rule(f".fs-{name} .fs-face,.fs-{name}-shade", _paint("fill", name)),
            _rule(f".fs-{name} .fs-cut", _paint("fill", name)),
            _rule(f".fs-{name} .fs-mark,.fs-{name} .fs-value", _paint("fill", f"on-{name}")),
            _rule(f".fs-{name} .fs-ring", _paint("stroke", f"on-{name}")),
            _rule(f".fs-{name} .fs-points,.fs-{name}.fs-point .fs-mark", _paint("fill", f"{name}-text")),
            _rule(f".fs-{name}-area", _paint("fill", name), "fill-opacity:.3"),
        ]
    )


@cache
def style() -> str:
    """The style sheet of every picture."""
    return "".join(
        [
            f".fivesquare{{{variables(LIGHT)};max-width:100%;height:auto}}",
            f"@media (prefers-color-scheme:dark){{.fivesquare{{{variables(DARK)}}}}}",
            _rule(
                "text",
                f"font-family:{FONTS}",
                "font-weight:600",
                "text-anchor:middle",
                _paint("fill", "ink"),
            ),
            _rule(".fs-value,.fs-points,.fs-name", "font-weight:700"),
            _rule(".fs-from", "text-anchor:start"),
            _rule(".fs-to", "text-anchor:end"),
            _rule(".fs-rim,.fs-status,.fs-lost", _paint("fill", "muted")),
            _rule(".fs-paper", _paint("fill", "paper")),
            _rule(".fs-tray", _paint("fill", "tray")),
            _rule(".fs-open .fs-edge", _paint("fill", "edge")),
            _rule(".fs-open .fs-face,.fs-entry .fs-face", _paint("fill", "surface")),
            _rule(".fs-open .fs-face", _paint("stroke", "line"), "stroke-width:1.5"),
            _rule(".fs-far .fs-value,.fs-far .fs-mark", _paint("fill", "faint")),
            _rule(".fs-note", "font-weight:650"),
            _rule("path.fs-note", _paint("fill", "ink")),
            _rule("path.fs-lost", _paint("fill", "muted")),
            _rule(".fs-ring", "fill:none", "stroke-width:2.25"),
            _rule(".fs-taken", "stroke-dasharray:5 5"),
            _rule(".fs-best .fs-ring", _paint("stroke", "ink"), "stroke-width:3"),
            _player_rules("first"),
            _player_rules("second"),
            _rule(".fs-goal", _paint("fill", "ink"), "fill-opacity:.11"),
            _rule(".fs-half", _paint("fill", "ink")),
            _rule(".fs-grid", _paint("stroke", "line")),
            _rule(".fs-zero", _paint("stroke", "muted"), "stroke-width:1.5"),
            _rule(
                ".fs-line", "fill:none", _paint("stroke", "ink"), "stroke-width:2", "stroke-linejoin:round"
            ),
            _rule(".fs-nobody .fs-mark", _paint("fill", "ink")),
            _rule(
                ".fs-point .fs-mark", _paint("stroke", "paper"), "stroke-width:1.5", "paint-order:stroke"
            ),
            _rule(".fs-turn", "fill:none", _paint("stroke", "ink"), "stroke-width:2"),
        ]
    )
