"""What two people at a game can do besides playing: give themselves a name, and say something."""

import math
from collections.abc import Awaitable, Callable

from fivesquare.engine import other_player
from fivesquare.lanes import BusyError
from fivesquare.web.exceptions import StaleError, TooOftenError, UnusableError
from fivesquare.web.play.credentials import BOTH
from fivesquare.web.play.game_state import GameState
from fivesquare.web.play.names import checked_name, same_name
from fivesquare.web.play.new_games import name_entry
from fivesquare.web.play.presence import Presence
from fivesquare.web.play.rooms import Room
from fivesquare.web.store.base import Store

_KIND, _NAME = "name", "player"  # where the store keeps the name of a browser's player
_MOST_NAMES = 20  # that the players of a game may give themselves
_TRIES = 5  # to enter a name while others enter something as well

Enter = Callable[[Room, GameState, str], Awaitable[bool]]
"""Appends an entry to a game, unless something else happened first."""


class People:
    """The names of players, and what they say."""

    def __init__(self, store: Store, presence: Presence, enter: Enter) -> None:
        self._store, self._presence, self._enter = store, presence, enter

    # --- Names ---

    async def name_of(self, browser: bytes) -> str | None:
        """The name that a browser keeps for its player."""
        found = await self._store.notes(browser, _KIND)
        return next((note.value["name"] for note in found), None)

    async def keep_name(self, browser: bytes, name: str | None) -> None:
        """Keep a name for the games to come, or none."""
        await self._store.note(browser, _KIND, _NAME, {"name": name})

    async def introduce(self, room: Room, seat: int, browser: bytes) -> None:
        """Call a player who sat down by the name that the browser keeps, if it can be used here."""
        name = await self.name_of(browser)
        if name is not None and room.game.names[seat - 1] is None and not _is_other(room.game, seat, name):
            await self._enter(room, room.game, name_entry(seat, name))

    async def rename(
        self, room: Room, held: frozenset[int], seat: int | None, name: str | None
    ) -> str | None:
        """Let a player be called by a name, or by none; the name as it is shown."""
        mine = min(held) if seat is None and len(held) == 1 else seat
        if mine is None or mine not in held:
            raise UnusableError("say which of your seats: 1 or 2")
        wanted = None if name is None else checked_name(name)
        for _ in range(_TRIES):
            game = room.game
            if game.names[mine - 1] == wanted:
                return wanted
            if wanted is not None and _is_other(game, mine, wanted):
                raise UnusableError("the other player has that name: choose another")
            if wanted is not None and game.renamed >= _MOST_NAMES:
                raise StaleError("names in this game can no longer be changed", room.body)
            if await self._enter(room, game, name_entry(mine, wanted)):
                return wanted
        raise BusyError("too much is happening at once; try again", wait=1)

    # --- What they say ---

    async def say(self, room: Room, held: frozenset[int], phrase: str) -> None:
        """Show a phrase to the other player, and to those who watch."""
        if len(held) != 1 or room.game.sat != frozenset(BOTH):
            raise StaleError("there is no other player to say that to", room.body)
        seat = min(held)
        if wait := room.wait_to_say(seat):
            raise TooOftenError("you have said a lot; wait a moment", wait=math.ceil(wait))
        room.say(seat, phrase)
        await self._presence.tell_phrase(room, seat, phrase)


def _is_other(game: GameState, seat: int, name: str) -> bool:
    """Whether the player of the other seat has that name."""
    other = game.names[other_player(seat) - 1]
    return other is not None and same_name(name, other)
