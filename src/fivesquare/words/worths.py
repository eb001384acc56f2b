"""Worths (game values) in words: who wins and by how much, and which move to play and why."""

from collections.abc import Callable, Mapping, Sequence

from fivesquare.board import parse_cell
from fivesquare.errors import many
from fivesquare.pictures import Note
from fivesquare.position import STOP, SWAP, Position
from fivesquare.reviews import ReviewedMove
from fivesquare.solver import Hunch, Solution, Worth
from fivesquare.words.lines import continued
from fivesquare.words.listener import Listener, capital

Tint = Callable[[str, str], str]
"""Colours a judgement as good, even or bad."""

Soon = Mapping[str, int]
"""The number of moves to the end of the game after each move, from Solver.how_soon."""

NOTHING: Soon = {}


def untinted(text: str, _kind: str) -> str:
    return text


TIES = ("-0", "draw", "+0")  # equal points, for the player to move: lost, drawn, won


def in_words(worth: Worth, listener: Listener) -> str:
    """A worth as a clause: "Player 1 wins by 5 points"."""
    if worth.winner == 0:
        return "it is a draw"
    wins = listener.who(worth.winner, "wins")
    if worth.margin is None:
        return wins
    return f"{wins} by {points(worth.margin)}" if worth.margin else f"{wins} on the tie"


def points(number: float) -> str:
    return many(abs(number), "point")


def verdict(position: Position, solution: Solution, listener: Listener) -> str:
    """What is known about a position, in a sentence or two."""
    if position.is_over:
        return f"The game is over. {listener.result(position)}"
    if solution.worth is not None:
        worth = in_words(solution.worth, listener)
        rest = "" if solution.exact else " Not every move was solved in time."
        return f"With perfect play {worth}.{rest}"
    if solution.at_least is None or solution.at_most is None:
        return "Not solved in time."
    if solution.at_least == Worth(2, None) and solution.at_most == Worth(1, None):
        return "Not solved in time: either may win."
    lowest, highest = in_words(solution.at_least, listener), in_words(solution.at_most, listener)
    return f"Not solved in time. At worst for {listener.called(1)}, {lowest}; at best, {highest}."


def short(worth: Worth, player: int) -> str:
    """A worth from `player`'s point of view, in a few characters."""
    if not worth.margin:
        words = TIES if worth.margin == 0 else ("loss", "draw", "win")
        return words[worth.result(player) + 1]
    return f"{worth.lead(player):+}"


def worth_notes(position: Position, solution: Solution) -> dict[int, Note]:
    """What each solved claim is worth to the player to move, for a picture."""
    player = position.state.turn

    def note(move: str, worth: Worth) -> Note:
        return Note(short(worth, player), worth.result(player), move in solution.best)

    claims = {move: worth for move, worth in solution.each.items() if move not in (STOP, SWAP)}
    return {parse_cell(move, position.size): note(move, worth) for move, worth in claims.items()}


def hunch_notes(position: Position, hunch: Hunch) -> dict[int, Note]:
    """What each claim looks worth, where looking ahead has a number for it."""

    def note(move: str, ahead: float) -> Note:
        return Note(f"~{signed(ahead)}", (ahead > 0) - (ahead < 0), move == hunch.move)

    claims = {move: ahead for move, ahead in hunch.each.items() if move not in (STOP, SWAP)}
    return {parse_cell(move, position.size): note(move, ahead) for move, ahead in claims.items()}


def word_notes(position: Position, solution: Solution) -> str:
    """The same for the moves that have no cell: "stop: +3"; empty if there are none."""
    words = (word for word in (STOP, SWAP) if word in solution.each)
    return "; ".join(f"{word}: {short(solution.each[word], position.state.turn)}" for word in words)


def recommended(solution: Solution, soon: Soon = NOTHING) -> tuple[str, ...]:
    """The best moves; if all lose, those that hold out longest. `stop` only where no claim is as good."""
    best = solution.best
    if soon and solution.worth is not None and is_lost(solution):
        longest = max(soon.values())
        best = tuple(move for move in best if soon[move] == longest)
    claims = tuple(move for move in best if move != STOP)
    return claims or best


def is_lost(solution: Solution) -> bool:
    """Whether every move loses for the player to move."""
    return solution.worth is not None and solution.worth.result(solution.position.state.turn) < 0


