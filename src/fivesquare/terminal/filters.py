"""Commands that read records, one a line, and write one JSON object a line, in order."""

import json
import sys
from collections.abc import Callable
from typing import Any

import click

from fivesquare.errors import FivesquareError
from fivesquare.position import Position
from fivesquare.record import parse_record
from fivesquare.terminal.screen import called, complain, filled

Answer = Callable[[Position], dict[str, Any]]


def answer_lines(answer: Answer) -> int:
    """Answer every record on standard input; a bad one is answered by what is wrong with it.

    Returns the exit status: 1 if any line was bad.
    """
    if sys.stdin.isatty():
        complain(filled(_awaited()))
    status = 0
    for line in sys.stdin:
        try:
            result = answer(Position.from_record(parse_record(line.rstrip("\r\n"))))
        except FivesquareError as error:
            result = {"error": str(error), "at": error.at}
            status = 1
        sys.stdout.write(json.dumps(result) + "\n")
        sys.stdout.flush()
    return status


def _awaited() -> str:
    """What somebody is told who types the command alone at a terminal."""
    name = click.get_current_context().info_name
    usage = f"{called()} {name} --help"
    return f"(Reading records, one JSON object a line; Ctrl-D ends. For more: {usage})"
