"""Worths in words: who wins and by how much, what each cell is worth, and which move to play and why."""

from fivesquare.board import parse_cell
from fivesquare.errors import many
from fivesquare.pictures import Note
from fivesquare.position import STOP, SWAP, Position
from fivesquare.solver import Solution, Worth
from fivesquare.terminal.voices.base import Voice

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


def worth_board(position: Position, solution: Solution, voice: Voice) -> str:
    """The board, with the worth of every claimable cell below its value; the best have a star.

    If no move was solved, it is the board as it is shown in a game.
    """
    if not solution.each:
        return voice.board(position)
    player = position.state.turn
    notes = {
        parse_cell(move, position.size): short(worth, player) + ("*" if move in solution.best else "")
        for move, worth in solution.each.items()
        if move not in (STOP, SWAP)
    }
    width = max([4, *(len(note) for note in notes.values())])
    columns = position.size.columns
    line = "   +" + f"{'-' * (width + 2)}+" * columns
    lines = ["    " + "".join(f" {column:<{width + 2}}" for column in range(1, columns + 1)).rstrip(), line]
    for row in range(position.size.rows):
        cells = range(row * columns, (row + 1) * columns)
        values = [
            voice.paint(f" {_value(position, cell, voice):<{width}} ", position, cell) for cell in cells
        ]
        below = [f" {notes.get(cell, ''):<{width}} " for cell in cells]
        lines += [f"{row + 1}  |" + "|".join(values) + "|", "   |" + "|".join(below) + "|", line]
    for word in (STOP, SWAP):
        if word in solution.each:
            best = "*" if word in solution.best else ""
            lines.append(f"{word}: {short(solution.each[word], player)}{best}")
    if notes:
        lines.append(f"What each claim leads to, as {voice.name(player)} sees it; * is best.")
    if any(short(worth, player) in (TIES[0], TIES[2]) for worth in solution.each.values()):
        lines.append("+0 and -0 are equal points, and the tie won or lost.")
    return "\n".join(lines)


def _value(position: Position, cell: int, voice: Voice) -> str:
    owner = position.owner(cell)
    if position.book.values == "ones":  # all alike: only the owner is worth showing
        return voice.marks[owner - 1] if owner else "."
    return f"{voice.marks[owner - 1] if owner else ''}{position.board.values[cell]}"


def hint(position: Position, solution: Solution, move: str, voice: Voice) -> str:
    """One of the best moves, and why, in one sentence."""
    player = position.state.turn
    place = voice.named(position, move)
    worth = solution.each[move]
    others = [other for name, other in solution.each.items() if name not in solution.best]
    if len(solution.each) == 1:
        return f"{place} is the only move."
    if not others:
        return f"{place}, like every other move: {in_words(worth, voice)}."
    next_best = max(others, key=lambda other: other.value(player))
    rest = f"{len(others)} of {len(solution.each)} moves" if len(solution.best) > 1 else "any other move"
    if next_best.result(player) < worth.result(player):
        kept = "win" if worth.result(player) > 0 else "draw"
        return f"{place} keeps the {kept}: {rest} would give it away."
    lost = points(worth.lead(player) - next_best.lead(player))
    return f"{place} {_kept(worth, player)}: {rest} would cost at least {lost}."


def _kept(worth: Worth, player: int) -> str:
    """What a best move holds on to."""
    if worth.winner == player:
        return f"keeps the win by {points(worth.margin)}" if worth.margin else "keeps the win on the tie"
    return f"keeps the loss down to {points(worth.margin)}" if worth.margin else "loses only on the tie"
