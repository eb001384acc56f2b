"""Standings as text: lines of at most 80 characters, but for names that are given in full."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

from fivesquare.arena.ratings import Rating
from fivesquare.arena.tournament.standings import EntrantRow, Standings
from fivesquare.errors import many
from fivesquare.research.skill.estimates import FEWEST

WIDEST = 80

_GAP = "  "
_SHORTEST_NAME = 8
_LONGEST_DETAIL = 300
_MOST_IN_PAIRS = 4  # entrants whose differences are all shown


def full(all_books: Standings, books: Sequence[tuple[str, Standings]]) -> str:
    """The table, who took what from whom, notes, and a table for each book if there are several."""
    parts = [table(all_books), cross(all_books), differences(all_books), notes(all_books)]
    if len(books) > 1:
        if any(row.skill.value is not None for row in all_books.rows):
            parts.append("The skill above is the mean of those in the books:")
        for name, each in books:
            parts.append(f"{name}, {many(each.games, 'game')}\n{table(each)}")
    return "\n\n".join(part for part in parts if part)


# --- The table ------------------------------------------------------------------------------------


def table(standings: Standings) -> str:
    """A line for each entrant, the strongest first."""
    rows = standings.rows
    heads = ["rating", "95%", "points", "skill", "95%", "forfeits"]
    cells = [_cells(row) for row in rows]
    shown = [place for place in range(len(heads)) if _is_worth_it(place, cells)]
    columns = [[heads[place], *(line[place] for line in cells)] for place in shown]
    room = WIDEST - sum(len(_GAP) + max(map(len, column)) for column in columns)
    names = _named(standings.names, room)
    return _aligned([["", *names], *columns])


def _cells(row: EntrantRow) -> list[str]:
    skill = row.skill
    return [
        "-" if row.rating.value is None else signed(row.rating.value),
        interval(row.rating),
        f"{row.points:g}/{row.games}",
        "-" if skill.value is None else f"{skill.value:.2f}",
        "-" if skill.low is None else f"{skill.low:.2f} to {skill.high:.2f}",
        str(sum(row.forfeits.values())),
    ]


def _is_worth_it(place: int, cells: Sequence[Sequence[str]]) -> bool:
    """Ratings and points always are; empty columns are left out."""
    nothing = {1: "-", 3: "-", 4: "-", 5: "0"}.get(place)
    return any(line[place] != nothing for line in cells)


def interval(rating: Rating) -> str:
    """The interval of a rating, with what holds it."""
    if not rating.has_interval:
        return "-"
    if rating.low is not None and rating.high is not None:
        return f"{signed(rating.low)} to {signed(rating.high)}"
    if rating.low is not None:
        return f"over {signed(rating.low)}"
    return "open" if rating.high is None else f"under {signed(rating.high)}"


def signed(number: float) -> str:
    """A rating: a whole number with its sign."""
    return f"{round(number):+d}" if round(number) else "0"


def _named(names: Sequence[str], room: int) -> list[str]:
    """Numbered names; of one that is too long the end, where programs and models differ."""
    wide = len(str(len(names)))
    most = max(_SHORTEST_NAME, room - wide - 1)
    return [f"{number:>{wide}} {_shortened(name, most)}" for number, name in enumerate(names, 1)]


def _shortened(name: str, most: int) -> str:
    return name if len(name) <= most else f"..{name[-(most - 2) :]}"


def _aligned(columns: Sequence[Sequence[str]]) -> str:
    """Columns side by side: names to the left, everything else to the right."""
    widths = [max(map(len, column)) for column in columns]
    return "\n".join(
        _GAP.join([cells[0].ljust(widths[0]), *map(str.rjust, cells[1:], widths[1:])]).rstrip()
        for cells in zip(*columns, strict=True)
    )


# --- Who took what from whom ----------------------------------------------------------------------


def cross(standings: Standings) -> str:
    """A line for each entrant with what it took from each other one; in parts, where there is no room."""
    names = standings.names
    columns = [[str(number), *_taken(standings, name)] for number, name in enumerate(names, 1)]
    wide = max(len(cell) for column in columns for cell in column)
    room = max(_SHORTEST_NAME, min(max(map(len, names)), 24)) + len(str(len(names))) + 1
    beside = max(1, (WIDEST - room) // (wide + len(_GAP)))
    labels = ["", *_named(names, room)]
    parts = [columns[begin : begin + beside] for begin in range(0, len(columns), beside)]
    tables = [_aligned([labels, *([cell.rjust(wide) for cell in each] for each in part)]) for part in parts]
    return f"{_caption(standings)}\n" + "\n\n".join(tables)


def _taken(standings: Standings, other: str) -> list[str]:
    """The column of an entrant: what the others took from it."""
    return [
        "-" if one == other else f"{standings.cross.get((one, other), (0, 0))[0]:g}"
        for one in standings.names
    ]


def _caption(standings: Standings) -> str:
    games = sorted({games for _, games in standings.cross.values()})
    of = f" of {many(games[0], 'game')}" if len(games) == 1 else ""
    return f"Points{of} that each took from each:"


# --- Who plays better ------------------------------------------------------------------------------


def differences(standings: Standings) -> str:
    """The differences in skill between each two; between many, of those that follow each other."""
    ranked = list(dict.fromkeys(name for each in standings.differences for name in each[:2]))
    neighbours = set(pairwise(ranked))
    shown = [
        each
        for each in standings.differences
        if len(ranked) <= _MOST_IN_PAIRS or (each.one, each.other) in neighbours
    ]
    if not shown:
        return ""
    numbers = {name: str(number) for number, name in enumerate(standings.names, 1)}
    columns = [
        [f"{numbers[each.one]} - {numbers[each.other]}" for each in shown],
        [f"{each.skill.value:+.2f}" for each in shown],
        [
            "" if (low := each.skill.low) is None else f"{low:+.2f} to {each.skill.high:+.2f}"
            for each in shown
        ],
    ]
    return f"Difference in skill on the same boards, and its 95% interval:\n{_aligned(columns)}"


# --- Notes ----------------------------------------------------------------------------------------


def notes(standings: Standings) -> str:
    """What one has to know to read the numbers, as far as it matters here."""
    return "\n".join(_notes(standings))


def _notes(standings: Standings) -> Iterable[str]:
    rows = standings.rows
    if standings.boards < FEWEST:
        yield f"Fewer than {FEWEST} boards have no intervals."
    elif any(row.rating.is_open_above or row.rating.is_open_below for row in rows):
        yield "over, under, open: not a point was lost or won that would hold that side."
    if any(row.skill.value is not None for row in rows):
        rest = " A forfeit counts as chance from there on." if any(row.forfeits for row in rows) else ""
        yield f"skill: 0 is random, 1 perfect.{rest}"
    for row in rows:
        if row.forfeits:
            faults = ", ".join(f"{count} {reason}" for reason, count in row.forfeits.items())
            lost = many(sum(row.forfeits.values()), "game")
            yield f"{row.name} lost {lost} by forfeit ({faults}): {_shortened_end(row.example)}"
            if row.decision_skill.value is not None:
                yield f"{row.name}: skill {row.decision_skill} in the moves that it made."
        if row.unsolved:
            yield f"{row.name}: {many(row.unsolved, 'decision')} too large to solve, not in its skill."
    room = WIDEST - len(str(len(rows))) - 1
    shown = table(standings)
    for number, row in enumerate(rows, 1):
        if len(row.name) <= room and f"{number} {row.name}" not in shown:
            yield f"{number} is {row.name}"


def _shortened_end(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_DETAIL else f"{line[: _LONGEST_DETAIL - 2]}.."
