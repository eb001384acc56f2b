"""Make the studies of docs/solved.md again, and put what they say into the page.

    python scripts/fill_solved.py          all five studies, some ten minutes; started again it goes on
    python scripts/fill_solved.py --page   only the page and its pictures, from what is kept

What is kept of a study is docs/solved/NAME.json, as `fivesquare study --json` writes it; of one of random
boards also NAME.jsonl, who wins on each board, by how much, and with which first claims. The page asks for
the report of a study with `<!-- study NAME -->` before a block, and for a picture with this script before
the image.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

from fivesquare.arena.board_analysis import winning_claims
from fivesquare.arena.study.study_pictures import pictures
from fivesquare.arena.study.study_report import text

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "solved.md"
KEPT = ROOT / "docs" / "solved"
WORK = ROOT / "build" / "solved"

STUDIES = {
    "flip": ["--boards", "1000"],
    "sweep": ["--all"],
    "grow": ["--boards", "1000"],
    "chain": [],
    "fifteen": ["--boards", "1000"],
}

REPORT = re.compile(r"(<!-- study (?P<name>\w+) -->\n```text\n).*?(```\n)", re.DOTALL)
PICTURE = re.compile(
    r"<!-- \$ python scripts/fill_solved\.py -->\n"
    r"!\[[^]]+\]\(pictures/(?P<file>solved-(?P<name>\w+)-(?P<which>\w+)\.svg)\)"
)


def kept(name: str) -> dict[str, object]:
    """A study as it is kept."""
    study: dict[str, object] = json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))
    return study


def filled(page: str) -> str:
    """The text of the page with every report as its study says."""
    return REPORT.sub(lambda place: place[1] + text(kept(place["name"])) + place[3], page)


def drawn(page: str) -> dict[Path, str]:
    """The pictures that the page shows, as they have to be."""
    return {
        ROOT / "docs" / "pictures" / place["file"]: pictures(kept(place["name"]))[f"{place['which']}.svg"]
        for place in PICTURE.finditer(page)
    }


def make(name: str, arguments: list[str]) -> None:
    """Make a study, or go on with it, and keep of it what the page and its test need."""
    folder = WORK / name
    WORK.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "fivesquare", "study", name, *arguments, "--out", str(folder)]
    subprocess.run(command, check=True)
    (KEPT / f"{name}.json").write_bytes((folder / "study.json").read_bytes())
    rows = map(json.loads, (folder / "boards.jsonl").read_text(encoding="utf-8").splitlines())
    outcomes = [
        {
            "seed": row["seed"],
            "winner": row["winner"],
            "margin": row["margin"],
            "wins": " ".join(winning_claims(row)),
        }
        for row in rows
        if "seed" in row
    ]
    if outcomes:
        lines = "".join(json.dumps(outcome) + "\n" for outcome in outcomes)
        (KEPT / f"{name}.jsonl").write_text(lines, encoding="utf-8")


def main() -> None:
    if "--page" not in sys.argv:
        KEPT.mkdir(exist_ok=True)
        for name, arguments in STUDIES.items():
            make(name, arguments)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(filled(page), encoding="utf-8")
    for path, picture in drawn(page).items():
        path.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
