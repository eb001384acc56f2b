"""Who takes part, by name."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.arena.entrants import Entrant, find_entrant, find_entrants, play_game
from fivesquare.errors import PlayerError
from fivesquare.match import Match
from fivesquare.players import Luck, Player, make_player
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position

SOURCES = Path(__file__).parents[2] / "src"


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "my bot"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_players_are_called_as_people_call_them() -> None:
    assert [each.name for each in find_entrants(["Random", "level 3", "9", "perf"])] == [
        "random",
        "level:3",
        "level:9",
        "perfect",
    ]


def test_who_asks_the_solver() -> None:
    asks = [each.solves for each in find_entrants(["random", "greedy", "level:3", "level:6", "perfect"])]
    assert asks == [False, False, False, True, True]


def test_a_program_is_found_from_anywhere_and_called_as_it_was_named(bot: Path) -> None:
    entrant = find_entrant("program:'./my bot' --fast")
    assert entrant.name == "program:'./my bot' --fast"
    assert entrant.kind == "program"
    assert entrant.detail == f"'{bot}' --fast"


def test_a_program_on_the_path_is_found_there() -> None:
    assert os.path.isabs(find_entrant("program:sh -c true").detail.split()[0])  # noqa: PTH117


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (["random"], "it takes two to play"),
        (["random", "greedy", "Random"], "random is named twice"),
        (["level:3", "3"], "level:3 is named twice"),
        (["program:./my\\ bot", "program:'./my bot'"], "is named twice"),
        (["random", "human"], "people play with `fivesquare play`"),
        (
            ["random", "levle"],
            "there is no player 'levle' (did you mean level?); there are random, greedy,",
        ),
        (["random", "level:11"], "there is no player 'level:11'"),
        (["random", "program:./none"], "there is no program './none'"),
        (["random", "program:"], "is not a command"),
        (["random", "program:./my\x1b[31mbot"], "cannot be shown in a table"),
        (["random", "model:gpt"], "named with its provider, like openai/gpt-5-mini, not 'gpt'"),
    ],
)
def test_what_cannot_take_part_is_refused(names: list[str], problem: str) -> None:
    with pytest.raises(PlayerError) as refused:
        find_entrants(names)
    assert problem in str(refused.value)


def test_two_copies_of_a_program_are_two(bot: Path) -> None:
    copy = bot.with_name("copy")
    copy.write_bytes(bot.read_bytes())
    copy.chmod(0o755)
    assert len(find_entrants(["program:'./my bot'", "program:./copy"])) == 2


def test_a_model_without_inspect_says_how_to_get_it() -> None:
    code = (
        "import sys; sys.modules['inspect_ai'] = None; sys.modules['inspect_ai._util'] = None; "
        "from fivesquare.arena.entrants import find_entrant; find_entrant('model:openai/gpt')"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCES)}, capture_output=True, text=True
    )
    assert run.returncode == 1
    said = run.stderr.splitlines()[-1]
    needed = "A language model as a player needs inspect_ai, which is not installed"
    assert f"{needed}: pip install 'fivesquare[eval]'" in said


def test_who_asks_no_model_does_not_load_inspect() -> None:
    code = (
        "import sys, fivesquare.arena.entrants as _; print(*({'inspect_ai', 'numba'} & set(sys.modules)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": str(SOURCES)}, capture_output=True, text=True
    )
    assert (run.stdout, run.returncode) == ("\n", 0)


SWEEP = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
GREEDY = find_entrant("greedy")


class Odd:
    """Does what it is told to."""

    is_person = False
    remark = ""

    def __init__(self, choose: Callable[[Position], Any]) -> None:
        self.choose = choose


@dataclass(frozen=True)
class Guest:
    """Somebody who is not on any list."""

    choose: Callable[[Position], Any]
    left: list[str]
    name: str = "guest"

    def seated(self, *_: object) -> AbstractContextManager[Player]:
        return self._sitting()

    @contextmanager
    def _sitting(self) -> Iterator[Player]:
        yield Odd(self.choose)
        self.left.append("left")


def against_greedy(choose: Callable[[Position], Any], seat: int = 1) -> tuple[dict[str, Any], list[str]]:
    """The record of a game of somebody odd, and what happened when it was over."""
    left: list[str] = []
    guest: Any = Guest(choose, left)
    seats = (guest, GREEDY) if seat == 1 else (GREEDY, guest)
    return play_game(SWEEP, seats, luck="1 1", seed=7, adviser=Adviser()).to_record(), left


def test_a_game_is_that_of_the_same_players_with_the_same_luck() -> None:
    one, other = find_entrant("level:3"), find_entrant("random")
    end = play_game(SWEEP, (one, other), luck="7 4", seed=99, adviser=Adviser())
    match = Match(
        SWEEP, make_player("level:3", Luck("7 4", "first")), make_player("random", Luck("7 4", "second"))
    )
    for _ in match:
        pass
    assert end.moves == match.position.moves
    assert end.extra["players"] == ["level:3", "random"]
    assert end.extra["seed"] == 99


def test_the_record_says_who_played_and_how_it_ended() -> None:
    end = play_game(SWEEP, (GREEDY, find_entrant("random")), luck=1, seed=7, adviser=Adviser())
    record = end.to_record()
    view = Position.from_record(record).view()
    assert list(record) == ["book", "board", "moves", "players", "seed", "result"]
    assert view["over"]
    assert record["result"] == {"winner": view["winner"], "reason": view["reason"]}


def boom(_: Position) -> str:
    raise ZeroDivisionError("a bug")


def too_late(_: Position) -> str:
    raise fs.ForfeitError("time-out", "no answer within 3 seconds")


@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(
    ("choose", "reason", "detail"),
    [
        (boom, "crash", "ZeroDivisionError: a bug"),
        (too_late, "time-out", "no answer within 3 seconds"),
        (lambda position: position.moves[0] if position.moves else "stop", "illegal", ""),
        (lambda _: "9,9", "unreadable", "9,9"),
        (lambda _: "I resign", "unreadable", "I resign"),
        (lambda _: None, "unreadable", ""),
    ],
    ids=["bug", "late", "illegal", "outside", "words", "nothing"],
)
def test_a_fault_loses_the_game_and_says_why(
    choose: Callable[[Position], Any], reason: str, detail: str, seat: int
) -> None:
    record, left = against_greedy(choose, seat)
    assert record["result"] == {"winner": 3 - seat, "reason": "forfeit"}
    assert record["forfeit"]["player"] == seat
    assert record["forfeit"]["reason"] == reason
    assert detail in record["forfeit"]["detail"]
    assert len(record["moves"]) == seat - 1
    assert left == ["left"]  # whatever it has started is ended
    assert not Position.from_record(record).is_over


def test_a_fault_in_the_middle_keeps_the_moves_before_it() -> None:
    record, _ = against_greedy(lambda position: position.legal[0] if len(position.moves) < 2 else "0,0")
    assert record["moves"][0] == "1,1"
    assert len(record["moves"]) == 2
    assert record["forfeit"]["player"] == 1


def test_endless_words_are_cut() -> None:
    def rave(_: Position) -> str:
        raise fs.ForfeitError("crash", "x" * 10_000)

    assert len(against_greedy(rave)[0]["forfeit"]["detail"]) == 500


def test_whoever_is_stopped_by_a_person_is_no_fault() -> None:
    def interrupted(_: Position) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        against_greedy(interrupted)


def test_a_name_is_all_that_is_needed() -> None:
    assert find_entrant("level 3") == Entrant("level:3", "player", "level:3")
