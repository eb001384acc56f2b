"""Put the output of commands into the pages that show it.

A page asks for it with a comment before a block:

    <!-- $ fivesquare replay docs/examples/flip.json -->
    ```text
    (whatever stands here is replaced)
    ```

with `, typing: hint; quit` behind the command for what somebody types at its prompts. It asks for a picture
with a comment before the image:

    <!-- $ fivesquare picture docs/examples/flip.json --svg docs/pictures/flip.svg -->
    ![A board of flip](pictures/flip.svg)

and for a file of the repository with `<!-- $ cat deploy/nginx.conf -->` before a block of any language.

`python scripts/fill_docs.py` rewrites README.md, docs/*.md and docs/pictures; a test holds that nothing
is left to do.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLACE = re.compile(
    r"(<!-- \$ fivesquare(?P<words>[^\n]*?)(?:, typing: (?P<typed>[^\n]*))? -->\n```text\n).*?(```\n)",
    re.DOTALL,
)

FILE = re.compile(r"(<!-- \$ cat (?P<path>\S+) -->\n```\w+\n).*?(```\n)", re.DOTALL)

PICTURE = re.compile(r"<!-- \$ fivesquare (?P<words>[^\n]*? --svg) (?P<path>docs/pictures/\S+) -->\n!\[")


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def filled(page: str) -> str:
    """The text of a page with every output and every file brought up to date."""
    page = FILE.sub(lambda place: place[1] + (ROOT / place["path"]).read_text() + place[3], page)
    return PLACE.sub(lambda place: place[1] + output(place["words"], place["typed"]) + place[4], page)


def pictures(page: str) -> dict[Path, str]:
    """The pictures that a page shows, as they have to be."""
    return {ROOT / place["path"]: run(f"{place['words']} -") for place in PICTURE.finditer(page)}


def output(words: str, typed: str | None = None) -> str:
    lines = "" if typed is None else "".join(f"{line}\n" for line in typed.split("; "))
    return "\n".join(line.rstrip() for line in run(words, lines).splitlines()) + "\n"


def run(words: str, typed: str = "") -> str:
    """What a command writes. Games are kept in a folder of their own, which is gone afterwards."""
    command = [sys.executable, "-m", "fivesquare", *shlex.split(words)]
    with tempfile.TemporaryDirectory() as state:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "COLUMNS": "100", "XDG_STATE_HOME": state},
            input=typed,
            capture_output=True,
            text=True,
            check=True,
        )
    return done.stdout


def main() -> None:
    for path in pages():
        before = path.read_text(encoding="utf-8")
        after = filled(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
        for place, picture in pictures(before).items():
            place.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
