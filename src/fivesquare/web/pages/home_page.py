"""The home page: the games to continue, the puzzle of the day, and the shelf of games to start."""

from functools import cache
from typing import Any, NamedTuple

from fivesquare import json_view
from fivesquare.board import LONGEST_SIDE
from fivesquare.books import NAMED, win_shares
from fivesquare.ladders import Ladder
from fivesquare.match import Step
from fivesquare.players.registry import LEVEL_WORDS, LEVELS, PLAYERS
from fivesquare.position import Position
from fivesquare.web.links import address
from fivesquare.web.messages import Page, Request, Response, redirect
from fivesquare.web.pages import miniatures, open_game_cards
from fivesquare.web.pages.day_pages import day_data
from fivesquare.web.pages.lesson_pages import LessonCard, lesson_cards
from fivesquare.web.pages.templating import render
from fivesquare.web.play import ladders
from fivesquare.web.play.day_handlers import DayHandlers
from fivesquare.web.play.service import GameService
from fivesquare.web.store.base import Store
from fivesquare.web.study import lesson_view

OWN = "own"
"""What a link asks for that leads to the rules of one's own."""

_FIGHTS = ["4,3", "4,4", "2,1", "3,1", "2,4", "2,2", "1,2", "4,1"]
_FIGHTS += ["1,1", "4,2", "1,4", "1,3", "3,2", "3,4", "3,3", "2,3"]
SAMPLE = {
    "book": "flip",
    "board": [[6, 14, 11, 5], [9, 8, 2, 15], [13, 10, 3, 1], [7, 4, 12, 16]],
    "moves": _FIGHTS,
}
"""The game that plays itself before a first visitor."""


def routes(service: GameService, days: DayHandlers, store: Store) -> list[Page]:
    async def home(request: Request) -> Response:
        return await _home(request, service, days, store)

    return [Page("/", home), *open_game_cards.routes(service)]


async def _home(request: Request, service: GameService, days: DayHandlers, store: Store) -> Response:
    asked = request.query_params.get("book")
    if asked == OWN:
        return redirect(address("make"))
    key = service.browsers.key_of(request)
    is_new = key is None or not (await store.games_of(key, 1) or await store.notes(key))
    daily = await day_data(request, days)
    reached = await ladders.of(store, key)
    data = {
        "books": [_offered(card, reached[card.name]) for card in lesson_cards()],
        "opponents": [each._asdict() for each in opponents()],
        "wanted": asked if asked in NAMED else None,
        "daily": daily,
        "sample": sample_game() if is_new else None,
    }
    page = render(
        request,
        "home.html",
        here="play",
        is_new=is_new,
        continuing=await open_game_cards.continuing(request, service),
        day=daily["day"],
        cards=lesson_cards(),
        shares=win_shares.WIN_SHARES,
        ladders=reached,
        scene=miniatures.scene,
        opponents=opponents(),
        longest_side=LONGEST_SIDE,
        data=data,
    )
    page.headers["cache-control"] = "no-store"  # going back from a game shows it among one's own
    return page


# --- What is offered ---


class Opponent(NamedTuple):
    """A strength of the computer, in words."""

    name: str
    title: str
    words: str


@cache
def opponents() -> tuple[Opponent, ...]:
    """The ten levels and perfect play, the weakest first."""
    levels = [
        Opponent(f"level:{level}", f"Level {level}", words)
        for level, words in zip(LEVELS, LEVEL_WORDS, strict=True)
    ]
    return *levels, Opponent("perfect", "Perfect", PLAYERS["perfect"].summary)


def _offered(card: LessonCard, ladder: Ladder) -> dict[str, Any]:
    """What the script needs to know of a game: what can be set, and what has been beaten."""
    book = NAMED[card.name]
    return {
        "name": card.name,
        "label": card.label,
        "is_fair": card.is_fair,
        "size": list(book.size),
        "has_points": book.goal == "points",
        "has_numbers": book.values != "ones",
        "fairness": win_shares.in_a_sentence(card.name),
        "beaten": ladder.beaten,
        "next": ladder.next,
    }


@cache
def sample_game() -> dict[str, Any]:
    """The game that plays itself: its opening as a view, and what each move changes."""
    end = Position.from_record(SAMPLE)
    moments = end.history()
    steps = [Step(*each) for each in zip(moments[:-1], end.moves, moments[1:], strict=True)]
    view = {**json_view.setting(moments[0]), **json_view.seen(moments[0]), "claims": {}}
    return {
        "view": view,
        "frames": [lesson_view.frame(step) for step in steps],
        "caption": "A game of Flip.",
    }
