"""The calendar of the puzzles of the day: how past days went, and a day to play."""

import datetime
from collections.abc import Callable, Mapping, Sequence

from textual import events
from textual.app import ComposeResult
from textual.message import Message
from textual.reactive import reactive

from fivesquare.dailies import FIRST_DAY
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.text import Line, TextView
from fivesquare.table import solved_days
from fivesquare.table.solved_days import PlayedDay
from fivesquare.words import days

_DAY = datetime.timedelta(days=1)
_WEEK = 7
_TILE = 5  # columns of a day
_SOLVED, _FAILED = "●", "✗"
_MONTH = 4  # columns for the name of a month
_EVER = 10**6  # days


class CalendarView(TextView):
    """Weeks, one a line, with the cursor on a day; as many as fit."""

    DEFAULT_CSS = "CalendarView { height: 1fr; }"
    day: reactive[datetime.date] = reactive(FIRST_DAY, repaint=False)

    class Chosen(Message):
        """A day was clicked; the cursor is there."""

    class Pointed(Message):
        """The cursor has moved."""

    def __init__(self, day: datetime.date, today: datetime.date, *, id: str) -> None:  # noqa: A002
        super().__init__(id=id)
        self._today = today
        self._played: Mapping[datetime.date, PlayedDay] = solved_days.played()
        self._first = _monday(day)
        self.set_reactive(CalendarView.day, day)

    def validate_day(self, day: datetime.date) -> datetime.date:
        return min(max(day, FIRST_DAY), self._today)

    def watch_day(self) -> None:
        self.lay_out()
        self.post_message(self.Pointed())

    def on_resize(self) -> None:
        self.lay_out()

    def lay_out(self) -> None:
        """Show the weeks around the cursor, the last ones if possible."""
        weeks = max(1, self.size.height - 1)
        last = max(_monday(FIRST_DAY), _monday(self._today) - _DAY * _WEEK * (weeks - 1))
        earliest = _monday(self.day) - _DAY * _WEEK * (weeks - 1)
        self._first = min(max(self._first, earliest), _monday(self.day), last)
        names: Line = (
            (" " * _MONTH + "".join(f" {name[:2]:<{_TILE - 1}}" for name in days.WEEKDAYS), "muted"),
        )
        self.show([names, *(self._week(self._first + _DAY * _WEEK * number) for number in range(weeks))])

    def _week(self, monday: datetime.date) -> Line:
        inside = [monday + _DAY * number for number in range(_WEEK)]
        first = next((day for day in inside if day.day == 1), None)
        named = first or (monday if monday == self._first else None)
        month = "" if named is None or monday > self._today else f"{named:%b}"
        return [(f"{month:<{_MONTH}}", "muted"), *map(self._tile, inside)]

    def _tile(self, day: datetime.date) -> tuple[str, str]:
        if not FIRST_DAY <= day <= self._today:
            return " " * _TILE, "ink"
        played = self._played.get(day)
        mark, style = " ", "ink"
        if played is not None:
            mark, style = (_SOLVED, "first-text") if played.result.is_solved else (_FAILED, "second-text")
        return f" {day.day:>2}{mark} ", "bold on-first on first" if day == self.day else style

    def words(self) -> str:
        """How the day under the cursor went."""
        played = self._played.get(self.day)
        return days.state_in_words(self.day, None if played is None else played.result, self._today)

    def on_click(self, event: events.Click) -> None:
        week, day = event.y - 1, (event.x - _MONTH) // _TILE
        if week >= 0 and 0 <= day < _WEEK:
            wanted = self._first + _DAY * (_WEEK * week + day)
            if FIRST_DAY <= wanted <= self._today:
                self.day = wanted
                self.post_message(self.Chosen())


def _monday(day: datetime.date) -> datetime.date:
    return day - _DAY * day.weekday()


class CalendarPage(Page):
    """Chooses a day."""

    topic = "Days"
    DEFAULT_CSS = "CalendarPage #days { width: 1fr; padding: 0 1; }"

    def __init__(
        self, day: datetime.date, today: datetime.date, use: Callable[[datetime.date], object]
    ) -> None:
        """`use` is called with the day that is chosen."""
        super().__init__()
        self._use = use
        self._today = today
        self._days = CalendarView(day, today, id="days")

    def compose_body(self) -> ComposeResult:
        yield self._days

    def heading(self) -> str:
        return days.heading(self._days.day)

    def status(self) -> str:
        streak = solved_days.streak(self._today).now
        return days.in_a_row(streak) if streak > 1 else ""

    def refresh_page(self) -> None:
        if self.is_mounted:
            self._message = (self._days.words(), "ink")
        super().refresh_page()

    def on_calendar_view_pointed(self) -> None:
        self.refresh_page()

    def on_calendar_view_chosen(self) -> None:
        self._take()

    def _take(self) -> None:
        self.leave()
        self._use(self._days.day)

    def _go(self, by: int) -> Callable[[], None]:
        def go() -> None:
            first, last = (FIRST_DAY - self._days.day) // _DAY, (self._today - self._days.day) // _DAY
            self._days.day += _DAY * min(max(by, first), last)

        return go

    def keys(self) -> Sequence[Key]:
        return [
            Key(("enter", "space"), "open", self._take, "play this day, or see how it went"),
            Key(("left", "h"), "move", self._go(-1), "move through the days", "←↑↓→"),
            Key(("right", "l"), "", self._go(1)),
            Key(("up", "k"), "", self._go(-_WEEK)),
            Key(("down", "j"), "", self._go(_WEEK)),
            Key(("pageup",), "", self._go(-4 * _WEEK), "four weeks back"),
            Key(("pagedown",), "", self._go(4 * _WEEK), "four weeks on"),
            Key(("end",), "today", self._go(_EVER), "the puzzle of today"),
            Key(("home",), "", self._go(-_EVER), "the first puzzle"),
        ]
