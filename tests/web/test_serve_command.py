"""How a server starts, says where it is, runs in several processes, and ends."""

import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import click
import pytest

from fivesquare.cli.main import cli
from fivesquare.web.serve import banner
from fivesquare.web.settings import Settings
from patience import PATIENCE
from terminal.running import COMMAND, Result, run, run_piped
from web.postgres import Postgres
from web.raw import connected, heard_until_closed, request, send, streaming
from web.server import NO_LIMITS, Server, eventually, running

SMALL = "web.small:create_app"
STREAM = "/api/games/1/events"


# --- The command ---


@contextmanager
def served(tmp_path: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command itself, and its first line."""
    database = f"sqlite:///{tmp_path / 'games.db'}"
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--database", database, *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stdout, process.stderr:
        try:
            yield process, process.stdout.readline()
        finally:
            process.kill()
            process.wait(PATIENCE)


@pytest.mark.parametrize(("which", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_serve_says_where_it_is_and_ends_without_a_word(tmp_path: Path, which: int, status: int) -> None:
    with served(tmp_path) as (process, line):
        found = re.fullmatch(r"Fivesquare is at (http://127\.0\.0\.1:(\d+))\n", line)
        assert found is not None
        assert int(found[2]) >= 1024
        with socket.create_connection(("127.0.0.1", int(found[2]))) as connection:
            connection.sendall(request(path="/healthz", Connection="close"))
            assert heard_until_closed(connection).startswith(b"HTTP/1.1 200")
        process.send_signal(which)
        assert process.wait(PATIENCE) == status
        assert process.stdout is not None
        assert process.stderr is not None
        rest = f"Games are saved in {tmp_path / 'games.db'}\nCtrl-C stops it; games stay.\n"
        assert process.stdout.read() == rest
        assert process.stderr.read() == ""


def test_open_opens_a_browser_at_the_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.new && mv {opened}.new {opened}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    with served(tmp_path, "--open") as (_, line):
        eventually(opened.exists)
        assert line == f"Fivesquare is at {opened.read_text()}\n"


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--port", str(port))
    sentence = f"port {port} is in use, perhaps by another Fivesquare server; try --port 0 for any free one"
    assert result == Result("", f"Error: {sentence}\n", 1)


def test_a_host_that_is_none_is_one_sentence() -> None:
    result = run("serve", "--host", "no.such.host.invalid", "--port", "0")
    assert result.status == 1
    assert result.err.startswith("Error: cannot listen at no.such.host.invalid (")
    assert result.err.count("\n") == 1


def test_several_workers_on_sqlite_are_refused_in_one_sentence() -> None:
    result = run("serve", "--workers", "2")
    assert result.status == 2
    assert "Several --workers need --database postgresql://...; SQLite is for one." in result.err


def test_a_database_of_an_unknown_kind_is_refused() -> None:
    result = run("serve", "--database", "mysql://localhost/games")
    assert result.status == 2
    assert "sqlite:/// or postgresql://" in result.err


def test_a_place_where_no_database_can_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    result = run_piped("serve", "--port", "0", "--database", f"sqlite:///{tmp_path}/file/games.db")
    assert result.status == 1
    assert result.out == ""
    assert result.err.startswith("Error: ")
    assert result.err.count("\n") == 1


def test_without_the_extra_one_is_told_what_to_install() -> None:
    code = "import sys; sys.modules['uvicorn'] = None; from fivesquare.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve", "--port", "0"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (1, "")
    needed = "Serving needs uvicorn, which is not installed"
    assert done.stderr == f"fivesquare: {needed}: pip install 'fivesquare[web]'\n"


def test_help_and_all_other_commands_need_no_extra() -> None:
    code = "import sys; from fivesquare.cli.main import cli; cli(['--help'], standalone_mode=False)"
    loaded = "print(sorted({'uvicorn', 'pydantic', 'starlette', 'sqlalchemy', 'segno'} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{loaded}"], capture_output=True, text=True, check=True
    )
    assert "serve " in done.stdout
    assert done.stdout.endswith("\n[]\n")


def test_what_the_command_takes_unless_told_is_what_settings_are_unless_told() -> None:
    command = cli.get_command(click.Context(cli), "serve")
    assert command is not None
    defaults = {option.name: option.default for option in command.params}
    settings = Settings()
    for name in (
        "host",
        "port",
        "workers",
        "requests",
        "new_games",
        "streams",
        "keep_days",
        "keep_games",
        "remove_old",
        "log",
    ):
        assert defaults[name] == getattr(settings, name), name
    assert settings.requests_at_once == 4 * settings.requests
    assert settings.new_games_at_once == 60 * settings.new_games


# --- What one is told ---


def test_on_the_network_there_is_an_address_and_a_picture_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(banner, "_own_address", lambda family: "192.168.1.20")
    lines = banner.words(Settings(host="0.0.0.0", database="sqlite:///games.db"), 8000).split("\n")
    assert lines[:3] == [
        "Fivesquare is at http://127.0.0.1:8000",
        "On your network it is at http://192.168.1.20:8000",
        "",
    ]
    picture = [line for line in lines[3:-2] if "/club" not in line]
    assert len(picture) > 10
    assert {len(line) for line in picture if line} == {len(picture[0])}
    assert lines[-2:] == ["Games are saved in games.db", "Ctrl-C stops it; games stay."]


def test_a_machine_without_a_network_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(banner, "_own_address", lambda family: None)
    assert "This machine has no address on a network." in banner.words(Settings(host="::"), 8000)


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("127.0.0.1", None),
        ("::1", None),
        ("localhost", None),
        ("192.168.1.20", "192.168.1.20"),
        ("fd00::7", "fd00::7"),
    ],
)
def test_what_others_call_us(host: str, network: str | None) -> None:
    assert banner.network_host(host) == network


def test_an_address_of_ipv6_is_in_brackets() -> None:
    assert banner.address("::1", 80) == "http://[::1]:80"


# --- The end ---


@pytest.fixture(params=[1, 2], ids=["one process", "two processes"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path, SMALL, workers=request.param) as started:
        yield started


def test_at_the_end_streams_are_closed_and_requests_answered(server: Server) -> None:
    with streaming(server, STREAM) as stream, connected(server) as slow:
        whole = request("POST", "/slowly", b"{}", Expect="100-continue")
        slow.sendall(whole[:-2])
        assert slow.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"  # it is on its way
        server.send_signal(signal.SIGTERM)
        assert heard_until_closed(stream).endswith(b"0\r\n\r\n")  # streams wait for nobody
        slow.sendall(whole[-2:])
        assert heard_until_closed(slow).endswith(b"at last")
        assert server.wait() == 0
    assert server.log == ""


def test_the_end_waits_for_nobody_who_does_not_read(server: Server) -> None:
    with streaming(server, "/api/games/much/events"):
        eventually(lambda: _unsent(server) > 1_000_000)
        assert server.stop() == 0
    assert server.log == ""


def _unsent(server: Server) -> int:
    """Bytes that wait in the system for somebody to read them."""
    lines = Path("/proc/net/tcp").read_text().splitlines()[1:]
    ours = [line.split() for line in lines if line.split()[1].endswith(f":{server.port:04X}")]
    return sum(int(fields[4].partition(":")[0], 16) for fields in ours)


def test_ctrl_c_ends_all_of_it(server: Server) -> None:
    with streaming(server, STREAM):
        os.killpg(server.pid, signal.SIGINT)  # a terminal tells the whole group
        assert server.wait() == 130
    assert server.log == ""
    with pytest.raises(ProcessLookupError):
        os.killpg(server.pid, 0)


def test_a_server_starts_again_where_it_was(server: Server) -> None:
    before = server.url
    for _ in range(2):
        server.kill()
        server.start()
        assert server.url == before
        assert send(server, request()).text == "hello"


def test_who_cannot_start_says_why(tmp_path: Path) -> None:
    for workers in (1, 2):
        with (
            pytest.raises(AssertionError) as failed,
            running(tmp_path, "web.small:create_unable", workers=workers),
        ):
            pass
        last = str(failed.value).strip().split("\n")[-1]
        assert last.endswith("StartupError: the server cannot start: the cellar is flooded")


# --- Several processes ---


def _number(server: Server) -> int:
    return int(json.loads(send(server, request(path="/process")).text)["number"])


def test_several_processes_share_the_work_and_are_replaced(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, workers=3, **NO_LIMITS) as server:
        seen = set[int]()

        def all_seen() -> bool:
            with ThreadPoolExecutor(12) as threads:
                seen.update(threads.map(lambda _: _number(server), range(24)))
            return len(seen) >= 3

        eventually(all_seen)
        assert len(seen) == 3
        assert server.pid not in seen
        dead = min(seen)
        os.kill(dead, signal.SIGKILL)
        seen.clear()
        eventually(all_seen)
        assert dead not in seen
        assert "a process ended, another takes its place" in server.log
        assert server.stop() == 0


def test_several_workers_on_postgresql_end_in_order(tmp_path: Path, postgres: Postgres) -> None:
    """The whole server: games are shared, a stream is open in one of them, and all of them end."""
    with (
        running(tmp_path, database=postgres.new_database(), workers=2) as server,
        server.client() as client,
    ):
        game = client.post("/api/games", json={"book": "sweep"}).json()["id"]
        for _ in range(10):
            assert send(server, request(path=f"/api/games/{game}")).status == 200
        with streaming(server, f"/api/games/{game}/events") as stream:
            assert server.stop() == 0
            assert heard_until_closed(stream).endswith(b"0\r\n\r\n")
        assert server.log == ""


# --- Descriptors ---


def test_the_limit_of_descriptors_is_raised_and_streams_stay_below_it(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard))  # a child begins with ours
    try:
        with running(tmp_path, SMALL) as server:
            told = json.loads(send(server, request(path="/process")).text)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert told["descriptors"] == min(hard, 1 << 20)
    assert told["streams"] == told["descriptors"] - 256
