"""A review at the full screen: every step, the curve, the verdicts, lines, and what one does from there."""

import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from textual.message import Message

import fivesquare as fs
from fivesquare import reviews
from fivesquare.books import NAMED
from fivesquare.fullscreen.curve_view import CurveView
from fivesquare.fullscreen.game_page import GamePage
from fivesquare.fullscreen.keys import find
from fivesquare.fullscreen.play_on_page import PlayOnPage
from fivesquare.fullscreen.puzzle_page import PuzzlePage
from fivesquare.fullscreen.review_page import ReviewPage
from fivesquare.fullscreen.wishes import AnalysisWished, MistakesWished
from fivesquare.reviews import Review
from fivesquare.table.resignations import resigned
from fivesquare.words import commentary
from fivesquare.words.commentary import Commentary
from fivesquare.words.listener import Listener, capital
from fivesquare.words.worths import worth_notes
from fullscreen.running import SIZES, Shown, show
from games import play, random_game
from solver_oracle import random_book

GAME = play("sweep", "1,2 1,3 2,2 1,1 3,3 3,1")
REVIEW = fs.review(GAME)


def page_of(shown: Shown) -> ReviewPage:
    assert isinstance(shown.page, ReviewPage)
    return shown.page


def opened(game: fs.Position = GAME, review: Review | None = REVIEW) -> Callable[[], ReviewPage]:
    return lambda: ReviewPage(game, review)


def games() -> Iterator[fs.Position]:
    """A random game of each book on a small board, some of own books, and some that are special."""
    for name in NAMED:
        *_, end = random_game({**NAMED[name].answers, "size": [3, 3]}, 5)
        yield end
    chance = random.Random("reviews")
    for seed in range(8):
        *_, end = random_game(random_book(chance, most_cells=9).answers, seed)
        yield end
    yield GAME.back(3)  # given up
    yield fs.start("sweep", seed=1)  # not begun
    setup = {"owners": [[1, 1, 0], [0, 2, 0], [0, 0, 0]], "turn": 1, "link": "1,2"}
    yield fs.start("chain", board=[[1, 1, 1]] * 3, setup=setup).play("stop")
    swap = fs.start({"like": "sweep", "balance": "swap", "title": "Swapping"}, board=GAME.board)
    yield swap.play("1,1").play("swap").play("2,2")
    yield replace(
        GAME, extra={"players": ["Ann", "level:3"], "result": {"winner": 1, "reason": "resigned"}}
    )


GAMES = list(games())


# --- Stepping ---


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_walk_through_a_game_shows_each_of_its_positions(number: int) -> None:
    game = GAMES[number]

    async def script(shown: Shown) -> None:
        page, history = page_of(shown), game.history()
        assert page.review == fs.review(game)
        shown.tap("v")
        for at, position in enumerate(history):
            if at in (1, 2):
                await shown.pilot.resize_terminal(*((60, 20), (40, 20))[at - 1])
            assert shown.board.position == position
            assert shown.board.position.moves == position.moves
            solution = fs.solve(position) if position != history[-1] else None
            assert shown.board.notes == (worth_notes(position, solution) if solution else {})
            for key in ("b", "f"):
                if find(page.keys(), key):
                    shown.tap(key)
                if page.heading().startswith("Move"):
                    continue  # there is no such line
                shown.tap("right", "end", "left")
                await shown.pilot.pause()
                shown.tap("escape")
            assert shown.board.position == position
            await shown.pilot.pause()
            shown.tap("right")
        await shown.press("end", "m", "M", "T", "home", "left")
        assert shown.board.position == history[0]

    show(script, opened(game, None))


def test_the_ends_and_the_mistakes() -> None:
    async def script(shown: Shown) -> None:
        places = []
        for key in ("end", "m", "m", "m", "m", "M", "M", "T", "home"):
            await shown.press(key)
            places.append(len(shown.board.position.moves))
        assert Commentary(REVIEW, Listener(GAME.book)).mistakes == [1, 2, 4]
        assert places == [6, 1, 2, 4, 1, 4, 2, 2, 0]

    show(script, opened())


def test_hl_step_too_if_set() -> None:
    async def script(shown: Shown) -> None:
        shown.program.has_vi_keys = True
        await shown.press("l", "l", "h")
        assert len(shown.board.position.moves) == 1

    show(script, opened())


# --- What is said ---


