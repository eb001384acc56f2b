"""How somebody gets on at the terminal: counted, reviewed and remembered, from the games that are kept."""

import datetime
import json
import os
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.dailies import DayResult
from fivesquare.insight import NotedMistake, OwnReview, own_review
from fivesquare.ladders import RUNGS
from fivesquare.lanes import AbandonedError
from fivesquare.table import kept_reviews, own_progress, saved_games, settings, solved_days
from fivesquare.table.help_notes import with_help
from fivesquare.table.own_progress import OwnGame, OwnProgress, position_of, review_missing
from fivesquare.table.solved_days import PlayedDay
from patience import PATIENCE
from table.headless import dealt, finished

TODAY = datetime.date(2026, 11, 18)
EXACT = OwnReview(True, 0.5, 0.25, (NotedMistake(0, "taken", True), NotedMistake(2, "taken", False)))
SEATS = ("human", "level:1")


def keep(position: fs.Position, age: int = 0) -> Path:
    """Keep a game that was last played so many seconds ago."""
    with closing(saved_games.keep_here("game")) as kept:
        kept.save(position)
    written = kept.path.stat().st_mtime - age
    os.utime(kept.path, (written, written))
    return kept.path


def seen() -> OwnProgress:
    return own_progress.own_progress(TODAY)


