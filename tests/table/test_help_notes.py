"""A kept game has notes of the help that its players had, wherever they asked for it."""

import json
import threading
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.errors import FileError
from fivesquare.table import saved_games
from fivesquare.table.help_notes import Help, notes_of, seated, with_help
from fivesquare.table.saved_games import Kept
from table.headless import SWEEP, dealt, sit
from terminal.running import Result, run, run_at_terminal

PERSON = ("human", "level:1")
BOARD = ["--board", "5 3 8/2 9 1/6 4 7", "--save", "game.json"]

kinds = st.sampled_from(get_args(Help))


def helped(name: str | Path = "game.json") -> Any:
    """The notes in a file; None without."""
    return json.loads(Path(name).read_text()).get("helped")


def play(*arguments: str, given: str) -> Result:
    return run("play", "sweep", *BOARD, *arguments, given=given)


def sweep(**extra: Any) -> fs.Position:
    return fs.Position.from_record({"book": "sweep", "board": SWEEP, "moves": [], "id": "x", **extra})


# --- Each kind ---


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(
    ("given", "noted"),
    [
        ("2 2\n", [[], []]),
        ("score\nmoves\nrules\nhelp\nhum\n2 2\n", [[], []]),
        ("hint\n", [["hint"], []]),
        ("hint\nhint\n2 2\n", [["hint"], []]),
        ("eval\nhint\n", [["values", "hint"], []]),
        ("2 2\nhint\n", [[], ["hint"]]),
        ("2 2\nundo\n1 1\n", [["undo"], []]),
        ("undo\n1 1\n", [[], []]),
        ("2 2\n1 1\nundo\n", [[], ["undo"]]),
        ("hint\n2 2\nundo\neval\n1 2\nundo\n", [["hint", "undo", "values"], []]),
    ],
)
def test_help_is_noted_when_it_is_asked_for(given: str, noted: list[list[str]]) -> None:
    result = play(given=given)
    assert (helped(), result.err, result.status) == (noted, "", 0)


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(
    ("given", "noted"),
    [("1 2\nno\n2 2\n", [["tutor"], []]), ("1 2\nyes\n", [["tutor"], []]), ("2 2\n", [[], []])],
)
def test_the_tutor_has_helped_only_if_it_objected(given: str, noted: list[list[str]]) -> None:
    play("--tutor", given=given)
    assert helped() == noted


@pytest.mark.usefixtures("warm")
def test_help_is_on_disk_before_the_next_move() -> None:
    kept = saved_games.keep_here("sweep")
    table = sit(sweep(), PERSON, kept)
    table.keeper.keep(table.position)
    table.advice.hint(table.position)
    assert helped(kept.path) == [["hint"], []]
    table.advice.evaluate(table.position)
    assert helped(kept.path) == [["hint", "values"], []]
    assert json.loads(kept.path.read_text())["moves"] == []


@pytest.mark.usefixtures("warm")
def test_what_is_solved_for_the_tutor_is_no_help() -> None:
    table = sit(sweep(), PERSON, tutor=1)
    assert table.advice.solve(table.position) is not None
    assert table.objection(table.position, "2,2") == ""
    assert notes_of(table.noted) == ((), ())
    assert table.objection(table.position, "1,2") == "(1,2) would give away the win."
    assert notes_of(table.noted) == (("tutor",), ())


# --- Who ---


def test_in_the_turn_of_the_computer_it_is_the_person_who_is_helped() -> None:
    table = sit(dealt(), PERSON)
    table.make("1,1")
    table.note_help(table.position, "hint")
    assert notes_of(table.noted) == (("hint",), ())


def test_two_people_are_told_apart() -> None:
    table = sit(dealt(), ("human", "human"))
    table.note_help(table.position, "values")
    table.make("1,1")
    table.note_help(table.position, "hint")
    assert table.take_back()
    assert notes_of(table.noted) == (("values", "undo"), ("hint",))


def test_nobody_is_helped_in_a_game_of_the_computer_or_after_the_end() -> None:
    table = sit(dealt(), ("level:1", "level:2"))
    table.note_help(table.position, "hint")
    assert notes_of(table.noted) == ((), ())
    table = sit(fs.Position.from_record({"book": "chain", "board": [[1, 1]], "moves": []}))
    table.make("1,1")
    table.make("1,2")
    assert table.position.is_over
    table.note_help(table.position, "values")
    assert notes_of(table.noted) == ((), ())


def test_an_undo_that_takes_nothing_back_is_none() -> None:
    table = sit(dealt(), PERSON)
    assert not table.take_back()
    assert notes_of(table.noted) == ((), ())


@pytest.mark.usefixtures("warm")
def test_who_continues_a_game_of_others_is_noted() -> None:
    run("play", "sweep", *BOARD, "--second", "greedy", given="2 2\n")
    assert helped() == [[], []]
    run("resume", "game.json")
    assert helped() == [[], []]
    run("resume", "game.json", "--second", "level:10")
    assert helped() == [["players"], ["players"]]


# --- Records with and without notes ---


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize("noted", [None, 7, [], [["hint"]], [[], [5]], {"1": []}, [[[]], []]])
def test_a_game_without_notes_gets_none_and_unreadable_ones_stay(noted: Any) -> None:
    record = {"book": "sweep", "board": SWEEP, "moves": ["2,2"]}
    record |= {} if noted is None else {"helped": noted}
    Path("game.json").write_text(json.dumps(record))
    result = run("resume", "game.json", given="hint\n1 1\nundo\nsave copy.json\n1 3\n")
    assert (result.err, result.status) == ("", 0)
    assert (helped(), helped("copy.json")) == (noted, noted)
    assert json.loads(Path("game.json").read_text())["moves"] == ["2,2", "1,3"]


