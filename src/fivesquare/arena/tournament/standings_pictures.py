"""Standings as pictures: the ratings on one scale, and who took what from whom."""

from math import inf

from fivesquare.arena.tournament.standings import EntrantRow, Standings
from fivesquare.errors import many
from fivesquare.pictures.charts import Mark, chart
from fivesquare.pictures.shapes import base_line, fit, rect, safe, shorten, svg, width_of, write
from fivesquare.pictures.styles import NAME, SMALL, STRONGEST

RATINGS, CROSS = "ratings.svg", "cross.svg"
"""The names of the files."""

_STEPS = (50, 100, 200, 500, 1000, 2000, 5000)
_MOST_STEPS = 6
_EDGE = 24
_TOP = 92
_SIDE, _GAP = 52, 4  # of a cell, and between two
_MOST_NAME = 260
_NARROWEST = 460


def pictures(standings: Standings) -> dict[str, str]:
    """The pictures, by the names of their files."""
    return {RATINGS: ratings(standings), CROSS: cross(standings)}


def ratings(standings: Standings) -> str:
    """The ratings with their intervals; an open end has an arrow."""
    marks = [_mark(row) for row in standings.rows]
    ends = [end for mark in marks for end in mark[1:] if end is not None and abs(end) < inf]
    low, high = min([-50, *ends]), max([50, *ends])
    step = next(step for step in (*_STEPS, high - low) if (high - low) / step <= _MOST_STEPS)
    lowest, highest = int(low // step), -int(-high // step)
    labels = {
        float(step * each): f"{step * each:+g}" if each else "0" for each in range(lowest, highest + 1)
    }
    return chart(
        marks,
        title=f"Ratings after {many(standings.games, 'game')}, with 95% intervals over boards",
        labels=labels,
        digits=0,
        remark="200 more are three points of four. An arrow: nothing holds that end.",
    )


def _mark(row: EntrantRow) -> Mark:
    rating = row.rating
    if not rating.has_interval:
        return Mark(row.name, rating.value)
    low = -inf if rating.low is None else rating.low
    return Mark(row.name, rating.value, low, inf if rating.high is None else rating.high)


def cross(standings: Standings) -> str:
    """A cell for each two: the part of the points that the row took from the column."""
    names = standings.names
    left = _EDGE + min(_MOST_NAME, max(width_of(name, NAME) for name in names) + 30) + 10
    across = len(names) * (_SIDE + _GAP)
    width, height = max(_NARROWEST, left + across + _EDGE), _TOP + across + _EDGE
    title, caption = "Who took how much from whom", "Percent of the points, the row from the column."
    drawn = [
        write("fs-name fs-from", _EDGE, 32, title, 16),
        write("fs-status fs-from", _EDGE, 54, caption, 13),
    ]
    said = []
    for row, name in enumerate(names):
        y = _TOP + row * (_SIDE + _GAP)
        label = shorten(f"{row + 1} {name}", NAME, left - _EDGE - 10)
        drawn.append(write("fs-name fs-from", _EDGE, base_line(y + _SIDE / 2, NAME), label, NAME))
        drawn.append(
            write("fs-rim", left + row * (_SIDE + _GAP) + _SIDE / 2, _TOP - 9, str(row + 1), SMALL)
        )
        for column, other in enumerate(names):
            points, games = standings.cross.get((name, other), (0.0, 0))
            x = left + column * (_SIDE + _GAP)
            if not games:
                drawn.append(rect("fs-tray", x, y, _SIDE, _SIDE, 6))
                continue
            words = f"{name} took {points:g} of {many(games, 'point')} from {other}"
            drawn.append(_cell(x, y, points / games, words))
            said.append(f"{words}.")
    return svg(width, height, title, " ".join(said), "".join(drawn))


def _cell(x: float, y: float, share: float, words: str) -> str:
    """More than half in the first player's colour, less in the second's; the number says it as well."""
    kind = "first" if share > 0.5 else "second"
    strength = STRONGEST * abs(2 * share - 1)
    shade = rect(f"fs-{kind}-shade", x, y, _SIDE, _SIDE, 6).replace(
        "/>", f' fill-opacity="{strength:.3f}"/>'
    )
    text = f"{100 * share:.0f}"
    size = fit(text, 20, _SIDE - 10)
    number = write("fs-value", x + _SIDE / 2, base_line(y + _SIDE / 2, size), text, size)
    face = rect("fs-face", x, y, _SIDE, _SIDE, 6)
    return f'<g class="fs-entry"><title>{safe(words)}</title>{face}{shade}{number}</g>'
