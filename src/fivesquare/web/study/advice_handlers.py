"""Advice for the players of a game, and what to take away from one that is over."""

import json

from fivesquare.engine import FIRST, NOBODY, SECOND
from fivesquare.errors import FivesquareError, RecordError, quote
from fivesquare.lanes import BusyError, Glance
from fivesquare.position import Position
from fivesquare.solver import Solver
from fivesquare.web import messages
from fivesquare.web.exceptions import RefusalError
from fivesquare.web.messages import Request, Response
from fivesquare.web.study import advice_models, guidance_view, move_values, review_view
from fivesquare.web.study.answer_cache import SolverAnswer
from fivesquare.web.study.solver_pool import SolverPool, identity
from fivesquare.web.study.solver_requests import answered, needed, only, refused, unless_gone
from fivesquare.words.players import seats_of


class AdviceHandlers:
    """What a game's page asks of the solver."""

    def __init__(self, pool: SolverPool) -> None:
        self._pool = pool
        self._seconds, self._memory = pool.seconds, pool.memory

    async def values_of(self, request: Request, position: Position) -> SolverAnswer:
        """What each move is worth."""

        def valued(glance: Glance) -> SolverAnswer:
            return answered(*move_values.values(position, self._solver(position), self._seconds, glance))

        key = "values", identity(position)
        return await unless_gone(request, self._pool.ask(key, valued))

    async def hint_of(self, request: Request, position: Position) -> SolverAnswer:
        """A move to make, why, and how it may go on; the position names its players."""

        def hinted(glance: Glance) -> SolverAnswer:
            return answered(*guidance_view.hint(position, self._solver(position), self._seconds, glance))

        key = "hint", identity(position), seats_of(position)
        return await unless_gone(request, self._pool.ask(key, hinted))

    async def cautions_of(self, request: Request, position: Position) -> SolverAnswer:
        """Which moves change the result for the worse, by exact values, and what the tutor says of them."""

        def warned(glance: Glance) -> SolverAnswer:
            solver = self._solver(position)
            return answered(*guidance_view.cautions(position, solver, self._seconds, glance))

        key = "cautions", identity(position), seats_of(position)
        return await unless_gone(request, self._pool.ask(key, warned))

    async def takeaway(self, request: Request) -> Response:
        """One sentence about a finished game, for one of its players or for both."""
        try:
            sent = await messages.sent(request)
            only(sent, advice_models.FinishedGame)
            told = await self._takeaway(request, needed(sent, "record"), sent.get("player"))
        except (BusyError, RefusalError):
            raise  # the server's own, which it tells itself
        except FivesquareError as error:
            return refused(error)
        return messages.answer(told.body, told.status)

    async def _takeaway(self, request: Request, record: object, player: object) -> SolverAnswer:
        if player not in (None, FIRST, SECOND) or isinstance(player, bool):
            raise RecordError(f"a player is {FIRST} or {SECOND}, not {quote(player)}")
        position, you = Position.from_record(record), player if isinstance(player, int) else NOBODY
        winner = guidance_view.winner_of(position)
        if winner is None:
            raise RecordError("this game is not over, and no result says how it ended")

        def learned(glance: Glance) -> SolverAnswer:
            review = review_view.gone_over(position, self._seconds, self._memory, glance)
            told = guidance_view.lesson(review, you, winner)
            return answered(told, review_view.is_solved(review))

        setting = json.dumps(review_view.setting(position))
        key = "takeaway", setting, position.moves, you, winner
        return await unless_gone(request, self._pool.ask(key, learned))

    def _solver(self, position: Position) -> Solver:
        return Solver(position.book, position.board, memory=self._memory, threads=1)
