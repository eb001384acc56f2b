"""Games kept in files: resume, replay, and what becomes of files that are no games."""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest

from fivesquare import record
from fivesquare.errors import FileError
from fivesquare.files import LockedFile
from fivesquare.table import saved_games as kept_games
from fivesquare.terminal.screen import called
from fivesquare.terminal.session import Session
from terminal import transcript
from terminal.running import COMMAND, Terminal, run, run_at_terminal

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
    assert head == f"(At any prompt: {', '.join(Session.commands)}.)"
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
    assert "(You are Player 1. Player 2 is played by the computer: greedy.)\n" in result.out


def test_resume_can_seat_others() -> None:
    result = run("resume", write({**RECORD, "players": ["human", "human"]}), "--first", "random")
    assert "(You are Player 2. Player 1 is played by the computer: random.)\n" in result.out
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
    assert (result.err, result.status) == ("fivesquare: there is no game to continue\n", 1)


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
    assert "'game.json'" in result.err
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


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("deep blue", "there is no player 'deep blue'; choose from human"),
        ("level:0000000019", "levels go from level:1 to level:10, not 'level:0000000019'"),
    ],
)
def test_an_unknown_player_in_a_record_is_named(name: str, problem: str) -> None:
    result = run("resume", write({**RECORD, "players": ["human", name]}))
    assert result.err.startswith(f"fivesquare: 'game.json': {problem}")
    assert (result.out, result.status) == ("", 1)
    assert json.loads(Path("game.json").read_text())["players"] == ["human", name]


def test_a_record_too_deep_to_be_written_again_is_played_and_not_kept() -> None:
    """Reading goes a little deeper than writing; wherever the edge lies, nothing breaks there."""
    for depth in range(900, 1000, 5):
        text = json.dumps(RECORD)[:-1] + ', "deep": ' + "[" * depth + "]" * depth + "}"
        result = run("resume", write(text), given="2 1\n")
        assert result.err == "" or "nested too deeply" in result.err
        assert "Traceback" not in result.err


# --- replay ---

SMOOTH = [name for name in transcript.names() if name.startswith(("flip", "grow", "fifteen", "chain-draw"))]
UNEVEN = ("refusals", "commands", "greedy", "swap", "komi")  # not only moves were typed there


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in [*SMOOTH, "sweep-first-wins", "sweep-draw"]
        if not any(word in name for word in UNEVEN)
    ],
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
    assert result.out.count("(Enter continues, q quits) ") == 2
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


def fill(games: Path, **kinds: dict[str, Any]) -> None:
    """Six games of each kind in the folder, numbered by age."""
    games.mkdir(parents=True)
    for kind, content in kinds.items():
        for age in range(6):
            file = games / f"{kind}-{age}.json"
            write(content, str(file))
            os.utime(file, (1000 - age, 1000 - age))


def left(games: Path, kind: str) -> list[int]:
    """The ages of the games of a kind that are still there."""
    return sorted(int(path.stem[-1]) for path in games.glob(f"{kind}-*.json"))


def test_only_the_oldest_finished_games_are_forgotten(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_games, "_KEPT_FINISHED", 3)
    fill(games, finished=FINISHED, running=RECORD)
    kept_games.keep_here("grow")
    assert left(games, "running") == [0, 1, 2, 3, 4, 5]
    assert left(games, "finished") == [0, 1, 2]


