"""Who wins the boards of a rule book, and what would make it fair, in sentences."""

from fivesquare.books import known_as
from fivesquare.books.variants import VARIANTS
from fivesquare.errors import many
from fivesquare.fairness import Winners
from fivesquare.intervals import wilson
from fivesquare.remedies import changes
from fivesquare.rulebook import Between, Exactly, Komi, RuleBook

_CHANGED = {
    "take": {
        "nothing": "nothing comes along",
        "lower-free": "lower free neighbours come along",
        "lower-enemy": "captures",
    },
    "reach": {
        "anywhere": "claim anywhere",
        "adjacent": "grow from anywhere",
        "edge": "grow from the edge",
    },
    "values": {"shuffled": "each number once", "ones": "no numbers"},
    "again": {"never": "one claim a turn", "chain": "chains"},
    "goal": {"points": "most points win", "majority": "more than half of the cells wins"},
    "tie": {
        "draw": "a tie is a draw",
        "last": "a tie goes to the last claim",
        "second": "a tie goes to the second player",
    },
}


def progress(done: int, of: int) -> str:
    return f"Solving {done} of {of}"


def games_so_far(done: int, of: int) -> str:
    """The same where boards are too large, and games are played instead."""
    return f"Playing {done} of {of}"


def heading(found: Winners) -> str:
    """Who wins, with perfect play."""
    if found.is_too_large:
        return "Too large to solve here"
    who, number = _leader(found)
    if found.boards == 1:
        return "With perfect play it is a draw" if not who else f"With perfect play the {who} player wins"
    boards = f"the {found.boards} boards that were solved" if found.left_out else f"{found.boards} boards"
    share = _percent(number / found.boards)
    return f"The {who} player wins {share} of {boards}" if who else f"{share} of {boards} are a draw"


def _leader(found: Winners) -> tuple[str, int]:
    """Who wins most boards, and how many; "" if most are drawn."""
    wins = max(found.first, found.second)
    if found.drawn > wins:
        return "", found.drawn
    return ("first" if found.first == wins else "second"), wins


def interval(found: Winners) -> str:
    """How sure the heading is of all boards of the book."""
    if found.boards <= 1:
        return "There is only one board."
    sure = wilson(_leader(found)[1], found.boards)
    assert sure.low is not None
    assert sure.high is not None
    return f"Of all boards: {_percent(sure.low)} to {_percent(sure.high)} (95% interval)."


def detail(found: Winners) -> str:
    """What the heading is made of, and what was left out."""
    told = "Solved to the end."
    if found.is_fair and found.boards > 1:
        told += " As fair as these boards can tell."
    if found.left_out:
        told += f" Too large to solve, and perhaps different: {many(found.left_out, 'board')}."
    return told


ESTIMATE = "An estimate: perfect play may differ."


def estimate(found: Winners) -> str:
    """What games between greedy players say where boards are too large."""
    games = many(found.boards, "game")
    return f"Between two greedy players the first wins {found.first} of {games}{_drawn(found)}."


def counts(found: Winners) -> str:
    """What a way to make it fair comes to: "First 52, second 48 of 100 boards"."""
    if found.boards == 1:
        return f"{heading(found)}."
    return f"First {found.first}, second {found.second} of {many(found.boards, 'board')}{_drawn(found)}."


def _drawn(found: Winners) -> str:
    return f", {found.drawn} drawn" if found.drawn else ""


def _percent(share: float) -> str:
    return f"{100 * share:.0f}%"


# --- Ways to make it fair ---

SWAP = "Swap: the second player may take over the first claim"


def head_start(book: RuleBook) -> str:
    assert isinstance(book.balance, Komi)
    return f"Head start: {many(book.balance.points, 'point')} for the second player"


def changed(book: RuleBook, other: RuleBook) -> str:
    """What is different in another book: "Captures, each number once"."""
    told = ", ".join(_answer(field, getattr(other, field)) for field in changes(book, other))
    return told[0].upper() + told[1:]


def name(book: RuleBook) -> str:
    """The name of a known book, as a sentence; "" of any other."""
    known = known_as(book)
    if known is None:
        return ""
    return f"That is {VARIANTS[known].title if known in VARIANTS else known.capitalize()}."


def _answer(field: str, answer: object) -> str:
    if isinstance(answer, Between):
        return f"random numbers from {answer.low} to {answer.high}"
    if isinstance(answer, Exactly):
        return f"first to exactly {answer.target}"
    return _CHANGED[field][str(answer)]


NOTES = {
    "fair": "It is fair as it is.",
    "too large": "Where boards cannot be solved, nothing can be promised. A smaller board can.",
    "none": "Nothing that was tried makes it fairer.",
}
