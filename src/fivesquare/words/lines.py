"""Lines (principal variations) in words: how a game continues, how it ends, and what answers a mistake.

A comma passes the turn. "again" marks a move by the player who has just moved: in a chain, or because the
other player cannot claim.

Up to six moves are written out. A longer line stops at the move that decides it, or after six moves where
space is short; three dots replace the rest.
"""

from collections.abc import Callable, Sequence
from functools import partial

from fivesquare import engine
from fivesquare.engine import MAJORITY, NOBODY, other_player
from fivesquare.position import STOP, SWAP, Position, Reason
from fivesquare.rulebook import Komi
from fivesquare.solver import Solver
from fivesquare.words.listener import Listener, capital, outcome_of

WHOLE = 6
"""Moves of a line that are always written out, and the default limit."""


def continued(
    position: Position, moves: Sequence[str], listener: Listener, most: int | None = WHOLE
) -> str:
    """What follows a move, as a sentence: "Best play goes on (2,1), (4,4) and ends 37-31".

    `position` is the one after that move; `moves` lead from there to the end of the game. With `most` None
    the line is written out up to the move that decides it.
    """
    if not moves:
        return capital(ending(position, listener))
    mover = position.back(1).state.turn if position.moves else NOBODY
    line, is_whole, end = _parts(position, moves, listener, most, mover)
    comma = "," if is_whole and not end.startswith("it ") else ""
    return f"Best play goes on {line}{comma} and {end.removeprefix('it ')}"


def told(position: Position, moves: Sequence[str], listener: Listener, most: int | None = None) -> str:
    """A line from here to the end: "(2,1), (4,4), (1,3), and it ends 37-31"."""
    if not moves:
        return ending(position, listener)
    line, is_whole, end = _parts(position, moves, listener, most, NOBODY)
    return f"{line}, and {end}" if is_whole else f"{line} {end.removeprefix('it ')}"


def _parts(
    position: Position, moves: Sequence[str], listener: Listener, most: int | None, mover: int
) -> tuple[str, bool, str]:
    """The moves of a line that follows a move by `mover`, whether those are all, and how it ends."""
    words = list[str]()
    shown = _shown(position, moves, most)
    for move in moves:
        again = "again " if position.state.turn == mover and move != STOP else ""
        words.append(f"{again}{listener.named(position, move)}")
        mover = position.state.turn
        position = position.play(move)
    line, is_whole = listener.between.join(words[:shown]), shown == len(moves)
    return line if is_whole else f"{line} {listener.dots}", is_whole, ending(position, listener)


def _shown(position: Position, moves: Sequence[str], most: int | None) -> int:
    """How many moves of a line are written out."""
    if len(moves) <= WHOLE:
        return len(moves)
    for number, move in enumerate(moves[:most], 1):
        position = position.play(move)
        if position.decided is not None:
            return number
    return len(moves[:most])


def ending(position: Position, listener: Listener) -> str:
    """How a finished game ended, as a clause; the first player's score comes first."""
    outcome = outcome_of(position)
    if outcome.reason == Reason.MAJORITY:
        return f"{listener.who(outcome.winner, 'has')} the majority"
    if outcome.reason == Reason.EXACT:
        return f"{listener.who(outcome.winner, 'has')} exactly {position.setup.target}"
    first, second = position.totals
    end = f"it ends {first}-{second}"
    if isinstance(position.book.balance, Komi):
        end += f" plus {position.book.balance.points:g} komi"
    if position.setup.goal == MAJORITY:
        end += " in cells"
    if outcome.reason == Reason.DRAW:
        return f"{end}, a draw"
    return f"{end}, and {listener.who(outcome.winner, 'wins')} the tie" if "tie" in outcome.reason else end


# --- What answers a move ---


def refutation(
    position: Position, solver: Solver, move: str, listener: Listener, opponent: str = ""
) -> str:
    """What a move runs into: "after (1,2) Player 2 takes (2,2) and wins by 5"."""
    return answered(position, move, solver.line(position, after=move), listener, opponent)


def answered(
    position: Position, move: str, line: Sequence[str], listener: Listener, opponent: str = ""
) -> str:
    """The refutation of a move whose `line` is known; `opponent` overrides the other player's name."""
    player = position.state.turn
    other = other_player(player)
    name = opponent or listener.called(other)
    verb: Callable[[str], str] = str if opponent else partial(listener.verb, other)
    here, places, rest = position.play(move), [listener.named(position, move)], list(line)
    while rest and here.state.turn == player:
        places.append(listener.named(here, rest[0]))
        here = here.play(rest.pop(0))
    end = here
    for each in rest:
        end = end.play(each)
    made, result = " and ".join(places), _result(end, other, verb)
    if not rest:
        return f"after {made} it is over, and {name} {result}"
    does = verb("swaps") if rest[0] == SWAP else f"{verb('takes')} {listener.named(here, rest[0])}"
    return f"after {made} {name} {does} and {result}"


def _result(end: Position, player: int, verb: Callable[[str], str]) -> str:
    """How a finished game ended for a player, to follow the name; `verb` inflects for that name."""
    winner = outcome_of(end).winner
    if winner == NOBODY:
        return f"{verb('has')} a draw"
    ends, only = (verb("wins"), "") if winner == player else (verb("loses"), "only ")
    if end.setup.goal != engine.POINTS:
        return ends
    margin = abs(engine.balanced_lead(end.setup, end.state)) / 2
    return f"{ends} by {only}{margin:g}" if margin else f"{ends} {only}on the tie"