def test_of_games_that_were_left_those_without_a_move_go_first(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(games, finished=FINISHED, running=RECORD, unmoved={**RECORD, "moves": []})
    for limit, running, unmoved in ((8, 6, 2), (6, 6, 0), (4, 4, 0)):
        monkeypatch.setattr(kept_games, "_KEPT_UNFINISHED", limit)
        kept_games.keep_here("grow")
        assert left(games, "finished") == [0, 1, 2, 3, 4, 5]
        assert left(games, "running") == list(range(running))
        assert left(games, "unmoved") == list(range(unmoved))


def test_what_is_played_or_is_no_game_or_only_a_link_is_not_forgotten(
    games: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_games, "_KEPT_UNFINISHED", 0)
    fill(games, running=RECORD, broken={})
    write(RECORD, str(place / "mine.json"))
    (games / "linked-0.json").symlink_to(place / "mine.json")
    _, kept = kept_games.go_on(games / "running-4.json")
    kept_games.keep_here("grow")
    kept.close()
    assert left(games, "running") == [4]
    assert left(games, "broken") == [0, 1, 2, 3, 4, 5]
    assert left(games, "linked") == [0]
    assert (place / "mine.json").exists()


def test_two_games_begun_in_one_second_have_two_files(games: Path) -> None:
    for _ in range(3):
        run("play", "grow", given="1 1\n")
    assert len(list(games.glob("*.json"))) == 3


def test_our_folders_are_for_nobody_else(games: Path) -> None:
    run("play", "grow", given="1 1\n")
    for folder in (games, games.parent, games.parent.parent):
        assert folder.stat().st_mode & 0o777 == 0o700


def test_the_mode_of_a_file_is_kept_through_a_game() -> None:
    Path(write(RECORD)).chmod(0o640)
    run("resume", "game.json", given="2 1\n")
    assert len(moves()) == 5
    assert Path("game.json").stat().st_mode & 0o777 == 0o640


def test_what_killed_processes_left_half_written_goes_after_a_day(games: Path) -> None:
    games.mkdir(parents=True)
    (games / ".folder.part").mkdir()
    os.utime(games / ".folder.part", (0, 0))
    for name, age in ((".old.json.x.part", 100_000), (".new.json.x.part", 10)):
        (games / name).write_text("{")
        os.utime(games / name, (time.time() - age, time.time() - age))
    kept_games.keep_here("grow")
    assert sorted(path.name for path in games.iterdir()) == [".folder.part", ".new.json.x.part"]


def test_an_empty_game_that_a_killed_process_left_goes_after_a_day_unless_it_is_played(
    games: Path, tmp_path: Path
) -> None:
    games.mkdir(parents=True)
    mine = tmp_path / "mine.json"
    mine.touch()
    os.utime(mine, (0, 0))
    (games / "link.json").symlink_to(mine)
    for name, age in (("old.json", 100_000), ("new.json", 10), ("held.json", 100_000)):
        (games / name).touch()
        os.utime(games / name, (time.time() - age, time.time() - age))
    (games / "full.json").write_text("not a game")
    os.utime(games / "full.json", (0, 0))
    hold = LockedFile(games / "held.json")
    kept_games.keep_here("grow")
    hold.release()
    assert sorted(path.name for path in games.iterdir()) == [
        "full.json",
        "held.json",
        "link.json",
        "new.json",
    ]
    assert mine.exists()


@pytest.mark.parametrize(("command", "content"), [("resume", RECORD), ("replay", FINISHED)])
def test_nothing_in_the_folder_hangs_or_stops_us(
    command: str, content: dict[str, Any], games: Path, place: Path
) -> None:
    games.mkdir(parents=True)
    os.mkfifo(games / "pipe.json")
    (games / "folder.json").mkdir()
    (games / "nowhere.json").symlink_to(place / "nowhere")
    (games / "itself.json").symlink_to(games / "itself.json")
    (games / "zero.json").symlink_to("/dev/zero")
    (games / "bytes.json").write_bytes(b"\xff")
    assert run(command).status == 1
    write(content, str(games / "whole.json"))
    os.utime(games / "whole.json", (1000, 1000))
    assert run(command).status == 0


@pytest.mark.parametrize("command", ["resume", "replay"])
def test_a_folder_of_games_that_is_none_has_no_games(command: str, games: Path) -> None:
    games.parent.mkdir(parents=True)
    games.touch()
    assert run(command).err.startswith("fivesquare: there is no ")


# --- Two at one game ---


@pytest.fixture
def played() -> Iterator[str]:
    """A file with a game that is being played elsewhere."""
    _, kept = kept_games.go_on(Path(write(RECORD, "played.json")))
    yield "played.json"
    kept.close()


def test_a_game_that_is_played_elsewhere_cannot_be_gone_on_with(played: str) -> None:
    result = run("resume", played, given="2 1\n")
    assert result.err == "fivesquare: the game in 'played.json' is being played elsewhere\n"
    assert (result.out, result.status) == ("", 1)
    assert moves(played) == RECORD["moves"]


def test_nor_is_it_written_over(played: str) -> None:
    Path("link.json").symlink_to(played)
    problem = "the game in '{}' is being played elsewhere"
    assert problem.format("link.json") in run("play", "grow", "--save", "link.json").err
    out = run("resume", write(RECORD), given="2 1\nsave played.json\n").out
    assert problem.format("played.json").replace("the", "The", 1) in out
    assert moves(played) == RECORD["moves"]


def test_it_can_be_looked_at(played: str) -> None:
    assert run("replay", played).status == 0


def test_resume_without_file_passes_over_what_is_played(games: Path) -> None:
    fill(games, running=RECORD)
    _, newest = kept_games.last_left()
    assert newest.path == games / "running-0.json"
    _, next_one = kept_games.last_left()
    assert next_one.path == games / "running-1.json"
    newest.close()
    _, again = kept_games.last_left()
    assert again.path == games / "running-0.json"
    next_one.close()
    again.close()


def test_resume_says_why_there_is_no_game_if_all_are_played(games: Path) -> None:
    games.mkdir(parents=True)
    _, kept = kept_games.go_on(Path(write(RECORD, str(games / "one.json"))))
    problem = "there is no game to continue but what is being played elsewhere"
    assert run("resume").err == f"fivesquare: {problem}\n"
    kept.close()


def test_a_dead_process_holds_nothing() -> None:
    child = subprocess.Popen([*COMMAND, "resume", write(RECORD)], stdin=PIPE, stdout=PIPE)
    assert child.stdout is not None
    child.stdout.readline()
    assert run("resume", "game.json").status == 1
    child.kill()
    child.communicate()
    assert run("resume", "game.json").status == 0


def test_resume_without_file_takes_no_game_that_nobody_moved_in(games: Path) -> None:
    fill(games, unmoved={**RECORD, "moves": []})
    assert run("resume").err == "fivesquare: there is no game to continue\n"
    write(RECORD, str(games / "moved.json"))
    os.utime(games / "moved.json", (1, 1))
    assert run("resume").out.endswith("fivesquare resume\n")
    assert moves(str(games / "moved.json")) == RECORD["moves"]


# --- The folder once more: what it does not have ---


def test_files_that_are_no_games_are_passed_over(games: Path) -> None:
    games.mkdir(parents=True)
    write("{", str(games / "broken.json"))
    assert run("resume").status == 1
    write(RECORD, str(games / "whole.json"))
    assert run("resume").status == 0


def test_without_a_home_a_game_is_played_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "~nobody-of-that-name")
    result = run("play", "chain", "--size", "1x2", given="1 1\n1 2\n")
    problem = "there is no home folder '~nobody-of-that-name'"
    assert result.err == f"This game is not saved: {problem}. Use --save FILE.\n"
    assert result.out.endswith("It is a draw.\n")
    assert run("resume").err == "fivesquare: there is no game to continue\n"


