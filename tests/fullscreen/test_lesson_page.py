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
from fullscreen.asking import SIZES, Asking, ask


def folded(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
@pytest.mark.parametrize("name", NAMED)
def test_every_lesson_is_solved_by_trying_claims(name: str, size: tuple[int, int]) -> None:
    book = NAMED[name]
    primer = make_primer(book)

    async def script(asking: Asking) -> None:
        for exercise in primer.exercises:
            assert asking.board.position == exercise.position
            assert folded(teaching.task(exercise)) in asking.text
            assert teaching.rule(exercise, primer) in asking.text
            for move in exercise.answers:
                await asking.answer(move)
                assert folded(feedback.said(exercise, move)) in asking.text
                assert asking.board.position == exercise.answers[move].after
                if exercise.answers[move].is_right:
                    break
                await asking.press("enter")
                assert asking.board.position == exercise.position
            await asking.press("enter")
        assert isinstance(asking.page, LearnedPage)
        for sentence in teaching.summary(primer):
            assert sentence in asking.text
        await asking.press("enter")
        assert isinstance(asking.page, GamePage)
        assert asking.page.table.position.book == book

    ask(script, lambda: LessonPage(book), size=size)
    assert lessons_learned.learned() == (name,)


def test_a_cell_that_cannot_be_claimed_is_explained() -> None:
    async def script(asking: Asking) -> None:
        await asking.press("2", "2", "enter")
        assert "The 9 is not on the outer edge." in asking.text
        assert asking.board.live

    ask(script, lambda: LessonPage(NAMED["raid"]))


def test_the_cell_that_the_task_names_is_framed() -> None:
    exercise = next(each for each in make_primer(NAMED["flip"]).exercises if each.called)
    assert exercise.called is not None

    async def script(asking: Asking) -> None:
        await asking.press("enter", "enter")
        assert list(asking.board.ghosts) == [exercise.position.all_moves.index(exercise.called or "")]

    ask(script, lambda: LessonPage(NAMED["flip"]))


def test_the_other_keys_of_a_lesson_and_of_its_end() -> None:
    async def script(asking: Asking) -> None:
        await asking.press("r")
        assert isinstance(asking.page, RulesPage)
        await asking.press("escape", "question_mark", "escape", "x", "s", "up")
        for exercise in make_primer(NAMED["flip"]).exercises:
            await asking.answer(exercise.right[0])
            await asking.press("enter")
        assert isinstance(asking.page, LearnedPage)
        await asking.press("r", "escape", "a")
        assert isinstance(asking.page, LessonPage)
        for exercise in make_primer(NAMED["flip"]).exercises:
            await asking.answer(exercise.right[0])
            await asking.press("enter")
        assert "learn Sweep" in asking.text
        await asking.press("n")
        assert isinstance(asking.page, LessonPage)
        assert asking.page.book == NAMED["sweep"]
        await asking.press("p")
        assert isinstance(asking.page, GamePage)
        await asking.press("escape")
        assert isinstance(asking.page, HomePage)

    ask(script, lambda: LessonPage(NAMED["flip"]))


def test_the_moves_of_an_answer_are_shown_one_after_the_other() -> None:
    exercise = make_primer(NAMED["flip"]).exercises[-1]
    wrong = next(move for move, answer in exercise.answers.items() if len(answer.line) > 1)

    async def script(asking: Asking) -> None:
        page = asking.page
        assert isinstance(page, LessonPage)
        page._ask(2)
        await asking.answer(wrong)
        assert asking.board.position == exercise.answers[wrong].line[0].after
        await asking.press("enter")  # again, before all of it was shown
        assert asking.board.position == exercise.position
        await asking.pilot.pause(1)
        assert asking.board.position == exercise.position

    ask(script, lambda: LessonPage(NAMED["flip"]), has_motion=True)


@pytest.mark.parametrize("size", SIZES)
def test_from_home_to_a_lesson_and_back(size: tuple[int, int]) -> None:
    lessons_learned.remember(NAMED["sweep"])

    async def script(asking: Asking) -> None:
        while "▸ Learn" not in asking.text:
            await asking.press("down")
        await asking.press("enter")
        assert isinstance(asking.page, LearnPage)
        assert "learned" in asking.text
        await asking.press("up", "enter")
        assert isinstance(asking.page, LessonPage)
        assert asking.page.book == list(NAMED.values())[-1]
        await asking.press("escape", "escape")
        assert isinstance(asking.page, HomePage)

    ask(script, size=size)


@pytest.mark.parametrize("size", SIZES)
def test_from_home_to_rules_and_on_to_the_lesson(size: tuple[int, int]) -> None:
    async def script(asking: Asking) -> None:
        while "▸ Rules" not in asking.text:
            await asking.press("down")
        await asking.press("enter")
        assert isinstance(asking.page, RulesListPage)
        await asking.press("down", "down", "enter")
        assert isinstance(asking.page, RulesPage)
        assert folded(explain(NAMED["grow"], min(79, size[0] - 6))) in asking.text
        await asking.press("down", "pagedown", "up", "pageup", "l")
        assert isinstance(asking.page, LessonPage)

    ask(script, size=size)


@pytest.mark.parametrize("name", NAMED)
def test_the_rules_of_a_game_on_another_board(name: str) -> None:
    async def script(asking: Asking) -> None:
        assert "3x4" in asking.text or "3 x 4" in asking.text or "3 rows" in asking.text

    ask(script, lambda: rules_of(NAMED[name], Size(3, 4)))


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
