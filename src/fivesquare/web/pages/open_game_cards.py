"""The games to continue, as cards of the home page: a small board, against whom, the score, whose turn."""

import time
from typing import NamedTuple

from markupsafe import Markup

from fivesquare import json_view
from fivesquare.engine import other_player
from fivesquare.position import Position
from fivesquare.web.messages import Page, Request, Response
from fivesquare.web.pages import miniatures
from fivesquare.web.pages.templating import render
from fivesquare.web.play.credentials import BOTH
from fivesquare.web.play.open_games import Running
from fivesquare.web.play.rooms import Room
from fivesquare.web.play.service import GameService

_MOST_CARDS = 3
_COLOURS = ("Blue", "Amber")
_COUNTED = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


class RunningCard(NamedTuple):
    """A game to continue."""

    id: str
    title: str
    picture: Markup
    against: str
    presence: str
    """Whether a friend is here: "here", "away", or nothing where no friend plays."""
    scores: tuple[int, int]
    mine: frozenset[int]
    turn: str
    is_waiting: bool
    """Whether this browser is to move."""


class Continuing(NamedTuple):
    """The section of home: its cards, and what is said beside its heading."""

    cards: tuple[RunningCard, ...]
    words: str


def routes(service: GameService) -> list[Page]:
    async def fragment(request: Request) -> Response:
        """The section alone, for a home page that stays open."""
        page = render(request, "continue.html", continuing=await continuing(request, service))
        page.headers["cache-control"] = "no-store"
        return page

    return [Page("/continue", fragment)]


async def continuing(request: Request, service: GameService) -> Continuing:
    """The running games of the browser that asks; no cards if there are none."""
    key = service.browsers.key_of(request)
    running = [] if key is None else await service.running.of(key)
    first = sorted(running, key=_rank)[:_MOST_CARDS]
    return Continuing(tuple(_card(room, held) for room, held in first), _words(running))


def _rank(running: Running) -> tuple[bool, bool]:
    """Games that wait for this browser come first, and before those that nobody has moved in."""
    room, held = running
    return room.game.turn not in held, room.game.ply == 0


def _words(running: list[Running]) -> str:
    waiting = sum(room.game.turn in held for room, held in running)
    if not waiting:
        return ""
    number = _COUNTED[waiting] if waiting < len(_COUNTED) else str(waiting)
    return f"{number} {'game waits' if waiting == 1 else 'games wait'} for you."


def _card(room: Room, held: frozenset[int]) -> RunningCard:
    game = room.game
    against, presence = _opponent(room, held)
    position = game.position
    return RunningCard(
        game.id,
        json_view.label(position),
        miniatures.drawn(position),
        against,
        presence,
        _scores(position),
        held if len(held) == 1 else frozenset(),
        _turn(room, held),
        game.turn in held,
    )


def _scores(position: Position) -> tuple[int, int]:
    """Points, or cells where more than half of them win."""
    return position.counts if position.book.goal == "majority" else position.scores


def _opponent(room: Room, held: frozenset[int]) -> tuple[str, str]:
    """Against whom, and whether that person is here."""
    if len(held) == len(BOTH):
        return "Same screen", ""
    seat = other_player(min(held))
    game = room.game
    if not game.is_human(seat):
        return _computer(game.player(seat)), ""
    here = room.presence(seat)
    name = game.names[seat - 1] or "Your friend"
    if seat in game.elsewhere:
        return f"{name}, by links", ""
    if here is None:
        return "Not joined yet", "away"
    if here["here"]:
        return f"{name}, here now", "here"
    return f"{name}, {_away(here['since'])}", "away"


def _away(since: float | None) -> str:
    """For how long somebody has been away, as the page of a game says it."""
    seconds = 0 if since is None else time.time() - since
    if seconds < _MINUTE:
        return "away"
    if seconds < _HOUR:
        return f"away for {int(seconds // _MINUTE)} min"
    return f"away for {int(seconds // _HOUR)} h" if seconds < _DAY else "away for days"


def _computer(player: str) -> str:
    """A computer player, as a title: "Level 3"."""
    return player.replace(":", " ").capitalize()


def _turn(room: Room, held: frozenset[int]) -> str:
    game = room.game
    turn = game.turn
    assert turn is not None, "only running games have cards"
    if len(held) == len(BOTH):
        return f"{_COLOURS[turn - 1]}\N{RIGHT SINGLE QUOTATION MARK}s turn"
    if turn in held:
        return "Your turn"
    if not game.is_human(turn):
        return f"{_computer(game.player(turn))} is thinking"
    return f"{game.names[turn - 1] or 'Your friend'}\N{RIGHT SINGLE QUOTATION MARK}s turn"
