"""`serve --check-config`: says what is wrong before a server is started, and touches nothing."""

import asyncio
import socket
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from fivesquare.web.serve.config_check import check
from fivesquare.web.settings import Settings
from fivesquare.web.store.schema import VERSION_TABLE
from terminal.running import Result, run_piped
from web.postgres import Postgres
from web.server import running
from web.store.keeping import opened

OLD = Path(__file__).parent / "store" / "databases" / "0.7.sql"
Said = dict[str, tuple[str, str]]


def checked(url: str, *options: str) -> Result:
    return run_piped("serve", "--check-config", "--port", "0", "--database", url, *options)


def said(result: Result) -> Said:
    """Verdict and text by subject."""
    lines = [line.split(maxsplit=2) for line in result.out.splitlines()[:-1]]
    return {subject: (verdict, text) for verdict, subject, text in lines}


def make(url: str) -> None:
    async def making() -> None:
        async with opened(url):
            pass

    asyncio.run(making())


def test_all_is_well_with_a_new_database_and_nothing_is_made(database: str, tmp_path: Path) -> None:
    result = checked(database)
    assert (result.status, result.err) == (0, "")
    assert result.out.endswith("A server with these options can start.\n")
    assert {verdict for verdict, _ in said(result).values()} == {"ok"}
    assert said(result)["migration"] == ("ok", "the tables are made at the start, at 0004")
    assert not list(tmp_path.iterdir())
    with running(tmp_path / "server", database=database):
        """It can."""


def test_a_database_in_use_is_well_too(database: str) -> None:
    make(database)
    result = checked(database, "--metrics", "0")
    assert result.status == 0
    assert said(result)["migration"] == ("ok", "the tables are at 0004, the newest")
    assert said(result)["metrics"] == ("ok", "any that is free, at 127.0.0.1")


def test_a_running_server_is_seen_and_left_alone(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as client:
        result = checked(f"sqlite:///{tmp_path}/games.db", "--port", str(server.port))
        assert result.status == 1
        assert said(result)["port"][0] == "wrong"
        assert f"port {server.port} is in use" in said(result)["port"][1]
        assert said(result)["lock"][0] == "note"
        assert client.post("/api/games", json={"book": "sweep"}).status_code == 201


def test_an_old_database_will_be_migrated_and_is_not_yet(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(OLD.read_text())
    result = checked(f"sqlite:///{file}")
    assert result.status == 0
    verdict, text = said(result)["migration"]
    assert verdict == "note"
    assert text.startswith("the tables are at 0001, and brought to 0004 at the start")
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone() == ("0001",)


def test_a_newer_or_foreign_or_damaged_database_is_wrong(database: str, tmp_path: Path) -> None:
    make(database)
    statement = f"UPDATE {VERSION_TABLE} SET version_num = '9999'"
    if database.startswith("sqlite"):
        with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
            connection.execute(statement)
    else:
        with psycopg.connect(database) as server:
            server.execute(statement)
    result = checked(database)
    assert (result.status, result.out.splitlines()[-1]) == (
        1,
        "A server with these options cannot start, or cannot save games.",
    )
    assert "was written by a newer version" in said(result)["database"][1]
    (tmp_path / "letter").write_text("Dear Ann,")
    assert said(checked(f"sqlite:///{tmp_path}/letter"))["database"][0] == "wrong"
    damaged = tmp_path / "damaged.db"
    make(f"sqlite:///{damaged}")
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12288:])
    assert "damaged" in said(checked(f"sqlite:///{damaged}"))["database"][1]


def test_a_place_where_nothing_can_be_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = checked(f"sqlite:///{tmp_path}/file/games.db")
    assert (result.status, said(result)["database"][0]) == (1, "wrong")
    assert result.err == ""
    nowhere = checked("postgresql://me:secret@127.0.0.1:1/games")
    assert said(nowhere)["database"][0] == "wrong"
    assert said(nowhere)["password"][0] == "note"
    assert "secret" not in nowhere.out


def test_a_user_who_may_not_write_is_told(postgres: Postgres) -> None:
    url = postgres.new_database()
    make(url)
    name = url.split("/")[3].partition("?")[0]
    postgres.execute("DROP ROLE IF EXISTS reader")
    postgres.execute("CREATE ROLE reader LOGIN")
    postgres.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", name)
    result = checked(url.replace("postgres@", "reader@"))
    assert result.status == 1
    assert "permission denied for table games" in said(result)["database"][1]


def test_more_processes_than_connections_are_wrong(postgres: Postgres) -> None:
    result = checked(postgres.new_database(), "--workers", "50")
    assert result.status == 1
    verdict, text = said(result)["connections"]
    assert verdict == "wrong"
    assert text.startswith("this needs 300 of the 100 that the database allows (6 for each process): ")


@pytest.mark.parametrize(
    ("settings", "subject", "verdict", "text"),
    [
        ({"allowed_hosts": frozenset({"https://games.example.org"})}, "names", "wrong", "can never match"),
        ({"allowed_hosts": frozenset({"games.example.org:8000"})}, "names", "wrong", "can never match"),
        ({"allowed_hosts": frozenset({"games.example.org"})}, "names", "ok", "games.example.org"),
        ({"allowed_hosts": frozenset({"games.example.org"})}, "proxy", "note", "--trust-proxy"),
        ({"trust_proxy": True}, "proxy", "ok", "is believed"),
        ({"trust_proxy": True, "host": "0.0.0.0"}, "proxy", "note", "can claim any address"),
        ({"metrics_port": 0, "metrics_host": "0.0.0.0"}, "metrics", "note", "only Prometheus"),
        ({"host": "no.such.host.invalid"}, "port", "wrong", "cannot listen at no.such.host.invalid"),
    ],
)
def test_what_else_is_looked_at(
    settings: dict[str, object], subject: str, verdict: str, text: str, tmp_path: Path
) -> None:
    given: dict[str, object] = {"port": 0, "database": f"sqlite:///{tmp_path}/games.db", **settings}
    found = {each.subject: each for each in check(Settings(**given))}  # type: ignore[arg-type]
    assert found[subject].verdict == verdict
    assert text in found[subject].text


def test_two_services_cannot_share_a_port(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    settings = Settings(port=port, metrics_port=port, database=f"sqlite:///{tmp_path}/games.db")
    found = {each.subject: each for each in check(settings)}
    assert found["metrics"].verdict == "wrong"


def test_a_file_that_others_can_read_is_noted(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    make(url)
    tmp_path.chmod(0o755)
    (tmp_path / "games.db").chmod(0o644)
    assert said(checked(url))["secrets"][0] == "note"
    (tmp_path / "games.db").chmod(0o640)
    assert said(checked(url))["secrets"][0] == "ok"
