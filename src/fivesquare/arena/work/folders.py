"""Folders in which work is kept: a journal while it goes on, and beside it what was found."""

from pathlib import Path

from fivesquare import files
from fivesquare.errors import FileError

JOURNAL = "journal.jsonl"


def prepare(folder: Path) -> None:
    """Make a folder for work, and those above it, or take one that is empty or has a journal in it.

    Where a journal is, the other files are ours as well, to be written anew.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        in_it = {path.name for path in folder.iterdir()}
    except OSError as error:
        raise FileError(f"cannot use {files.named(folder)}: {error.strerror}") from None
    if in_it and JOURNAL not in in_it:
        raise FileError(f"{files.named(folder)} has other things in it: name a new folder, or an empty one")
