"""`fivesquare perft`."""

from typing import Any

import click

from fivesquare.background import finish
from fivesquare.cli.record_lines import answer_and_exit
from fivesquare.perft import perft as count_sequences
from fivesquare.position import Position

DEEPEST_PERFT = 200


@click.command(epilog="Example: fivesquare perft --depth 4 < records.jsonl")
@click.option("--depth", type=click.IntRange(0, DEEPEST_PERFT), required=True, help="Depth in moves.")
def perft(depth: int) -> None:
    """Count the sequences of moves from each record.

    Reads records, one per line, and writes one JSON object per line.
    """

    def answer(position: Position) -> dict[str, Any]:
        number = finish(lambda: count_sequences(position.setup, position.state, depth))
        return {"depth": depth, "count": number}

    answer_and_exit(answer)
