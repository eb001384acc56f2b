"""Worths in words: who wins and by how much, what each cell is worth, and which move to play and why."""

from collections.abc import Callable, Mapping, Sequence

from fivesquare.board import parse_cell
from fivesquare.errors import many
from fivesquare.pictures import Note
from fivesquare.position import STOP, SWAP, Position
from fivesquare.solver import Hunch, Solution, Worth
from fivesquare.terminal.lines import continued
from fivesquare.terminal.voices.base import Voice

Tint = Callable[[str, str], str]
"""Gives a judgement its colour: good, even or bad."""

Soon = Mapping[str, int]
"""By how many moves each move ends the game, as Solver.how_soon says."""

NOTHING: Soon = {}


def untinted(text: str, _kind: str) -> str:
    return text


TIES = ("-0", "draw", "+0")  # equal points, as whoever acts sees them: lost, drawn, won


def in_words(worth: Worth, voice: Voice) -> str:
    """A worth as a sentence without its full stop."""
    if worth.winner == 0:
        return "it is a draw"
    name = voice.name(worth.winner)
    if worth.margin is None:
        return f"{name} wins"
    return f"{name} wins by {points(worth.margin)}" if worth.margin else f"{name} wins on the tie"


def points(number: float) -> str:
    return many(abs(number), "point")


def verdict(position: Position, solution: Solution, voice: Voice) -> str:
    """What is known of a position, as a sentence."""
    if position.is_over:
        return f"The game is over. {voice.result(position)}"
    if solution.worth is not None:
        worth = in_words(solution.worth, voice)
        rest = "" if solution.exact else " Not every move was solved in time."
        return f"With perfect play {worth}.{rest}"
    if solution.at_least is None or solution.at_most is None:
        return "Not solved in time."
    if solution.at_least == Worth(2, None) and solution.at_most == Worth(1, None):
        return "Not solved in time: either may win."
    lowest, highest = in_words(solution.at_least, voice), in_words(solution.at_most, voice)
    return f"Not solved in time. At worst for {voice.name(1)}, {lowest}; at best, {highest}."


def short(worth: Worth, player: int) -> str:
    """A worth as `player` sees it, in a few characters."""
    if not worth.margin:
        words = TIES if worth.margin == 0 else ("loss", "draw", "win")
        return words[worth.result(player) + 1]
    return f"{worth.lead(player):+}"


def worth_notes(position: Position, solution: Solution) -> dict[int, Note]:
    """What each claim that was solved is worth to whoever acts, for a picture."""
    player = position.state.turn

    def note(move: str, worth: Worth) -> Note:
        return Note(short(worth, player), worth.result(player), move in solution.best)

    claims = {move: worth for move, worth in solution.each.items() if move not in (STOP, SWAP)}
    return {parse_cell(move, position.size): note(move, worth) for move, worth in claims.items()}


def recommended(solution: Solution, soon: Soon = NOTHING) -> tuple[str, ...]:
    """The best moves; if all lose, those that hold out longest. Not stop, where a claim is as good."""
    best = solution.best
    if soon and solution.worth is not None and is_lost(solution):
        longest = max(soon.values())
        best = tuple(move for move in best if soon[move] == longest)
    claims = tuple(move for move in best if move != STOP)
    return claims or best


def is_lost(solution: Solution) -> bool:
    """Whether whoever acts loses, whatever they play."""
    return solution.worth is not None and solution.worth.result(solution.position.state.turn) < 0


# --- In sentences ---


def all_alike(hunch: Hunch) -> bool:
    """Whether no move looks better than another."""
    return len(hunch.each) > 1 and len(set(hunch.each.values())) == 1


def estimated(position: Position, hunch: Hunch, voice: Voice) -> str:
    """What looking ahead says, as a sentence."""
    place = voice.named(position, hunch.move)
    looks = "looks as good as any other move" if all_alike(hunch) else "looks best"
    seen = f"looked {many(hunch.depth, 'move')} ahead"
    if hunch.move not in hunch.each:
        return f"{place} {looks}: {seen}."
    unit = "cell" if position.book.goal == "majority" else "point"
    ahead = hunch.each[hunch.move]
    about = f"{signed(ahead)} {unit}" if abs(ahead) == 1 else f"{signed(ahead)} {unit}s"
    return f"{place} {looks}: about {about} for {voice.name(position.state.turn)}, {seen}."


def signed(number: float) -> str:
    return f"{number:+g}" if number else "0"


def best_moves(position: Position, solution: Solution, voice: Voice, soon: Soon = NOTHING) -> str:
    """The moves to choose from, as a sentence."""
    best = recommended(solution, soon)
    if 1 < len(best) == len(solution.each):
        return "Every move is worth the same."
    label = "Holds out longest" if soon and is_lost(solution) else "Best"
    return f"{label}: {' or '.join(voice.named(position, move) for move in best)}."


def hint(
    position: Position,
    solution: Solution,
    move: str,
    voice: Voice,
    line: Sequence[str] | None = None,
    soon: Soon = NOTHING,
) -> str:
    """One of the best moves, and why, in a sentence or two; `line` is how it goes on after that move."""
    head, rest = _reason(position, solution, move, voice, soon)
    if line is None:
        return f"{head}: {rest}." if rest else f"{head}."
    head = f"{head}: {continued(position.play(move), line, voice)}."
    return f"{head} {rest[0].upper()}{rest[1:]}." if rest else head


def _reason(position: Position, solution: Solution, move: str, voice: Voice, soon: Soon) -> tuple[str, str]:
    """What a move is good for, and what the others are not, without full stops."""
    player = position.state.turn
    place = voice.named(position, move)
    worth = solution.each[move]
    others = [other for name, other in solution.each.items() if name not in solution.best]
    if len(solution.each) == 1:
        return f"{place} is the only move", ""
    if len(set(soon.values())) > 1 and is_lost(solution):
        return f"the game is lost, and {place} holds out longest", ""
    if not others:
        return f"{place} is as good as any other move", in_words(worth, voice)
    next_best = max(others, key=lambda other: other.value(player))
    rest = f"{len(others)} of {len(solution.each)} moves" if len(solution.best) > 1 else "any other move"
    if next_best.result(player) < worth.result(player):
        kept = "win" if worth.result(player) > 0 else "draw"
        return f"{place} keeps the {kept}", f"{rest} would give it away"
    lost = points(worth.lead(player) - next_best.lead(player))
    return f"{place} {_kept(worth, player)}", f"{rest} would cost at least {lost}"


def _kept(worth: Worth, player: int) -> str:
    """What a best move holds on to."""
    if worth.winner == player:
        return f"keeps the win by {points(worth.margin)}" if worth.margin else "keeps the win on the tie"
    return f"keeps the loss down to {points(worth.margin)}" if worth.margin else "loses only on the tie"
