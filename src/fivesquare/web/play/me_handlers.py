"""The requests about a browser's own progress: how far it has come, its copy, and its end."""

import json
import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from fivesquare import __version__, dailies
from fivesquare.insight import Insight, MadeMistake, UsualMistake, recent
from fivesquare.ladders import Ladder
from fivesquare.mistakes import KINDS, Kind
from fivesquare.web.exceptions import UnusableError
from fivesquare.web.messages import Request, Response, answer, read
from fivesquare.web.play import credentials, ladders, me_models
from fivesquare.web.play.day_handlers import DayHandlers
from fivesquare.web.play.game_state import GameState
from fivesquare.web.play.names import checked_name
from fivesquare.web.play.own_reviews import OwnReviews
from fivesquare.web.play.played_games import Played, PlayedGames
from fivesquare.web.play.service import GameService
from fivesquare.web.store.base import Store
from fivesquare.words.my_games import usual_mistake

_MOST_COPIED = 2000  # games
_PRACTICE = 5  # positions


class Overview(NamedTuple):
    """What there is to tell a browser about itself."""

    name: str | None
    streak: int
    games: Sequence[Played]
    ladders: dict[str, Ladder]
    insight: Insight[Played]

    def count(self, state: str, book: str | None = None) -> int:
        """How many games ended so, of one book or of all."""
        return sum(game.state == state and book in (None, game.book) for game in self.games)

    @property
    def finished(self) -> list[Played]:
        return [game for game in self.games if game.is_over]

    @property
    def running(self) -> list[Played]:
        """The games that wait for the player come first."""
        going = [game for game in self.games if not game.is_over]
        return sorted(going, key=lambda game: game.state != "yours")


class MeHandlers:
    """Where a browser asks about itself: each method answers one kind of request."""

    def __init__(self, service: GameService, store: Store, days: DayHandlers, reviews: OwnReviews) -> None:
        self._service, self._store, self._days, self.reviews = service, store, days, reviews
        self._played = PlayedGames(store, service.folds)

    # --- What is known ---

    async def overview(self, request: Request) -> Overview:
        """All of it; games that were not gone over yet are gone over from now on."""
        key = self._service.browsers.key_of(request)
        if key is None:
            return Overview(None, 0, [], await ladders.of(self._store, None), Insight())
        games = await self._played.of(key)
        noted = await self._days.noted(key)
        streak = dailies.streak({day for day, each in noted.items() if each.counts}, self._days.today)
        return Overview(
            await self._service.people.name_of(key),
            streak.now,
            games,
            await ladders.of(self._store, key),
            await self.reviews.insight(key, games),
        )

    async def state_of(self, game: str) -> GameState:
        """A game in full."""
        return (await self._service.find(game)).game

    async def me(self, request: Request) -> Response:
        """How far this browser has come."""
        seen = await self.overview(request)
        told = {
            "name": seen.name,
            "streak": seen.streak,
            "games": {
                "running": len(seen.running),
                "finished": len(seen.finished),
                **{state: seen.count(state) for state in ("won", "lost", "draw")},
            },
            "ladders": {
                book: {
                    "beaten": each.beaten,
                    "next": each.next,
                    "won": seen.count("won", book),
                    "lost": seen.count("lost", book),
                }
                for book, each in seen.ladders.items()
            },
            "reviews": {
                "done": seen.insight.done,
                "of": seen.insight.of,
                "left_out": seen.insight.left_out,
            },
            "accuracy": _measure(seen.insight.accuracies),
            "skill": _measure(seen.insight.skills),
            "mistake": _told(seen.insight.usual_mistake),
        }
        return answer(json.dumps(told).encode())

    async def practice(self, request: Request) -> Response:
        """Positions of one's own in which such a mistake was made, and exactly one move would have won."""
        wanted = kind_of(request)
        seen = await self.overview(request)
        records = []
        for made in _some(seen.insight.puzzles(wanted)):
            position = (await self.state_of(made.game.id)).position
            records.append(position.back(len(position.moves) - made.mistake.ply).to_record())
        return answer(json.dumps({"records": records}).encode())

    # --- What is done ---

    async def name(self, request: Request) -> Response:
        """What the player is called in the games to come."""
        wish = await read(request, me_models.OwnName)
        name = None if wish.name is None else checked_name(wish.name)
        browser = await self._service.browsers.secret(request)
        await self._service.people.keep_name(credentials.hash_of(browser), name)
        response = answer(json.dumps({"name": name}).encode())
        response.headers["set-cookie"] = self._service.browsers.cookie(request, browser)
        return response

    async def copy(self, request: Request) -> Response:
        """Everything that is kept for this browser, as a file."""
        key = self._service.browsers.key_of(request)
        told: dict[str, Any] = {
            "fivesquare": __version__,
            "name": None,
            "levels": {},
            "days": [],
        }
        if key is not None:
            told |= await self._all_of(key)
        games = [] if key is None else await self._copied_games(key)
        text = f'{json.dumps(told, indent=1)[:-2]},\n "games": [{",".join(games)}\n ]\n}}\n'
        headers = {
            "content-disposition": 'attachment; filename="fivesquare.json"',
            "cache-control": "no-store",
        }
        return Response(text.encode(), 200, headers)

    async def _all_of(self, key: bytes) -> dict[str, Any]:
        noted = await self._days.noted(key)
        found = await ladders.of(self._store, key)
        return {
            "name": await self._service.people.name_of(key),
            "levels": {book: list(each.beaten) for book, each in found.items()},
            "days": [{"date": day.isoformat(), **each.to_json()} for day, each in sorted(noted.items())],
        }

    async def _copied_games(self, key: bytes) -> list[str]:
        """The games, each a line of JSON, made in turn: all at once would hold up everybody."""
        games = []
        for kept in await self._store.games_of(key, _MOST_COPIED):
            game = await self._service.folds.of(kept)
            seats = sorted(credentials.opened_by(kept.keys, key))
            games.append(f"\n  {json.dumps({'id': game.id, 'seats': seats, 'record': game.to_record()})}")
        return games

    async def forget(self, request: Request) -> Response:
        """Forget this browser; what it did stays for others, without its name."""
        key = self._service.browsers.key_of(request)
        if key is not None:
            await self.reviews.stop(key)
            await self._service.forget(key)
        response = answer(b"{}")
        response.headers["set-cookie"] = self._service.browsers.no_cookie(request)
        return response


def kind_of(request: Request) -> Kind:
    """The kind of mistake that is asked for."""
    asked = request.query_params.get("mistake")
    for kind in KINDS:
        if asked == kind:
            return kind
    raise UnusableError(f"mistake is one of {', '.join(KINDS)}")


def _some(found: list[MadeMistake[Played]]) -> list[MadeMistake[Played]]:
    return random.SystemRandom().sample(found, min(_PRACTICE, len(found)))


def _measure(numbers: list[float]) -> dict[str, Any]:
    now, by = recent(numbers)
    return {"recent": now, "better": by, "games": numbers[::-1]}


def _told(mistake: UsualMistake[Played] | None) -> dict[str, Any] | None:
    if mistake is None:
        return None
    words = usual_mistake(mistake.kind)
    return {"kind": mistake.kind, "count": mistake.count, "of": mistake.of, "words": words}
