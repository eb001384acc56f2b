"""The pictures behind links that are not about one game: home, the rules of a book, a puzzle."""

import json

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fivesquare.books import CATALOGUE
from fivesquare.books.explain import in_brief
from fivesquare.errors import FivesquareError
from fivesquare.position import Position
from fivesquare.web import cards
from fivesquare.web.analyses import Study, wanted_by
from fivesquare.web.miniatures import SCENES
from fivesquare.web.refusals import RefusalError, UnusableError
from fivesquare.web.thinking import Thinkers

_QUESTION = "Can you find the move that wins?"
_FOR_A_DAY = {"cache-control": "public, max-age=86400"}


def routes(thinkers: Thinkers) -> list[Route]:
    shown = Previews(thinkers)
    return [
        Route("/picture.png", shown.home),
        Route("/rules/{name}/picture.png", shown.rules),
        Route("/puzzles/picture.png", shown.puzzle),
    ]


class Previews:
    """What a messenger shows beside a link."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._study = Study(thinkers)

    async def home(self, _request: Request) -> Response:
        return _picture(await self._thinkers.draw("home", cards.cover))

    async def rules(self, request: Request) -> Response:
        """A moment in the middle of a game of that book."""
        name = request.path_params["name"]
        if name not in CATALOGUE:
            raise HTTPException(404, "There is no game of that name.")
        board, moves = SCENES[name]
        position = Position.from_record({"book": name, "board": board, "moves": moves})
        brief = in_brief(position.book)
        sentence = f"{brief[0].upper()}{brief[1:]}."
        return _picture(await self._thinkers.draw(("rules", name), lambda: cards.card(position, sentence)))

    async def puzzle(self, request: Request) -> Response:
        """The puzzle that the address names; without a seed it may be any, and the cover stands for it."""
        if "seed" not in request.query_params:
            return await self.home(request)
        try:
            wanted = wanted_by(request.query_params)
            answer = await self._thinkers.ask(wanted.key, lambda glance: self._study.posed(wanted, glance))
        except RefusalError:
            raise
        except FivesquareError as error:
            raise UnusableError(str(error)) from None
        position = Position.from_record(json.loads(answer.body)["record"])
        return _picture(await self._thinkers.draw(wanted.key, lambda: cards.card(position, _QUESTION)))


def _picture(drawn: bytes) -> Response:
    return Response(drawn, 200, _FOR_A_DAY, "image/png")
