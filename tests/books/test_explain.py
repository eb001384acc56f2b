"""A rule book in sentences: every combination of answers has them, and every answer is told."""

import re
from itertools import product

import pytest

import fivesquare as fs
from fivesquare import certainty
from fivesquare.books import CATALOGUE
from fivesquare.books.explain import can_tie, in_brief, paragraphs
from fivesquare.rulebook import AGAINS, REACHES, TAKES, TIES
from fivesquare.words.rules import in_short

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
    "points": "all cells are claimed, and the player with the higher sum wins",
    "majority": "more than half, 7 of 12 cells, wins at once",
    "{'exactly': 21}": "the player who has exactly 21 points wins at once",
    "draw": "it is a draw",
    "last": "the player who claimed last wins",
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
        text = in_short(book_of(answers))
        for answer in answers:
            assert TOLD[str(answer)] in flat(text), (answers, answer)
        assert "3 rows of 4 cells" in text
        for paragraph in text.split("\n\n")[1:]:
            assert re.fullmatch(r"(Objective|Board|A turn|The end): .*\.", paragraph, re.DOTALL)
        assert "  " not in text.replace("\n  ", "\n")
        assert max(map(len, text.splitlines())) <= 79


def test_the_paragraphs_are_whole_sentences_and_the_text_is_made_of_them() -> None:
    book = fs.find_book({"like": "flip", "balance": "swap"})
    told = paragraphs(book)
    assert [paragraph.title for paragraph in told] == ["Objective", "Board", "A turn", "The end", "Balance"]
    for title, text in told:
        assert text[0] == text[0].upper()
        assert text.endswith(".")
        assert f"{title}: {text[0].lower()}{text[1:]}" in flat(in_short(book))


def test_an_answer_that_was_not_given_is_not_told() -> None:
    for answers in COMBINATIONS:
        text = flat(in_short(book_of(answers)))
        for question in (VALUES, REACHES, TAKES, AGAINS, TIES):
            for other in question:
                if other not in answers and TOLD[str(other)]:
                    assert TOLD[str(other)] not in text, (answers, other)


def test_different_books_are_told_differently() -> None:
    assert len({in_short(book_of(answers)) for answers in COMBINATIONS}) == len(COMBINATIONS)


def test_losing_all_cells_is_told_only_where_cells_can_be_lost() -> None:
    for answers in COMBINATIONS:
        told = "If you lose all your cells" in flat(in_short(book_of(answers)))
        assert told == ("lower-enemy" in answers and "anywhere" not in answers)


def test_the_target_is_told_as_a_limit() -> None:
    text = in_short(book_of(("ones", "anywhere", "nothing", "never", {"exactly": 21}, "draw")))
    assert "You may never go above 21 points" in flat(text)


def test_balance_is_told_in_a_paragraph_of_its_own() -> None:
    swap = fs.find_book({"like": "grow", "balance": "swap"})
    assert "\n\nBalance: on the second player's first turn that player may swap instead of" in in_short(
        swap
    )
    assert "Balance" not in in_short(CATALOGUE["grow"])
    for komi, told in ((8, "8 points"), (1, "1 point"), (0.5, "0.5 points")):
        text = flat(in_short(fs.find_book({"like": "grow", "balance": {"komi": komi}})))
        assert f"Balance: at the end the second player's sum counts {told} more (komi)." in text
    assert max(map(len, in_short(swap).splitlines())) <= 79


def test_balance_is_told_in_brief() -> None:
    assert in_brief(fs.find_book({"like": "grow", "balance": "swap"})).endswith(
        ", the second player may swap"
    )
    assert in_brief(fs.find_book({"like": "flip", "balance": {"komi": 8}})).endswith(", 8 points of komi")


def test_another_size_is_told() -> None:
    text = in_short(CATALOGUE["chain"], fs.Size(2, 3))
    assert "2 rows of 3 cells" in text
    assert "4 of 6" in text


# --- Only what can happen is told ---


@pytest.mark.parametrize(
    ("name", "size", "word", "is_told"),
    [
        ("flip", (4, 4), "a draw", True),  # 68 to 68
        ("flip", (3, 3), "a draw", False),  # 45 points
        ("sweep", (3, 3), "a draw", False),
        ("sweep", (4, 4), "a draw", True),
        ("chain", (5, 5), "a draw", False),
        ("chain", (4, 5), "If both own half of the cells at the end, it is a draw.", True),
        ("grow", (5, 5), "the player who claimed last wins", True),
        ("flip", (4, 4), "skipped", False),
        ("sweep", (3, 3), "skipped", False),
        ("chain", (5, 5), "skipped", False),
        ("grow", (5, 5), "If you cannot claim, you are skipped.", True),
        ("fifteen", (4, 4), "If you cannot claim, you must pass.", True),
        ("fifteen", (4, 4), "skipped", False),
        ("fifteen", (4, 4), "that a claim takes", False),
    ],
)
def test_only_what_can_happen_is_told(name: str, size: tuple[int, int], word: str, is_told: bool) -> None:
    assert (word in flat(in_short(CATALOGUE[name], fs.Size(*size)))) == is_told


def test_an_exact_goal_counts_what_is_taken() -> None:
    book = fs.find_book("twenty-one")
    assert "never go above 21 points, counting everything that a claim takes." in flat(in_short(book))


@pytest.mark.parametrize("balance", ["none", {"komi": 0.5}, {"komi": 1}, {"komi": 2}, {"komi": 900}])
def test_a_tie_is_told_where_a_board_can_end_in_one(balance: object) -> None:
    for answers, size in product(COMBINATIONS, [(1, 2), (1, 3), (3, 3), (3, 4)]):
        if answers[4] != "points" and balance != "none":
            continue
        book = fs.RuleBook.of({**book_of(answers).answers, "size": size, "balance": balance})
        possible = [certainty.can_tie(fs.start(book, seed=seed).setup) for seed in range(3)]
        assert can_tie(book, book.size) or not any(possible)
        if book.values in ("shuffled", "ones"):
            assert can_tie(book, book.size) == possible[0]


def test_in_brief_is_one_line_for_every_book_and_tells_rules_apart() -> None:
    lines: dict[str, set[tuple[object, ...]]] = {}
    for answers in COMBINATIONS:
        brief = in_brief(book_of(answers))
        assert "\n" not in brief
        assert not brief.startswith(",")
        lines.setdefault(brief, set()).add(tuple(map(str, answers[1:5])))
    assert all(len(rules) == 1 for rules in lines.values())
