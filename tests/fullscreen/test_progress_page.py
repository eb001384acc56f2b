"""My progress at the full screen: ladders, accuracy, games."""

import fivesquare as fs
from fivesquare.fullscreen.game_page import GamePage
from fivesquare.fullscreen.progress_page import ProgressPage
from fivesquare.match import Match
from fivesquare.players import Luck, make_player
from fivesquare.table import saved_games
from fivesquare.table.saved_games import with_identity
from fullscreen.running import Shown, show


def keep_games(count: int) -> None:
    """Games of sweep against level 1, saved as if they had been played here."""
    for seed in range(count):
        first, second = make_player("perfect", Luck(seed)), make_player("level:1", Luck(seed))
        match = Match(with_identity(fs.start("sweep", seed=seed)), first, second)
        for _ in match:
            pass
        extra = {**match.position.extra, "players": ["human", "level:1"], "helped": [[], []], "seed": seed}
        kept = saved_games.keep_here("sweep")
        kept.save(fs.Position.from_record({**match.position.to_record(), **extra}))
        kept.close()


def test_games_are_reviewed_and_the_ladder_shows_what_was_beaten() -> None:
    keep_games(4)

    async def script(shown: Shown) -> None:
        assert "4 games, 4 won" in shown.text
        assert "Sweep ■□□□□□□□□□□ Level 2" in shown.text
        assert "Accuracy 100% in your last 4 games." in shown.text
        assert shown.text.count("100% accurate") == 4

    show(script, ProgressPage, size=(90, 40))


def test_enter_climbs_the_ladder_and_opens_games() -> None:
    keep_games(1)

    async def script(shown: Shown) -> None:
        await shown.press("down", "enter")
        assert isinstance(shown.page, GamePage)
        assert shown.game.setting.seats == ("human", "level:2")
        assert shown.game.table.position.book.name == "sweep"
        await shown.press("q", "up", "up")
        assert "Enter open" in shown.text
        await shown.press("e")
        assert "Ten levels, then perfect play." in shown.text

    show(script, ProgressPage, size=(60, 40))
