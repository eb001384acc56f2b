"""Browsers that play on the simulated server: people with their games, and intruders with wrong secrets."""

import asyncio
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from fivesquare.web.play.credentials import hash_of
from web.simulation.invariant import InvariantError
from web.simulation.model import Intent, Model, parsed
from web.simulation.network import Network, Servers
from web.simulation.process import Answered, Process, SimulatedRequest
from web.simulation.scheduler import Scheduler

_BOOKS: tuple[tuple[str, list[int]], ...] = (
    ("flip", [2, 2]), ("sweep", [1, 3]), ("grow", [2, 2]), ("chain", [2, 3]), ("fifteen", [2, 2]),
)  # fmt: skip
_CLOCKS = ({"game": 30}, {"move": 5}, {"move": 20})
_NAMES = ("Mara", "Tom", "Ines", "Zoë", None)
_MOST_TRIES = 12
_MOST_GAMES = 6

Heard = Callable[[dict[str, Any]], None]


@dataclass(eq=False)
class Wish:
    """What a browser is waiting for."""

    intent: Intent
    operation: str
    make: Callable[[], SimulatedRequest]
    then: Heard
    tries: int = 0


@dataclass(eq=False)
class Stream:
    """A game that a browser follows."""

    game: str
    process: Process
    request: SimulatedRequest
    begun: float
    version: int = -1
    is_open: bool = True
    arrives: float = 0.0


@dataclass
class Crowd:
    """What all browsers share."""

    scheduler: Scheduler
    chance: random.Random
    network: Network
    servers: Servers
    model: Model
    pace: float
    intruders: float
    streams: list[Stream] = field(default_factory=list)
    secrets: list[tuple[str, str]] = field(default_factory=list)
    browsers: list["Browser"] = field(default_factory=list)
    intents: int = 0
    is_calm: bool = False


