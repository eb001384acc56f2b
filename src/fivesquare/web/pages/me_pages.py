"""The page of a browser's own games: ladders, how one plays, and every game."""

import datetime
from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from fivesquare.books import NAMED
from fivesquare.insight import CHARTED, FEWEST_REVIEWED, Insight, recent
from fivesquare.ladders import RUNGS, to_climb
from fivesquare.pictures.trends import Trend, trends
from fivesquare.web.messages import Page, Request, Response
from fivesquare.web.pages import miniatures
from fivesquare.web.pages.templating import render
from fivesquare.web.play.me_handlers import MeHandlers, Overview
from fivesquare.web.play.played_games import MOST_GAMES, Played
from fivesquare.words import my_games
from fivesquare.words.days import date_in_words

_ON_A_PAGE = 12
_FIRST_OFFERED = 3  # ladders, to who has not played yet
_RESULTS = {
    "won": ("good", "win"),
    "lost": ("bad", "lose"),
    "draw": ("", "even"),
}
"""The colour and the sign for how a game ended."""


def routes(me: MeHandlers) -> list[Page]:
    shown = MePages(me)
    return [Page("/me", shown.page, is_costly=True)]


class LadderRow(NamedTuple):
    """A ladder as it is drawn: a word for each rung, and all of it in words."""

    book: str
    label: str
    rungs: tuple[str, ...]
    words: str
    next: str | None
    next_words: str
    games: str


class GameRow(NamedTuple):
    """A game in a line."""

    game: Played
    address: str
    picture: Markup
    colour: str
    sign: str
    result: str
    scores: str
    accuracy: str
    date: str


class MePages:
    """A browser's own page."""

    def __init__(self, me: MeHandlers) -> None:
        self._me = me

    async def page(self, request: Request) -> Response:
        seen = await self._me.overview(request)
        wants_running = request.query_params.get("games") == "running"
        listed = seen.running if wants_running else seen.finished
        number = _page_number(request, len(listed))
        start = (number - 1) * _ON_A_PAGE
        rows = [await self._row(seen, game) for game in listed[start : start + _ON_A_PAGE]]
        ladders = ladder_rows(seen)
        page = render(
            request,
            "me.html",
            here="me",
            seen=seen,
            said=my_games,
            facts=my_games.facts(len(seen.finished), seen.count("won"), seen.streak),
            ladders=ladders if seen.games else ladders[:_FIRST_OFFERED],
            offered=_offered(seen, ladders),
            is_running=wants_running,
            rows=rows,
            number=number,
            pages=_pages(len(listed)),
            most=MOST_GAMES,
            **await self._insight(seen),
            data={"name": seen.name, "is_working": bool(seen.insight.missing)},
        )
        page.headers["cache-control"] = "no-store"
        return page

    async def _insight(self, seen: Overview) -> dict[str, Any]:
        insight = seen.insight
        is_enough = len(insight.accuracies) >= FEWEST_REVIEWED
        return {
            "insight": insight,
            "working": my_games.working(insight.done, insight.of) if insight.missing else "",
            "accuracy": measured("Accuracy", insight.accuracies) if is_enough else None,
            "skill": measured("Skill", insight.skills) if is_enough and insight.skills else None,
            "chart": chart(insight) if is_enough else "",
            "left_out": my_games.too_large(insight.left_out) if insight.left_out else "",
            "mistake": await self._mistake(seen),
        }

    async def _mistake(self, seen: Overview) -> dict[str, Any] | None:
        """The usual mistake in words, where it was made last, and the way to practise it."""
        usual = seen.insight.usual_mistake
        if usual is None:
            return None
        game, ply = usual.last.game, usual.last.mistake.ply
        position = (await self._me.state_of(game.id)).position
        then = position.back(max(0, len(position.moves) - ply - 1))
        return {
            "kind": usual.kind,
            "words": my_games.usual_mistake(usual.kind),
            "often": my_games.how_often(usual.count, usual.of),
            "picture": miniatures.drawn(then, label=f"{game.label}, move {ply + 1}"),
            "review": f"games/{game.id}/review#{ply + 1}",
            "move": ply + 1,
            "book": game.book or "flip",
        }

    async def _row(self, seen: Overview, game: Played) -> GameRow:
        colour, sign = _RESULTS.get(game.state, ("", ""))
        accuracy = next((each.review.accuracy for each in seen.insight.reviewed if each.game == game), None)
        path = f"games/{game.id}/review" if game.is_over and game.moves else f"games/{game.id}"
        return GameRow(
            game,
            path,
            miniatures.drawn((await self._me.state_of(game.id)).position),
            colour,
            sign,
            my_games.how_it_stands(game.state),
            "" if game.scores is None else "{} to {}".format(*game.scores),
            "" if accuracy is None else my_games.accurate(accuracy),
            _date(game.created),
        )


def _date(created: str) -> str:
    """When a game was begun, without the day of the week."""
    return date_in_words(datetime.date.fromisoformat(created[:10])).partition(" ")[2]


# --- Ladders ---


def ladder_rows(seen: Overview) -> list[LadderRow]:
    """The ladder of every named book."""
    return [_ladder_row(seen, book) for book in NAMED]


def _ladder_row(seen: Overview, book: str) -> LadderRow:
    ladder = seen.ladders[book]
    rungs = tuple(
        "first" if rung in ladder.beaten else "now" if rung == ladder.next else "still" for rung in RUNGS
    )
    won, lost = seen.count("won", book), seen.count("lost", book)
    return LadderRow(
        book,
        book.capitalize(),
        rungs,
        my_games.ladder_words(ladder.beaten, ladder.next),
        ladder.next,
        my_games.next_rung(ladder.next),
        my_games.won_and_lost(won, lost),
    )


def _offered(seen: Overview, ladders: Sequence[LadderRow]) -> LadderRow | None:
    """The ladder to climb on."""
    book = to_climb(seen.ladders, (game.book for game in seen.games))
    return next((row for row in ladders if row.book == book), None)


# --- How one plays ---


def measured(name: str, numbers: Sequence[float]) -> dict[str, str]:
    """A mean as a figure, and how it compares."""
    now, by = recent(numbers)
    comparison = "" if by is None else my_games.better(by)
    return {
        "name": name,
        "figure": my_games.figure(now or 0),
        "lately": my_games.lately(len(numbers)),
        "better": comparison,
        "colour": "good"
        if comparison.endswith("better")
        else "bad"
        if comparison.endswith("worse")
        else "",
    }


def chart(insight: Insight[Played]) -> Markup:
    """Accuracy and skill over one's last games."""
    accuracies, skills = (numbers[:CHARTED][::-1] for numbers in (insight.accuracies, insight.skills))
    label = "; ".join(
        my_games.course(name, shares)
        for name, shares in (("Accuracy", accuracies), ("Skill", skills))
        if shares
    )
    drawn = [Trend("accuracy", accuracies), Trend("skill", skills)]
    start = f"{len(accuracies)} games ago"
    return Markup(trends(drawn, label=label, start=start, end="now"))


# --- The list ---


def _pages(count: int) -> int:
    return max(1, -(-count // _ON_A_PAGE))


def _page_number(request: Request, count: int) -> int:
    asked = request.query_params.get("page", "1")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 5 else 1
    return min(max(1, number), _pages(count))
