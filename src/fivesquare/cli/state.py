"""`fivesquare state`."""

import click

from fivesquare.cli.record_lines import answer_and_exit
from fivesquare.position import Position


@click.command(epilog="Example: fivesquare state < records.jsonl")
def state() -> None:
    """Write the position of each record.

    Reads records, one per line, and writes one JSON object per line.
    """
    answer_and_exit(Position.view)
