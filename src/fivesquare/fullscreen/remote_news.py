"""What has happened in a game on a server between two snapshots of it, in words."""

from collections.abc import Collection

from fivesquare.engine import other_player
from fivesquare.fullscreen.remote.game_snapshot import SEATS, GameSnapshot
from fivesquare.match import Step
from fivesquare.words import friends, turns
from fivesquare.words.friends import PHRASES
from fivesquare.words.listener import Listener


def listener_of(game: GameSnapshot, mine: Collection[int]) -> Listener:
    """The listener of a game, who has these seats: addressed if it is one."""
    listener = Listener(game.position.book, next(iter(mine)) if len(mine) == 1 else 0)
    expected = [seat for seat in SEATS if game.is_open(seat)]
    listener.names = friends.names_of(game.players, game.names, expected, listener.you)
    return listener


def new_steps(before: GameSnapshot, now: GameSnapshot) -> list[Step]:
    """The moves made between two snapshots; none if moves were taken back."""
    moves, history = now.position.moves, now.position.history()
    if not _goes_on(before, now):
        return []
    return [Step(history[n], moves[n], history[n + 1]) for n in range(before.ply, now.ply)]


def _goes_on(before: GameSnapshot, now: GameSnapshot) -> bool:
    """Whether all moves of the earlier snapshot are those of the later one as well."""
    return now.position.moves[: before.ply] == before.position.moves


def news(before: GameSnapshot, now: GameSnapshot, listener: Listener) -> str:
    """What a reader has to be told; empty if all is plain to see."""
    if now.is_over:
        return "" if before.is_over else ending(now, listener)
    told = [_moves(before, now, listener), _takeback(before, now, listener)]
    for seat in SEATS:
        if before.is_open(seat) and now.seats[seat - 1] == "sat" and seat != listener.you:
            told.append(friends.arrived(listener, seat))
        told.append(_phrase(before, now, seat, listener))
    return " ".join(part for part in told if part)


def _phrase(before: GameSnapshot, now: GameSnapshot, seat: int, listener: Listener) -> str:
    said = now.said[seat - 1]
    if said is None or said == before.said[seat - 1] or said.phrase not in PHRASES or seat == listener.you:
        return ""
    return friends.said(listener, seat, PHRASES[said.phrase])


def ending(game: GameSnapshot, listener: Listener) -> str:
    """How a game that is over has ended."""
    return friends.ended(game.position, listener, game.winner, game.reason)


def _moves(before: GameSnapshot, now: GameSnapshot, listener: Listener) -> str:
    if not _goes_on(before, now):
        return friends.TAKEN_BACK
    steps = new_steps(before, now)
    if not steps:
        return ""
    last = steps[-1]
    is_plain = not last.is_forfeited and last.skipped is None
    is_seen = last.player == listener.you and last.is_claim and is_plain
    return "" if is_seen else turns.happened(last, listener)


def _takeback(before: GameSnapshot, now: GameSnapshot, listener: Listener) -> str:
    """That a takeback is not asked for any more, though the game has not moved."""
    asker = before.asks
    if asker is None or now.asks is not None or now.position.moves != before.position.moves:
        return ""
    is_declined = now.waits[asker - 1] > before.waits[asker - 1]
    if asker != listener.you:
        return "" if is_declined else friends.no_longer_asks(listener, asker)
    if is_declined:
        return friends.declined(listener, other_player(asker), now.waits[asker - 1])
    return friends.WITHDRAWN