@pytest.fixture
def reviewed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The labels of the games that are reviewed: at once, and always with the same result."""
    done: list[str] = []

    def review_it(game: OwnGame, _glance: object) -> OwnReview:
        done.append(game.label)
        return EXACT

    monkeypatch.setattr(own_progress, "_reviewed", review_it)
    return done


# --- The games ---


def test_who_has_kept_nothing_has_empty_ladders() -> None:
    nothing = seen()
    assert (nothing.games, nothing.insight.of, nothing.streak.now) == ([], 0, 0)
    assert {each.next for each in nothing.ladders.values()} == {RUNGS[0]}
    assert review_missing(nothing, lambda *_: pytest.fail("there is nothing to review"))


def test_games_are_listed_the_newest_first_as_their_player_sees_them() -> None:
    keep(finished(dealt("flip")), age=50)
    keep(finished(dealt("grow"), ("perfect", "human")), age=40)
    keep(finished(dealt("chain"), ("human", "human")), age=30)
    keep(dealt("fifteen").play("1,1"), age=20)
    keep(replace(dealt("sweep").play("1,1"), extra={"players": ["Mara", "human"]}), age=10)
    told = [(game.label, game.opponent, game.state, game.seat) for game in seen().games]
    assert told == [
        ("Sweep", "Mara", "running", 2),
        ("Fifteen", "Two people", "running", None),
        ("Chain", "Two people", "over", None),
        ("Grow", "Perfect", "lost", 2),
        ("Flip", "Level 1", "won", 1),
    ]
    flip = seen().games[-1]
    assert (flip.book, flip.cells, flip.is_over, flip.path.exists()) == ("flip", 16, True, True)


def test_points_and_moves_are_those_of_the_player() -> None:
    end = finished(dealt("flip"), ("level:1", "human"))
    game = OwnGame(Path(), end)
    assert game.scores == end.totals[::-1]
    assert game.moves == 8
    assert OwnGame(Path(), finished(dealt("chain"))).scores is None


def test_games_without_moves_without_people_and_no_games_at_all_are_left_out(games: Path) -> None:
    keep(dealt())
    keep(finished(dealt(), ("level:1", "level:2")))
    (games / "notes.json").write_text('{"book": "chess"}')
    assert seen().games == []


def test_games_are_counted_by_how_they_ended() -> None:
    for book, winner in (("flip", 1), ("flip", 1), ("flip", 2), ("grow", 2)):
        keep(finished(dealt(book), winner=winner))
    keep(dealt("flip").play("1,1"))
    found = seen()
    assert (found.count("won"), found.count("lost"), found.count("running")) == (2, 2, 1)
    assert found.to_climb == "flip"
    assert (found.count("won", "flip"), found.count("won", "grow")) == (2, 0)
    assert (len(found.finished), len(found.running)) == (4, 1)


# --- Ladders, and the streak ---


def test_levels_beaten_by_kept_games_are_remembered_when_one_looks() -> None:
    path = keep(finished(dealt("flip")))
    keep(with_help(finished(dealt("grow")), 1, "hint"))
    won = finished(dealt("sweep"))
    keep(replace(won, extra={key: value for key, value in won.extra.items() if key != "helped"}))
    assert seen().ladders["flip"] == (("level:1",), "level:2")
    assert settings.recall("levels") == ["flip level:1"]
    path.unlink()
    assert seen().ladders["flip"] == (("level:1",), "level:2")


def test_looking_twice_writes_once() -> None:
    keep(finished(dealt()))
    seen()
    before = settings.settings_file().stat().st_mtime_ns
    seen()
    assert settings.settings_file().stat().st_mtime_ns == before


def test_the_streak_is_that_of_the_puzzle_of_the_day() -> None:
    for day in (16, 17, 18):
        solved_days.remember(TODAY.replace(day=day), PlayedDay(DayResult((1,), (True,)), True))
    assert seen().streak.now == 3


# --- Reviews ---


@pytest.mark.usefixtures("warm")
def test_accuracy_and_skill_are_those_of_the_review() -> None:
    ends = [finished(dealt("sweep", seed), winner=2) for seed in (1, 2, 3)]
    for age, end in enumerate(ends):
        keep(end, age=10 * age)
    told: list[tuple[int, int]] = []
    assert review_missing(seen(), lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3)]
    expected = [own_review(fs.review(end), 1) for end in ends]
    found = seen()
    assert [each.review for each in found.insight.reviewed] == [
        OwnReview.of(each.to_json()) for each in expected
    ]
    assert found.accuracy(found.games[1]) == pytest.approx(expected[1].accuracy, abs=1e-4)


def test_each_game_is_reviewed_once_and_again_when_it_has_changed(reviewed: list[str]) -> None:
    path = keep(finished(dealt("flip")))
    keep(finished(dealt("grow")), age=10)
    keep(dealt("sweep").play("1,1"))
    keep(finished(dealt("chain"), ("human", "human")))
    assert review_missing(seen(), lambda *_: None)
    assert reviewed == ["Flip", "Grow"]
    assert review_missing(seen(), lambda *_: pytest.fail("it was reviewed before"))
    path.write_text(json.dumps(finished(dealt("flip"), winner=2).to_record()))
    changed = seen()
    assert (changed.insight.done, changed.insight.of) == (1, 2)
    assert changed.accuracy(changed.games[0]) is None
    assert review_missing(changed, lambda *_: None)
    assert reviewed == ["Flip", "Grow", "Flip"]


def test_large_boards_are_left_out(reviewed: list[str]) -> None:
    keep(finished(dealt("grow", size=(6, 6))))
    keep(finished(dealt("flip")))
    assert review_missing(seen(), lambda *_: None)
    assert (reviewed, seen().insight.left_out) == (["Flip"], 1)


def test_the_usual_mistake_and_where_it_was_made(reviewed: list[str]) -> None:
    for age, book in enumerate(("flip", "grow")):
        keep(finished(dealt(book)), age=10 * age)
    review_missing(seen(), lambda *_: None)
    usual = seen().insight.usual_mistake
    assert usual is not None
    assert (usual.kind, usual.count, usual.of) == ("taken", 4, 4)
    newest = finished(dealt("flip"))
    assert position_of(usual.last) == newest.back(len(newest.moves) - 2)
    openings = [position_of(made) for made in seen().insight.puzzles("taken")]
    assert [position.moves for position in openings] == [(), ()]


# --- Stopping ---


def test_one_may_stop_between_two_games(reviewed: list[str]) -> None:
    for book in ("flip", "grow", "sweep"):
        keep(finished(dealt(book)))
    told: list[int] = []

    def glance() -> None:
        if told:
            raise AbandonedError

    assert not review_missing(seen(), lambda done, _: told.append(done), glance)
    assert (told, len(reviewed), seen().insight.done) == ([1], 1, 1)
    assert review_missing(seen(), lambda done, _: told.append(done))
    assert told == [1, 2, 3]


@pytest.mark.usefixtures("warm")
def test_one_may_stop_inside_of_a_review() -> None:
    keep(finished(dealt("grow")))
    looks: list[None] = []

    def glance() -> None:
        looks.append(None)
        if len(looks) > 3:
            raise AbandonedError

    assert not review_missing(seen(), lambda *_: pytest.fail("it was not done"), glance)
    assert len(looks) == 4
    assert seen().insight.done == 0


def test_what_two_do_at_the_same_time_is_done_once_or_twice_and_never_lost(reviewed: list[str]) -> None:
    for seed in range(8):
        keep(finished(dealt("sweep", seed)))
    progress = seen()
    both = [threading.Thread(target=review_missing, args=(progress, lambda *_: None)) for _ in range(2)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    assert 8 <= len(reviewed) <= 16
    assert seen().insight.done == 8


# --- What is remembered of reviews ---


_REMEMBER = """
import sys
from fivesquare.insight import OwnReview
from fivesquare.table import kept_reviews
for number in range(20):
    kept_reviews.remember(f"{sys.argv[1]} {number}", OwnReview(True, number / 100, None))
