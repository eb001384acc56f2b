"""Results side by side: a table in Markdown, and a picture."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from fivesquare.errors import FileError
from fivesquare.files import named, write_whole
from fivesquare.pictures.charts import Mark, chart
from fivesquare.pictures.svg_file import write_picture
from fivesquare.research.benchmark.bench_result import read_result
from fivesquare.research.benchmark.protocol import GROUPS, SET_NAMES, TITLE, TRACKS

PAGE, PICTURE = "leaderboard.md", "leaderboard.svg"

_LABELS = {0.0: "0 random", 0.25: "0.25", 0.5: "0.5", 0.75: "0.75", 1.0: "1 perfect"}


def results_in(folder: Path, lite: bool) -> list[dict[str, Any]]:
    """The results in a folder, the best first."""
    if not folder.is_dir():
        raise FileError(f"{named(folder)} is not a folder with results")
    found = [read_result(path) for path in sorted(folder.glob("*.json"))]
    chosen = [result for result in found if result["set"] == SET_NAMES[lite]]
    if not chosen:
        other = "" if lite or not found else "; --lite shows those of the lite set"
        raise FileError(f"there is no result of the {SET_NAMES[lite]} set in {named(folder)}{other}")
    return sorted(chosen, key=lambda result: (-(_value(result["skill"]) or 0.0), result["player"]))


def table(results: Sequence[Mapping[str, Any]]) -> str:
    """A row for each result."""
    groups = GROUPS["positions"]
    has_gap = any("contamination" in result for result in results)
    head = [
        "player",
        "skill",
        *TRACKS,
        *groups,
        "forfeits",
        "thrown",
        *(["frozen - fresh"] if has_gap else []),
    ]
    lines = [head, ["---", *["--:"] * (len(head) - 1)]]
    lines += [_row(result, groups, has_gap) for result in results]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _row(result: Mapping[str, Any], groups: Iterable[str], has_gap: bool) -> list[str]:
    parts = [result[track] for track in TRACKS]
    gap = result.get("contamination", {}).get("gap")
    return [
        result["player"],
        shown(result["skill"]),
        *(shown(part["skill"]) for part in parts),
        *(_short(parts[0]["books"].get(group, {}).get("skill")) for group in groups),
        str(sum(part["forfeits"] for part in parts)),
        str(sum(part["results_lost"] for part in parts)),
        *([shown(gap, sign="+")] if has_gap else []),
    ]


def shown(estimate: Mapping[str, Any] | None, sign: str = "") -> str:
    """A number with half of its interval: "0.52 ± 0.03"."""
    if estimate is None or estimate["value"] is None:
        return "-"
    number = f"{estimate['value']:{sign}.2f}"
    return (
        number if estimate["low"] is None else f"{number} ± {(estimate['high'] - estimate['low']) / 2:.2f}"
    )


def _short(estimate: Mapping[str, Any] | None) -> str:
    return "-" if estimate is None else f"{estimate['value']:.2f}"


def _value(estimate: Mapping[str, Any] | None) -> float | None:
    return None if estimate is None else estimate["value"]


def picture(results: Sequence[Mapping[str, Any]]) -> str:
    """The skills of all results on one scale."""
    marks = [Mark(result["player"], *(result["skill"] or {"": None}).values()) for result in results]
    return chart(marks, title=f"{TITLE}, {results[0]['set']} set: skill with 95% intervals", labels=_LABELS)


def write_page(results: Sequence[Mapping[str, Any]], folder: Path) -> list[Path]:
    """Write the table and the picture; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    page, drawn = folder / PAGE, folder / PICTURE
    text = f"# {TITLE}\n\n![Skill with 95% intervals]({PICTURE})\n\n{table(results)}\n"
    write_whole(page, text)
    write_picture(drawn, picture(results))
    return [page, drawn]
