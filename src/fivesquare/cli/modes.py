"""Which mode a command uses at a terminal: line by line, or the full screen."""

import os
import sys
from importlib.util import find_spec
from shutil import get_terminal_size

import click

from fivesquare.table import settings

FULL, LINES = "full", "lines"
SMALLEST = (60, 20)
"""The columns and lines from which the full screen opens by itself."""


def is_full(style: str | None, plain: bool, is_usual: bool = True) -> bool:
    """Whether to open the full screen; `is_usual` where it is what people want unless they say otherwise.

    UsageError if it is asked for and cannot be shown.
    """
    if style == FULL:
        _check("--plain is a line mode" if plain else _why_not())
        return True
    if style is not None or plain or not is_usual or settings.recall("mode") == LINES:
        return False
    size = get_terminal_size()
    return size.columns >= SMALLEST[0] and size.lines >= SMALLEST[1] and not _why_not()


def check_full() -> None:
    """UsageError if this terminal cannot show the full screen."""
    _check(_why_not())


def _check(problem: str) -> None:
    if problem:
        raise click.UsageError(f"The full screen cannot be shown: {problem}.")


def remember(style: str | None) -> None:
    """Open in the mode that was asked for, the next time too."""
    if style is not None:
        settings.store(mode=FULL if style == FULL else LINES)


def hint(style: str | None, plain: bool) -> str:
    """How to come to the full screen, where it could be shown and was not asked against just now."""
    if style is not None or plain or _why_not():
        return ""
    if settings.recall("mode") == LINES:
        return "Line by line, as last time. For the full screen: --style full"
    size, least = ("x".join(map(str, each)) for each in (get_terminal_size(), SMALLEST))
    return f"This window has {size}. The full screen opens from {least} on, or with --style full"


def board_style(style: str | None) -> str:
    """How boards are drawn in the line mode."""
    return settings.STYLES[0] if style is None else style


def _why_not() -> str:
    """Why this terminal cannot show the full screen; empty if it can."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return "input and output must be a terminal"
    if os.environ.get("TERM", "dumb") in ("", "dumb", "unknown"):
        return "this terminal can only write lines (TERM is not set, or dumb)"
    if find_spec("textual") is None:
        return "it needs Textual, which is not installed: pip install 'fivesquare[full]'"
    return ""