"""


def test_two_processes_remember_all_their_reviews() -> None:
    at_work = [subprocess.Popen([sys.executable, "-c", _REMEMBER, name]) for name in ("a", "b")]
    assert [process.wait(PATIENCE) for process in at_work] == [0, 0]
    expected = {f"{name} {number}" for name in ("a", "b") for number in range(20)}
    assert set(kept_reviews.known()) == expected


def test_the_reviews_made_first_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_reviews, "_MOST", 3)
    for name in "abcd":
        kept_reviews.remember(name, EXACT)
    assert list(kept_reviews.known()) == ["b", "c", "d"]


@pytest.mark.parametrize("text", ["", "[]", "nonsense", '{"a": ', "\0", "[" * 10000])
def test_a_damaged_file_of_reviews_is_an_empty_one(text: str, reviewed: list[str]) -> None:
    keep(finished(dealt()))
    kept_reviews.reviews_file().write_text(text)
    assert (kept_reviews.known(), seen().insight.done) == ({}, 0)
    review_missing(seen(), lambda *_: None)
    assert (len(reviewed), seen().insight.done) == (1, 1)


@pytest.mark.parametrize(
    "damaged",
    [
        7,
        [],
        {},
        {"exact": 1},
        {"exact": True, "accuracy": "high"},
        {"exact": True, "skill": [1]},
        {"exact": True, "accuracy": True},
        {"exact": True, "skill": -(10**400)},
        {"mistakes": 5},
        {"mistakes": [[1, "taken"]]},
        {"mistakes": [["1", "taken", 1]]},
        {"mistakes": [[999, "taken", 1]]},
        {"mistakes": [[-1, "taken", 1]]},
    ],
)
def test_a_damaged_review_is_made_again(damaged: Any, reviewed: list[str]) -> None:
    keep(finished(dealt()))
    (game,) = seen().games
    value = EXACT.to_json() | damaged if damaged and isinstance(damaged, dict) else damaged
    kept_reviews.reviews_file().write_text(json.dumps({game.key: value, "other": EXACT.to_json()}))
    assert seen().insight.done == 0
    review_missing(seen(), lambda *_: None)
    assert kept_reviews.known() == {"other": EXACT, game.key: EXACT}
    assert len(reviewed) == 1


def test_a_review_is_found_by_what_was_played_and_by_whom() -> None:
    end = finished(dealt("flip"))
    key = kept_reviews.key_of(end, 1)
    others = [
        kept_reviews.key_of(end, 2),
        kept_reviews.key_of(end.back(), 1),
        kept_reviews.key_of(finished(dealt("flip", seed=4)), 1),
        kept_reviews.key_of(finished(dealt("flip"), winner=2), 1),
    ]
    assert len({key, *others}) == 5
    assert kept_reviews.key_of(replace(end, extra={"id": "another"}), 1) == key
    assert kept_reviews.key_of(fs.Position.from_record(end.to_record()), 1) == key
