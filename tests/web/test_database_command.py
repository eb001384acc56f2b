"""`fivesquare database`: what is checked, exported and pruned, beside a server too."""

import asyncio
import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from fivesquare.web.store.base import EveningEntry, StoredEvening
from fivesquare.web.store.schema import VERSION_TABLE
from terminal.running import Result, run, run_piped
from web.server import running
from web.store.keeping import a_game, opened

DAY = 24 * 60 * 60
KEY = b"k" * 32


def command(*arguments: str) -> Result:
    return run_piped("database", *arguments)


def fill(url: str, *, old: int = 0, new: int = 3) -> None:
    async def filling() -> None:
        now = time.time()
        async with opened(url) as store:
            for number in range(new):
                entries = ("sit 1", "1,1") if number else ("sit 1", "1,1", "resign 1")
                await store.create(a_game(f"new{number}", entries, now + number - 100, first=(KEY,)))
            for number in range(old):
                await store.create(a_game(f"old{number}", ("sit 1",), now - 400 * DAY))
            await store.note(KEY, "day", "2026-11-18", {})
            await store.create_evening(StoredEvening("evening", KEY, {"book": "grow"}, now), 9, 0.0)
            await store.append_evening(EveningEntry("evening", 0, "join 1 Ann", (1, KEY)))

    asyncio.run(filling())