def test_a_full_disk_is_told_once_and_that_it_works_again_once(monkeypatch: pytest.MonkeyPatch) -> None:
    write_file = LockedFile.write
    wrong = [2, 3, 6]  # the second, third and sixth time that the game is kept

    def write_sometimes(self: LockedFile, text: str) -> None:
        wrong[:] = [number - 1 for number in wrong]
        if 0 in wrong:
            raise FileError("cannot write 'game.json': No space left on device")
        write_file(self, text)

    monkeypatch.setattr(LockedFile, "write", write_sometimes)
    result = run("resume", write(RECORD), given="2 1\n5 4\n1 3\n5 3\n1 4\n5 2\n")
    problem = (
        "The game cannot be saved: cannot write 'game.json': No space left on device. "
        "This is tried again after every move; to save it elsewhere type: save FILE\n"
    )
    assert result.err == f"{problem}The game is saved again.\n" * 2
    assert len(moves()) == 10
    assert result.out.endswith("The game is saved. Continue with: fivesquare resume game.json\n")
    assert result.status == 0


def test_what_cannot_be_kept_is_not_said_to_be(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_hold: LockedFile, _text: str) -> None:
        raise FileError("cannot write 'game.json': No space left on device")

    monkeypatch.setattr(LockedFile, "write", gone)
    result = run("play", "chain", "--size", "1x2", given="1 1\n1 2\n")
    assert result.err.count("No space left on device") == 1
    assert "Show it again" not in result.out
    result = run("play", "grow", given="1 1\n")
    assert result.out.endswith("\nThe game was not saved.\n")
    assert result.err.count("No space left on device") == 1
    assert result.status == 0
    assert list(games.iterdir()) == []


