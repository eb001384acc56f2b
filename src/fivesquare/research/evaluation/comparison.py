"""Rows of results as a table in text, as JSON, and as pictures."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple

from fivesquare.errors import many
from fivesquare.pictures.charts import Mark, chart
from fivesquare.pictures.svg_file import check_place, write_picture
from fivesquare.research.evaluation.eval_logs import EvalRow
from fivesquare.research.evaluation.scorer import mean_regret
from fivesquare.research.skill import PHASES, Estimate, difference

PICTURES = ("skill.svg", "regret.svg")
"""The files that `pictures` gives."""

_CHANCE = {0.0: "0 random", 0.25: "0.25", 0.5: "0.5", 0.75: "0.75", 1.0: "1 perfect"}
_MOST_IN_PAIRS = 4  # rows whose differences are all shown
_MOCK = "mockllm/"
_INSTEAD_OF_MOCK = "mockllm downloads its tokenizer; offline name a player of ours, like random"
_NONE = object()


def table(rows: Sequence[EvalRow], room: int | None = None) -> str:
    """Rows side by side, or where there is one or no room for it in full; and what is missing, and why."""
    together = _side_by_side(rows)
    is_wide = room is not None and max(map(len, together.splitlines())) > room
    shown = "\n\n".join(map(_in_full, rows)) if len(rows) == 1 or is_wide else together
    notes = "\n".join(filter(None, map(_notes, rows)))
    by_book = "" if shown != together else _by_book(rows)  # in full it is there already
    blocks = (_heading(rows), shown, by_book, _compared(rows), notes)
    return "\n\n".join(block for block in blocks if block)


def to_json(rows: Sequence[EvalRow]) -> list[dict[str, Any]]:
    """All that is known; of each row by how much its skill is above that of every other one as well."""
    return [
        {
            **row.to_json(),
            "differences": [_difference(row, other).to_json() for other in rows if other is not row],
        }
        for row in rows
    ]


def _heading(rows: Sequence[EvalRow]) -> str:
    """What all of them were asked to do."""
    told = [
        f"{key} {_called(rows[0].task[key])}"
        for key in _same(rows)
        if rows[0].task[key] is not None and rows[0].task[key] is not False
    ]
    text = ", ".join(told)
    return text[:1].upper() + text[1:]


def _in_full(row: EvalRow) -> str:
    found = [("model", row.model), *row.report.table(), ("tokens", _tokens(row))]
    wide = max(len(name) for name, _ in found)
    return "\n".join(f"{name:<{wide}}  {text}".rstrip() for name, text in found)


def _side_by_side(rows: Sequence[EvalRow]) -> str:
    head = ["", "skill", "95% interval", "wins", "thrown", *PHASES, "faults", "tokens"]
    lines = [head, *([name, *_cells(row)] for name, row in zip(named(rows), rows, strict=True))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    shown = [
        "  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]).rstrip()
        for line in lines
    ]
    units = " or ".join(dict.fromkeys(row.report.unit for row in rows))
    return "\n".join(
        [
            *shown,
            "",
            "skill: 0 is random, 1 perfect. wins: a draw is half a win. thrown: results thrown away.",
            f"opening, middle, end: {units} lost by a critical decision. faults: answers that are no move.",
        ]
    )


def _cells(row: EvalRow) -> list[str]:
    found = row.report
    rate = next((standing.rate.value for standing in found.opponents.values()), None)
    return [
        _number(found.skill.value),
        "-" if found.skill.low is None else f"{found.skill.low:.2f} to {found.skill.high:.2f}",
        _number(rate),
        str(found.results_lost),
        *(_number(mean_regret(found.phases[phase])) for phase in PHASES),
        str(sum(found.faults.values())),
        _tokens(row),
    ]


def _by_book(rows: Sequence[EvalRow]) -> str:
    """The skill of each row in each book, if there are several."""
    if all(len(row.report.books) < 2 for row in rows):
        return ""
    names = named(rows)
    wide = max(map(len, names))
    lines = [
        f"{name:<{wide}}  {', '.join(f'{book} {skill}' for book, skill in row.report.books.items())}"
        for name, row in zip(names, rows, strict=True)
    ]
    return "\n".join(["Skill in each book, of which the skill above is the mean:", *lines])


class RowDifference(NamedTuple):
    """By how much the skill of a row is above that of another, on boards that both have played."""

    row: EvalRow
    other: EvalRow
    skill: Estimate
    boards: int

    def to_json(self) -> dict[str, Any]:
        return {
            "model": self.other.model,
            "log": self.other.log,
            "skill": self.skill._asdict(),
            "boards": self.boards,
        }


def _difference(row: EvalRow, other: EvalRow) -> RowDifference:
    return RowDifference(row, other, *difference(row.games, other.games))


def _compared(rows: Sequence[EvalRow]) -> str:
    """The differences between all rows; of many, between those that follow each other by skill."""
    names = dict(zip(map(id, rows), named(rows), strict=True))
    ranked = sorted(rows, key=lambda row: -(row.report.skill.value or 0.0))
    pairs = pairwise(ranked) if len(rows) > _MOST_IN_PAIRS else combinations(ranked, 2)
    found = [_difference(*pair) for pair in pairs]
    lines = [
        (
            f"{names[id(each.row)]} - {names[id(each.other)]}",
            _signed(each.skill),
            many(each.boards, "board"),
        )
        for each in found
        if each.boards and each.skill.value is not None
    ]
    if not lines:
        return ""
    wide = [max(len(line[place]) for line in lines) for place in range(2)]
    shown = [f"{pair:<{wide[0]}}  {skill:<{wide[1]}}  {boards}" for pair, skill, boards in lines]
    return "\n".join(["Difference in skill on the same boards, with its 95% interval:", *shown])


def _signed(estimate: Estimate) -> str:
    shown = f"{estimate.value:+.2f}"
    return shown if estimate.low is None else f"{shown} ({estimate.low:+.2f} to {estimate.high:+.2f})"


def _notes(row: EvalRow) -> str:
    """What is wrong with a row, if anything is."""
    said = []
    found = row.report
    if found.forfeits:
        made = _number(found.decision_skill.value)
        said.append(f"{many(found.forfeits, 'game')} forfeited (skill of the moves made: {made})")
    if found.unfinished:
        said.append(f"{many(found.unfinished, 'game')} unfinished")
    if found.unsolved:
        said.append(f"{many(found.unsolved, 'decision')} too large to solve, counted nowhere")
    if row.missing:
        why = f" ({row.errors[0]})" if row.errors else ""
        said.append(f"{row.missing} of {many(row.planned, 'game')} not played{why}")
        if row.model.startswith(_MOCK):
            said.append(_INSTEAD_OF_MOCK)
    return f"{row.model}: {'; '.join(said)}." if said else ""


def _tokens(row: EvalRow) -> str:
    return f"{sum(row.tokens):,}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def named(rows: Sequence[EvalRow]) -> list[str]:
    """What each row is called: its model, and the arguments of its task in which the rows differ."""
    same = _same(rows)
    return [
        " ".join([row.model, *(f"{key}={_called(row.task[key])}" for key in row.task if key not in same)])
        for row in rows
    ]


def _same(rows: Sequence[EvalRow]) -> list[str]:
    """The arguments of their tasks that all rows agree about."""
    first = rows[0].task
    return [key for key in first if all(row.task.get(key, _NONE) == first[key] for row in rows)]


def _called(argument: object) -> str:
    if isinstance(argument, list):
        return ",".join(map(_called, argument))
    if isinstance(argument, dict):
        kind = f"like {argument['like']}" if "like" in argument else "of one's own"
        return str(argument.get("title", kind))
    return "" if argument is None else str(argument)


# --- Pictures -------------------------------------------------------------------------------------


def pictures(rows: Sequence[EvalRow]) -> dict[str, str]:
    """The pictures of a table, by the names of their files."""
    names = named(rows)
    skill = [Mark(name, *row.report.skill) for name, row in zip(names, rows, strict=True)]
    regret = [
        Mark(f"{phase}, {name}", mean_regret(row.report.phases[phase]))
        for phase in PHASES
        for name, row in zip(names, rows, strict=True)
    ]
    units = ", ".join(dict.fromkeys(row.report.unit for row in rows))
    most = max((mark.value or 0 for mark in regret), default=0) or 1
    return {
        PICTURES[0]: chart(skill, title="Skill, with 95% intervals over boards", labels=_CHANCE),
        PICTURES[1]: chart(
            regret,
            title="What a critical decision cost, by the phase of the game",
            labels={0.0: "0", most: f"{most:.2f} {units}"},
            remark="Further to the left is better: 0 is perfect play.",
        ),
    }


def check_folder(folder: Path) -> None:
    """Refuse before anything is played a folder that pictures could not be written to after it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in PICTURES:
        check_place(folder / name)


def write_pictures(rows: Sequence[EvalRow], folder: Path) -> list[Path]:
    """Write the pictures of a table; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = pictures(rows)
    for name, picture in drawn.items():
        write_picture(folder / name, picture)
    return [folder / name for name in drawn]
