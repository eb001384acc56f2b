"""The page of the analysis board: empty-handed, by a link, or with a game of this server."""

from typing import Any

from fivesquare.board import HIGHEST_VALUE, LONGEST_SIDE
from fivesquare.books import CATALOGUE
from fivesquare.books.answers import QUESTIONS, choices
from fivesquare.books.variants import VARIANTS
from fivesquare.position import Position
from fivesquare.rulebook import HIGHEST_TARGET, LONGEST_TITLE
from fivesquare.scenes import scene
from fivesquare.web.messages import Page, Request, Response
from fivesquare.web.pages.game_pages import would_help
from fivesquare.web.pages.templating import render
from fivesquare.web.play import credentials
from fivesquare.web.play.service import GameService
from fivesquare.web.study import board_view

_STILL_PLAYED = "Two people are still playing that game. It can be analysed when it is over."


def routes(service: GameService) -> list[Page]:
    async def game(request: Request) -> Response:
        """The analysis board with a game, unless that would help one of two people against the other."""
        room = await service.find(request.path_params["id"])
        held = credentials.opened_by(room.keys, service.browsers.key_of(request))
        if would_help(room.game, held):
            return _page(request, _example(), problem=_STILL_PLAYED)
        position = room.game.position
        last_decision = max(0, len(position.moves) - position.is_over)
        return _page(request, position, last_decision, is_given=True)

    return [Page("/analysis", analysis), Page("/games/{id}/analysis", game)]


async def analysis(request: Request) -> Response:
    """The analysis board with an example; a position in the address is read by the page itself."""
    return _page(request, _example())


def _example() -> Position:
    """A moment in the middle of a game, as if it had been set up."""
    moment = scene("flip")
    return Position(moment.book, moment.board, moment.state)


def _page(
    request: Request,
    position: Position,
    ply: int | None = None,
    *,
    is_given: bool = False,
    problem: str = "",
) -> Response:
    """`is_given`: the position was asked for, so the page puts it into its address."""
    told: dict[str, Any] = board_view.shown(position, ply)
    return render(
        request,
        "analysis.html",
        here="analyse",
        size=position.size,
        books=[(name, f"{name.capitalize()}, {book.size}") for name, book in CATALOGUE.items()],
        variants=[(name, f"{book.title}, {book.size}") for name, book in VARIANTS.items()],
        asked=QUESTIONS,
        choices=choices(),
        longest_side=LONGEST_SIDE,
        highest_value=HIGHEST_VALUE,
        highest_target=HIGHEST_TARGET,
        longest_title=LONGEST_TITLE,
        data={"shown": told, "given": is_given, "problem": problem},
    )
