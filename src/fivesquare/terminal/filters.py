"""Commands that read records, one a line, and write one JSON object a line, in order: `state`, `perft`."""

import json
import sys
from collections.abc import Callable
from typing import Any

import click

from fivesquare.background import finish
from fivesquare.errors import FivesquareError
from fivesquare.position import Position
from fivesquare.record import parse_record
from fivesquare.terminal.screen import called, complain, filled

DEEPEST_PERFT = 200

Answer = Callable[[Position], dict[str, Any]]


@click.command(epilog="Example: fivesquare state < records.jsonl")
def state() -> None:
    """Say what the position of each record is.

    Reads records, one a line, and writes one JSON object a line.
    """
    _exit_with(answer_lines(Position.view))


@click.command(epilog="Example: fivesquare perft --depth 4 < records.jsonl")
@click.option("--depth", type=click.IntRange(0, DEEPEST_PERFT), required=True, help="How many moves deep.")
def perft(depth: int) -> None:
    """Count the sequences of moves from each record.

    Reads records, one a line, and writes one JSON object a line.
    """
    from fivesquare.native.perft import perft as count  # Numba: only who counts waits for it

    def answer(position: Position) -> dict[str, Any]:
        number = finish(lambda: count(position.setup, position.state, depth))
        return {"depth": depth, "count": number}

    _exit_with(answer_lines(answer))


def _exit_with(status: int) -> None:
    click.get_current_context().exit(status)


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
