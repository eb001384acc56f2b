"""Record a beginner's first game at a real terminal, and draw it as a picture.

    python scripts/record_session.py            writes docs/pictures/session.svg
    python scripts/record_session.py --print    shows what was on the screen instead

The program runs at a pseudo-terminal, every line is typed when it asks for one, and what it wrote is drawn:
in the colours of the terminal, on light paper or dark, as the reader prefers. Only chance is held
fixed, so that a test can hold the picture.
"""

import os
import re
import sys
import tempfile
from html import escape
from pathlib import Path
from typing import Any

import pexpect
from rich.console import Console
from rich.style import Style
from rich.text import Text

from fivesquare.solver import warm_up

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "pictures" / "session.svg"

PROGRAM = "import secrets; secrets.randbits = lambda bits: 3; from fivesquare.cli.main import main; main()"
ARGUMENTS = ["-c", PROGRAM, "--style", "book"]
TYPED = ["sweep", "", "", "3 1", "hint", "1 1", "q"]
QUESTION = re.compile(r"(?:choose|:\r\nPlayer 1): $|\] $")
SIZE = (60, 94)

WIDE, HIGH, MARGIN = 8.4, 18, 16  # of a character, of a line, round the text

_OURS = ("NO_COLOR", "COLUMNS", "LINES")  # of the terminal that we ourselves are at

_ERASED = re.compile(r"[^\n]*\r\x1b\[K")
_NO_COLOUR = re.compile(r"\x1b\[[0-9;?]*[A-Za-ln-z]")

LIGHT = {"paper": "#fffdf9", "ink": "#1c2230", "dim": "#5b6070", "line": "#d9d0bf"}
DARK = {"paper": "#161a22", "ink": "#e8ebf1", "dim": "#a5adbb", "line": "#2f3644"}
COLOURS = {  # by their number in the terminal's palette: on light paper, on dark
    1: ("#a8201a", "#ff8f87"),
    2: ("#1c6b2c", "#7fd88f"),
    5: ("#8a2a86", "#e99be5"),
    28: ("#1c6b2c", "#7fd88f"),
    31: ("#1f4c96", "#8fb8ff"),
    130: ("#8a4f00", "#ffc669"),
}


# --- The recording ---


def record() -> str:
    """Everything that the program wrote, with its colours, once the solver is compiled."""
    warm_up()
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **{name: value for name, value in os.environ.items() if name not in _OURS},
            "XDG_STATE_HOME": home,
            "TERM": "xterm-256color",
            "COLORTERM": "",
            "PYTHONUTF8": "1",
        }
        child: Any = pexpect.spawn(
            sys.executable,
            ARGUMENTS,
            env=environment,
            cwd=home,
            encoding="utf-8",
            dimensions=SIZE,
        )
        child.delaybeforesend = None
        heard = typed = ""
        for line in TYPED:
            child.expect(QUESTION, timeout=120)
            heard += _bold(typed, child.before + child.after)
            child.send(line + "\r")
            typed = line
        child.expect(pexpect.EOF, timeout=120)
        return heard + _bold(typed, child.before)


def _bold(typed: str, text: str) -> str:
    """A text that begins with what was typed; that stands out."""
    assert text.startswith(typed)
    return f"\x1b[1m{typed}\x1b[0m{text.removeprefix(typed)}" if typed else text


def shown(heard: str) -> list[Text]:
    """The lines as they stood on the screen."""
    text = heard.replace("\r\n", "\n")
    text = _NO_COLOUR.sub("", _ERASED.sub("", text)).replace("\r", "")
    return [Text.from_ansi(line) for line in text.rstrip().split("\n")]


# --- The picture ---


def drawn(lines: list[Text]) -> str:
    width = 2 * MARGIN + WIDE * SIZE[1]
    height = 2 * MARGIN + HIGH * len(lines)
    rows = "".join(_row(line, MARGIN + HIGH * (number + 0.75)) for number, line in enumerate(lines))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">\n'
        f"<title>A first game at the terminal</title>\n<style>{_style_sheet()}</style>\n"
        f'<rect class="paper" x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="8"/>\n'
        f"{rows}</svg>\n"
    )


def _row(line: Text, height: float) -> str:
    """A line, piece by piece; each has its width, so that columns stay columns in any typeface."""
    row, column = "", 0
    for segment in line.render(Console(), end=""):
        row += _piece(segment.text, segment.style or Style(), MARGIN + WIDE * column, height)
        column += len(segment.text)
    return row


def _piece(text: str, style: Style, left: float, height: float) -> str:
    if not text.strip() and not style.reverse:
        return ""
    width = WIDE * len(text)
    kinds = [] if style.color is None else [f"c{style.color.number}"]
    kinds += [kind for kind in ("bold", "dim", "underline") if getattr(style, kind)]
    behind = ""
    if style.reverse:
        behind = f'<rect class="{" ".join(kinds)}" x="{left:g}" y="{height - HIGH * 0.75:g}" '
        behind += f'width="{width:g}" height="{HIGH}"/>'
        kinds.append("reverse")
    name = f' class="{" ".join(kinds)}"' if kinds else ""
    size = f'x="{left:g}" y="{height:g}" textLength="{width:g}"'
    return f'{behind}<text{name} {size} xml:space="preserve">{escape(text)}</text>\n'


def _style_sheet() -> str:
    face = "ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace"
    return (
        f"text{{font:14px {face};white-space:pre}}"
        ".bold{font-weight:bold}.underline{text-decoration:underline}"
        f"{_colours(LIGHT, 0)}@media(prefers-color-scheme:dark){{{_colours(DARK, 1)}}}"
    )


def _colours(palette: dict[str, str], number: int) -> str:
    rules = f".paper{{fill:{palette['paper']};stroke:{palette['line']}}}"
    rules += f"text,rect{{fill:{palette['ink']}}}.dim{{fill:{palette['dim']}}}"
    rules += "".join(f".c{colour}{{fill:{both[number]}}}" for colour, both in COLOURS.items())
    return f"{rules}rect.paper{{fill:{palette['paper']}}}text.reverse{{fill:{palette['paper']}}}"


def main() -> None:
    lines = shown(record())
    if sys.argv[1:] == ["--print"]:
        sys.stdout.write("\n".join(line.plain for line in lines) + "\n")
    else:
        PICTURE.write_text(drawn(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