def test_a_game_begun_in_the_middle_of_another_has_no_notes() -> None:
    branch = saved_games.with_identity(dealt().play("1,1"))
    assert notes_of(sit(branch).position) is None


@pytest.mark.usefixtures("warm")
def test_help_noted_later_does_not_keep_a_game_from_its_own_file() -> None:
    result = play(given="2 2\nsave copy.json\nhint\nsave copy.json\n1 1\nundo\nsave copy.json\n")
    assert result.out.count("Saved. Continue at any time with:") == 3
    assert helped("copy.json") == [[], ["hint", "undo"]]
    other = json.loads(Path("copy.json").read_text()) | {"event": "club night"}
    Path("copy.json").write_text(json.dumps(other))
    refused = run("resume", "game.json", given="save copy.json\n")
    assert "holds another game" in refused.out


@pytest.mark.usefixtures("warm")
def test_a_game_put_back_as_it_was_keeps_the_help_but_not_the_undo(games: Path) -> None:
    run("play", "sweep", *BOARD[:2], given="2 2\n")
    result = run_at_terminal("resume", lines=["hint", "1 1", "undo", "quit", "no"])
    assert "The game is saved as it was before you continued it." in result.out
    (kept,) = games.glob("*.json")
    assert json.loads(kept.read_text())["moves"] == ["2,2"]
    assert helped(kept) == [[], ["hint"]]


def test_help_after_a_finished_game_was_taken_back_is_not_noted_in_what_it_was() -> None:
    kept = saved_games.keep_here("chain")
    table = sit(fs.Position.from_record({"book": "chain", "board": [[1, 1]], "moves": []}), kept=kept)
    table.make("1,1")
    table.make("1,2")
    assert table.take_back()
    table.note_help(table.position, "hint")
    assert helped(kept.path) == [["undo", "hint"], []]
    assert table.keeper.whole is not None
    for _ in range(2):
        table.keeper.keep(table.keeper.whole)
        assert helped(kept.path) == [[], []]


@pytest.mark.usefixtures("warm")
def test_help_that_cannot_be_written_is_written_with_the_next_move(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = saved_games.keep_here("sweep")
    table = sit(sweep(), PERSON, kept)
    table.keeper.keep(table.position)
    with monkeypatch.context() as full:

        def refuse(_kept: Kept, _position: fs.Position) -> None:
            raise FileError("the disk is full")

        full.setattr(Kept, "save", refuse)
        table.advice.hint(table.position)  # nobody is warned: that would raise here
    table.make("2,2")
    assert helped(kept.path) == [["hint"], []]


# --- More than one thread ---


def test_moves_and_notes_at_the_same_time_lose_nothing() -> None:
    """A hint is worked out beside the game, and noted at any moment."""
    with closing(saved_games.keep_here("grow")) as kept:
        table = sit(dealt("grow", size=(6, 6)), ("human", "human"), kept)
        asked = [table.position]

        def note() -> None:
            for kind in get_args(Help):
                table.note_help(asked[-1], kind)

        while not table.position.is_over:
            asked.append(table.position)
            beside = threading.Thread(target=note)
            beside.start()
            table.make(table.position.legal[0])
            beside.join()
            written = json.loads(kept.path.read_text())
            assert written["moves"] == list(table.position.moves)
    assert [sorted(each) for each in written["helped"]] == [sorted(get_args(Help))] * 2


@pytest.mark.usefixtures("warm")
def test_help_leaves_the_position_as_it_is() -> None:
    """Who waits for an answer can tell by it whether the game has gone on."""
    table = sit(sweep(), PERSON, tutor=1)
    before = table.position
    table.advice.hint(before)
    table.advice.evaluate(before)
    assert table.objection(before, "1,2")
    assert table.position is before
    assert notes_of(table.noted) == (("hint", "values", "tutor"), ())


@pytest.mark.parametrize("is_removed", [False, True])
def test_help_that_comes_after_the_player_has_left_is_written_nowhere(is_removed: bool) -> None:
    kept = saved_games.keep_here("sweep")
    table = sit(sweep(), PERSON, kept)
    table.keeper.keep(table.position)
    before = kept.path.read_text()
    if is_removed:
        table.keeper.forget()
    kept.close()
    table.note_help(table.position, "hint")
    assert is_removed != kept.path.exists()
    assert is_removed or kept.path.read_text() == before
    assert not saved_games.is_played(kept.path)


# --- Properties ---


@given(st.lists(st.tuples(st.sampled_from([1, 2]), kinds)))
def test_each_kind_is_noted_once_for_each_player(asked: list[tuple[int, Help]]) -> None:
    position = seated(dealt(), PERSON)
    for player, kind in asked:
        position = with_help(position, player, kind)
    assert notes_of(position) == tuple(
        tuple(dict.fromkeys(kind for each, kind in asked if each == player)) for player in (1, 2)
    )
    again = fs.Position.from_record(position.to_record())
    assert notes_of(again) == notes_of(position)
    assert all(with_help(position, player, kind) is position for player, kind in asked)
