"""The puzzle of the day as pages pose it, and the calendar of days played."""

import datetime
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from fivesquare import dailies, json_view
from fivesquare.books import CATALOGUE
from fivesquare.dailies import DailyClaim, DailyPuzzle, DayResult
from fivesquare.engine import FIRST
from fivesquare.solver import Solver
from fivesquare.web.study import review_view
from fivesquare.words import days
from fivesquare.words.listener import NumberListener

WEEKS = 5
"""Weeks that the calendar shows, this one included."""

_COLOURS = ("blue", "amber")
_DAY = datetime.timedelta(days=1)
_WEEK = 7


class NotedDay(NamedTuple):
    """How a day went in this browser; only a day solved on its own date counts for the streak."""

    result: DayResult
    is_on_time: bool

    @property
    def counts(self) -> bool:
        return self.is_on_time and self.result.is_solved

    def to_json(self) -> dict[str, Any]:
        result = self.result
        return {
            "tries": list(result.tries),
            "found": list(result.found),
            "solved": result.is_solved,
            "on_time": self.is_on_time,
        }

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> "NotedDay":
        """From the value of a note, which only this server writes."""
        return cls(DayResult(tuple(value["tries"]), tuple(value["found"])), value["on_time"])


@lru_cache(maxsize=64)
def puzzle_of(day: datetime.date) -> DailyPuzzle:
    """The puzzle of a day, made once: those of the last weeks are asked for again and again."""
    return dailies.made(day)


# --- The puzzle ---


def posed_day(day: datetime.date) -> dict[str, Any]:
    """The puzzle of a day as an object: every claim with what is said to each try."""
    puzzle = puzzle_of(day)
    position = puzzle.position
    listener = NumberListener(position.book, FIRST, _COLOURS)
    solver = Solver(position.book, position.board, memory=dailies.MEMORY, threads=1)
    count = len(puzzle.claims)
    return {
        **headed(puzzle.date),
        "task": days.task(puzzle, listener),
        "tries": puzzle.tries,
        "game": review_view.setting(position),
        "claims": [
            _posed_claim(claim, count - number, solver, listener)
            for number, claim in enumerate(puzzle.claims)
        ],
    }


def headed(day: datetime.date) -> dict[str, Any]:
    """What is known of a day's puzzle before it is made."""
    name = dailies.name_of(day)
    size = CATALOGUE[name].size
    return {
        "date": day.isoformat(),
        "number": dailies.number_of(day),
        "book": name,
        "label": name.capitalize(),
        "day": days.date_in_words(day),
        "heading": days.heading(day),
        "size": [size.rows, size.columns],
        "count": dailies.count_of(name),
        "next": dailies.name_of(day + _DAY).capitalize(),
    }


def _posed_claim(claim: DailyClaim, left: int, solver: Solver, listener: NumberListener) -> dict[str, Any]:
    wrong = [move for move in claim.each if move != claim.move]
    return {
        "view": json_view.seen(claim.position),
        "right": claim.move,
        "tries": claim.tries,
        "wrong": {move: list(days.wrong(claim, move, listener)) for move in wrong},
        "why": {move: days.why(claim, solver, move, listener) for move in wrong},
        "kept": days.right(claim, listener),
        "shown": days.shown(claim, listener),
        "to_go": [days.to_go(left, tries) for tries in range(1, claim.tries + 1)],
        "after": [json_view.seen(position) for position in claim.after],
    }


# --- The calendar ---


def calendar(
    noted: Mapping[datetime.date, NotedDay],
    today: datetime.date,
    site: str = "",
    also: datetime.date | None = None,
) -> dict[str, Any]:
    """The days of a browser as its pages show them, as of its own date; how those went, and `also` one."""
    counted = {day for day, each in noted.items() if each.counts}
    streak = dailies.streak(counted, today)
    monday = today - _DAY * (today.weekday() + _WEEK * (WEEKS - 1))
    shown = [day for day in noted if day >= monday or day == also]
    return {
        "today": today.isoformat(),
        "streak": streak.now,
        "longest": streak.longest,
        "streak_words": days.in_prospect(streak, today in counted, is_played=today in noted),
        "week": [_tile(today - _DAY * back, noted, today) for back in reversed(range(_WEEK))],
        "weeks": [
            [_tile(monday + _DAY * (_WEEK * week + day), noted, today) for day in range(_WEEK)]
            for week in range(WEEKS)
        ],
        "played": {
            day.isoformat(): told(day, noted[day], dailies.streak(counted, day).now, site) for day in shown
        },
    }


def told(day: datetime.date, noted: NotedDay, streak: int, site: str) -> dict[str, Any]:
    """How a day went, and the squares to share; `site` is where others reach this server, if they can."""
    word, phrase = days.verdict(noted.result)
    link = f"{site}/daily/{day}" if site else ""
    return {
        **noted.to_json(),
        "verdict": word,
        "sum": phrase,
        "total": days.many_tries(sum(noted.result.tries)),
        "share": days.share_text(day, noted.result, streak if noted.counts else 0, link),
    }


def _tile(
    day: datetime.date, noted: Mapping[datetime.date, NotedDay], today: datetime.date
) -> dict[str, Any]:
    """A day of the calendar: solved, failed, open to be played, or not there."""
    is_there = dailies.FIRST_DAY <= day <= today
    each = noted.get(day)
    state = "open" if each is None else "solved" if each.result.is_solved else "failed"
    return {
        "date": day.isoformat(),
        "day": day.day,
        "letter": days.WEEKDAYS[day.weekday()][0],
        "state": state if is_there else "none",
        "words": days.state_in_words(day, None if each is None else each.result, today),
    }
