"""Lessons and rules at the full screen: every exercise of every book, and what leads to them."""

import pytest

from fivesquare.board import Size
from fivesquare.books import NAMED
from fivesquare.fullscreen.game_page import GamePage
from fivesquare.fullscreen.home_page import HomePage
from fivesquare.fullscreen.learn_page import LearnPage, RulesListPage
from fivesquare.fullscreen.lesson_page import LearnedPage, LessonPage
from fivesquare.fullscreen.rules_page import RulesPage, rules_of
from fivesquare.primer import make_primer
from fivesquare.table import lessons_learned
from fivesquare.words import feedback, teaching
from fivesquare.words.rules import explain
from fullscreen.running import SIZES, Shown, show


def folded(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
@pytest.mark.parametrize("name", NAMED)
def test_every_lesson_is_solved_by_trying_claims(name: str, size: tuple[int, int]) -> None:
    book = NAMED[name]
    primer = make_primer(book)

    async def script(shown: Shown) -> None:
        for exercise in primer.exercises:
            assert shown.board.position == exercise.position
            assert folded(teaching.task(exercise)) in shown.text
            assert teaching.rule(exercise, primer) in shown.text
            for move in exercise.answers:
                await shown.claim(move)
                assert folded(feedback.said(exercise, move)) in shown.text
                assert shown.board.position == exercise.answers[move].after
                if exercise.answers[move].is_right:
                    break
                await shown.press("enter")
                assert shown.board.position == exercise.position
            await shown.press("enter")
        assert isinstance(shown.page, LearnedPage)
        for sentence in teaching.summary(primer):
            assert sentence in shown.text
        await shown.press("enter")
        assert isinstance(shown.page, GamePage)
        assert shown.page.table.position.book == book

    show(script, lambda: LessonPage(book), size=size)
    assert lessons_learned.learned() == (name,)


def test_a_cell_that_cannot_be_claimed_is_explained() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("2", "2", "enter")
        assert "The 9 is not on the outer edge." in shown.text
        assert shown.board.live

    show(script, lambda: LessonPage(NAMED["raid"]))


def test_the_cell_that_the_task_names_is_framed() -> None:
    exercise = next(each for each in make_primer(NAMED["flip"]).exercises if each.called)
    assert exercise.called is not None

    async def script(shown: Shown) -> None:
        await shown.press("enter", "enter")
        assert list(shown.board.ghosts) == [exercise.position.all_moves.index(exercise.called or "")]

    show(script, lambda: LessonPage(NAMED["flip"]))


def test_the_other_keys_of_a_lesson_and_of_its_end() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("r")
        assert isinstance(shown.page, RulesPage)
        await shown.press("escape", "question_mark", "escape", "x", "s", "up")
        for exercise in make_primer(NAMED["flip"]).exercises:
            await shown.claim(exercise.right[0])
            await shown.press("enter")
        assert isinstance(shown.page, LearnedPage)
        await shown.press("r", "escape", "a")
        assert isinstance(shown.page, LessonPage)
        for exercise in make_primer(NAMED["flip"]).exercises:
            await shown.claim(exercise.right[0])
            await shown.press("enter")
        assert "learn Sweep" in shown.text
        await shown.press("n")
        assert isinstance(shown.page, LessonPage)
        assert shown.page.book == NAMED["sweep"]
        await shown.press("p")
        assert isinstance(shown.page, GamePage)
        await shown.press("escape")
        assert isinstance(shown.page, HomePage)

    show(script, lambda: LessonPage(NAMED["flip"]))


def test_the_moves_of_an_answer_are_shown_one_after_the_other() -> None:
    exercise = make_primer(NAMED["flip"]).exercises[-1]
    wrong = next(move for move, answer in exercise.answers.items() if len(answer.line) > 1)

    async def script(shown: Shown) -> None:
        page = shown.page
        assert isinstance(page, LessonPage)
        page._ask(2)
        await shown.claim(wrong)
        assert shown.board.position == exercise.answers[wrong].line[0].after
        await shown.press("enter")  # again, before all of it was shown
        assert shown.board.position == exercise.position
        await shown.pilot.pause(1)
        assert shown.board.position == exercise.position

    show(script, lambda: LessonPage(NAMED["flip"]), has_motion=True)


@pytest.mark.parametrize("size", SIZES)
def test_from_home_to_a_lesson_and_back(size: tuple[int, int]) -> None:
    lessons_learned.remember(NAMED["sweep"])

    async def script(shown: Shown) -> None:
        while "▸ Learn" not in shown.text:
            await shown.press("down")
        await shown.press("enter")
        assert isinstance(shown.page, LearnPage)
        assert "learned" in shown.text
        await shown.press("up", "enter")
        assert isinstance(shown.page, LessonPage)
        assert shown.page.book == list(NAMED.values())[-1]
        await shown.press("escape", "escape")
        assert isinstance(shown.page, HomePage)

    show(script, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_from_home_to_rules_and_on_to_the_lesson(size: tuple[int, int]) -> None:
    async def script(shown: Shown) -> None:
        while "▸ Rules" not in shown.text:
            await shown.press("down")
        await shown.press("enter")
        assert isinstance(shown.page, RulesListPage)
        await shown.press("down", "down", "enter")
        assert isinstance(shown.page, RulesPage)
        assert folded(explain(NAMED["grow"], min(79, size[0] - 6))) in shown.text
        await shown.press("down", "pagedown", "up", "pageup", "l")
        assert isinstance(shown.page, LessonPage)

    show(script, size=size)


@pytest.mark.parametrize("name", NAMED)
def test_the_rules_of_a_game_on_another_board(name: str) -> None:
    async def script(shown: Shown) -> None:
        assert "3x4" in shown.text or "3 x 4" in shown.text or "3 rows" in shown.text

    show(script, lambda: rules_of(NAMED[name], Size(3, 4)))


def test_what_is_to_be_learned_next() -> None:
    names = tuple(NAMED)
    for name in names[:-1]:
        lessons_learned.remember(NAMED[name])
    assert lessons_learned.next_after(NAMED[names[0]]) == NAMED[names[-1]]
    assert lessons_learned.next_after(NAMED[names[-1]]) is None
    assert lessons_learned.learned() == names[:-1]


def test_no_error_of_ours_is_hidden() -> None:
    page = LessonPage(NAMED["flip"])
    with pytest.raises(ZeroDivisionError):
        page.failed(ZeroDivisionError())
