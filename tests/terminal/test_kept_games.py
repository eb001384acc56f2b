"""Games kept in files: resume, replay, and what becomes of files that are no games."""

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from fivesquare.errors import FileError
from fivesquare.terminal import games as kept_games
from fivesquare.terminal.screen import called
from fivesquare.terminal.session import COMMANDS

from . import transcript
from .running import run, run_at_terminal

RECORD: dict[str, Any] = {
    "book": "grow",
    "board": [[5, 3, 2, 6, 1], [7, 4, 9, 2, 8], [1, 5, 3, 7, 4], [2, 8, 6, 1, 5], [9, 3, 2, 4, 7]],
    "moves": ["1,1", "5,5", "1,2", "4,5"],
}
FINISHED: dict[str, Any] = {"book": "chain", "board": [[1, 1]], "moves": ["1,1", "1,2"]}


def write(content: object, name: str = "game.json") -> str:
    Path(name).write_text(content if isinstance(content, str) else json.dumps(content))
    return name


def moves(name: str = "game.json") -> list[str]:
    kept: list[str] = json.loads(Path(name).read_text())["moves"]
    return kept


# --- resume ---


def test_resume_goes_on_where_the_game_was_left() -> None:
    result = run("resume", write(RECORD), given="2 1\n")
    head, _, rest = result.out.partition("\n\n")
    assert head == f"(At any prompt: {', '.join(COMMANDS)}.)"
    assert rest.startswith("     1    2    3    4    5\n   +----+")
    assert "1  | P1 | P1 | 2  | 6  | 1  |\n" in rest
    assert "Player 1 claimed cell (2,1) worth 7 points. Total score: 15.\n" in result.out
    assert moves() == [*RECORD["moves"], "2,1"]
    assert result.status == 0


def test_resume_inside_a_chain_asks_for_the_chain_claim() -> None:
    record = {"book": "chain", "board": [[1] * 5] * 5, "moves": ["3,3", "1,1", "3,2"]}
    result = run("resume", write(record), given="2 2\n")
    assert "Enter the row and column of the adjacent cell you want to claim: 2 2\n" in result.out
    assert moves()[-1] == "2,2"


def test_resume_keeps_further_keys_of_the_record() -> None:
    run("resume", write({**RECORD, "event": "club night", "seed": 3}), given="2 1\n")
    kept = json.loads(Path("game.json").read_text())
    assert (kept["event"], kept["seed"], kept["players"]) == ("club night", 3, ["human", "human"])


def test_resume_seats_who_sat_there() -> None:
    run("play", "grow", "--second", "greedy", "--save", "game.json", given="1 1\n")
    result = run("resume", "game.json")
    assert "(Player 2 is played by the computer: greedy.)\n" in result.out


def test_resume_can_seat_others() -> None:
    result = run("resume", write({**RECORD, "players": ["human", "human"]}), "--first", "random")
    assert "(Player 1 is played by the computer: random.)\n" in result.out
    assert len(moves()) == 5


def test_resume_without_file_takes_the_game_left_last(games: Path) -> None:
    run("play", "grow", given="1 1\n")
    run("play", "chain", "--size", "1x2", given="1 1\n1 2\n")
    (older,) = games.glob("*grow*")
    os.utime(older, (time.time() - 100, time.time() - 100))
    result = run("resume", given="1 2\n")
    assert "Player 2 claimed cell (1,2)" in result.out
    assert moves(str(older)) == ["1,1", "1,2"]


def test_resume_without_file_and_without_games() -> None:
    result = run("resume")
    assert (result.err, result.status) == ("fivesquare: there is no game to go on with\n", 1)


def test_resume_of_a_finished_game_points_to_replay() -> None:
    result = run("resume", write(FINISHED))
    assert result.err == "fivesquare: the game in 'game.json' is over; see it with fivesquare replay\n"
    assert result.status == 1