def execute(url: str, statement: str) -> None:
    """Do something to a database that the program would not do."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute(statement)
        return
    with psycopg.connect(url) as server:
        server.execute(statement)


# --- check ---


def test_a_sound_database_is_called_so(database: str) -> None:
    fill(database)
    result = command("check", "--database", database)
    assert result.status == 0
    assert result.out == "Nothing is wrong: 3 games, 7 entries of their logs, 1 evening, 1 note.\n"


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("UPDATE entries SET what = '9,9' WHERE game = 'new1' AND number = 1", "new1: entry 1, '9,9': "),
        (
            "UPDATE entries SET what = 'sit 3' WHERE game = 'new1' AND number = 0",
            "new1: entry 0, 'sit 3': there",
        ),
        (
            "UPDATE entries SET what = 'back x' WHERE game = 'new1' AND number = 1",
            "new1: entry 1, 'back x': ",
        ),
        ("INSERT INTO entries VALUES ('new0', 3, '1,2', 1)", "new0: entry 3, '1,2': the game was over"),
        (
            "DELETE FROM entries WHERE game = 'new1' AND number = 0",
            "new1: its entries go up to number 1, but there",
        ),
        (
            "UPDATE games SET record = '{}' WHERE id = 'new2'",
            "new2: its beginning cannot be read: KeyError",
        ),
        (
            "UPDATE games SET record = 'no' WHERE id = 'new2'",
            "new2: its beginning cannot be read: JSONDecodeError",
        ),
        (
            "UPDATE games SET record = replace(record, 'grow', 'glow') WHERE id = 'new2'",
            "new2: it cannot be begun: ",
        ),
        (
            "INSERT INTO keys SELECT game, 2, hash FROM keys WHERE game = 'new2'",
            "new2: something opens its seat 2",
        ),
        (
            "UPDATE keys SET seat = 5 WHERE game = 'new2'",
            "new2: something opens its seat 5, and it has two",
        ),
        ("DELETE FROM seals", "the table seals: it has 0 keys"),
        ("UPDATE notes SET value = '[]'", "the note day 2026-11-18: it is not a note"),
        ("UPDATE evening_entries SET what = 'join'", "evening: entry 0, 'join': "),
        ("UPDATE evening_players SET player = 7", "evening: player 7 has a key, and never came"),
    ],
)
def test_what_is_wrong_is_said(database: str, damage: str, said: str) -> None:
    fill(database)
    execute(database, damage)
    result = command("check", "--database", database)
    assert result.status == 1
    lines = result.out.splitlines()
    assert any(line.startswith(said) for line in lines), result.out
    assert lines[-1].startswith("Wrong: ")
    assert result.err == ""


def test_rows_without_their_game_and_damaged_files_are_found(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    fill(url)
    execute(url, "DELETE FROM games WHERE id = 'new1'")  # SQLite watches over that only if asked
    result = command("check", "--database", url)
    assert (result.status, "the table entries: 2 of its rows belong to games" in result.out) == (1, True)
    whole = (tmp_path / "games.db").read_bytes()
    (tmp_path / "games.db").write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12288:])
    result = command("check", "--database", url)
    assert result.status == 1
    assert "Traceback" not in result.err + result.out
    assert result.out + result.err


def test_a_backup_is_checked_and_exported_by_its_name(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    fill(url)
    assert command("backup", str(tmp_path), "--database", url).status == 0
    (file,) = tmp_path.glob("fivesquare-*.db")
    assert command("check", str(file)).status == 0
    assert len(command("export", str(file)).out.splitlines()) == 3


# --- export ---


def test_every_game_is_exported_as_a_record_that_other_commands_read(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    fill(url)
    result = command("export", "--database", url)
    records = [json.loads(line) for line in result.out.splitlines()]
    assert [record["id"] for record in records] == ["new0", "new1", "new2"]
    assert records[0]["result"] == {"winner": 2, "reason": "resignation"}
    states = run("state", given=result.out)
    assert [json.loads(line)["owners"] for line in states.out.splitlines()] == [[[1, 0], [0, 0]]] * 3
    out = tmp_path / "games.jsonl"
    assert command("export", "--finished", "--out", str(out), "--database", url) == Result("", "", 0)
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == ["new0"]


def test_a_game_that_cannot_be_read_is_left_out_and_named(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    fill(url)
    execute(url, "UPDATE entries SET what = '9,9' WHERE game = 'new1' AND number = 1")
    execute(url, "UPDATE games SET record = '{}' WHERE id = 'new2'")
    result = command("export", "--database", url)
    assert result.status == 1
    assert [json.loads(line)["id"] for line in result.out.splitlines()] == ["new0"]
    assert [line[:45] for line in result.err.splitlines()] == [
        "fivesquare: the game new1 is left out: there ",
        "fivesquare: the game new2 is left out: its be",
    ]


# --- prune ---


def games(url: str) -> int:
    return len(command("export", "--database", url).out.splitlines())


def test_a_dry_run_says_what_pruning_does_then(database: str) -> None:
    fill(database, old=1, new=30)
    would = command("prune", "--dry-run", "--database", database)
    assert would.status == 0
    first, *would_be = would.out.splitlines()
    assert first == "Nothing was deleted: this is what would be."
    assert games(database) == 31
    done = command("prune", "--database", database)
    assert done.out.splitlines() == would_be
    assert would_be[0].startswith("removed 1 game (untouched for 365 days; last touched ")
    assert would_be[0].endswith(": old0")
    assert games(database) == 30
    assert command("prune", "--database", database).out == "There is nothing to delete.\n"


def test_many_old_games_at_one_time_go_only_if_told(database: str) -> None:
    fill(database, old=5, new=5)
    result = command("prune", "--database", database)
    assert "5 of 10 games are untouched for 365 days: none is removed for its age." in result.out
    assert games(database) == 10
    assert command("prune", "--remove-old", "--database", database).status == 0
    assert games(database) == 5
    assert command("prune", "--keep-games", "2", "--database", database).status == 0
    assert games(database) == 2


def test_pruning_beside_a_server_removes_what_it_does_not_play(database: str, tmp_path: Path) -> None:
    fill(database, old=1, new=30)
    with (
        running(tmp_path / "server", database=database, keep_days=10_000) as server,
        server.client() as client,
    ):
        begun = client.post("/api/games", json={"book": "sweep"}).json()
        assert client.get("/api/games/old0").status_code == 200
        result = command("prune", "--database", database)
        assert result.out.startswith("removed 1 game "), result.out + result.err
        wish = {"ply": 0, "move": begun["game"]["legal"][0]}
        assert client.post(f"/api/games/{begun['id']}/moves", json=wish).status_code == 200
        assert command("check", "--database", database).status == 0


# --- Refusals ---


@pytest.mark.parametrize(
    "arguments",
    [["backup", "new.db"], ["check"], ["export"], ["prune"], ["prune", "--dry-run"]],
    ids=" ".join,
)
def test_a_database_that_is_not_there_or_newer_is_one_line(arguments: list[str], tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"

    def refused() -> str:
        result = command(*arguments, "--database", url)
        assert (result.status, result.out, result.err.count("\n")) == (1, "", 1)
        return result.err

    assert "there is no " in refused()
    fill(url)
    execute(url, f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
    assert "was written by a newer version of Fivesquare than this one" in refused()
    assert not Path("new.db").exists()


def test_without_the_extra_one_is_told_what_to_install() -> None:
    """In a process that has imported nothing yet."""
    program = (
        "import sys; sys.modules['sqlalchemy'] = None; sys.argv = ['fivesquare', 'database', 'check']; "
        "from fivesquare.cli.main import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 1
    assert "needs sqlalchemy, which is not installed: pip install 'fivesquare[web]'" in done.stderr


def test_the_commands_are_listed_with_whole_sentences() -> None:
    help_: Callable[..., str] = lambda *words: run("database", *words, "--help").out  # noqa: E731
    assert "An evening" not in help_()
    for name in ("backup", "restore", "check", "export", "prune"):
        assert f"\n  {name} " in help_()
        assert "--database URL" in help_(name)
