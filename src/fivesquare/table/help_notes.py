"""Which help the players of a game had, noted in its record: `helped` has a list of kinds for each player.

    hint     asked for a move
    values   asked what the moves are worth
    tutor    was warned of a mistake
    undo     took a move back
    players  the game was continued by other players

A game has notes from its first move on. Without them it was begun elsewhere: in the middle of another game,
by another program, or before help was noted.
"""

from dataclasses import replace
from typing import Literal

from fivesquare.engine import FIRST, SECOND
from fivesquare.position import Position

KEY = "helped"

Help = Literal["hint", "values", "tutor", "undo", "players"]
Notes = tuple[tuple[str, ...], tuple[str, ...]]
"""The kinds of help of each player, in the order in which they first asked."""


def seated(position: Position, seats: tuple[str, str]) -> Position:
    """The position with its players, as it comes to the table: a new game has notes from now on."""
    extra = {**position.extra, "players": list(seats)}
    if not position.moves:
        extra.setdefault(KEY, [[], []])
    begun = replace(position, extra=extra)
    if not position.moves or position.extra.get("players") in (None, list(seats)):
        return begun
    return with_help(with_help(begun, FIRST, "players"), SECOND, "players")


def notes_of(position: Position) -> Notes | None:
    """The notes of a game; None if it has none that can be read."""
    noted = position.extra.get(KEY)
    if not isinstance(noted, list) or len(noted) != 2 or not all(map(_is_kinds, noted)):
        return None
    first, second = noted
    return tuple(first), tuple(second)


def _is_kinds(noted: object) -> bool:
    return isinstance(noted, list) and all(isinstance(kind, str) for kind in noted)


def with_help(position: Position, player: int, kind: Help) -> Position:
    """The position with a note that a player was helped; the same one if it is noted, or has no notes."""
    notes = notes_of(position)
    if notes is None or kind in notes[player - 1]:
        return position
    now = [list(kinds) for kinds in notes]
    now[player - 1].append(kind)
    return replace(position, extra={**position.extra, KEY: now})
