"""A rule book in sentences: every combination of answers has them, and every answer is told."""

import re
from itertools import product

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.books.explain import explain, in_brief, paragraphs
from fivesquare.books.rulings import rulings_for
from fivesquare.rulebook import AGAINS, REACHES, TAKES, TIES

VALUES: list[object] = ["shuffled", "ones", [2, 7]]
GOALS: list[object] = ["points", "majority", {"exactly": 21}]

TOLD = {
    "shuffled": "numbers 1 to 12, each once",
    "ones": "all worth 1",
    "[2, 7]": "a random number from 2 to 7",
    "anywhere": "On your turn claim any free cell.",
    "adjacent": "Your first claim may be any free cell. From then on claim a free cell beside",
    "edge": "Your first claim is any free cell on the outer edge. From then on claim a free cell beside",
    "nothing": "",
    "lower-free": "Every free cell beside it (up, down, left or right) with a lower value comes along.",
    "lower-enemy": "Every cell of your opponent beside it (up, down, left or right) with a lower value",
    "never": "",
    "chain": "you may claim one more: a free cell beside the one just claimed",
    "points": "Whoever has the higher sum wins",
    "majority": "more than half of the cells, 7 of 12, wins at once",
    "{'exactly': 21}": "whoever has exactly 21 points wins at once",
    "draw": "it is a draw",
    "last": "whoever claimed last wins",
    "second": "the second player wins",
}
"""What is said for each answer, on a board of 3x4."""

COMBINATIONS = list(product(VALUES, REACHES, TAKES, AGAINS, GOALS, TIES))


def book_of(answers: tuple[object, ...]) -> fs.RuleBook:
    questions = ("values", "reach", "take", "again", "goal", "tie")
    return fs.RuleBook.of({"size": [3, 4], **dict(zip(questions, answers, strict=True))})


def flat(text: str) -> str:
    return " ".join(text.split())


def test_every_combination_of_answers_is_told_in_sentences() -> None:
    assert len(COMBINATIONS) == 3 * 3 * 3 * 2 * 3 * 3
    for answers in COMBINATIONS:
        text = explain(book_of(answers))
        for answer in answers:
            assert TOLD[str(answer)] in flat(text), (answers, answer)
        assert "3 rows of 4 cells" in text
        for paragraph in text.split("\n\n")[1:4]:
            assert re.fullmatch(r"(Board|A turn|The end): .*\.", paragraph, re.DOTALL)
        assert "  " not in text.replace("\n  ", "\n")
        assert max(map(len, text.splitlines())) <= 79


def test_the_paragraphs_are_whole_sentences_and_the_text_is_made_of_them() -> None:
    book = fs.find_book({"like": "flip", "balance": "swap"})
    told = paragraphs(book)
    assert [paragraph.title for paragraph in told] == ["Board", "A turn", "The end", "Balance"]
    for title, text in told:
        assert text[0] == text[0].upper()
        assert text.endswith(".")
        assert f"{title}: {text[0].lower()}{text[1:]}" in flat(explain(book))


def test_an_answer_that_was_not_given_is_not_told() -> None:
    for answers in COMBINATIONS:
        text = flat(explain(book_of(answers)))
        for question in (VALUES, REACHES, TAKES, AGAINS, TIES):
            for other in question:
                if other not in answers and TOLD[str(other)]:
                    assert TOLD[str(other)] not in text, (answers, other)


def test_different_books_are_told_differently() -> None:
    assert len({explain(book_of(answers)) for answers in COMBINATIONS}) == len(COMBINATIONS)


def test_losing_all_cells_is_told_only_where_cells_can_be_lost() -> None:
    for answers in COMBINATIONS:
        told = "If you lose all your cells" in flat(explain(book_of(answers)))
        assert told == ("lower-enemy" in answers and "anywhere" not in answers)


def test_the_target_is_told_as_a_limit() -> None:
    text = explain(book_of(("ones", "anywhere", "nothing", "never", {"exactly": 21}, "draw")))
    assert "You may never go above 21 points" in flat(text)


def test_balance_is_told_in_a_paragraph_of_its_own() -> None:
    swap = fs.find_book({"like": "grow", "balance": "swap"})
    assert "\n\nBalance: on the second player's first turn that player may swap instead of" in explain(swap)
    assert "Balance" not in explain(CATALOGUE["grow"])
    for komi, told in ((8, "8 points"), (1, "1 point"), (0.5, "0.5 points")):
        text = flat(explain(fs.find_book({"like": "grow", "balance": {"komi": komi}})))
        assert f"Balance: at the end the second player's sum counts {told} more (komi)." in text
    assert max(map(len, explain(swap).splitlines())) <= 79


def test_balance_is_told_in_brief() -> None:
    assert in_brief(fs.find_book({"like": "grow", "balance": "swap"})).endswith(
        ", the second player may swap"
    )
    assert in_brief(fs.find_book({"like": "flip", "balance": {"komi": 8}})).endswith(", 8 points of komi")


def test_a_book_like_a_named_one_is_told_with_its_name_and_rulings() -> None:
    text = explain(fs.find_book({"like": "grow", "balance": "swap", "title": "Fair Grid"}))
    assert text.startswith("Fair Grid (grow)\n")
    assert "grow-1: " in text


def test_another_size_is_told() -> None:
    text = explain(CATALOGUE["chain"], fs.Size(2, 3))
    assert "2 rows of 3 cells" in text
    assert "4 of 6" in text


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_book_of_the_catalogue_is_told_with_title_name_and_rulings(name: str) -> None:
    book = CATALOGUE[name]
    text = explain(book)
    assert text.startswith(f"{book.title} ({name})\n")
    for ruling in rulings_for(name):
        assert f"{ruling.id}: {ruling.ruling}" in flat(text)


def test_in_brief_is_one_line_for_every_book_and_tells_rules_apart() -> None:
    lines: dict[str, set[tuple[object, ...]]] = {}
    for answers in COMBINATIONS:
        brief = in_brief(book_of(answers))
        assert "\n" not in brief
        assert not brief.startswith(",")
        lines.setdefault(brief, set()).add(tuple(map(str, answers[1:5])))
    assert all(len(rules) == 1 for rules in lines.values())
