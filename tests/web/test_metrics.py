"""Metrics for Prometheus: what they count, that they count it once, and where they are to be had."""

import asyncio
import json
import os
import re
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families as families

from fivesquare.background import Work
from fivesquare.lanes import BusyError, Job
from fivesquare.web.observer import Observer
from fivesquare.web.serve.guard import RequestIds
from terminal.running import run
from web.postgres import Postgres
from web.raw import request, send, streaming
from web.server import NO_LIMITS, Server, eventually, running

ROOT = Path(__file__).parent.parent.parent
Labels = dict[str, str]


class Scrape:
    """What the metrics say at one moment."""

    def __init__(self, server: Server) -> None:
        self.text = httpx2.get(server.metrics_url).raise_for_status().text
        self.samples = [sample for family in families(self.text) for sample in family.samples]

    def value(self, name: str, **labels: str) -> float:
        """The sum of the series of that name with these labels, and perhaps others."""
        return sum(
            sample.value
            for sample in self.samples
            if sample.name == name and labels.items() <= sample.labels.items()
        )

    def labels(self, name: str, label: str) -> set[str]:
        return {sample.labels[label] for sample in self.samples if sample.name == name}


def play(client: httpx2.Client, moves: int, book: Any = "sweep") -> str:
    """A game of two people at one screen, and its first moves."""
    begun = client.post("/api/games", json={"book": book, "seed": 1}).raise_for_status().json()
    game = begun["game"]
    for _ in range(moves):
        wish = {"ply": game["ply"], "move": game["legal"][0]}
        game = client.post(f"/api/games/{game['id']}/moves", json=wish).raise_for_status().json()
    return str(game["id"])


def test_what_happens_is_counted(tmp_path: Path) -> None:
    with running(tmp_path, metrics_port=0) as server, server.client() as client:
        game = play(client, 3)
        play(client, 1, {"like": "sweep", "size": [2, 2]})
        version = client.get(f"/api/games/{game}").json()["version"]
        again = {"ply": 2, "move": client.get(f"/api/games/{game}").json()["moves"][2]}
        client.post(f"/api/games/{game}/moves", json=again).raise_for_status()  # is no news
        client.post(f"/api/games/{game}/resign", json={"version": version}).raise_for_status()
        with streaming(server, f"/api/games/{game}/events"):
            eventually(lambda: Scrape(server).value("fivesquare_streams") == 1)
        eventually(lambda: Scrape(server).value("fivesquare_streams") == 0)
        against = client.post("/api/games", json={"book": "grow", "first": "level:1"}).json()["id"]
        eventually(lambda: client.get(f"/api/games/{against}").json()["ply"] == 1)
        client.post("/api/solve", json={"book": "sweep", "board": [[1, 2], [3, 4]], "moves": []})
        eventually(lambda: Scrape(server).value("fivesquare_solver_ready") == 1)
        seen = Scrape(server)
    assert seen.value("fivesquare_moves_total", book="sweep", player="person") == 3
    assert seen.value("fivesquare_moves_total", book="other", player="person") == 1
    assert seen.value("fivesquare_moves_total", book="grow", player="computer") == 1
    assert seen.value("fivesquare_games_started_total") == 3
    assert seen.value("fivesquare_games_ended_total", reason="resignation") == 1
    moves = {"route": "/api/games/{id}/moves", "method": "POST"}
    assert seen.value("fivesquare_requests_total", status="200", **moves) == 5
    assert seen.value("fivesquare_request_seconds_count", **moves) == 5
    assert 0 < seen.value("fivesquare_request_seconds_sum", **moves) < 60
    assert seen.value("fivesquare_requests_total", route="/api/games/{id}/events") == 1
    assert seen.value("fivesquare_request_seconds_count", route="/api/games/{id}/events") == 0
    # Three games, five moves, a resignation.
    assert seen.value("fivesquare_database_writes_total") >= 9
    assert seen.value("fivesquare_database_commit_seconds_count") >= 1
    assert seen.value("fivesquare_database_read_seconds_count") >= 1
    assert seen.value("fivesquare_database_errors_total") == 0
    assert seen.value("fivesquare_solver_work_seconds_count", lane="analyses") == 1
    assert seen.value("fivesquare_solver_wait_seconds_count", lane="moves") >= 0
    assert seen.value("fivesquare_processes") == 1
    assert seen.value("fivesquare_streams_limit") > 100
    assert "fivesquare_event_loop_lag_seconds" in seen.text


