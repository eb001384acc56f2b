"""Pictures in files: only a picture of ours, or an empty file, is written over."""

import sys
from pathlib import Path

from fivesquare import files, pictures
from fivesquare.errors import FileError

STANDARD = Path("-")
"""Standard input or standard output, in place of a file."""


def check_place(path: Path) -> None:
    """Refuse a name under which anything but a picture of ours is kept, or nothing can be."""
    if path == STANDARD:
        return
    if not path.parent.is_dir():
        raise FileError(f"cannot write {files.named(path)}: there is no such folder")
    if path.exists() and not _is_free(path):
        raise FileError(
            f"{files.named(path)} exists and was not drawn by Fivesquare: "
            "choose another name, or - for standard output"
        )


def _is_free(path: Path) -> bool:
    """Whether what is in a file may be written over."""
    try:
        text = files.read_text(path)
    except FileError:
        return False
    return not text or pictures.is_ours(text)


def write_picture(path: Path, picture: str) -> None:
    """Write a picture into a file, or to standard output."""
    if path == STANDARD:
        sys.stdout.write(picture)
        sys.stdout.flush()
        return
    check_place(path)
    files.write_whole(path, picture)
