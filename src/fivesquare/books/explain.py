"""A rule book in sentences, generated from its answers.

Only what can happen is mentioned: a tie, a skip or lost cells where the answers and the size allow them.
"""

from typing import NamedTuple

from fivesquare.board import Size
from fivesquare.books.answers import ANSWERS
from fivesquare.errors import many
from fivesquare.rulebook import Between, Exactly, Komi, RuleBook


def in_brief(book: RuleBook) -> str:
    """What is special about a game, in one line."""
    fields = {"reach": book.reach, "take": book.take, "again": book.again, "goal": book.goal}
    parts = [
        f"exactly {answer.target} points win"
        if isinstance(answer, Exactly)
        else ANSWERS[field][answer].brief
        for field, answer in fields.items()
    ]
    if book.balance != "none":
        parts.append("the second player may swap" if book.balance == "swap" else str(book.balance))
    return ", ".join(part for part in parts if part)


def in_a_sentence(book: RuleBook) -> str:
    """What is special about a game, as a sentence."""
    brief = in_brief(book)
    return f"{brief[0].upper()}{brief[1:]}."


class Paragraph(NamedTuple):
    """A titled paragraph of the rules."""

    title: str
    text: str


def paragraphs(book: RuleBook, size: Size | None = None) -> tuple[Paragraph, ...]:
    """The rules: objective, board, a turn, the end, and the balance if there is one."""
    told = [
        ("Objective", _objective(book)),
        ("Board", _board(book, size or book.size)),
        ("A turn", f"the first player starts, and the players take turns. {_turn(book)}"),
        ("The end", _end(book, size or book.size)),
    ]
    if book.balance != "none":
        told.append(("Balance", _balance(book)))
    return tuple(Paragraph(title, text[0].upper() + text[1:]) for title, text in told)


def _objective(book: RuleBook) -> str:
    if isinstance(book.goal, Exactly):
        return f"be the first to have exactly {book.goal.target} points."
    if book.goal == "majority":
        return "be the first to own more than half of the cells."
    return "have more points than your opponent when all cells are claimed."


def _board(book: RuleBook, size: Size) -> str:
    shape = f"{many(size.rows, 'row')} of {many(size.columns, 'cell')}"
    if book.values == "ones":
        return f"{shape}, all worth 1."
    if book.values == "shuffled":
        return f"{shape}. They hold the numbers 1 to {size.cells}, each once, in random order."
    assert isinstance(book.values, Between)
    return f"{shape}. Each holds a random number from {book.values.low} to {book.values.high}."


def _turn(book: RuleBook) -> str:
    reach = ANSWERS["reach"][book.reach].sentence
    if not book.captures:  # only then can cells be lost
        reach = reach.partition(" If you lose")[0]
    sentences = [reach, ANSWERS["take"][book.take].sentence, ANSWERS["again"][book.again].sentence]
    if isinstance(book.goal, Exactly):
        along = "" if book.take == "nothing" else ", counting everything that a claim takes"
        sentences.append(f"You may never go above {book.goal.target} points{along}.")
        sentences.append("If you cannot claim, you must pass.")
    elif book.reach != "anywhere":  # where every free cell may be claimed, a turn is never lost
        sentences.append("If you cannot claim, you are skipped.")
    return " ".join(sentence for sentence in sentences if sentence)


def _end(book: RuleBook, size: Size) -> str:
    tie = ANSWERS["tie"][book.tie].choice if can_tie(book, size) else ""
    if book.goal == "majority":
        most = size.cells // 2 + 1
        halves = f" If both own half of the cells at the end, {tie}." if tie else ""
        return f"the player who owns more than half, {most} of {size.cells} cells, wins at once.{halves}"
    wins = "the player with the higher sum wins" + (f"; if the sums are equal, {tie}." if tie else ".")
    if isinstance(book.goal, Exactly):
        exactly = f"the player who has exactly {book.goal.target} points wins at once."
        return f"{exactly} Otherwise the game ends when neither player can claim, and {wins}"
    return f"the game ends when all cells are claimed, and {wins}"


def can_tie(book: RuleBook, size: Size) -> bool:
    """Whether totals could be equal at the end on some board of that size."""
    if book.goal == "majority":
        return size.cells % 2 == 0
    if isinstance(book.goal, Exactly):
        return True
    total = _total(book, size)
    if total is None:
        return True
    komi = book.balance.points if isinstance(book.balance, Komi) else 0
    return (total + komi) % 2 == 0 and komi <= total


def _total(book: RuleBook, size: Size) -> int | None:
    """The sum of all values, if every board of that size has the same."""
    if book.values == "shuffled":
        return size.cells * (size.cells + 1) // 2
    if book.values == "ones":
        return size.cells
    assert isinstance(book.values, Between)
    return book.values.low * size.cells if book.values.low == book.values.high else None


def _balance(book: RuleBook) -> str:
    if isinstance(book.balance, Komi):
        return (
            f"at the end the second player's sum counts {many(book.balance.points, 'point')} more (komi)."
        )
    return (
        "on the second player's first turn that player may swap instead of claiming: what the first player "
        "has claimed becomes the second player's, as if that player had claimed it, and the first player "
        "makes a first claim again. Only then, and only once."
    )