def test_labels_are_few_whatever_is_asked(tmp_path: Path) -> None:
    with running(tmp_path, metrics_port=0, **NO_LIMITS) as server:
        for number in range(20):
            send(server, request(path=f"/api/games/game{number}"))
            send(server, request(path=f"/nowhere/{number}"))
            send(server, request(Host=f"evil{number}.example"))
        for method in ("PROPFIND", "LOCK", "SEARCH"):
            send(server, request(method, "/api/games"))
        seen = Scrape(server)
    name = "fivesquare_requests_total"
    assert seen.labels(name, "route") == {"/api/games/{id}", "/api/games", "none"}
    assert seen.labels(name, "method") == {"GET", "other"}
    assert seen.value(name, route="/api/games/{id}", status="404") == 20
    assert seen.value(name, route="none", status="404") == 20
    assert seen.value(name, route="none", status="421") == 20


def test_faults_are_counted_by_their_lines_in_the_log(tmp_path: Path) -> None:
    with running(tmp_path, "web.faulty:create_app", metrics_port=0) as server:
        assert Scrape(server).value("fivesquare_log_messages_total") == 0
        sent = send(server, request(path="/api/fail"))
        assert sent.status == 500
        seen = Scrape(server)
        assert seen.value("fivesquare_log_messages_total", level="error") == 1
        assert f"request {sent.headers['x-request-id']})" in server.log


def test_a_database_that_is_away_is_counted(tmp_path: Path) -> None:
    with running(tmp_path, metrics_port=0) as server, server.client() as client:
        play(client, 1)
        (tmp_path / "games.db").rename(tmp_path / "elsewhere.db")
        assert client.post("/api/games", json={"book": "sweep"}).status_code == 503
        seen = Scrape(server)
    assert seen.value("fivesquare_database_errors_total", operation="write") == 1
    assert seen.value("fivesquare_games_started_total") == 1


def test_several_processes_are_added_up_and_a_dead_one_keeps_its_counts(
    tmp_path: Path, postgres: Postgres
) -> None:
    with running(
        tmp_path, database=postgres.new_database(), workers=2, metrics_port=0, **NO_LIMITS
    ) as server:

        def some_games(_: int) -> None:
            with server.client() as client:  # a connection of its own, to one of the two
                play(client, 3)

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(some_games, range(12)))
        seen = [Scrape(server) for _ in range(4)]  # whichever of them answers
        assert {each.value("fivesquare_moves_total") for each in seen} == {36}
        assert {each.value("fivesquare_processes") for each in seen} == {2}
        children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text().split()
        with server.client() as client:
            game = play(client, 0)
            with streaming(server, f"/api/games/{game}/events"):
                eventually(lambda: Scrape(server).value("fivesquare_streams") == 1)
                for child in children:
                    os.kill(int(child), signal.SIGKILL)
                eventually(lambda: "another takes its place" in server.log)
                eventually(lambda: _processes(server) == 2)
        after = Scrape(server)
        assert after.value("fivesquare_moves_total") == 36
        assert after.value("fivesquare_streams") == 0
        assert server.stop() == 0


def _processes(server: Server) -> float:
    try:
        return Scrape(server).value("fivesquare_processes")
    except httpx2.HTTPError:  # both are dead
        return 0


# --- Where they are ---


def test_they_are_on_a_port_of_their_own_and_only_if_asked_for(tmp_path: Path) -> None:
    with running(tmp_path / "with", metrics_port=0) as server:
        assert send(server, request(path="/metrics")).status == 404
        assert server.metrics_url.startswith("http://127.0.0.1:")
        away = httpx2.get(server.metrics_url.removesuffix("metrics") + "api/games")
        assert (away.status_code, away.text) == (404, "the metrics are at /metrics\n")
        ports = {server.port, int(server.metrics_url.split(":")[2].partition("/")[0])}
        assert len(ports) == 2
    with running(tmp_path / "without") as server:
        assert send(server, request(path="/metrics")).status == 404
        loaded = Path(f"/proc/{server.pid}/maps").read_text()
        assert "fivesquare-metrics" not in loaded


