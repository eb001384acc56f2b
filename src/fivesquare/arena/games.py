"""One game between two entrants, which always ends: whoever cannot go on has lost, and it is said why."""

from contextlib import ExitStack
from dataclasses import replace
from typing import Any

from fivesquare.arena.entrants import Entrant
from fivesquare.engine import other_player
from fivesquare.errors import ForfeitError, IllegalMoveError, NotationError
from fivesquare.players import Luck, Player
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.research.episode import SEATS

FORFEIT = "forfeit"
"""The reason of a result that the rules did not decide."""

_LONGEST_DETAIL = 500


def play_game(
    opening: Position,
    entrants: tuple[Entrant, Entrant],
    *,
    luck: object,
    seed: int,
    adviser: Adviser,
    seconds: float | None = None,
) -> Position:
    """The end of a game. Beside its moves stand who played, the seed, the result, and a forfeit if there
    was one; `luck` is the seed of what players of ours draw, `seconds` what others have for a move."""
    position = opening
    forfeit: dict[str, Any] | None = None
    with ExitStack() as table:
        seats: dict[int, Player] = {}
        while not position.is_over and forfeit is None:
            seat = position.state.turn
            try:
                if seat not in seats:
                    entrant = entrants[seat - 1]
                    drawn = Luck(luck, SEATS[seat])
                    seats[seat] = table.enter_context(entrant.seated(drawn, seed, adviser, seconds))
                position = _moved(position, seats[seat])
            except ForfeitError as error:
                forfeit = {"player": seat, "reason": error.reason, "detail": error.detail[:_LONGEST_DETAIL]}
    keys: dict[str, Any] = {"players": [entrant.name for entrant in entrants], "seed": seed}
    if forfeit is not None:
        keys["result"] = {"winner": other_player(forfeit["player"]), "reason": FORFEIT}
        keys["forfeit"] = forfeit
    else:
        view = position.view()
        keys["result"] = {"winner": view["winner"], "reason": view["reason"]}
    return replace(position, extra=keys)


def _moved(position: Position, player: Player) -> Position:
    """The position after the player's move; whatever else it does is a forfeit."""
    try:
        move = player.choose(position)
    except ForfeitError:
        raise
    except Exception as error:
        raise ForfeitError("crash", f"{type(error).__name__}: {error}") from error
    try:
        return position.play(move)
    except IllegalMoveError as error:
        raise ForfeitError("illegal", str(error)) from None
    except NotationError as error:
        raise ForfeitError("unreadable", str(error)) from None
