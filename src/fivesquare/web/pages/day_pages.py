"""The page of the puzzle of the day, and what the home page shows of it."""

from typing import Any

from fivesquare.web.messages import Page, Request, Response
from fivesquare.web.pages.templating import render
from fivesquare.web.play.day_handlers import DayHandlers
from fivesquare.web.study import day_view


def routes(days: DayHandlers) -> list[Page]:
    """Today's page, and the one of any day that has begun."""

    async def daily(request: Request) -> Response:
        return await _page(request, days, None)

    async def of_date(request: Request) -> Response:
        return await _page(request, days, request.path_params["date"])

    return [Page("/daily", daily), Page("/daily/{date}", of_date)]


async def _page(request: Request, days: DayHandlers, date: str | None) -> Response:
    data = await day_data(request, days, date)
    page = render(request, "daily.html", here="daily", day=data["day"], data=data)
    page.headers["cache-control"] = "no-store"  # going back to it shows what has been solved meanwhile
    return page


async def day_data(request: Request, days: DayHandlers, date: str | None = None) -> dict[str, Any]:
    """What `mountDaily` needs: a day as the server sees it, whether it was asked for, and the calendar."""
    day = days.today if date is None else days.day(date)
    return {
        "wanted": date,
        "day": day_view.headed(day),
        "calendar": await days.calendar(request, days.today, day),
    }
