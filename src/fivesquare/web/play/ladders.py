"""The levels that a browser has beaten, each noted with the game in which it was: see fivesquare.ladders.

Games from before help was noted in them beat no level.
"""

from collections.abc import Mapping
from typing import Any

from fivesquare.books import NAMED
from fivesquare.ladders import EndedGame, Ladder, LadderWin, ladders
from fivesquare.ladders import win_of as ladder_win_of
from fivesquare.web.play.game_state import GameState
from fivesquare.web.store.base import Store
from fivesquare.words.my_games import not_counted

KIND = "level"
"""Of the notes: each is named "BOOK LEVEL" and has the game in which the level was beaten."""


async def of(store: Store, key: bytes | None) -> dict[str, Ladder]:
    """The ladders of a browser, by the names of the books."""
    found = [] if key is None else await store.notes(key, KIND)
    return ladders({note.name for note in found})


def win_of(game: GameState, held: frozenset[int]) -> LadderWin | None:
    """The win of the player with one seat against a level in a named book; None if there is none."""
    if not game.is_over or len(held) != 1:
        return None
    (seat,) = held
    helped = (*game.helped[seat - 1], *(["undo"] if game.taken_back else []))
    beginning = game.beginning
    ended = EndedGame(game.position, beginning.players, game.result["winner"], helped, beginning.dealt)
    return ladder_win_of(ended, seat)


async def settle(
    store: Store, game: GameState, held: frozenset[int], key: bytes | None
) -> dict[str, Any] | None:
    """What a game means for the ladder of a browser with those seats; a level just beaten is noted.

    The same however often it is asked.
    """
    win = win_of(game, held)
    if win is None or key is None:
        return None
    name = win.rung
    found = await store.notes(key, KIND)
    noted = {note.name: note.value for note in found}
    is_new = name not in noted or _is_of(noted[name], game)
    if win.helped is not None and not (name in noted and is_new):
        words = not_counted(win.helped, NAMED[win.book].size)
        return {"level": win.level, "helped": win.helped, "words": words}
    if name not in noted:
        await store.note(key, KIND, name, {"game": game.id})
    return {"level": win.level, "is_new": is_new, "next": (await of(store, key))[win.book].next}


def _is_of(noted: Mapping[str, Any], game: GameState) -> bool:
    return bool(noted.get("game") == game.id)
