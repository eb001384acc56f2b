"""Make the survey and the measures of docs/fair.md again, and put what they say into the page.

    python scripts/fill_fair.py          everything, which takes a while; started again it goes on
    python scripts/fill_fair.py --page   only the page and its picture, from what is kept

What is kept is docs/fair/map.jsonl and fair.json, as survey_fairness.py writes them, and books.jsonl, rows
of `fivesquare measure`: the five books as they are, with swap and with a fair komi, and the variants. The
page asks for a table with `<!-- table NAME -->` before it.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fair_map import picture
from fair_survey import SpotRow, best_games, name_of, text

from fivesquare.arena.measurement import LEVELS
from fivesquare.books import CATALOGUE, VARIANTS

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "fair.md"
KEPT = ROOT / "docs" / "fair"
PICTURE = ROOT / "docs" / "pictures" / "fair-map.svg"
WORK = ROOT / "build" / "fair"

BEST = 10
GAMES = 200
TABLE = re.compile(r"(<!-- table (?P<name>\w+) -->\n)(?:[|`].*?\n(?=\n|\Z))?", re.DOTALL)

Measured = Mapping[str, Any]


def with_points(name: str) -> bool:
    return CATALOGUE[name].goal == "points"


MEASURES: dict[str, list[str]] = {
    **{name: [] for name in CATALOGUE},
    **{f"{name} swap": ["--swap"] for name in CATALOGUE},
    **{f"{name} komi": ["--komi", "fair"] for name in CATALOGUE if with_points(name)},
    **{name: [] for name in VARIANTS},
}
"""What is measured, by a name of its own, with the options that say how."""


# --- What is kept ---


def rows() -> list[SpotRow]:
    """The survey."""
    lines = (KEPT / "map.jsonl").read_text(encoding="utf-8").splitlines()
    return [SpotRow.from_json(json.loads(line)) for line in lines]


def candidates() -> list[Measured]:
    """The fair games of the survey, measured."""
    found: list[Measured] = json.loads((KEPT / "fair.json").read_text(encoding="utf-8"))
    return found


def measures() -> dict[str, Measured]:
    """The rows of `MEASURES`."""
    lines = (KEPT / "books.jsonl").read_text(encoding="utf-8").splitlines()
    return dict(zip(MEASURES, map(json.loads, lines), strict=True))


# --- The page ---


def percent(estimate: Mapping[str, float | None], with_interval: bool = False) -> str:
    value, low, high = estimate["value"], estimate["low"], estimate["high"]
    if value is None:
        return "-"
    shown = f"{100 * value:.1f}"
    if not with_interval or low is None or high is None:
        return shown
    return f"{shown} ({100 * low:.1f} to {100 * high:.1f})"


def number(estimate: Mapping[str, float | None]) -> str:
    return "-" if estimate["value"] is None else f"{estimate['value']:.1f}"


def table(heads: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    ruler = ["---", *["--:"] * (len(heads) - 1)]
    return "\n".join(f"| {' | '.join(line)} |" for line in (heads, ruler, *lines)) + "\n"


HEADS = ("perfect play (95%)", *(f"level {level}" for level in LEVELS))


def shares(row: Measured) -> list[str]:
    """What the first player gets in perfect play, and between equals of each level."""
    return [percent(row["share"], True), *(percent(row["equals"][str(level)]) for level in LEVELS)]


def likings(row: Measured) -> list[str]:
    """What a game is like."""
    shown = [percent(row[what]) for what in ("critical", "decisive", "greedy")]
    return [*shown, *(number(row[what]) for what in ("length", "branching", "lead_changes"))]


def summary() -> str:
    return "```text\n" + text(rows(), []) + "\n```\n"


def best() -> str:
    lines = [
        (f"`{name_of(row)}`", *shares(row), percent(row["ladder"]["9-1"]))
        for row in best_games(candidates(), BEST)
    ]
    return table(("game", *HEADS, "9 against 1"), lines)


def likes() -> str:
    lines = [(f"`{name_of(row)}`", *likings(row)) for row in best_games(candidates(), BEST)]
    return table(LIKES, lines)


LIKES = ("game", "critical", "decisive", "greed is right", "length", "branching", "lead changes")


def books() -> str:
    found = measures()
    return table(LIKES, [(name, *likings(found[name])) for name in CATALOGUE])


def variants() -> str:
    found = measures()
    lines = [
        (f"`{name}`", *shares(found[name]), percent(found[name]["ladder"]["9-1"])) for name in VARIANTS
    ]
    return table(("variant", *HEADS, "9 against 1"), lines)


def balance() -> str:
    found = measures()
    lines = [
        (name, how, *shares(found[f"{name} {how}".removesuffix(" as it is")]))
        for name in CATALOGUE
        for how in ("as it is", "swap", "komi")
        if f"{name} {how}".removesuffix(" as it is") in found
    ]
    return table(("book", "balance", *HEADS), lines)


TABLES: dict[str, Callable[[], str]] = {
    each.__name__: each for each in (summary, best, likes, books, variants, balance)
}


def filled(page: str) -> str:
    """The text of the page with every table as it has to be."""
    return TABLE.sub(lambda place: place[1] + TABLES[place["name"]](), page)


# --- Making it ---


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", "fivesquare", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def make() -> None:
    """Survey and measure, or go on with it."""
    WORK.mkdir(parents=True, exist_ok=True)
    KEPT.mkdir(exist_ok=True)
    survey = [sys.executable, str(ROOT / "scripts" / "survey_fairness.py"), "--out", str(WORK / "map")]
    subprocess.run(survey, check=True)
    for name in ("map.jsonl", "fair.json"):
        (KEPT / name).write_bytes((WORK / "map" / name).read_bytes())
    journal = ["--journal", str(WORK / "books.jsonl")]
    games = ["--games", str(GAMES)]
    lines = [
        run("measure", "--book", name.split()[0], *how, *games, *journal) for name, how in MEASURES.items()
    ]
    (KEPT / "books.jsonl").write_text("".join(lines), encoding="utf-8")


def main() -> None:
    if "--page" not in sys.argv:
        make()
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    PICTURE.write_text(picture(rows()), encoding="utf-8")


if __name__ == "__main__":
    main()