@pytest.mark.parametrize("command", ["resume", "replay"])
@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "this is not JSON: "),
        ("{", "this is not JSON: "),
        ("[]", "a record is an object, not a list of 0"),
        ("\x00\x01", "this is not JSON: "),
        ("[" * 100_000, "nested too deeply"),
        ('{"book": ' + "9" * 10_000 + "}", "a number in this JSON is too long"),
        ({}, 'the record has no "book"'),
        ({**RECORD, "moves": ["1,1", "1,1"]}, "cell 1,1 is already claimed"),
        ({**RECORD, "moves": 3}, '"moves" must be a list, not 3'),
        ({**RECORD, "book": "checkers"}, "book: no book is called 'checkers'"),
        ({**RECORD, "book": "sweep"}, "the values of this board must be each of 1 to 25 once"),
        ({**RECORD, "board": [[5]]}, "a board has 1x2 to 8x8 cells, not 1x1"),
    ],
    ids=range(12),
)
def test_a_broken_file_is_named_for_what_it_is(command: str, content: object, problem: str) -> None:
    result = run(command, write(content))
    assert result.status == 1
    assert result.out == ""
    assert result.err.startswith("fivesquare: ")
    assert problem in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize("command", ["resume", "replay"])
def test_a_missing_file_a_folder_and_bytes_are_no_games(command: str) -> None:
    Path("folder").mkdir()
    Path("bytes").write_bytes(b"\xff\xfe")
    for name, problem in (
        ("missing.json", "No such file or directory"),
        ("folder", "it is a folder"),
        ("bytes", "not a text file"),
    ):
        result = run(command, name)
        assert (result.err, result.status) == (f"fivesquare: cannot read '{name}': {problem}\n", 1)


@pytest.mark.parametrize("seed", [[1], {"a": 1}, "7", 1.5, None, True, -1, 10**30])
def test_any_seed_in_a_record_can_be_gone_on_with(seed: object) -> None:
    result = run("resume", write({**RECORD, "seed": seed}), "--first", "random")
    assert (result.err, result.status) == ("", 0)
    assert len(moves()) == 5


@pytest.mark.parametrize("players", [3, [], ["human"], [1, 2], None, {}])
def test_odd_players_in_a_record_are_two_people(players: object) -> None:
    result = run("resume", write({**RECORD, "players": players}))
    assert (result.err, result.status) == ("", 0)


def test_an_unknown_player_in_a_record_is_named() -> None:
    result = run("resume", write({**RECORD, "players": ["human", "deep blue"]}))
    assert result.err.startswith("fivesquare: there is no player 'deep blue'; there are human")
    assert result.status == 1


def test_a_record_too_deep_to_be_written_again_is_played_and_not_kept() -> None:
    """Reading goes a little deeper than writing; wherever the edge lies, nothing breaks there."""
    for depth in range(900, 1000, 5):
        text = json.dumps(RECORD)[:-1] + ', "deep": ' + "[" * depth + "]" * depth + "}"
        result = run("resume", write(text), given="2 1\n")
        assert result.err == "" or "nested too deeply" in result.err
        assert "Traceback" not in result.err


# --- replay ---

SMOOTH = [name for name in transcript.names() if name.startswith(("flip", "grow", "fifteen", "chain-draw"))]
SMOOTH = [name for name in [*SMOOTH, "sweep-first-wins", "sweep-draw"] if "refusals" not in name]


@pytest.mark.parametrize(
    "name", [name for name in SMOOTH if "commands" not in name and "greedy" not in name]
)
def test_replay_shows_what_was_shown(name: str) -> None:
    script = transcript.read(name)
    run(*script.arguments, given=script.given)
    result = run("replay", "game.json")
    shown = script.output.partition("\n\n")[2].removesuffix(
        "\nShow it again: fivesquare replay game.json\n"
        "What each move was worth: fivesquare review game.json\n"
    )
    assert result.out == shown
    assert result.status == 0


def test_replay_at_a_terminal_waits_after_each_turn() -> None:
    result = run_at_terminal("replay", write(FINISHED), lines=["", ""])
    assert result.out.count("(Enter goes on, q leaves) ") == 2
    assert result.out.endswith("It is a draw.\n")