def test_a_file_that_something_else_has_changed_is_left_alone() -> None:
    terminal = Terminal("resume", write(RECORD))
    terminal.wait()
    write("Dear Ada,\n")
    terminal.child.send("2,1\r")
    terminal.press("d")
    result = terminal.finish()
    assert "cannot write 'game.json': something else has changed it. This is tried again" in " ".join(
        result.out.split()
    )
    assert result.out.endswith("\nThe last moves were not saved.\n")
    assert Path("game.json").read_text() == "Dear Ada,\n"


def test_without_a_home_a_file_of_ones_own_still_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "~nobody-of-that-name")
    result = run("play", "grow", "--save", "game.json", given="1 1\nquit\n")
    assert result.out.endswith("The game is saved. Continue with: fivesquare resume game.json\n")
    assert (result.err, result.status) == ("", 0)


def test_a_game_that_vanishes_while_games_are_listed_is_passed_over(games: Path) -> None:
    games.mkdir(parents=True)
    (games / "gone.json").symlink_to(games / "nowhere.json")
    write(RECORD, str(games / "whole.json"))
    _, kept = kept_games.last_left()
    kept.close()
    assert kept.path == games / "whole.json"


def test_who_is_not_on_the_path_says_how_it_was_called(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", [str(Path.cwd() / ".venv" / "bin" / "fivesquare")])
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert called() == ".venv/bin/fivesquare"
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    assert called() == "fivesquare"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ({}, "bin/python -m fivesquare"),
        ({"python3": "bin/python"}, "python3 -m fivesquare"),
        ({"python": "bin/python", "python3": "bin/python"}, "python -m fivesquare"),
        ({"python": "other/python"}, "bin/python -m fivesquare"),
        ({"fivesquare": "bin/fivesquare"}, "fivesquare"),
    ],
)
def test_who_is_called_as_a_module_says_so(
    found: dict[str, str], said: str, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = {name: str(place / path) for name, path in found.items()}
    monkeypatch.setattr("sys.argv", [str(place / "fivesquare" / "__main__.py")])
    monkeypatch.setattr("sys.executable", str(place / "bin" / "python"))
    monkeypatch.setattr("shutil.which", paths.get)
    assert called() == said


def test_a_program_in_the_folder_we_are_in_is_called_with_its_folder(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["fivesquare"])
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert called() == "./fivesquare"
    assert "Usage: ./fivesquare play" in run("play", "--help").out
    assert "Example: ./fivesquare play" in run("play", "--help").out
    assert "Example: ./fivesquare play" in run("--help").out


def test_a_game_that_cannot_be_read_now_gives_its_number_to_no_other(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for book in ("grow", "chain"):
        run("play", book, given="1 1\n")
    (newest,) = games.glob("*chain*")
    os.utime(next(games.glob("*grow*")), (1, 1))
    load = record.load

    def fail(path: Path) -> Any:
        if path != newest:
            return load(path)
        error = FileError(f"cannot read {path.name}: Input/output error")
        error.is_passing = True
        raise error

    monkeypatch.setattr(record, "load", fail)
    result = run("games", "--delete", "1", "--yes")
    assert (result.out, result.status) == ("", 1)
    assert result.err == f"fivesquare: cannot read {newest.name}: Input/output error\n"
    assert len(list(games.glob("*.json"))) == 2


def test_what_cannot_be_tidied_up_stops_no_game(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(kept_games, "_forget_oldest", fail)
    result = run("play", "grow", given="1 1\n")
    assert (result.err, result.status) == ("", 0)
    assert len(list(games.glob("*.json"))) == 1
