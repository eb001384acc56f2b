"""The analysis board at the full screen: brushes, numbers, moves, and values that follow."""

import random
from collections.abc import Callable

import pytest

import fivesquare as fs
from fivesquare.books import NAMED
from fivesquare.fullscreen.analysis_page import AnalysisPage
from fivesquare.fullscreen.board_choice_page import BoardChoicePage
from fivesquare.fullscreen.game_page import GamePage
from fivesquare.fullscreen.home_page import HomePage
from fivesquare.fullscreen.review_page import ReviewPage
from fivesquare.fullscreen.wishes import PageWished
from fivesquare.words.worths import hunch_notes, worth_notes
from fullscreen.running import SIZES, Shown, show
from games import play
from games import show as drawn
from solver_oracle import random_book

SWEEP = play("sweep")


def opened(position: fs.Position = SWEEP) -> Callable[[], AnalysisPage]:
    return lambda: AnalysisPage(position)


def page_of(shown: Shown) -> AnalysisPage:
    assert isinstance(shown.page, AnalysisPage)
    return shown.page


def has_right_values(shown: Shown) -> bool:
    """Whether the values on the board are those of the solver."""
    position = shown.board.position
    return shown.board.notes == ({} if position.is_over else worth_notes(position, fs.solve(position)))


# --- Setting up ---


def test_digits_give_cells_and_free_them() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("1", "right", "2", "down", "1", "0")
        assert drawn(shown.board.position) == "12. ... ..."
        assert shown.board.position == page_of(shown).position
        assert has_right_values(shown)

    show(script, opened())


def test_a_brush_paints_where_one_clicks_and_a_second_click_frees() -> None:
    async def script(shown: Shown) -> None:
        await shown.click(4)
        await shown.press("tab")
        await shown.click(0)
        assert drawn(shown.board.position) == "2.. .1. ..."
        await shown.click(0)
        assert drawn(shown.board.position) == "... .1. ..."
        await shown.press("tab", "2", "left")
        await shown.press("tab", "tab", "shift+tab", "shift+tab", "enter", "shift+tab", "space")
        assert has_right_values(shown)

    show(script, opened())


def test_numbers_are_typed_digit_by_digit() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("n", "1", "4")
        assert shown.board.position.board.values[0] == 14
        assert sorted(shown.board.position.board.values) == list(range(1, 17))
        assert shown.board.position.board.values[before.index(14)] == before[0]
        await shown.press("9")  # 149 is too large
        assert shown.board.position.board.values[0] == 9
        await shown.press("right", "0")
        assert "0" in page_of(shown)._message[0]
        assert shown.board.position.board.values[1] == before[1]
        assert has_right_values(shown)

    position = play("flip")
    before = position.board.values
    show(script, opened(position))


def test_the_turn_the_link_and_words() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("1", "right", "1", "tab", "tab", "tab", "enter")
        assert shown.board.position.in_chain
        await shown.press("s")
        assert shown.board.position.moves == ("stop",)
        await shown.press("w")
        assert shown.board.position.turn == 1
        await shown.press("down", "down", "tab", "shift+tab", "enter")
        assert "the link of the setup" in shown.text

    show(script, opened(fs.start("chain", board=[[1, 1, 1]] * 3)))


def test_a_player_who_cannot_move_is_not_given_the_turn() -> None:
    book = {**NAMED["grow"].answers, "size": [2, 3]}
    setup = {"owners": [[1, 2, 2], [1, 2, 0]], "turn": 2}

    async def script(shown: Shown) -> None:
        await shown.press("w")
        assert "First cannot claim and is skipped." in shown.text
        assert shown.board.position.turn == 2

    show(script, opened(fs.start(book, board=[[5, 3, 4], [2, 6, 1]], setup=setup)))


def test_where_numbers_are_typed_letters_do_nothing_and_escape_stays() -> None:
    async def script(shown: Shown) -> None:
        before = shown.board.position
        await shown.press("n", "a", "b", "d", "x", "g")
        assert isinstance(shown.page, AnalysisPage)
        assert shown.board.position == before
        await shown.press("escape")
        assert isinstance(shown.page, AnalysisPage)

    show(script, AnalysisPage)


def test_what_was_on_the_board_is_there_again() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("x", "1")
        left = shown.board.position
        await shown.press("q")
        shown.program.post_message(PageWished("analysis"))
        await shown.settle()
        assert shown.board.position == left

    show(script, AnalysisPage)


def test_undo_redo_clear_and_a_random_board() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("1", "x")
        assert shown.board.position == SWEEP
        await shown.press("u")
        assert drawn(shown.board.position) == "1.. ... ..."
        await shown.press("r", "d")
        assert shown.board.position.board != SWEEP.board
        await shown.press("u", "u", "u", "u")
        assert shown.board.position == SWEEP

    show(script, opened())