@pytest.mark.parametrize("size", SIZES)
def test_each_move_has_the_verdict_of_the_line_mode(size: tuple[int, int]) -> None:
    async def script(shown: Shown) -> None:
        said = Commentary(REVIEW, page_of(shown).listener)
        for number in range(1, len(GAME.moves) + 1):
            await shown.press("right")
            assert f"Move {number} of 6," in shown.text
            assert said.judged(number).split()[0] in shown.text
            if size[0] < 80:
                assert said.judged(number) in shown.text
            else:
                assert page_of(shown).remarks()[1][0] == said.judged(number)
                assert page_of(shown).remarks()[0][0] == capital(said.deed(number))

    show(script, opened(), size=size)


def test_both_accuracies_stand_beside_the_board() -> None:
    async def script(shown: Shown) -> None:
        for player in (1, 2):
            assert f"accuracy {REVIEW.accuracy(player):.0%}" in shown.text

    show(script, opened())


def test_without_mistakes_the_keys_say_so() -> None:
    game = play("sweep", "2,2")

    async def script(shown: Shown) -> None:
        for key in ("m", "T", "x"):
            await shown.press(key)
            assert "No mistakes." in shown.text

    show(script, opened(game, fs.review(game)))


def test_a_game_that_was_given_up_says_so() -> None:
    game = resigned(GAME.back(3), 2)

    async def script(shown: Shown) -> None:
        await shown.press("end")
        assert "Second resigned. First wins!" in shown.text
        await shown.press("left")
        assert "resigned" not in shown.text

    show(script, opened(game, fs.review(game)), size=(60, 20))


# --- The curve ---


@pytest.mark.parametrize("size", SIZES)
def test_a_click_on_the_curve_goes_to_that_move(size: tuple[int, int]) -> None:
    async def script(shown: Shown) -> None:
        curve = shown.page.query_one(CurveView)
        for at in (3, 0, 6, 1):
            await shown.pilot.click(CurveView, offset=(curve.column_of(at), 0))
            await shown.settle()
            assert len(shown.board.position.moves) == at
            assert shown.lines[curve.region.bottom - 1][curve.column_of(at)] == "▲"

    show(script, opened(), size=size)


def test_the_curve_marks_mistakes_and_the_turning_point() -> None:
    async def script(shown: Shown) -> None:
        curve = shown.page.query_one(CurveView)
        marks = shown.lines[curve.region.bottom - 1]
        assert [marks[curve.column_of(at)] for at in range(7)] == ["▲", "✗", "⊗", " ", "-", " ", " "]

    show(script, opened())


def test_a_curve_of_more_moves_than_columns() -> None:
    *_, game = random_game({**NAMED["grow"].answers, "size": [8, 8]}, 1)

    async def script(shown: Shown) -> None:
        curve = shown.page.query_one(CurveView)
        for at in (0, 20, len(game.moves)):
            page_of(shown).go_to(at)
            await shown.settle()
            assert "▲" in shown.lines[curve.region.bottom - 1]

    show(script, opened(game, reviews.unreviewed(game)), size=(40, 20))


def test_on_a_low_screen_the_curve_gives_way_to_the_board() -> None:
    game = fs.start("sweep", size=(8, 8), seed=1).play("1,1")

    async def script(shown: Shown) -> None:
        assert shown.page.query_one(CurveView).display is True
        await shown.pilot.resize_terminal(40, 14)
        await shown.settle()
        assert shown.page.query_one(CurveView).display is False
        assert shown.board.has_room

    show(script, opened(game, reviews.unreviewed(game)))


# --- Lines ---


def test_the_better_line_is_played_from_before_the_mistake() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("right", "b")
        assert shown.board.position.moves == REVIEW.line[:1]
        assert page_of(shown).remarks()[0][0].startswith("Better was (2,2). Best play goes on")
        for number in range(2, len(REVIEW.line) + 1):
            await shown.press("enter")
            assert shown.board.position.moves == REVIEW.line[:number]
        await shown.press("right")
        assert shown.board.position.is_over
        await shown.press("left", "home")
        assert shown.board.position.moves == ()
        await shown.press("escape")
        assert shown.board.position.moves == GAME.moves[:1]

    show(script, opened())


def test_the_refutation_follows_the_mistake() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("f")
        assert not shown.board.position.moves
        await shown.press("right", "f")
        line = REVIEW.moves[0].line
        assert shown.board.position.moves == (GAME.moves[0], *line[:1])
        assert page_of(shown).remarks()[0][0] == "After (1,2) Second takes (2,2) and wins by 11."

    show(script, opened())


