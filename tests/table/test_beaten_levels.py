"""The levels beaten at the terminal: what counts, what does not, and that they outlive the games."""

import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

import fivesquare as fs
from fivesquare import record
from fivesquare.books import NAMED, find_book
from fivesquare.files import LockedFile
from fivesquare.ladders import LadderNews
from fivesquare.table import beaten_levels, saved_games, settings, state_file
from fivesquare.table.beaten_levels import beaten, settle, win_in
from fivesquare.table.help_notes import Help, with_help
from fivesquare.words.my_games import ladder_news
from patience import PATIENCE
from table.headless import SWEEP, dealt, finished, play_out, sit
from terminal.running import run

WON = LadderNews("flip", "level:1", True, "level:2", None)


def helped(position: fs.Position) -> str | None:
    news = settle(position)
    assert news is not None
    assert not news.is_new or news.helped is None
    return news.helped


def begun(book: Any, seats: tuple[str, str] = ("human", "level:1"), winner: int = 1) -> fs.Position:
    """A finished game of this book on a board of seed 3."""
    position = replace(fs.start(find_book(book), seed=3), extra={"seed": 3})
    return finished(position, seats, winner)


# --- What counts ---


def test_a_win_beats_the_level_once() -> None:
    won = finished(dealt())
    assert settle(won) == WON
    assert settle(won) == WON._replace(is_new=False)
    assert beaten()["flip"] == (("level:1",), "level:2")
    higher = settle(finished(dealt(), ("human", "level:3")))
    assert higher == ("flip", "level:3", True, "level:2", None)
    assert settings.recall("levels") == ["flip level:1", "flip level:3"]


@pytest.mark.parametrize("book", NAMED)
def test_every_named_book_has_a_ladder_in_either_seat(book: str) -> None:
    first = settle(begun(NAMED[book]))
    assert first == (book, "level:1", True, "level:2", None)
    second = settle(begun(NAMED[book], ("perfect", "human"), 2))
    assert second == (book, "perfect", True, "level:2", None)


@pytest.mark.parametrize("balance", ["swap", {"komi": 0.5}])
def test_who_gives_something_away_still_beats_the_level(balance: Any) -> None:
    assert helped(begun({"like": "flip", "balance": balance})) is None


@pytest.mark.parametrize(
    ("seats", "winner"),
    [
        (("human", "level:1"), 2),
        (("human", "human"), 1),
        (("human", "greedy"), 1),
        (("human", "Mara"), 1),
        (("level:2", "level:1"), 1),
        (("level:1", "human"), 1),
    ],
)
def test_what_is_no_win_against_a_level(seats: tuple[str, str], winner: int) -> None:
    assert settle(finished(dealt(), seats, winner)) is None
    assert settings.recall("levels") is None


def test_a_game_that_goes_on_and_a_draw_beat_nothing() -> None:
    assert settle(dealt().play("1,1")) is None
    draw = fs.Position.from_record({"book": "chain", "board": [[1, 1]], "moves": ["1,1", "1,2"]})
    assert settle(replace(draw, extra={"players": ["human", "level:1"], "helped": [[], []]})) is None


# --- What does not ---


@pytest.mark.parametrize("kind", get_args(Help))
def test_who_was_helped_has_beaten_nothing(kind: Help) -> None:
    won = with_help(finished(dealt()), 1, kind)
    assert settle(won) == LadderNews("flip", "level:1", False, "level:1", kind)
    assert settings.recall("levels") is None
    assert helped(with_help(finished(dealt()), 2, kind)) is None  # that was the other player


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"helped": None}, "elsewhere"),
        ({"helped": [5, []]}, "elsewhere"),
        ({"seed": 4}, "board"),
        ({"seed": None}, "board"),
        ({"seed": True}, "board"),
        ({"seed": -1}, "board"),
        ({"seed": "3"}, "board"),
        ({"seed": 10**400}, "board"),
    ],
)
def test_a_game_of_which_too_little_is_known_beats_nothing(changed: dict[str, Any], reason: str) -> None:
    won = finished(dealt(seed=3))
    extra = {key: value for key, value in ({**won.extra} | changed).items() if value is not None}
    assert helped(replace(won, extra=extra)) == reason