def test_what_they_were_counted_in_is_gone_after_the_end(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with running(tmp_path / "games", metrics_port=0) as server:
        assert len(list(tmp_path.glob("fivesquare-metrics-*"))) == 1
        assert server.stop() == 0
    assert not list(tmp_path.glob("fivesquare-metrics-*"))


@pytest.mark.parametrize("given", ["metrics", "1.2.3.4", ":9464", "65536", "host:", "-1", "٣"])
def test_an_address_that_is_none_is_refused(given: str) -> None:
    result = run("serve", "--port", "0", f"--metrics={given}")
    assert result.status == 2
    assert "give a port, or an address and a port" in result.err


def test_a_port_that_is_taken_is_one_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("serve", "--port", "0", "--metrics", str(port))
    assert result.err == (
        f"Error: port {port} is in use, perhaps by another Fivesquare server; "
        "try --metrics 0 for any free one\n"
    )


# --- Alarms ---


def test_the_alarms_of_the_documentation_are_about_metrics_that_exist(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
    alarms = page.partition("groups:")[2].partition("```")[0]
    assert alarms.count("- alert:") == 5
    named = set(re.findall(r"\bfivesquare_\w+", "".join(re.findall(r"expr: (.*)", alarms))))
    with running(tmp_path, metrics_port=0) as server, server.client() as client:
        play(client, 1)
        client.post("/api/games", json={"book": "sweep", "first": "level:1"}).raise_for_status()
        eventually(lambda: "fivesquare_solver_work_seconds_count" in Scrape(server).text)
        eventually(lambda: "fivesquare_solver_waiting" in Scrape(server).text)
        exist = {sample.name for sample in Scrape(server).samples} | {"fivesquare_games_ended_total"}
        assert named <= exist
        told = set(re.findall(r"`(fivesquare_\w+)", page))
        assert told == {re.sub("_(bucket|sum|count)$", "", name) for name in exist}


# --- Lanes ---


def test_a_lane_tells_what_it_has_done_and_refused() -> None:
    from fivesquare.web.serve.metrics import ObservedLane

    told = list[tuple[Any, ...]]()

    class Telling(Observer):
        def worked(self, lane: str, waited: float, seconds: float) -> None:
            told.append(("worked", lane, waited >= 0, seconds >= 0))

        def refused(self, lane: str) -> None:
            told.append(("refused", lane))

    async def ask() -> None:
        lane = ObservedLane(Telling(), "test", 1, 0)
        assert await lane.do(lambda: 7) == 7
        eventually(lambda: len(told) == 1)
        go = asyncio.Event()
        blocking = Work(lambda: asyncio.run(_wait(go)), "block")
        lane.put(Job(lambda _: blocking.result(), lambda: None))
        with pytest.raises(BusyError):
            lane.put(Job(lambda _: None, lambda: None))
        go.set()

    async def _wait(go: asyncio.Event) -> None:
        while not go.is_set():
            await asyncio.sleep(0.01)

    asyncio.run(ask())
    assert told[:2] == [("worked", "test", True, True), ("refused", "test")]


# --- Request ids ---


def test_every_answer_has_the_id_that_its_lines_in_the_log_have(tmp_path: Path) -> None:
    with running(tmp_path, log="json") as server:
        paths = ("/healthz", "/nowhere", "/api/games")
        sent = [send(server, request(path=path)) for path in paths]
        sent.append(send(server, request(Host="evil.example")))
        eventually(lambda: server.log.count("\n") >= 4)
        lines = [json.loads(line) for line in server.log.splitlines()]
    ids = [each.headers["x-request-id"] for each in sent]
    assert len(set(ids)) == 4
    assert [line["request"] for line in lines] == ids


@pytest.mark.parametrize("trusted", [True, False])
def test_only_a_trusted_proxy_can_give_an_id(tmp_path: Path, trusted: bool) -> None:
    with running(tmp_path, log="json", trust_proxy=trusted) as server:
        given = send(server, request(path="/healthz", X_Request_Id="edge-17")).headers["x-request-id"]
    assert (given == "edge-17") == trusted


@pytest.mark.parametrize("id", ["", "a b", "a\tb", '"', "x" * 65, "\xe9", "a\x7f"])
def test_an_id_that_is_no_word_is_replaced(id: str) -> None:  # noqa: A002
    ids = RequestIds(is_proxy_trusted=True)
    made = ids.of([(b"x-request-id", id.encode("latin-1"))])
    assert re.fullmatch(r"[0-9a-f]{8}-1", made)
    assert ids.of([(b"x-request-id", b"fine")]) == "fine"
