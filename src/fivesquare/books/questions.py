"""The seven questions that a rule book answers, and what can be answered, in words for tables and forms."""

from typing import NamedTuple

from fivesquare.rulebook import Between, Exactly, Komi, RuleBook

CHOICES: dict[str, dict[str, str]] = {
    "values": {
        "shuffled": "1, 2, 3 and so on, each once",
        "random": "random numbers",
        "ones": "all worth 1",
    },
    "reach": {
        "anywhere": "any free cell",
        "adjacent": "anywhere first, then beside my own",
        "edge": "on the outer edge first, then beside my own",
    },
    "take": {
        "nothing": "nothing",
        "lower-free": "free neighbours with a lower number",
        "lower-enemy": "my opponent's neighbours with a lower number",
    },
    "again": {
        "never": "no",
        "chain": "one more beside it, if it lay beside my own",
    },
    "goal": {
        "points": "most points when nobody can claim",
        "majority": "more than half of the cells, at once",
        "exactly": "an exact score at once, never above it",
    },
    "tie": {
        "draw": "it is a draw",
        "last": "whoever claimed last wins",
        "second": "the second player wins",
    },
}
"""The answers to each question but that of the size; some want numbers as well."""

ASKED = {
    "size": "How large is the board?",
    "values": "What are the cells worth?",
    "reach": "Where may I claim?",
    "take": "What comes along with a claim?",
    "again": "May I go on?",
    "goal": "Who wins?",
    "tie": "And if it is even?",
    "balance": "Is the second player made up to?",
}


class Answer(NamedTuple):
    """A question in words, and what a book answers to it."""

    field: str
    question: str
    answer: str


def answered(book: RuleBook) -> tuple[Answer, ...]:
    """What a book answers, in the order of the questions; the balance only if it has one."""
    said = {"size": f"{book.size.rows} rows of {book.size.columns}"}
    for field in CHOICES:
        said[field] = _in_words(field, getattr(book, field))
    if book.balance != "none":
        is_komi = isinstance(book.balance, Komi)
        said["balance"] = str(book.balance) if is_komi else "the second player may swap"
    return tuple(Answer(field, ASKED[field], answer) for field, answer in said.items())


def _in_words(field: str, answer: object) -> str:
    if isinstance(answer, Between):
        return f"random numbers from {answer.low} to {answer.high}"
    if isinstance(answer, Exactly):
        return f"exactly {answer.target} points at once, never above; otherwise most points"
    return CHOICES[field][str(answer)]
