"""Home, new games, saved games and settings at the full screen."""

import fivesquare as fs
from fivesquare.fullscreen.game_page import GamePage
from fivesquare.fullscreen.games_page import GamesPage
from fivesquare.fullscreen.home_page import HomePage
from fivesquare.fullscreen.keys import find
from fivesquare.fullscreen.new_game_page import NewGamePage
from fivesquare.fullscreen.settings_page import SettingsPage
from fivesquare.table import saved_games, settings
from fivesquare.table.advice import RESULTS_ONLY
from fullscreen.running import SIZES, Shown, show, table


def leave_a_game() -> None:
    async def script(shown: Shown) -> None:
        await shown.claim("2,2")
        await shown.press("q")

    show(script, table(fs.start("sweep", seed=4), kept=saved_games.keep_here("sweep")))


def test_one_key_starts_a_game_as_the_last_one_was_played() -> None:
    settings.remember(settings.Choices("flip", "level:5", "second"))

    async def script(shown: Shown) -> None:
        await shown.press("down", "down", "down", "enter")
        assert shown.game.table.position.book.name == "grow"
        assert shown.game.setting.seats == ("level:5", "human")
        assert len(shown.game.table.position.moves) >= 1
        await shown.press("q")
        assert isinstance(shown.page, HomePage)

    show(script)
    assert settings.remembered().book == "grow"


def test_a_first_visit_begins_with_a_lesson() -> None:
    async def script(shown: Shown) -> None:
        assert "Learn a first game a minute" in shown.text
        await shown.press("enter")
        assert shown.page.topic == "Lesson"

    show(script)
    leave_a_game()

    async def again(shown: Shown) -> None:
        assert "Learn a first game" not in shown.text

    show(again)


def test_the_game_that_was_left_is_continued() -> None:
    leave_a_game()

    async def script(shown: Shown) -> None:
        assert "Continue sweep between two people" in shown.text
        await shown.press("enter")
        assert shown.game.table.position.moves == ("2,2",)
        await shown.press("q", "q")

    show(script, size=(120, 40))


def test_a_game_that_is_played_elsewhere_is_not_offered() -> None:
    leave_a_game()
    _, kept = saved_games.last_left()

    async def script(shown: Shown) -> None:
        assert "Continue" not in shown.text

    show(script)
    kept.close()


def test_home_can_be_used_by_mouse() -> None:
    async def script(shown: Shown) -> None:
        line = next(number for number, text in enumerate(shown.lines) if "Sweep" in text)
        await shown.pilot.hover(offset=(8, line))
        assert shown.board.position.book.name == "sweep"
        await shown.pilot.click(offset=(8, line))
        await shown.settle()
        assert isinstance(shown.page, GamePage)

    show(script)


def test_every_page_of_home_opens_and_closes_at_every_size() -> None:
    settings.remember(settings.Choices())  # the list of a first visit changes with the first game
    for size in SIZES:

        async def script(shown: Shown) -> None:
            home = shown.page
            assert isinstance(home, HomePage)
            for number, choice in enumerate(home._list.choices):
                if choice.run is None:
                    continue
                home._list.at = number
                await shown.press("enter")
                assert shown.page is not home, choice.label
                await shown.press("question_mark", "escape")
                while shown.page is not home:
                    await shown.press("escape")

        show(script, size=size)


def test_a_new_game_is_set_up_by_arrows() -> None:
    async def script(shown: Shown) -> None:
        keys = ["right"] * 2  # from flip to grow, as a new player is offered grow first
        await shown.press("left", "left", *keys, "down", "right", "down", "right", "down", "left", "down")
        await shown.press("right", "down", "right", "right", "down", "right", "enter")
        setting = shown.game.setting
        assert shown.game.table.position.book.like == "grow"
        assert shown.game.table.position.size == (4, 6)
        assert setting.seats == ("level:4", "human")
        assert setting.tutor == RESULTS_ONLY
        assert shown.game.table.position.book.balance == "swap"

    show(script, NewGamePage)


def test_a_fair_komi_is_worked_out() -> None:
    async def script(shown: Shown) -> None:
        page = shown.page
        assert isinstance(page, NewGamePage)
        page._set_book("sweep")
        page._set("balance")("fair")
        page._set("opponent")("human")
        await shown.press("enter")
        position = shown.game.table.position
        assert fs.solve(position).margin == 0 or "has no komi" in shown.text

    show(script, NewGamePage)


def test_saved_games_are_continued_and_reviewed() -> None:
    leave_a_game()

    async def script(shown: Shown) -> None:
        assert "sweep between two people" in shown.text
        await shown.press("enter")
        assert isinstance(shown.page, GamePage)

    show(script, GamesPage)


def test_a_saved_game_is_deleted_at_the_second_press() -> None:
    leave_a_game()
    leave_a_game()

    async def script(shown: Shown) -> None:
        await shown.press("D")
        assert "Press D again to delete this game." in shown.text
        await shown.press("down", "D")
        assert len(saved_games.every()) == 2
        ((_, kept), _) = saved_games.every()
        await shown.press("D")
        ((_, left),) = saved_games.every()
        assert left == kept

    show(script, GamesPage)


def test_the_game_under_the_cursor_is_set_up() -> None:
    settings.remember(settings.Choices("flip", "level:5", "second"))

    async def script(shown: Shown) -> None:
        await shown.press("down", "down", "down", "o")
        assert isinstance(shown.page, NewGamePage)
        assert "< Grow >" in shown.text

    show(script)


def test_one_escape_too_many_does_not_quit() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("escape")
        assert "Press Esc again to quit." in shown.text
        await shown.press("down")
        assert shown.program.return_code is None
        await shown.press("escape", "escape")
        assert shown.program.return_code == 0

    show(script)


def test_a_list_says_that_there_is_more_beyond_its_ends() -> None:
    async def script(shown: Shown) -> None:
        assert "▾" in shown.text
        await shown.press("up")
        assert "▴" in shown.text
        assert "▾" not in shown.text

    show(script, size=(60, 20))


def test_settings_are_remembered() -> None:
    async def script(shown: Shown) -> None:
        before = shown.program.paint.theme
        await shown.press("enter", "down", "enter", "down", "right", "down", "enter")
        assert shown.program.paint.theme != before
        assert shown.program.has_vi_keys

    show(script, SettingsPage)
    assert settings.recall("motion") is True  # tests begin without
    assert settings.recall("vi_keys") is True
    assert settings.recall("mode") == "lines"


def test_every_key_that_is_named_does_something() -> None:
    async def script(shown: Shown) -> None:
        names = [name for key in shown.page._offered() for name in key.names]
        assert len(names) == len(set(names))
        assert all(find(shown.page._offered(), name) for name in names)

    show(script)
    show(script, table(fs.start("chain", seed=1)))
