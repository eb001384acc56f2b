"""Put the output of commands into the pages that show it.

A page asks for it with a comment before a block:

    <!-- $ fivesquare replay docs/examples/flip.json -->
    ```text
    (whatever stands here is replaced)
    ```

`python scripts/fill_docs.py` rewrites README.md and docs/*.md; a test holds that nothing is left to do.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PLACE = re.compile(r"(<!-- \$ fivesquare (?P<words>.*?) -->\n```text\n).*?(```\n)", re.DOTALL)


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def filled(page: str) -> str:
    """The text of a page with every output brought up to date."""
    return PLACE.sub(lambda place: place[1] + output(place["words"]) + place[3], page)


def output(words: str) -> str:
    command = [sys.executable, "-m", "fivesquare", *shlex.split(words)]
    run = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    return "\n".join(line.rstrip() for line in run.stdout.splitlines()) + "\n"


def main() -> None:
    for path in pages():
        before = path.read_text(encoding="utf-8")
        after = filled(before)
        if after != before:
            path.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
