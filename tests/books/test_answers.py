"""The questions in words: every answer that a book can give has some."""

import fivesquare as fs
from fivesquare import rulebook
from fivesquare.books import CATALOGUE
from fivesquare.books.answers import QUESTIONS, answered, choices
from fivesquare.rulebook import AGAINS, REACHES, TAKES, TIES


def test_every_question_and_every_answer_has_words() -> None:
    assert set(QUESTIONS) == {*rulebook.QUESTIONS, "balance"}
    assert [*choices()] == [question for question in rulebook.QUESTIONS if question != "size"]
    words = {"reach": REACHES, "take": TAKES, "again": AGAINS, "tie": TIES}
    for question, answers in words.items():
        assert tuple(choices()[question]) == answers


def test_the_books_answer_every_question_once_and_differently() -> None:
    for book in CATALOGUE.values():
        assert [answer.field for answer in answered(book)] == list(rulebook.QUESTIONS)
    assert len({tuple(answered(book)) for book in CATALOGUE.values()}) == len(CATALOGUE)


def test_numbers_and_balance_are_told() -> None:
    def said(book: object) -> dict[str, str]:
        return {answer.field: answer.answer for answer in answered(fs.find_book(book))}

    assert said("grow")["values"] == "random numbers from 1 to 9"
    assert said("fifteen")["goal"].startswith("exactly 15 points")
    assert said("chain")["size"] == "5 rows of 5"
    assert said({"like": "grow", "balance": {"komi": 2.5}})["balance"] == "2.5 points of komi"
    assert said({"like": "grow", "balance": "swap"})["balance"] == "the second player may swap"