def test_replay_at_a_terminal_can_be_left() -> None:
    result = run_at_terminal("replay", write(FINISHED), lines=["", "q"])
    assert "It is a draw." not in result.out
    assert result.status == 0


def test_replay_of_a_game_that_is_not_over_says_so() -> None:
    assert run("replay", write(RECORD)).out.endswith("The game is not over: Player 1 is to act.\n")


def test_replay_without_file_shows_the_game_finished_last() -> None:
    run("play", "chain", "--size", "1x2", given="1 1\n1 2\n")
    run("play", "grow", given="1 1\n")
    assert run("replay").out.endswith("It is a draw.\n")


def test_replay_without_file_and_without_games() -> None:
    result = run("replay")
    assert (result.err, result.status) == ("fivesquare: there is no finished game to show\n", 1)


# --- The folder ---


def test_only_the_oldest_finished_games_are_forgotten(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_games, "_KEPT_FINISHED", 3)
    games.mkdir(parents=True)
    for age in range(6):
        write(FINISHED, str(games / f"finished-{age}.json"))
        write(RECORD, str(games / f"running-{age}.json"))
        os.utime(games / f"finished-{age}.json", (1001 - 2 * age, 1001 - 2 * age))
        os.utime(games / f"running-{age}.json", (1000 - 2 * age, 1000 - 2 * age))
    kept_games.new_file("grow")
    names = {path.name for path in games.glob("*.json")}
    assert {name for name in names if name.startswith("running")} == {
        f"running-{age}.json" for age in range(6)
    }
    assert {name for name in names if name.startswith("finished")} == {"finished-0.json", "finished-1.json"}


def test_what_killed_processes_left_half_written_goes_after_a_day(games: Path) -> None:
    games.mkdir(parents=True)
    for name, age in ((".old.json.x.part", 100_000), (".new.json.x.part", 10)):
        (games / name).write_text("{")
        os.utime(games / name, (time.time() - age, time.time() - age))
    kept_games.new_file("grow")
    assert [path.name for path in games.iterdir()] == [".new.json.x.part"]


def test_files_that_are_no_games_are_passed_over(games: Path) -> None:
    games.mkdir(parents=True)
    write("{", str(games / "broken.json"))
    assert run("resume").status == 1
    write(RECORD, str(games / "whole.json"))
    assert run("resume").status == 0


def test_without_a_home_a_game_is_played_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "~nobody-of-that-name")
    result = run("play", "chain", "--size", "1x2", given="1 1\n1 2\n")
    assert "there is no home folder. Use --save FILE.\n" in result.err
    assert result.out.endswith("It is a draw.\n")
    assert run("resume").err == "fivesquare: there is no game to go on with\n"


def test_a_folder_that_vanishes_during_the_game_is_told_once(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_path: Path, _record: dict[str, Any]) -> None:
        raise FileError("cannot write 'game.json': No space left on device")

    monkeypatch.setattr("fivesquare.record.save", gone)
    result = run("play", "chain", "--size", "1x2", given="1 1\n1 2\n")
    assert result.err.count("No space left on device") == 1
    assert "Show it again" not in result.out
    assert result.status == 0


def test_without_a_home_a_file_of_ones_own_still_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "~nobody-of-that-name")
    result = run("play", "grow", "--save", "game.json", given="1 1\nquit\n")
    assert result.out.endswith("The game is kept. Go on with: fivesquare resume game.json\n")
    assert (result.err, result.status) == ("", 0)


def test_a_game_that_vanishes_while_games_are_listed_is_passed_over(games: Path) -> None:
    games.mkdir(parents=True)
    (games / "gone.json").symlink_to(games / "nowhere.json")
    write(RECORD, str(games / "whole.json"))
    assert kept_games.newest(finished=False) == games / "whole.json"


def test_who_is_not_on_the_path_says_how_it_was_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [str(Path.cwd() / ".venv" / "bin" / "fivesquare")])
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert called() == ".venv/bin/fivesquare"
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    assert called() == "fivesquare"