# --- In sentences ---


def all_alike(hunch: Hunch) -> bool:
    """Whether no move looks better than another."""
    return len(hunch.each) > 1 and len(set(hunch.each.values())) == 1


def estimated(position: Position, hunch: Hunch, listener: Listener) -> str:
    """The estimate of a depth-limited search, as a sentence."""
    place = listener.named(position, hunch.move)
    looks = "looks as good as any other move" if all_alike(hunch) else "looks best"
    seen = f"looked {many(hunch.depth, 'move')} ahead"
    if hunch.move not in hunch.each:
        return f"{place} {looks}: {seen}."
    unit = "cell" if position.book.goal == "majority" else "point"
    ahead = hunch.each[hunch.move]
    about = f"{signed(ahead)} {unit}" if abs(ahead) == 1 else f"{signed(ahead)} {unit}s"
    return f"{place} {looks}: about {about} for {listener.called(position.state.turn)}, {seen}."


def signed(number: float) -> str:
    return f"{number:+g}" if number else "0"


def best_moves(position: Position, solution: Solution, listener: Listener, soon: Soon = NOTHING) -> str:
    """The moves to choose from, as a sentence."""
    best = recommended(solution, soon)
    if 1 < len(best) == len(solution.each):
        return "Every move is worth the same."
    label = "Holds out longest" if soon and is_lost(solution) else "Best"
    return f"{label}: {' or '.join(listener.named(position, move) for move in best)}."


def hint(
    position: Position,
    solution: Solution,
    move: str,
    listener: Listener,
    line: Sequence[str] | None = None,
    soon: Soon = NOTHING,
) -> str:
    """One of the best moves and why, in a few sentences; `line` is the best play after that move."""
    head, rest = _reason(position, solution, move, listener, soon)
    if line is None:
        return f"{head}: {rest}." if rest else f"{head}."
    then = continued(position.play(move), line, listener)
    return ". ".join(part for part in (head, then, capital(rest)) if part) + "."


def _reason(
    position: Position, solution: Solution, move: str, listener: Listener, soon: Soon
) -> tuple[str, str]:
    """What a best move achieves, and what the others cost, as two clauses."""
    player = position.state.turn
    place = listener.named(position, move)
    worth = solution.each[move]
    others = [other for name, other in solution.each.items() if name not in solution.best]
    if len(solution.each) == 1:
        return f"{place} is the only move", ""
    if len(set(soon.values())) > 1 and is_lost(solution):
        return f"the game is lost, and {place} holds out longest", ""
    if not others:
        return f"{place} is as good as any other move", in_words(worth, listener)
    next_best = max(others, key=lambda other: other.value(player))
    rest = f"{len(others)} of {len(solution.each)} moves" if len(solution.best) > 1 else "any other move"
    whose = "your" if player == listener.you else "the"
    if next_best.result(player) < worth.result(player):
        kept = "win" if worth.result(player) > 0 else "draw"
        return f"{place} keeps {whose} {kept}", f"{rest} would give away the {kept}"
    lost = points(worth.lead(player) - next_best.lead(player))
    return f"{place} {_kept(worth, player, whose)}", f"{rest} would cost at least {lost}"


def _kept(worth: Worth, player: int, whose: str) -> str:
    """What a best move preserves; `whose` win or loss it is."""
    if worth.winner == player:
        how = f"by {points(worth.margin)}" if worth.margin else "on the tie"
        return f"keeps {whose} win {how}"
    return f"limits {whose} loss to {points(worth.margin)}" if worth.margin else "loses only on the tie"


_MOST_BEST = 3


def better_moves(move: ReviewedMove) -> tuple[str, ...]:
    """The moves that would have been better; none if it was as good as any."""
    if not (move.is_mistake or move.moves_lost):
        return ()
    return move.longest if move.moves_lost else move.best


def better(before: Position, move: ReviewedMove, listener: Listener) -> str:
    """What would have been better, like "(2,2) or (3,2)"; empty if nothing was."""
    best = better_moves(move)
    shown = " or ".join(listener.named(before, name) for name in best[:_MOST_BEST])
    more = len(best) - _MOST_BEST
    return f"{shown} (and {more} more)" if more > 0 else shown
