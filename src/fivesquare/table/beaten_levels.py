"""The levels beaten at this terminal, remembered beside the settings: kept games are deleted one day."""

from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from fivesquare.errors import FivesquareError
from fivesquare.ladders import EndedGame, Ladder, LadderNews, LadderWin, ladders, win_of
from fivesquare.position import Position
from fivesquare.table import settings
from fivesquare.table.help_notes import notes_of
from fivesquare.words.players import PERSON, seats_of

_NAME = "levels"

UNKNOWN = "elsewhere"
"""Why a win does not count in a game without notes of help."""


def beaten() -> dict[str, Ladder]:
    """The ladders by the names of the books."""
    return ladders(_rungs(settings.recall(_NAME)))


def settle(position: Position) -> LadderNews | None:
    """Remember the level that is beaten by a finished game; None if the game was not won against one."""
    win = win_in(position)
    if win is None:
        return None
    before = _rungs(settings.recall(_NAME))
    remember([win])
    is_new = win.helped is None and win.rung not in before
    now = before | {win.rung} if is_new else before
    return LadderNews(win.book, win.level, is_new, ladders(now)[win.book].next, win.helped)


def remember(wins: Iterable[LadderWin]) -> None:
    """Remember the levels beaten by those wins that count."""
    rungs = {win.rung for win in wins if win.helped is None}
    if not rungs <= _rungs(settings.recall(_NAME)):
        settings.revise(_NAME, lambda stored: sorted(rungs | _rungs(stored)))


def win_in(position: Position) -> LadderWin | None:
    """The win of the only person in a finished game against a level in a named book, if there is one."""
    seats = seats_of(position)
    if position.outcome is None or seats.count(PERSON) != 1:
        return None
    seat = seats.index(PERSON) + 1
    notes = notes_of(position)
    helped = (UNKNOWN,) if notes is None else notes[seat - 1]
    ended = EndedGame(position, seats, position.outcome.winner, helped, _is_dealt(position))
    return win_of(ended, seat)


def _is_dealt(position: Position) -> bool:
    """Whether the board is that of the seed, and the game began at the opening."""
    seed = position.extra.get("seed")
    if position.is_set_up or type(seed) is not int:
        return False
    with suppress(FivesquareError):
        return Position.start(position.book, size=position.size, seed=seed).board == position.board
    return False


def _rungs(stored: Any) -> set[str]:
    return {rung for rung in stored if isinstance(rung, str)} if isinstance(stored, list) else set()
