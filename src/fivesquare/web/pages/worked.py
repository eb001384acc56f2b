"""The worked example of a book: a picture and a sentence a move."""

from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from fivesquare.books.examples import EXAMPLES
from fivesquare.match import Step
from fivesquare.position import STOP, Position
from fivesquare.web.pages import miniatures

_PLAYERS = ("", "first player", "second player")


class Scene(NamedTuple):
    """What was done, the board after it, and how it stands then."""

    number: int
    player: int
    text: str
    picture: Markup
    stands: str


@cache
def example(name: str) -> tuple[Scene, ...]:
    """The worked example of a book of the catalogue."""
    end = Position.from_record(EXAMPLES[name].record)
    moments = end.history()
    steps = map(Step, moments[:-1], end.moves, moments[1:])
    return tuple(_scene(number, step) for number, step in enumerate(steps, 1))


def _scene(number: int, step: Step) -> Scene:
    after = step.after
    by_cells = after.book.goal == "majority"
    first, second = after.counts if by_cells else after.scores
    stands = f"{first} to {second}" + (" cells" if by_cells else "")
    picture = miniatures.drawn(after, f"The board after move {number}, {stands}", with_rim=True)
    return Scene(number, step.player, " ".join(_sentences(step)), picture, stands)


def _sentences(step: Step) -> list[str]:
    after = step.after
    said = [f"The {_PLAYERS[step.player]} {_deed(step)}."]
    if after.in_chain:
        said.append("It lies beside a cell that the player owned before: one more may be claimed.")
    if step.skipped is not None:
        said.append(f"The {_PLAYERS[step.skipped]} cannot claim, and is skipped.")
    if after.outcome is not None:
        winner = after.outcome.winner
        said.append(f"The {_PLAYERS[winner]} wins." if winner else "It is a draw.")
    return said


def _deed(step: Step) -> str:
    if not step.is_claim:
        return "goes no further" if step.move == STOP else "swaps"
    number = "" if step.before.book.values == "ones" else f"the {step.value} at "
    claimed = f"claims {number}{step.move}"
    if not step.taken:
        return claimed
    verb = "captures" if step.before.book.take == "lower-enemy" else "takes"
    *some, last = (str(step.before.board.values[cell]) for cell in step.taken)
    return f"{claimed} and {verb} {', '.join(some)} and {last}" if some else f"{claimed} and {verb} {last}"
