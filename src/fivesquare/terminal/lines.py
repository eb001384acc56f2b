"""Lines in words: how a game goes on, how it ends, and what answers a mistake.

A comma passes the turn to the other player. A move before which stands "again" is made by the one who
moved before it, in a chain or because the other cannot claim.

A line of six moves or fewer is told whole. A longer one is told up to the move by which it is decided, but
no more than six moves where a sentence has no room for more; three dots stand for the rest.
"""

from collections.abc import Iterable, Sequence

from fivesquare import engine
from fivesquare.board import cells_of
from fivesquare.engine import EXACTLY, LOWER_ENEMY, MAJORITY, NOBODY, other_player
from fivesquare.position import STOP, SWAP, Position, Reason
from fivesquare.rulebook import Komi
from fivesquare.solver import Solver
from fivesquare.terminal.voices.base import Voice, outcome_of

WHOLE = 6
"""So many moves are always told; and no more, unless more are asked for."""


def continued(position: Position, moves: Sequence[str], voice: Voice, most: int | None = WHOLE) -> str:
    """What follows a move, as a clause: "then (2,1), (4,4) ... ends 37 to 31".

    `position` is the one after that move, and `moves` go on from it to the end of the game. None for
    `most` tells everything up to the move that decides it.
    """
    if not moves:
        return ending(position, voice)
    mover = position.back(1).state.turn if position.moves else NOBODY
    return f"then {_told(position, moves, voice, most, mover)}"


def told(position: Position, moves: Sequence[str], voice: Voice, most: int | None = None) -> str:
    """A line from here to the end: "(2,1), (4,4), (1,3), and it ends 37 to 31"."""
    return _told(position, moves, voice, most, NOBODY) if moves else ending(position, voice)


def _told(position: Position, moves: Sequence[str], voice: Voice, most: int | None, mover: int) -> str:
    """A line whose first move is made after one by `mover`."""
    words = list[str]()
    shown = _shown(position, moves, most)
    for move in moves:
        again = "again " if position.state.turn == mover and move != STOP else ""
        words.append(f"{again}{voice.named(position, move)}")
        mover = position.state.turn
        position = position.play(move)
    end = ending(position, voice)
    if shown == len(moves):
        return f"{', '.join(words)}, and {end}"
    return f"{', '.join(words[:shown])} ... {end.removeprefix('it ')}"


def _shown(position: Position, moves: Sequence[str], most: int | None) -> int:
    """How many moves of a line are told."""
    if len(moves) <= WHOLE:
        return len(moves)
    for number, move in enumerate(moves[:most], 1):
        position = position.play(move)
        if is_decided(position):
            return number
    return len(moves[:most])


def ending(position: Position, voice: Voice) -> str:
    """How a game that is over has ended, as a clause; the first player's score comes first."""
    outcome = outcome_of(position)
    name = voice.name(outcome.winner) if outcome.winner != NOBODY else ""
    if outcome.reason == Reason.MAJORITY:
        return f"{name} has the majority"
    if outcome.reason == Reason.EXACT:
        return f"{name} has exactly {position.setup.target}"
    by_cells = position.setup.goal == MAJORITY
    first, second = position.counts if by_cells else position.scores
    end = f"it ends {first} to {second}"
    if isinstance(position.book.balance, Komi):
        end += f" and {position.book.balance.points:g} komi"
    if by_cells:
        end += " cells"
    if outcome.reason == Reason.DRAW:
        return f"{end}, a draw"
    return f"{end}, and {name} wins the tie" if "tie" in outcome.reason else end


def is_decided(position: Position) -> bool:
    """Whether somebody has won or will, whatever both play: seen by counting, so it may be seen late.

    The one behind is given every free cell within reach, now or later, and every cell that can be
    captured; the one ahead only what nobody else can reach. Where the goal is an exact score, only the end
    decides.
    """
    if position.is_over:
        return True
    setup, state = position.setup, position.state
    lead = engine.balanced_lead(setup, state)
    if setup.goal == EXACTLY or lead == 0 or _may_be_swapped(position):
        return False
    ahead, behind = (state.own, state.other) if lead > 0 else (state.other, state.own)
    free = setup.full & ~(ahead | behind)
    reached = _reached(position, behind, free)
    captured = _at_risk(position, ahead, free)
    least = (
        _weight(position, free & ~reached) - _weight(position, reached) - 2 * _weight(position, captured)
    )
    return abs(lead) + 2 * least > 0


def _may_be_swapped(position: Position) -> bool:
    return position.may_swap or engine.is_before_swap(position.setup, position.state)


def _reached(position: Position, own: int, free: int) -> int:
    """The free cells that whoever owns `own` may come to claim, if only captures do not open a way."""
    if own == 0 or position.setup.reach == engine.ANYWHERE or position.setup.take == LOWER_ENEMY:
        return free
    reached, more = 0, engine.all_beside(position.setup, own) & free
    while more != reached:
        reached = more
        more |= engine.all_beside(position.setup, reached) & free
    return reached


def _at_risk(position: Position, own: int, free: int) -> int:
    """The cells of `own` that have a free neighbour with a higher value, if that can capture them."""
    setup = position.setup
    if setup.take != LOWER_ENEMY:
        return 0
    return own & _joined(setup.lower[cell] for cell in cells_of(free))


def _joined(masks: Iterable[int]) -> int:
    joined = 0
    for mask in masks:
        joined |= mask
    return joined


def _weight(position: Position, cells: int) -> int:
    """What counts at the end."""
    return cells.bit_count() if position.setup.goal == MAJORITY else engine.score(position.setup, cells)


# --- What answers a move ---


def refutation(position: Position, solver: Solver, move: str, voice: Voice, opponent: str = "") -> str:
    """What a move runs into: "after (1,2) Player 2 takes (2,2) and wins by 5"."""
    return answered(position, move, solver.line(position, after=move), voice, opponent)


def answered(position: Position, move: str, line: Sequence[str], voice: Voice, opponent: str = "") -> str:
    """The same, if the line after the move is known. `opponent` is what the other player is called."""
    player = position.state.turn
    name = opponent or voice.name(other_player(player))
    here, places, rest = position.play(move), [voice.named(position, move)], list(line)
    while rest and here.state.turn == player:
        places.append(voice.named(here, rest[0]))
        here = here.play(rest.pop(0))
    end = here
    for each in rest:
        end = end.play(each)
    made, result = " and ".join(places), _result(end, other_player(player))
    if not rest:
        return f"after {made} it is over, and {name} {result}"
    return f"after {made} {name} {_verb(here, rest[0], voice)} and {result}"


def _verb(position: Position, move: str, voice: Voice) -> str:
    return "swaps" if move == SWAP else f"takes {voice.named(position, move)}"


def _result(end: Position, player: int) -> str:
    """How a finished game ended for a player, behind the name."""
    winner = outcome_of(end).winner
    if winner == NOBODY:
        return "has a draw"
    verb, only = ("wins", "") if winner == player else ("loses", "only ")
    if end.setup.goal != engine.POINTS:
        return verb
    margin = abs(engine.balanced_lead(end.setup, end.state)) / 2
    return f"{verb} by {only}{margin:g}" if margin else f"{verb} {only}on the tie"
