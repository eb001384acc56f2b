"""What a move did, in sentences about the first and the second player."""

from fivesquare.match import Step
from fivesquare.position import STOP, Position

_PLAYERS = ("", "first player", "second player")


def sentences(step: Step) -> str:
    """The move and what follows from it: another claim, a skip, the end."""
    after = step.after
    said = [f"The {_PLAYERS[step.player]} {_deed(step)}."]
    if after.in_chain:
        said.append("It is beside a cell the player already owned, so one more may be claimed.")
    if step.skipped is not None:
        said.append(f"The {_PLAYERS[step.skipped]} cannot claim and is skipped.")
    if after.outcome is not None:
        winner = after.outcome.winner
        said.append(f"The {_PLAYERS[winner]} wins." if winner else "It is a draw.")
    return " ".join(said)


def _deed(step: Step) -> str:
    if not step.is_claim:
        return "stops" if step.move == STOP else "swaps"
    number = "" if step.before.book.values == "ones" else f"the {step.value} at "
    claimed = f"claims {number}({step.move})"
    if not step.taken:
        return claimed
    verb = "captures" if step.before.book.captures else "takes"
    *some, last = (str(step.before.board.values[cell]) for cell in step.taken)
    return f"{claimed} and {verb} {', '.join(some)} and {last}" if some else f"{claimed} and {verb} {last}"


def totals(position: Position) -> str:
    """Both totals, in what the goal counts: "19-8", "3-1 cells"."""
    first, second = position.totals
    return f"{first}-{second}" + (" cells" if position.book.goal == "majority" else "")