class Browser:
    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self._cookies: dict[str, str] = {}
        self._views: dict[str, dict[str, Any]] = {}
        self._secrets: dict[str, dict[int, str]] = {}
        self._inbox: list[tuple[str, str]] = []
        self.wish: Wish | None = None
        self._streams: list[Stream] = []
        crowd.browsers.append(self)
        self._act_later()

    # --- Acting ---

    def _act_later(self) -> None:
        self._crowd.scheduler.after(self._crowd.chance.expovariate(1 / self._crowd.pace), self._act)

    def _act(self) -> None:
        crowd = self._crowd
        if crowd.is_calm:
            return
        self._act_later()
        if self.wish is not None:
            return
        chance = crowd.chance
        if chance.random() < crowd.intruders:
            self._intrude()
        elif self._inbox:
            self._sit(*self._inbox.pop(0))
        elif not self._views or (len(self._views) < _MOST_GAMES and chance.random() < 0.1):
            self._create()
        else:
            self._play(chance.choice(sorted(self._views)))

    def _play(self, game: str) -> None:
        view, chance = self._views[game], self._crowd.chance
        mine = self._mine(view)
        dice = chance.random()
        if dice < 0.04:
            self._ask("look", game, None, self._see)
        elif dice < 0.10:
            self._follow(game)
        elif dice < 0.13:
            self._ask("healthz", "", None, lambda _: None)
        elif not mine or dice < 0.15:
            self._forget(game)
        elif view["over"]:
            self._after_the_end(game, view, dice)
        elif dice < 0.25:
            self._aside(game, view, mine)
        elif view["turn"] in mine and dice < 0.9:
            self._move(game, view)
        elif view["asks"] is not None or dice < 0.4 or dice > 0.9:
            self._take_back(game, view, mine)

    def _mine(self, view: dict[str, Any]) -> list[int]:
        return sorted(self._secrets.get(view["id"], {}))

    def _forget(self, game: str) -> None:
        """Close its page."""
        self._views.pop(game, None)
        for stream in self._streams:
            if stream.game == game:
                self._leave(stream)

    # --- What can be done ---

    def _create(self) -> None:
        chance = self._crowd.chance
        book, size = chance.choice(_BOOKS)
        wish: dict[str, Any] = {"book": book, "size": size, "seed": chance.randrange(1 << 30)}
        kind = chance.random()
        if kind < 0.25:
            wish[chance.choice(("first", "second"))] = "random"
        elif kind < 0.8:
            wish["sit"] = [chance.choice((1, 2))]
            if chance.random() < 0.5:
                wish["clock"] = chance.choice(_CLOCKS)
        self._ask("begin", "", wish, self._begun)

    def _begun(self, body: dict[str, Any]) -> None:
        game, crowd = body["id"], self._crowd
        for seat, secret in body["seats"].items():
            if secret is None:
                continue
            crowd.secrets.append((game, secret))
            if body["game"]["seats"][int(seat) - 1] == "sat":
                self._secrets.setdefault(game, {})[int(seat)] = secret
            else:
                for friend in crowd.chance.sample(crowd.browsers, crowd.chance.choice((1, 1, 2))):
                    friend._inbox.append((game, secret))
        self._see(body["game"])

    def _sit(self, game: str, secret: str) -> None:
        def sat(body: dict[str, Any]) -> None:
            for seat in body["seats"]:
                self._secrets.setdefault(game, {})[seat] = ""  # the cookie opens it
            self._see(body["game"])

        self._ask("sit", game, {"both": self._crowd.chance.random() < 0.5}, sat, secret)

    def _move(self, game: str, view: dict[str, Any]) -> None:
        wish = {
            "ply": view["ply"],
            "move": self._crowd.chance.choice(view["legal"]),
            "version": view["version"],
        }
        self._ask("move", game, wish, self._see, self._secrets[game].get(view["turn"]))

    def _take_back(self, game: str, view: dict[str, Any], mine: list[int]) -> None:
        answers = ["ask"] if view["asks"] is None else ["yes", "no"]
        wish = {"version": view["version"], "answer": self._crowd.chance.choice(answers)}
        self._ask("take_back", game, wish, self._see, self._secrets[game][mine[0]])

    def _aside(self, game: str, view: dict[str, Any], mine: list[int]) -> None:
        chance = self._crowd.chance
        match chance.randrange(6):
            case 0:
                self._ask(
                    "resign", game, {"version": view["version"]}, self._see, self._secrets[game][mine[0]]
                )
            case 1 | 2:
                wish = {"name": chance.choice(_NAMES), "seat": mine[0], "keep": chance.random() < 0.2}
                self._ask("name", game, wish, self._see)
            case 3:
                self._ask("say", game, {"phrase": "hello"}, self._see)
            case 4:
                self._invite(game, chance.choice((1, 2)))
            case _:
                self._take_back(game, view, mine)

    def _invite(self, game: str, seat: int) -> None:
        def invited(body: dict[str, Any]) -> None:
            secret = body["link"].partition("#")[2]
            self._crowd.secrets.append((game, secret))
            self._crowd.chance.choice(self._crowd.browsers)._inbox.append((game, secret))

        self._ask("invite", game, {"seat": seat}, invited)

    def _after_the_end(self, game: str, view: dict[str, Any], dice: float) -> None:
        def begun(body: dict[str, Any]) -> None:
            self._secrets.setdefault(body["id"], {}).update(
                {3 - seat: secret for seat, secret in self._secrets.get(game, {}).items()}
            )
            self._see(body["game"])

        if dice < 0.6:
            board = self._crowd.chance.choice(("same", "new"))
            self._ask("rematch", game, {"board": board}, begun)
        else:
            self._forget(game)

    def _intrude(self) -> None:
        """Try to act in a game of others, with no secret, one of another game, or one that is revoked."""
        crowd = self._crowd
        if not crowd.model.games:
            return
        game = crowd.chance.choice(sorted(crowd.model.games))
        found = crowd.model.games[game]
        of_game = [each for each in crowd.secrets if each[0] == game]
        from_where = of_game if of_game and crowd.chance.random() < 0.5 else crowd.secrets
        secret = crowd.chance.choice(from_where)[1] if from_where else None
        wishes: list[tuple[str, dict[str, Any]]] = [
            ("resign", {"version": found.version}),
            ("take_back", {"version": found.version}),
            ("name", {"name": "Eve", "seat": crowd.chance.choice((1, 2))}),
            ("invite", {"seat": crowd.chance.choice((1, 2))}),
            ("sit", {"both": True}),
            ("rematch", {}),
        ]
        if not found.position.is_over:
            legal = crowd.chance.choice(found.position.legal)
            wish = {"ply": len(found.position.moves), "move": legal, "version": found.version}
            wishes += [("move", wish)] * 3
        operation, body = crowd.chance.choice(wishes)
        self._ask(operation, game, body, lambda _: None, secret or "nothing")

    # --- Asking ---

    def _ask(self, operation: str, game: str, body: Any, then: Heard, secret: str | None = None) -> None:
        """Send a request, again and again until there is an answer."""
        cookies = dict(self._cookies)
        shown = secret or next(iter(cookies.values()), None)
        self._crowd.intents += 1
        intent = Intent(self._crowd.intents, operation, game, None if shown is None else hash_of(shown))
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        sent = b"" if body is None else json.dumps(body).encode()
        wish = Wish(intent, operation, lambda: SimulatedRequest(game, headers, cookies, sent), then)
        self.wish = wish
        self._send(wish)

    def _send(self, wish: Wish) -> None:
        if self.wish is not wish:
            return
        wish.tries += 1
        if wish.tries > _MOST_TRIES and not self._crowd.is_calm:
            self.wish = None
            return
        self._crowd.network.send(
            wish.intent, wish.operation, wish.make, lambda answer: self._heard(wish, answer)
        )
        self._crowd.scheduler.after(3 + 5 * self._crowd.chance.random(), self._send, wish)

    def _heard(self, wish: Wish, answer: Answered | None) -> None:
        if answer is not None and answer.cookie and not self._cookies:
            name, _, value = answer.cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        if self.wish is not wish:
            return
        if answer is None or answer.status in (503, 429):
            self._crowd.scheduler.after(self._crowd.chance.random(), self._send, wish)
            return
        self.wish = None
        if answer.status < 300:
            wish.then(parsed(answer.body) if wish.operation != "healthz" else {})
        elif answer.status == 409:
            body = parsed(answer.body)
            if "game" in body:
                self._see(body["game"])
        elif answer.status in (401, 404):
            self._forget(wish.intent.game)

    def _see(self, body: dict[str, Any]) -> None:
        known = self._views.get(body["id"])
        if known is None or known["version"] <= body["version"]:
            self._views[body["id"]] = body

    # --- Following ---

    def _follow(self, game: str) -> None:
        process = self._crowd.servers.pick()
        open_ones = [stream for stream in self._streams if stream.is_open]
        if len(open_ones) >= 2:
            self._leave(open_ones[0])
        if process is None:
            return
        request = SimulatedRequest(game, {}, dict(self._cookies), b"")
        stream = Stream(game, process, request, self._crowd.scheduler.now)
        self._streams = [*open_ones[-2:], stream]
        self._crowd.streams.append(stream)
        self._crowd.intents += 1

        async def put(event: bytes) -> None:
            await self._put(stream, event)

        task = process.spawn(
            process.stream(stream.request, Intent(self._crowd.intents, "follow", game), put)
        )
        task.add_done_callback(lambda done: self._ended(stream, done))

    async def _put(self, stream: Stream, event: bytes) -> None:
        """An event leaves the server; a slow line holds the next one up."""
        body = parsed(event.partition(b"data: ")[2])
        if body["version"] < stream.version:
            raise InvariantError(f"a stream of {stream.game} went back to version {body['version']}")
        stream.version = body["version"]
        self._crowd.model.checks["events"] += 1
        self._crowd.model.show(body)
        scheduler, chance = self._crowd.scheduler, self._crowd.chance
        stream.arrives = max(stream.arrives, scheduler.awake + chance.random() * 0.05)
        scheduler.at(stream.arrives, self._receive, stream, body)
        if chance.random() < 0.05:
            await asyncio.sleep(chance.random() * 3)

    def _receive(self, stream: Stream, body: dict[str, Any]) -> None:
        if stream.is_open and stream.game in self._views:
            self._see(body)

    def _leave(self, stream: Stream) -> None:
        stream.is_open = False
        if not stream.process.is_dead:
            stream.request.leave()

    def _ended(self, stream: Stream, done: Any) -> None:
        stream.is_open = False
        if not stream.process.is_dead and not done.cancelled():
            done.result()
