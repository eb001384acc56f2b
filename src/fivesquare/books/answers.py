"""The questions that a rule book answers, and every answer in words."""

from typing import NamedTuple

from fivesquare.rulebook import Between, Exactly, Komi, RuleBook

QUESTIONS = {
    "size": "How large is the board?",
    "values": "What are the cells worth?",
    "reach": "Where may I claim?",
    "take": "What comes along with a claim?",
    "again": "May I go on?",
    "goal": "Who wins?",
    "tie": "And if it is even?",
    "balance": "Is the second player compensated?",
}


class AnswerWords(NamedTuple):
    """One answer in words."""

    choice: str
    """In forms and tables."""

    brief: str = ""
    """In one line about a game; empty if it is not worth mentioning."""

    sentence: str = ""
    """In the rules."""


_BESIDE = "(up, down, left or right)"

ANSWERS: dict[str, dict[str, AnswerWords]] = {
    "values": {
        "shuffled": AnswerWords("1, 2, 3 and so on, each once"),
        "random": AnswerWords("random numbers"),
        "ones": AnswerWords("all worth 1"),
    },
    "reach": {
        "anywhere": AnswerWords("any free cell", "claim anywhere", "On your turn claim any free cell."),
        "adjacent": AnswerWords(
            "anywhere first, then beside my own",
            "grow from anywhere",
            "Your first claim may be any free cell. From then on claim a free cell beside one of your own "
            f"{_BESIDE}. If you lose all your cells you may start anywhere again.",
        ),
        "edge": AnswerWords(
            "on the outer edge first, then beside my own",
            "grow from the edge",
            "Your first claim is any free cell on the outer edge. From then on claim a free cell beside "
            f"one of your own {_BESIDE}. If you lose all your cells you start from the edge again.",
        ),
    },
    "take": {
        "nothing": AnswerWords("nothing"),
        "lower-free": AnswerWords(
            "free neighbours with a lower number",
            "lower neighbours come along",
            f"Every free cell beside it {_BESIDE} with a lower value comes along.",
        ),
        "lower-enemy": AnswerWords(
            "my opponent's neighbours with a lower number",
            "capture lower neighbours",
            f"Every cell of your opponent beside it {_BESIDE} with a lower value becomes yours.",
        ),
    },
    "again": {
        "never": AnswerWords("no"),
        "chain": AnswerWords(
            "one more beside it, if it lay beside my own",
            "one more in a chain",
            "If the cell lay beside one that you owned before, you may claim one more: a free cell beside "
            "the one just claimed. Once a turn, and only if you want to.",
        ),
    },
    "goal": {
        "points": AnswerWords("most points when neither player can claim", "most points win"),
        "majority": AnswerWords("more than half of the cells, at once", "a majority wins"),
        "exactly": AnswerWords("an exact score at once, never above it"),
    },
    "tie": {
        "draw": AnswerWords("it is a draw"),
        "last": AnswerWords(
            "the player who claimed last wins", sentence="the player who claimed last wins"
        ),
        "second": AnswerWords("the second player wins"),
    },
}
"""Every answer to every question except size and balance; some also need numbers."""


def choices() -> dict[str, dict[str, str]]:
    """The choices for each question, for forms and programs."""
    return {
        field: {answer: words.choice for answer, words in answers.items()}
        for field, answers in ANSWERS.items()
    }


class Answer(NamedTuple):
    """A question in words, and a book's answer to it."""

    field: str
    question: str
    answer: str


def answered(book: RuleBook) -> tuple[Answer, ...]:
    """A book's answers, in the order of the questions; the balance only if it has one."""
    said = {"size": f"{book.size.rows} rows of {book.size.columns}"}
    for field in ANSWERS:
        said[field] = _in_words(field, getattr(book, field))
    if book.balance != "none":
        is_komi = isinstance(book.balance, Komi)
        said["balance"] = str(book.balance) if is_komi else "the second player may swap"
    return tuple(Answer(field, QUESTIONS[field], answer) for field, answer in said.items())


def _in_words(field: str, answer: object) -> str:
    if isinstance(answer, Between):
        return f"random numbers from {answer.low} to {answer.high}"
    if isinstance(answer, Exactly):
        return f"exactly {answer.target} points at once, never above; otherwise most points"
    return ANSWERS[field][str(answer)].choice
