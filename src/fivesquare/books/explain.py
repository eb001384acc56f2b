"""A rule book in sentences, made from its answers: no game is explained by anything but what it is."""

import textwrap
from typing import NamedTuple

from fivesquare.board import Size
from fivesquare.books import kin
from fivesquare.books.rulings import rulings_for
from fivesquare.errors import many
from fivesquare.rulebook import Between, Exactly, Komi, RuleBook

_WIDTH = 79

_REACH = {
    "anywhere": "On your turn claim any free cell.",
    "adjacent": "Your first claim may be any free cell. From then on claim a free cell beside one of your "
    "own (up, down, left or right). If you lose all your cells you may start anywhere again.",
    "edge": "Your first claim is any free cell on the outer edge. From then on claim a free cell beside "
    "one of your own (up, down, left or right). If you lose all your cells you start from the edge again.",
}
_TAKE = {
    "nothing": "",
    "lower-free": "Every free cell beside it (up, down, left or right) with a lower value comes along.",
    "lower-enemy": "Every cell of your opponent beside it (up, down, left or right) with a lower value "
    "becomes yours.",
}
_TIE = {
    "draw": "it is a draw",
    "last": "whoever claimed last wins",
    "second": "the second player wins",
}


_BRIEF = {
    "anywhere": "claim anywhere",
    "adjacent": "grow from anywhere",
    "edge": "grow from the edge",
    "nothing": "",
    "lower-free": "lower neighbours come along",
    "lower-enemy": "capture lower neighbours",
    "never": "",
    "chain": "one more in a chain",
    "points": "most points win",
    "majority": "a majority wins",
}


def in_brief(book: RuleBook) -> str:
    """What is special about a game, in one line."""
    exactly = f"exactly {book.goal.target} points win" if isinstance(book.goal, Exactly) else ""
    answers = (book.reach, book.take, book.again, book.goal)
    parts = [exactly if isinstance(answer, Exactly) else _BRIEF[answer] for answer in answers]
    if book.balance != "none":
        parts.append("the second player may swap" if book.balance == "swap" else str(book.balance))
    return ", ".join(part for part in parts if part)


def in_a_sentence(book: RuleBook) -> str:
    """The same as a sentence."""
    brief = in_brief(book)
    return f"{brief[0].upper()}{brief[1:]}."


class Paragraph(NamedTuple):
    """What a book says about one thing, in sentences."""

    title: str
    text: str


def paragraphs(book: RuleBook, size: Size | None = None) -> tuple[Paragraph, ...]:
    """The whole game: the board, a turn, the end, and what is done for balance if anything is."""
    told = [
        ("Board", _board(book, size or book.size)),
        ("A turn", f"the first player starts, and the players take turns. {_turn(book)}"),
        ("The end", _end(book, size or book.size)),
    ]
    if book.balance != "none":
        told.append(("Balance", _balance(book)))
    return tuple(Paragraph(title, text[0].upper() + text[1:]) for title, text in told)


def explain(book: RuleBook, size: Size | None = None, width: int = _WIDTH) -> str:
    """The paragraphs, with the rulings about the game, in lines of that width."""
    named = kin(book)
    heading = book.title + (f" ({named.name})" if named else "")
    told = [f"{title}: {text[0].lower()}{text[1:]}" for title, text in paragraphs(book, size)]
    rulings = [f"{ruling.id}: {ruling.ruling}" for ruling in rulings_for(named.name if named else None)]
    text = "\n\n".join(textwrap.fill(paragraph, width) for paragraph in (heading, *told))
    listed = "\n".join(textwrap.fill(line, width, subsequent_indent="  ") for line in rulings)
    return f"{text}\n\nRulings:\n{listed}"


def _board(book: RuleBook, size: Size) -> str:
    shape = f"{many(size.rows, 'row')} of {many(size.columns, 'cell')}"
    if book.values == "ones":
        return f"{shape}, all worth 1."
    if book.values == "shuffled":
        return f"{shape}. They hold the numbers 1 to {size.cells}, each once, in random order."
    assert isinstance(book.values, Between)
    return f"{shape}. Each holds a random number from {book.values.low} to {book.values.high}."


def _turn(book: RuleBook) -> str:
    reach = _REACH[book.reach]
    if book.take != "lower-enemy":  # only then can cells be lost
        reach = reach.partition(" If you lose")[0]
    sentences = [reach, _TAKE[book.take]]
    if book.again == "chain":
        sentences.append(
            "If the cell lay beside one that you owned before, you may claim one more: a free cell beside "
            "the one just claimed. Once a turn, and only if you want to."
        )
    if isinstance(book.goal, Exactly):
        sentences.append(
            f"You may never go above {book.goal.target} points, with all that a claim brings along."
        )
    sentences.append("Whoever cannot claim is skipped.")
    return " ".join(sentence for sentence in sentences if sentence)


def _end(book: RuleBook, size: Size) -> str:
    tie = _TIE[book.tie]
    if book.goal == "majority":
        most = size.cells // 2 + 1
        return (
            f"whoever owns more than half of the cells, {most} of {size.cells}, wins at once. If neither "
            f"player can claim, whoever owns more cells wins; if they own equally many, {tie}."
        )
    points = (
        f"the game ends when neither player can claim. Whoever has the higher sum wins; "
        f"if the sums are equal, {tie}."
    )
    if isinstance(book.goal, Exactly):
        return f"whoever has exactly {book.goal.target} points wins at once. Otherwise {points}"
    return points


def _balance(book: RuleBook) -> str:
    if isinstance(book.balance, Komi):
        return (
            f"at the end the second player's sum counts {many(book.balance.points, 'point')} more (komi)."
        )
    return (
        "on the second player's first turn that player may swap instead of claiming: what the first player "
        "has claimed becomes the second player's, as if that player had claimed it, and the first player "
        "goes on with a first claim again. Only then, and only once."
    )