def test_other_boards_other_sizes_and_points_for_oneself_beat_nothing() -> None:
    board = [[16, 15, 14, 13], [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    assert helped(finished(replace(fs.start("flip", board=board), extra={"seed": 3}))) == "board"
    assert helped(finished(dealt(size=(3, 3)))) == "size"
    assert helped(begun({"like": "flip", "balance": {"komi": 30}}, ("level:1", "human"), 2)) == "komi"
    setup = {"owners": [[1, 0, 0], [0, 0, 0], [0, 0, 0]], "turn": 2}
    set_up = {"book": "sweep", "board": SWEEP, "setup": setup, "moves": [], "seed": 1}
    assert helped(finished(fs.Position.from_record(set_up))) == "board"


def test_a_game_begun_in_the_middle_of_another_beats_nothing() -> None:
    assert helped(finished(dealt("chain").play("1,1").play("1,2"))) == "elsewhere"


# --- At the table ---


def test_a_level_is_noted_when_the_game_ends() -> None:
    for seed in range(20):
        table = sit(dealt("sweep", seed), kept=saved_games.keep_here("sweep"))
        end = play_out(table)
        assert end.outcome is not None
        assert (table.ladder_news is not None) == (end.outcome.winner == 1)
        if table.ladder_news is not None:
            assert table.ladder_news == ("sweep", "level:1", True, "level:2", None)
            assert beaten()["sweep"].beaten == ("level:1",)
            assert table.take_back()
            assert table.ladder_news is None
            return
    raise AssertionError("no game was won")


def test_the_line_mode_notes_it_too_and_says_nothing_of_it() -> None:
    for seed in range(20):
        board = fs.start("sweep", seed=seed).board
        largest_first = sorted(range(9), key=lambda cell: -board.values[cell])
        moves = "".join(f"{cell // 3 + 1} {cell % 3 + 1}\n" for cell in largest_first)
        name = f"{seed}.json"
        result = run("play", "sweep", "--seed", str(seed), "--second", "1", "--save", name, given=moves)
        won = win_in(record.load(Path(name)))
        if won is not None:
            assert "beaten" not in result.out
            assert settings.recall("levels") == ["sweep level:1"]
            return
        assert settings.recall("levels") is None
    raise AssertionError("no game was won")


# --- What is kept ---


def test_beaten_levels_outlive_the_games(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_games, "_KEPT_FINISHED", 2)
    monkeypatch.setattr(saved_games, "_KEPT_UNFINISHED", 2)
    for book in ("flip", "sweep", "grow"):
        won = finished(dealt(book))
        assert settle(won) is not None
        with closing(saved_games.keep_here(book)) as kept:
            kept.save(won)
    saved_games.keep_here("chain")
    assert len(list(games.glob("*.json"))) == 2
    assert [book for book, each in beaten().items() if each.beaten] == ["flip", "sweep", "grow"]


@pytest.mark.parametrize("damaged", [7, "flip level:1", {"flip": 1}, None])
def test_damaged_levels_are_none_and_in_nobodys_way(damaged: Any) -> None:
    settings.store(levels=damaged)
    assert not any(each.beaten for each in beaten().values())
    assert settle(finished(dealt())) == WON
    assert beaten()["flip"].beaten == ("level:1",)


def test_what_another_version_has_stored_stays() -> None:
    settings.store(levels=["hexagon level:1", 5, "flip level:11"])
    assert not any(each.beaten for each in beaten().values())
    settle(finished(dealt()))
    assert settings.recall("levels") == ["flip level:1", "flip level:11", "hexagon level:1"]


_BEAT = """
import sys
from fivesquare.ladders import RUNGS, LadderWin
from fivesquare.table import beaten_levels
for level in RUNGS:
    beaten_levels.remember([LadderWin(sys.argv[1], level, None)])
"""


def test_two_processes_that_beat_levels_lose_none() -> None:
    at_work = [subprocess.Popen([sys.executable, "-c", _BEAT, book]) for book in ("flip", "grow")]
    assert [process.wait(PATIENCE) for process in at_work] == [0, 0]
    assert [book for book, each in beaten().items() if each.next is None] == ["flip", "grow"]


def test_where_nothing_can_be_remembered_the_game_ends_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(state_file, "_TRIES", 1)
    settings.store(book="grow")
    other = LockedFile(settings.settings_file())
    assert settle(finished(dealt())) == WON
    other.release()
    assert settle(finished(dealt())) == WON


def test_a_win_is_found_without_remembering_it() -> None:
    assert win_in(finished(dealt())) == ("flip", "level:1", None)
    assert not any(each.beaten for each in beaten_levels.beaten().values())


# --- In words ---


@pytest.mark.parametrize(
    ("news", "words"),
    [
        (WON, "Level 1 beaten. Level 2 is next."),
        (WON._replace(level="level:10", next="perfect"), "Level 10 beaten. Perfect play is next."),
        (WON._replace(level="perfect", next=None), "Perfect play beaten. The whole ladder is yours."),
        (WON._replace(is_new=False), ""),
        (WON._replace(helped="hint"), "You asked for a hint, so this win doesn't count for the ladder."),
        (
            WON._replace(helped="size"),
            "The ladder is played on 4x4 boards, so this win doesn't count for the ladder.",
        ),
        (
            WON._replace(helped="players"),
            "This game was begun by other players, so this win doesn't count for the ladder.",
        ),
        (
            WON._replace(helped="elsewhere"),
            "This game was begun elsewhere, so this win doesn't count for the ladder.",
        ),
    ],
)
def test_what_a_win_means_in_words(news: LadderNews, words: str) -> None:
    assert ladder_news(news) == words
