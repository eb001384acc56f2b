"""Games with people who are elsewhere, in words: who is here, how much time is left, what they ask for."""

import datetime
import math
from collections.abc import Collection

from fivesquare.engine import other_player
from fivesquare.errors import many
from fivesquare.position import Position
from fivesquare.words import turns
from fivesquare.words.listener import Listener, capital
from fivesquare.words.players import Seats, called, is_computer

RESIGNATION, TIME = "resignation", "time"
"""Why a game ends without the board being full."""

PHRASES = {
    "hello": "Hello!",
    "nice": "Nice one!",
    "oops": "Oops",
    "hm": "Hm …",
    "more": "One more?",
    "bye": "Bye!",
}
"""What can be said to the other player, in words."""

PHRASE_STAYS = 8.0
"""Seconds for which a phrase is shown."""

TAKEN_BACK = "A move was taken back."
WITHDRAWN = "You no longer ask to take back."
FREE_SEAT = "The other seat is free."
TAKEN_SEAT = "This link is for the other seat: send it to your friend."
IS_YOUR_FRIEND = "your friend"

_LONGEST = 24  # characters of a name
_HURRY = 10  # seconds from which on tenths are counted


def names_of(
    seats: Seats, names: tuple[str | None, str | None], expected: Collection[int], you: int
) -> Seats:
    """What the players are called; `expected` are the seats of people who have not come yet."""
    usual = called(seats, you)

    def name(player: int) -> str:
        given = names[player - 1]
        if given and not is_computer(seats[player - 1]):
            return given if len(given) <= _LONGEST else f"{given[: _LONGEST - 1]}…"
        return IS_YOUR_FRIEND if you and player in expected else usual[player - 1]

    return name(1), name(2)


# --- Who is here, and how much time is left ---


def away(since: datetime.datetime, now: datetime.datetime) -> str:
    """That a player does not look at the game: "away since 14:05"."""
    if since.date() == now.date():
        return f"away since {since:%H:%M}"
    return f"away since {since.day} {since:%B}"


def time_left(seconds: float) -> str:
    """Seconds as a clock shows them: "4:05", under ten seconds "0:07.3"."""
    tenths = math.ceil(max(0.0, seconds) * 10)
    if tenths < _HURRY * 10:
        return f"0:0{tenths / 10:.1f}"
    minutes, rest = divmod(math.ceil(seconds), 60)
    return f"{minutes}:{rest:02}"


def is_short(seconds: float) -> bool:
    """Whether there is so little time that it has to be seen."""
    return seconds < _HURRY


def arrived(listener: Listener, player: int) -> str:
    """That a player has taken the seat that was free."""
    return f"{capital(listener.name(player))} is here."


def said(listener: Listener, player: int, phrase: str) -> str:
    """What a player says: "Mara says: Hello!"."""
    return f"{capital(listener.who(player, 'says'))}: {phrase}"


# --- What they wish ---


def asks(listener: Listener, player: int) -> str:
    """That a player asks to take back a move."""
    if player == listener.you:
        return "You asked to take back your last move."
    return f"{capital(listener.name(player))} asks to take back their last move."


def no_longer_asks(listener: Listener, player: int) -> str:
    return f"{capital(listener.name(player))} no longer asks to take back."


def declined(listener: Listener, player: int, wait: int) -> str:
    """That `player` does not allow a takeback, and when it can be asked for again."""
    return f"{capital(listener.name(player))} declined. You can ask again in {many(wait, 'second')}."


def wants_rematch(listener: Listener, player: int) -> str:
    return f"{capital(listener.name(player))} wants a rematch."


def other_board(listener: Listener, player: int, *, is_same: bool) -> str:
    """That the other player has chosen the board of a rematch first."""
    return (
        f"{capital(listener.name(player))} was first, and chose {'the same' if is_same else 'a new'} board."
    )


def surrender(listener: Listener) -> str:
    """What a resignation leads to, before it is done."""
    winner = listener.name(other_player(listener.you)) if listener.you else "the other player"
    return f"Resign? The game ends and {winner} wins."


def ended(position: Position, listener: Listener, winner: int | None, reason: str | None) -> str:
    """How a game ended, on the board or off it."""
    if winner and reason == RESIGNATION:
        return turns.resignation(winner, listener)
    if winner and reason == TIME:
        loser, wins = capital(listener.called(other_player(winner))), listener.who(winner, "wins")
        return f"{loser} ran out of time. {capital(wins)}!"
    return listener.result(position)