def test_another_book_and_size() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("b")
        assert isinstance(shown.page, BoardChoicePage)
        await shown.press("right", "down", "left", "down", "left", "enter")
        names = list(NAMED)
        book = NAMED[names[names.index("sweep") + 1]]
        position = page_of(shown).position
        assert (position.book, position.size) == (book, (book.size.rows - 1, book.size.columns - 1))
        await shown.press("u")
        assert page_of(shown).position == SWEEP

    show(script, opened())


def test_the_board_of_an_own_book_can_have_another_size() -> None:
    position = fs.start({"like": "sweep", "take": "nothing", "title": "Mine"}, seed=1)

    async def script(shown: Shown) -> None:
        await shown.press("b", "down", "right", "enter")
        assert page_of(shown).position.book == position.book
        assert page_of(shown).position.size == (4, 3)

    show(script, opened(position))


# --- Moves ---


def test_moves_are_played_by_row_and_column() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("p", "2", "3", "enter", "1", "1", "enter")
        assert list(shown.board.position.moves) == ["2,3", "1,1"]
        await shown.press("enter")
        assert "already claimed" in shown.text
        await shown.press("u")
        assert list(shown.board.position.moves) == ["2,3"]
        assert has_right_values(shown)

    show(script, opened())


def test_a_game_begins_here_and_leads_back() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("2", "g", "enter")
        assert isinstance(shown.page, GamePage)
        assert drawn(shown.page.table.position) == "2.. ... ..."
        await shown.press("q")
        assert drawn(page_of(shown).position) == "2.. ... ..."

    show(script, opened())


def test_a_game_that_is_over_is_not_played() -> None:
    position = play("sweep", "2,2 1,1 3,3 1,3 3,1")

    async def script(shown: Shown) -> None:
        await shown.press("g")
        assert shown.board.position.is_over
        assert "Go back first" in shown.text
        assert not shown.board.notes

    show(script, opened(position))


def test_it_opens_from_home_and_from_a_review() -> None:
    async def from_home(shown: Shown) -> None:
        assert isinstance(shown.page, HomePage)
        shown.page._wish("analysis")()
        await shown.settle()
        page_of(shown)
        await shown.press("q")
        assert not isinstance(shown.program.page, AnalysisPage)

    async def from_review(shown: Shown) -> None:
        await shown.press("right", "a")
        assert page_of(shown).position.moves == game.moves[:1]

    show(from_home)
    game = play("sweep", "1,2 1,3")
    show(from_review, lambda: ReviewPage(game))


# --- Values ---


def test_values_are_shown_or_not() -> None:
    async def script(shown: Shown) -> None:
        assert has_right_values(shown)
        assert "With perfect play First wins by 17 points." in " ".join(
            text for text, _ in page_of(shown).remarks()
        )
        await shown.press("v")
        assert not shown.board.notes
        await shown.press("1")
        assert not shown.board.notes
        await shown.press("v")
        assert has_right_values(shown)

    show(script, opened())


def test_a_position_that_is_too_large_has_estimates() -> None:
    position = fs.start("grow", size=(8, 8), seed=1)

    async def script(shown: Shown) -> None:
        evaluation = page_of(shown)._evaluation
        assert evaluation is not None
        assert evaluation.hunch is not None
        assert shown.board.notes == hunch_notes(position, evaluation.hunch)
        assert any("~" in note.text for note in shown.board.notes.values())

    show(script, opened(position), size=(120, 40))


@pytest.mark.parametrize("open_page", [AnalysisPage, ReviewPage])
def test_another_size_of_the_window_is_not_taken_for_too_small(
    open_page: Callable[[fs.Position], AnalysisPage | ReviewPage],
) -> None:
    async def script(shown: Shown) -> None:
        for size in (*SIZES, *SIZES[:2]):
            await shown.pilot.resize_terminal(*size)
            await shown.settle()
            assert shown.board.has_room
            assert "Enlarge" not in shown.text

    show(script, lambda: open_page(play("grow", "1,1 5,5")))


# --- Anything at all ---

_KEYS = [*"1207npwurdxvs", "tab", "shift+tab", "enter", "up", "down", "left", "right"]


@pytest.mark.parametrize("number", range(12))
def test_random_edits_never_fail_and_the_values_follow(number: int) -> None:
    chance = random.Random(f"analysis {number}")
    position = fs.start(random_book(chance, most_cells=9), seed=number)

    async def script(shown: Shown) -> None:
        for _ in range(3):
            await shown.pilot.press(*chance.choices(_KEYS, k=12))
            await shown.pilot.resize_terminal(*chance.choice(SIZES))
            await shown.settle()
            assert shown.board.position == page_of(shown).board.position
            if page_of(shown)._has_values:
                assert has_right_values(shown)

    show(script, opened(position))
