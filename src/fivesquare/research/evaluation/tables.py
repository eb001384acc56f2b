"""Rows of results as a table in text, and as pictures."""

from collections.abc import Sequence

from fivesquare.errors import many
from fivesquare.pictures.charts import Mark, chart
from fivesquare.research.evaluation.results import Row
from fivesquare.research.evaluation.scoring import mean_regret
from fivesquare.research.skill import PHASES

PICTURES = ("skill.svg", "regret.svg")
"""The files that `pictures` gives."""

_CHANCE = {0.0: "0 random", 0.25: "0.25", 0.5: "0.5", 0.75: "0.75", 1.0: "1 perfect"}
_NONE = object()


def table(rows: Sequence[Row], room: int | None = None) -> str:
    """Rows side by side, or where there is one or no room for it in full; and what is missing, and why."""
    together = _side_by_side(rows)
    is_wide = room is not None and max(map(len, together.splitlines())) > room
    shown = "\n\n".join(map(_in_full, rows)) if len(rows) == 1 or is_wide else together
    notes = "\n".join(filter(None, map(_notes, rows)))
    return "\n\n".join(block for block in (_heading(rows), shown, notes) if block)


def _heading(rows: Sequence[Row]) -> str:
    """What all of them were asked to do."""
    told = [
        f"{key} {_called(rows[0].task[key])}"
        for key in _same(rows)
        if rows[0].task[key] is not None and rows[0].task[key] is not False
    ]
    text = ", ".join(told)
    return text[:1].upper() + text[1:]


def _in_full(row: Row) -> str:
    found = [("model", row.model), *row.report.table(), ("tokens", _tokens(row))]
    wide = max(len(name) for name, _ in found)
    return "\n".join(f"{name:<{wide}}  {text}".rstrip() for name, text in found)


def _side_by_side(rows: Sequence[Row]) -> str:
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


def _cells(row: Row) -> list[str]:
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


def _notes(row: Row) -> str:
    """What is wrong with a row, if anything is."""
    said = []
    found = row.report
    if found.forfeits:
        said.append(f"{many(found.forfeits, 'game')} forfeited")
    if found.unfinished:
        said.append(f"{many(found.unfinished, 'game')} unfinished")
    if found.unsolved:
        said.append(f"{many(found.unsolved, 'decision')} too large to solve, counted nowhere")
    if row.missing:
        why = f" ({row.errors[0]})" if row.errors else ""
        said.append(f"{row.missing} of {many(row.planned, 'game')} not played{why}")
    return f"{row.model}: {'; '.join(said)}." if said else ""


def _tokens(row: Row) -> str:
    return f"{sum(row.tokens):,}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def named(rows: Sequence[Row]) -> list[str]:
    """What each row is called: its model, and whatever of its task is not the same in all of them."""
    same = _same(rows)
    return [
        " ".join([row.model, *(f"{key}={_called(row.task[key])}" for key in row.task if key not in same)])
        for row in rows
    ]


def _same(rows: Sequence[Row]) -> list[str]:
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


def pictures(rows: Sequence[Row]) -> dict[str, str]:
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