def test_after_a_good_move_the_best_line_goes_on_from_here() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("right", "right", "right", "b")
        assert shown.board.position.moves == (*GAME.moves[:3], *REVIEW.moves[2].line[:1])
        assert page_of(shown).remarks()[0][0].startswith("From here, with perfect play:")
        await shown.press("q", "end", "b")
        assert commentary.NOTHING_FOLLOWS in shown.text

    show(script, opened())


# --- From here ---


@pytest.mark.parametrize("key", ["enter", "p"])
def test_a_game_goes_on_from_here_against_whom_one_likes(key: str) -> None:
    async def script(shown: Shown) -> None:
        await shown.press("right", "right", key)
        assert isinstance(shown.page, PlayOnPage)
        await shown.press("right", "down", "right", "enter")
        assert isinstance(shown.page, GamePage)
        position = shown.page.table.position
        assert position.moves[:2] == GAME.moves[:2]
        assert position.extra["id"]
        assert shown.page.table.seats[1] == "human"
        await shown.press("q")
        assert isinstance(shown.page, ReviewPage)

    show(script, opened())


def test_a_game_that_is_over_does_not_go_on() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("end", "enter")
        assert commentary.IS_OVER in shown.text

    show(script, opened())


def test_mistakes_and_positions_are_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    told = list[Message]()

    async def script(shown: Shown) -> None:
        monkeypatch.setattr(shown.page, "post_message", told.append)
        shown.tap("x", "a")
        monkeypatch.undo()

    show(script, opened())
    mistakes, analysis = told
    assert isinstance(mistakes, MistakesWished)
    assert mistakes.game is REVIEW
    assert isinstance(analysis, AnalysisWished)
    assert analysis.position == GAME.history()[0]


def test_the_mistakes_become_puzzles() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("x")
        assert isinstance(shown.page, PuzzlePage)
        await shown.press("q")
        assert isinstance(shown.page, ReviewPage)

    show(script, opened())


# --- While it is made ---


def test_one_can_step_while_the_game_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    may_go_on, made = threading.Event(), reviews.review

    def slowly(*arguments: object, **more: object) -> Review:
        tell = more.pop("on_move")

        def wait(part: Review) -> None:
            tell(part)  # type: ignore[operator]
            if part.moves[-2].is_solved:
                assert may_go_on.wait(60)

        return made(*arguments, **more, on_move=wait)  # type: ignore[arg-type]

    monkeypatch.setattr(reviews, "review", slowly)

    async def script(shown: Shown) -> None:
        while "2 of 6" not in page_of(shown)._progress:
            await shown.pilot.pause(0.01)
        assert "Reviewing: 2 of 6 moves ..." in shown.text
        await shown.pilot.press("right")
        assert page_of(shown).position.moves == GAME.moves[:1]
        assert "not solved" not in shown.text.lower()
        await shown.pilot.press("end", "b", "m", "x", "v")
        assert page_of(shown).remarks()[1][0] == Commentary(REVIEW, page_of(shown).listener).judged(6)
        may_go_on.set()
        await shown.settle()
        assert page_of(shown).review == REVIEW
        assert "Reviewing" not in shown.text

    def start() -> ReviewPage:
        return ReviewPage(GAME)

    monkeypatch.setattr("fullscreen.running.Shown.settle", _impatient(Shown.settle, may_go_on))
    show(script, start)


def _impatient(settle: Callable[[Shown], object], event: threading.Event) -> object:
    """Settling that does not wait before an event."""

    async def wait(shown: Shown) -> None:
        if event.is_set():
            await settle(shown)  # type: ignore[misc]

    return wait


# --- Anything at all ---

_ANY = ["left", "right", "home", "end", "m", "M", "T", "v", "b", "f", "space", "escape", "t", "1"]


@pytest.mark.parametrize("number", range(10))
def test_blind_typing_never_fails(number: int) -> None:
    chance = random.Random(f"blind review {number}")
    game = chance.choice(GAMES)

    async def script(shown: Shown) -> None:
        for _ in range(40):
            key = chance.choice(_ANY)
            if key != "escape" or page_of(shown)._line is not None:
                await shown.pilot.press(key)
            if chance.random() < 0.1:
                await shown.pilot.resize_terminal(chance.randint(30, 130), chance.randint(10, 45))
        await shown.settle()

    show(script, opened(game, None))
