"""Models behind a server that misbehaves in every way, and runs that are interrupted."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from inspect_ai import eval as inspect_eval
from inspect_ai.log import EvalLog
from inspect_ai.model import get_model
from inspect_ai.model._model import _models

from fivesquare.cli.main import cli
from fivesquare.research.evaluation.eval_logs import read, row
from fivesquare.research.evaluation.task import play
from fivesquare.research.skill import Report
from patience import PATIENCE
from research.inspect_isolation import FOREIGN, nothing_outside
from research.stub_server import (
    MODEL,
    Behaviour,
    Fails,
    HangsUp,
    Reply,
    Request,
    Says,
    Sends,
    Stub,
    Waits,
)

__all__ = ["nothing_outside"]  # a fixture of every test

pytestmark = FOREIGN

RETRIES = 2  # of the client, without waiting: the stub says when to come again


def legal(request: Request) -> list[str]:
    """The legal moves that the question shows."""
    return str(re.findall(r"^Legal moves: (.*)$", request.text, re.MULTILINE)[-1]).split()


def well(request: Request) -> Reply:
    return Says(f"The first that is free.\nMOVE: {legal(request)[0]}")


def played(behaviour: Behaviour, *, stream: bool = False, **limits: Any) -> tuple[EvalLog, Stub]:
    """The log of two games of sweep behind a stub, and the stub."""
    with Stub(behaviour) as stub:
        model = get_model(
            MODEL, memoize=False, base_url=stub.url, api_key="anything", max_retries=RETRIES, stream=stream
        )
        options = {"max_retries": 0, "display": "none", "ctl_server": False, "log_dir": "logs", **limits}
        [log] = inspect_eval(play(book="sweep", boards=1, legal=True), model=model, **options)
    return log, stub


def reported(behaviour: Behaviour, **options: Any) -> Report:
    log, _ = played(behaviour, **options)
    assert log.status == "success", [sample.error for sample in log.samples or []]
    return row(log).report


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """What these games say if the server behaves."""
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("well"))
    try:
        return reported(well)
    finally:
        os.chdir(before)


# --- What is tried again ---


def at_first(*replies: Reply) -> Behaviour:
    """These replies to the first requests, and good ones from then on."""

    def behaviour(request: Request) -> Reply:
        return replies[request.number] if request.number < len(replies) else well(request)

    return behaviour


@pytest.mark.parametrize(
    "trouble",
    [
        [Fails(429), Fails(429)],
        [Fails(500), Fails(503)],
        [HangsUp(), HangsUp()],
        [HangsUp(b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\n{"), Fails(429)],
        [Fails(408), HangsUp()],
    ],
    ids=["too many requests", "errors", "hangs up", "hangs up in the middle", "several"],
)
def test_trouble_that_passes_leaves_no_trace_in_the_games(
    trouble: list[Reply], undisturbed: Report
) -> None:
    assert reported(at_first(*trouble)) == undisturbed


def test_a_slow_answer_is_waited_for(undisturbed: Report) -> None:
    """One game goes on while the other waits: the slow answer comes when the other game has gone on."""
    other_goes_on = threading.Event()

    def behaviour(request: Request) -> Reply:
        if request.number == 0:
            return Waits(other_goes_on, Says(f"MOVE: {legal(request)[0]}"))
        if request.number == 2:
            other_goes_on.set()
        return well(request)

    assert reported(behaviour) == undisturbed


def test_streams_are_read(undisturbed: Report) -> None:
    log, stub = played(well, stream=True)
    assert all(request.body.get("stream") for request in stub.requests)
    assert row(log).report == undisturbed


# --- What counts as an answer ---


def faulty(reply: Reply) -> Behaviour:
    """This reply to every first question, and a good one to every second: each decision is mended once."""

    def behaviour(request: Request) -> Reply:
        return well(request) if "again" in request.text else reply

    return behaviour


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Says("I would rather talk about the weather."), "unreadable"),
        (Says(""), "unreadable"),
        (Says(None), "unreadable"),
        (Says("MOVE: 1,1\nMOVE: 1,2"), "unreadable"),
        (Says("MOVE: 7,7"), "unreadable"),
        (Says("MOVE: stop and think", finish="length"), "unreadable"),
        (Says(None, finish="content_filter"), "unreadable"),
        (Says("MOVE: swap"), "illegal"),
    ],
    ids=str,
)
def test_an_answer_that_is_no_move_is_a_fault_and_asked_again(
    reply: Reply, kind: str, undisturbed: Report
) -> None:
    found = reported(faulty(reply))
    assert found.faults == {"illegal": 0, "unreadable": 0} | {kind: found.decisions}
    assert (found.decisions, found.skill, found.forfeits) == (undisturbed.decisions, undisturbed.skill, 0)


# --- What cannot be played ---


@pytest.mark.parametrize(
    ("reply", "requests_a_game"),
    [
        (Fails(500), 1 + RETRIES),
        (HangsUp(), 1 + RETRIES),
        (Fails(401), 1),
        (Sends(b"{broken"), 1),
        (Sends(b""), 1),
        (Sends(b'"a word"'), 1),
        (Sends(b"{}"), 1),
    ],
    ids=["error", "hangs up", "key refused", "broken JSON", "nothing", "a word", "empty object"],
)
def test_a_server_that_never_behaves_ends_the_games_and_not_the_time(
    reply: Reply, requests_a_game: int
) -> None:
    log, stub = played(lambda _: reply)
    assert log.status == "error"
    found = row(log)
    assert (found.report.games, found.missing, len(found.errors)) == (0, 2, 2)
    assert all(error and "\n" not in error for error in found.errors)
    assert len(stub.requests) <= 2 * requests_a_game


def test_a_game_that_cannot_be_played_does_not_keep_others_from_being_played() -> None:
    first: list[str] = []

    def behaviour(request: Request) -> Reply:
        if "You are the first player" in request.whole:
            first.append(request.whole)
            return Fails(400)
        return well(request)

    log, _ = played(behaviour)
    found = row(log)
    assert first
    assert (log.status, found.report.games, found.missing) == ("error", 1, 1)


# --- Runs that are interrupted ---


class UpTo:
    """Plays well until so many games have been begun; then it says so, and answers nothing more."""

    def __init__(self, games: int | None = None) -> None:
        self.games = games
        self.begun: dict[str, int] = {}
        """How often there was a question about each game, in the order in which they were begun."""
        self.reached = threading.Event()
        self.never = threading.Event()

    def __call__(self, request: Request) -> Reply:
        game = game_of(request)
        self.begun[game] = self.begun.get(game, 0) + 1
        if len(self.begun) == self.games:
            self.reached.set()
            return Waits(self.never, Says(""))
        return well(request)


def game_of(request: Request) -> str:
    """Which game a question is about: the values on its board, and the seat."""
    rows = re.findall(r"^ \d  (.*)$", request.text, re.MULTILINE)
    seat = re.findall(r"You are the (\w+) player", request.text)
    return f"{seat[-1]}: {re.sub('[AB ]+', ' ', ' '.join(rows)).strip()}"


TASK: dict[str, Any] = {"book": "sweep", "boards": 3, "legal": True}
BEGUN = 4  # games, when the process is killed: three are over


def by_inspect(_folder: Path) -> list[str]:
    task = [part for name, value in TASK.items() for part in ("-T", f"{name}={value}")]
    begin = ["eval", "fivesquare/play", *task, "--model", MODEL, "--max-connections", "1"]
    return ["inspect_ai", *begin, "--display", "none"]


def by_inspect_again(folder: Path) -> list[str]:
    [log] = folder.glob("logs/*.eval")
    return ["inspect_ai", "eval-retry", str(log), "--max-connections", "1", "--display", "none"]


def by_our_command(_folder: Path) -> list[str]:
    return [
        "fivesquare",
        "evaluate",
        MODEL,
        "--book",
        "sweep",
        "--boards",
        "3",
        "--legal",
        "--at-once",
        "1",
    ]


Command = Callable[[Path], list[str]]


def process(command: list[str], stub: Stub, folder: Path) -> "subprocess.Popen[str]":
    environment = {**os.environ, **stub.environment, "XDG_DATA_HOME": str(folder / "data")}
    return subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.mark.parametrize(
    ("begin", "go_on", "how", "status"),
    [
        (by_inspect, by_inspect_again, signal.SIGKILL, -signal.SIGKILL),
        (by_our_command, by_our_command, signal.SIGKILL, -signal.SIGKILL),
        (by_our_command, by_our_command, signal.SIGINT, 130),
    ],
    ids=["inspect killed", "fivesquare killed", "fivesquare interrupted"],
)
def test_a_run_that_was_stopped_goes_on_and_plays_no_finished_game_again(
    begin: Command, go_on: Command, how: signal.Signals, status: int, tmp_path: Path
) -> None:
    before = UpTo(BEGUN)
    with Stub(before) as stub:
        stopped = process(begin(tmp_path), stub, tmp_path)
        assert before.reached.wait(PATIENCE)
        stopped.send_signal(how)
        stopped.communicate()
        assert stopped.returncode == status
        before.never.set()
    *finished, _left = before.begun

    after = UpTo()
    with Stub(after) as stub:
        second = process(go_on(tmp_path), stub, tmp_path)
        said, _ = second.communicate(timeout=PATIENCE)
        assert second.returncode == 0, said
    assert len(finished) == BEGUN - 1
    assert not set(after.begun) & set(finished)
    assert len(after.begun) == 6 - len(finished)

    undisturbed = UpTo()
    with Stub(undisturbed) as stub:
        model = get_model(MODEL, memoize=False, base_url=stub.url, api_key="anything")
        [log] = inspect_eval(play(**TASK), model=model, display="none", log_dir="whole", ctl_server=False)
    [found] = read([str(tmp_path / "logs")])
    assert found.report == row(log).report
    assert (found.missing, found.report.games) == (0, 6)
    assert {**{game: before.begun[game] for game in finished}, **after.begun} == undisturbed.begun


def test_settings_reach_the_provider_and_every_game_is_played_as_often_as_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[dict[str, Any]] = []

    def heard(request: Request) -> Reply:
        asked.append(request.body)
        return well(request)

    settings = ["--temperature", "0.25", "--max-tokens", "77", "--samples", "3"]
    task = ["--book", "sweep", "--boards", "1", "--legal", "--json"]
    with Stub(heard) as stub:
        for name, value in stub.environment.items():
            monkeypatch.setenv(name, value)
        _models.clear()
        [told] = json.loads(CliRunner().invoke(cli, ["evaluate", MODEL, *task, *settings]).stdout)
    assert {(body["temperature"], body["max_tokens"]) for body in asked} == {(0.25, 77)}
    assert told["settings"] == {"temperature": 0.25, "max_tokens": 77, "retries": 2, "samples": 3}
    assert (told["report"]["games"], told["report"]["boards"]) == (6, 1)
    assert len(asked) == told["report"]["decisions"]


def test_games_that_could_not_be_played_are_played_when_one_comes_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refusing(request: Request) -> Reply:
        return Fails(401) if "You are the second player" in request.text else well(request)

    def called(stub: Stub) -> Result:
        for name, value in stub.environment.items():
            monkeypatch.setenv(name, value)
        _models.clear()  # those that know where an earlier stub was
        return CliRunner().invoke(cli, ["evaluate", *by_our_command(Path())[2:]])

    with Stub(refusing) as stub:
        run = called(stub)
    assert run.exit_code == 1
    [note] = [line for line in run.stdout.splitlines() if line.startswith(f"{MODEL}: ")]
    assert "3 of 6 games not played (" in note
    assert "401" in note
    after = UpTo()
    with Stub(after) as stub:
        run = called(stub)
    assert (run.exit_code, "not played" in run.stdout) == (0, False)
    assert [game.partition(":")[0] for game in after.begun] == ["second"] * 3
    with Stub(UpTo()) as stub:
        again = called(stub)
    assert (again.stdout, stub.requests) == (run.stdout, [])
