"""The loop of `state`, `solve` and `perft`: a record per line in, a JSON object per line out, in order."""

import json
import sys
from collections.abc import Callable
from typing import Any

import click

from fivesquare.errors import FivesquareError
from fivesquare.position import Position
from fivesquare.record import parse_record
from fivesquare.terminal.screen import called, complain, filled, read_line

Answer = Callable[[Position], dict[str, Any]]


def answer_and_exit(answer: Answer) -> None:
    """Answer every record on standard input, and exit with the status of `answer_lines`."""
    click.get_current_context().exit(answer_lines(answer))


def answer_lines(answer: Answer) -> int:
    """Answer every record on standard input; a bad one is answered by an error object.

    Returns the exit status: 1 if any line was bad.
    """
    if sys.stdin.isatty():
        complain(filled(_awaited()))
    status = 0
    while True:
        try:
            result = answer(Position.from_record(parse_record(read_line())))
        except EOFError:
            return status
        except FivesquareError as error:
            result = {"error": str(error), "at": error.at}
            status = 1
        sys.stdout.write(json.dumps(result) + "\n")
        sys.stdout.flush()


def _awaited() -> str:
    """What to say if the command is run at a terminal without input."""
    name = click.get_current_context().info_name
    usage = f"{called()} {name} --help"
    return f"(Reading records, one JSON object per line; Ctrl-D ends. For more: {usage})"
