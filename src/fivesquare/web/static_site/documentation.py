"""The documentation as a folder of pages, made by Sphinx of docs/ in a clone.

    python -m fivesquare.web.static_site.documentation build/documentation

Two builds of the same clone are the same bytes: no page carries a date,
and optional packages are not imported.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

from fivesquare.errors import FivesquareError
from fivesquare.web.embeds.board_script import board_script

SOURCE = Path(__file__).parents[4] / "docs"
NEEDED = ("sphinx", "myst_parser", "furo")


class DocumentationError(FivesquareError):
    """The documentation cannot be built here, or something in it is wrong."""


def can_be_built(source: Path | None = None) -> bool:
    """Whether the sources and what builds them are here."""
    return ((source or SOURCE) / "conf.py").is_file() and all(map(find_spec, NEEDED))


def build(
    folder: Path,
    source: Path | None = None,
    site: str | None = None,
    *,
    is_strict: bool = False,
) -> None:
    """Build the documentation into a folder.

    `source` is the folder docs of a clone, by default the one that this package is part of. `site` is the
    address of the playing site as seen from the folder, like "../"; without it, no page links there. A
    warning, such as that a link leads nowhere, goes to standard error; if the build `is_strict`, it is an
    error.
    """
    docs = source or SOURCE
    if not can_be_built(docs):
        raise DocumentationError(
            "the documentation is built from a clone, and needs Sphinx there: pip install '.[site]'"
        )
    with tempfile.TemporaryDirectory() as work:
        pages, trees, script = (Path(work, name) for name in ("pages", "trees", "fivesquare-board.js"))
        pages.mkdir()
        script.write_text(board_script(), encoding="utf-8")
        values = {"board_script": str(script), "site_address": site}
        settings = [f"--define={name}={value}" for name, value in values.items() if value]
        command = [sys.executable, "-m", "sphinx", "--quiet", f"--conf-dir={docs}"]
        settings += ["--fail-on-warning"] if is_strict else []
        done = subprocess.run(
            [*command, f"--doctree-dir={trees}", *settings, str(pages), str(folder)],
            env={**os.environ, "SOURCE_DATE_EPOCH": "0", "PYTHONHASHSEED": "0"},
            stderr=subprocess.PIPE,
            text=True,
        )
    said = done.stderr.replace(str(pages), docs.name)
    if done.returncode:
        raise DocumentationError(f"the documentation could not be built:\n{said.strip()}")
    sys.stderr.write(said)
    (folder / ".buildinfo").unlink(missing_ok=True)
    shutil.rmtree(folder / "_sources", ignore_errors=True)  # empty


if __name__ == "__main__":
    build(Path(sys.argv[1]), is_strict=True)
