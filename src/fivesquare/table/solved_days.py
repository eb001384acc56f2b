"""How the puzzles of the day went at this terminal, remembered beside the settings."""

import datetime
from typing import Any, NamedTuple

from fivesquare import dailies
from fivesquare.dailies import DayResult, Streak
from fivesquare.errors import PuzzleError
from fivesquare.table import settings

_NAME = "days"
_MOST = 2000  # days; the oldest are forgotten


class PlayedDay(NamedTuple):
    """A puzzle that was played, and whether on its own day."""

    result: DayResult
    is_on_time: bool


def played() -> dict[datetime.date, PlayedDay]:
    """The days played so far; what cannot be read is left out."""
    return _read(settings.recall(_NAME))


def _read(stored: Any) -> dict[datetime.date, PlayedDay]:
    days = stored.items() if isinstance(stored, dict) else ()
    read = ((_date(name), _day(value)) for name, value in days)
    return {date: day for date, day in read if date is not None and day is not None}


def remember(date: datetime.date, day: PlayedDay) -> None:
    """Remember a day; the first time counts."""

    def revised(stored: Any) -> dict[str, Any]:
        days = {date: day} | _read(stored)
        return {str(each): _written(days[each]) for each in sorted(days)[-_MOST:]}

    settings.revise(_NAME, revised)


def streak(today: datetime.date) -> Streak:
    """The streaks of days solved on time."""
    solved = [date for date, day in played().items() if day.is_on_time and day.result.is_solved]
    return dailies.streak(solved, today)


def streak_with(day: PlayedDay, today: datetime.date) -> int:
    """The streak that a day just played belongs to; 0 if it does not count for one."""
    return streak(today).now if day.is_on_time and day.result.is_solved else 0


def _written(day: PlayedDay) -> dict[str, Any]:
    result, is_on_time = day
    return {"tries": list(result.tries), "found": list(result.found), "on_time": is_on_time}


def _date(name: str) -> datetime.date | None:
    try:
        return dailies.date_of(name)
    except PuzzleError:
        return None


def _day(value: Any) -> PlayedDay | None:
    try:
        tries, found = tuple(map(int, value["tries"])), tuple(map(bool, value["found"]))
        return PlayedDay(DayResult(tries, found), bool(value["on_time"]))
    except (TypeError, KeyError, ValueError):
        return None
