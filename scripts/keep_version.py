"""Keep files of a released version, which every later one must open: saved games and a database.

    python scripts/keep_version.py VERSION [SOURCE]

Run it when VERSION, like 0.9, is released; SOURCE is the `src` folder of its checkout (default: this one).
It plays games at that version's terminal and over HTTP on its server, and writes

    tests/versions/VERSION/games/*.json     games as the terminal saves them
    tests/versions/VERSION/states.jsonl     what its `state` says of each, in the order of their names
    tests/web/store/databases/VERSION.sql   the database of its server, as SQL
    tests/web/store/databases/VERSION.json  what its server said of each game, and two cookies

`tests/versions/test_versions.py` and `tests/web/store/test_old_versions.py` open them.
"""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2

ROOT = Path(__file__).parent.parent
TERMINAL = ROOT / "tests" / "versions"
SERVER = ROOT / "tests" / "web" / "store" / "databases"

BOOK = {"like": "fifteen", "take": "lower-enemy", "goal": {"exactly": 21}, "title": "Twenty-one"}
PLAYED = [
    (["grow", "--seed", "5"], "1 1\n5 5\n1 2\n"),
    (["sweep", "--board", "5 3 8/2 9 1/6 4 7"], "1 1\n2 2\n1 3\n3 1\n3 3\n"),
    (["chain", "--second", "random", "--seed", "7"], "3 3\n3 4\n1 1\n2 2\n"),
    (["fifteen", "--second", "level:3", "--seed", "7"], "1 1\n4 4\n"),
    (["flip", "--seed", "3", "--komi", "2.5"], "1 1\n4 4\n2 2\n"),
    (["sweep", "--seed", "3", "--swap"], "1 1\nswap\n2 2\n"),
    (["--book", "book.json", "--seed", "2"], "1 1\n4 4\n"),
]
"""Arguments of `play`, and what is typed. Versions without an option refuse it, and keep one game less."""

TOLD = ("moves", "version", "turn", "over", "winner", "scores", "owners", "seats", "asks", "resigned")
KEPT = (*TOLD, "board", "rematch", "players")


def main() -> None:
    version = sys.argv[1]
    source = Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else ROOT / "src"
    with tempfile.TemporaryDirectory() as folder:
        keep_saved_games(version, Program(source, Path(folder)))
        if (source / "fivesquare" / "web").is_dir():
            keep_database(version, Program(source, Path(folder)))


class Program:
    """That version, with its files in a folder."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.folder = folder
        self._environment = {
            **os.environ,
            "PYTHONPATH": str(source),
            "XDG_STATE_HOME": str(folder / "state"),
            "TERM": "dumb",
        }

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "fivesquare", *arguments],
            cwd=self.folder,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str, typed: str = "") -> str:
        return self.start(*arguments).communicate(typed)[0]


def keep_saved_games(version: str, program: Program) -> None:
    (program.folder / "book.json").write_text(json.dumps(BOOK))
    for arguments, typed in PLAYED:
        program.run("play", *arguments, typed=typed)
    saved = sorted((program.folder / "state" / "fivesquare" / "games").glob("*.json"))
    kept = TERMINAL / version
    shutil.rmtree(kept, ignore_errors=True)
    (kept / "games").mkdir(parents=True)
    for path in saved:
        shutil.copyfile(path, kept / "games" / path.name)
    lines = "".join(path.read_text().rstrip("\n") + "\n" for path in saved)
    (kept / "states.jsonl").write_text(program.run("state", typed=lines))


def keep_database(version: str, program: Program) -> None:
    database = program.folder / "games.db"
    server = program.start("serve", "--port", "0", "--database", f"sqlite:///{database}")
    assert server.stdout is not None
    found = re.search(r"http://\S+", server.stdout.readline())
    assert found is not None
    with (
        httpx2.Client(base_url=found[0], timeout=60) as mine,
        httpx2.Client(base_url=found[0], timeout=60) as friend,
    ):
        told = played_over_http(mine, friend)
    server.send_signal(signal.SIGTERM)
    server.communicate()
    with closing(sqlite3.connect(database)) as connection:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        dump = [f"PRAGMA application_id = {application};", *connection.iterdump()]
    (SERVER / f"{version}.sql").write_text("\n".join(dump) + "\n")
    (SERVER / f"{version}.json").write_text(json.dumps(told, indent=1) + "\n")


def played_over_http(mine: httpx2.Client, friend: httpx2.Client) -> dict[str, Any]:
    """Five games, as they stand in the end, and the cookies of the two who played them."""
    against = begin(mine, {"book": "flip", "second": "greedy"}, {1: mine})
    for move in ("1,1", "1,3"):
        make(mine, against, move)
    ask(mine, against)
    between = begin(mine, {"book": "chain"}, {1: mine, 2: friend})
    make(mine, between, "3,3")
    make(friend, between, "1,1")
    ask(mine, between)
    board = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]
    komi = {"like": "sweep", "balance": {"komi": 2.5}}
    finished = begin(mine, {"book": komi, "board": board}, {1: friend, 2: mine})
    for who, move in zip((friend, mine) * 3, ("3,3", "3,1", "2,2", "1,3", "1,1"), strict=False):
        make(who, finished, move)
    resigned = begin(mine, {"book": "fifteen", "first": "level:2"}, {2: mine})
    settled(mine, resigned)
    post(mine, f"{resigned}/resign", {"version": settled(mine, resigned)["version"]})
    begun = post(mine, f"{finished}/rematch", {"board": "new"})
    rematch = f"/api/games/{begun['id']}"
    places = (against, between, finished, resigned, rematch)
    games = {place.rpartition("/")[2]: mine.get(place).json() for place in places}
    return {
        "games": {name: {key: game[key] for key in KEPT} for name, game in games.items()},
        "cookie": dict(mine.cookies),
        "friend": dict(friend.cookies),
    }


def post(who: httpx2.Client, path: str, body: dict[str, Any], **more: Any) -> dict[str, Any]:
    answer = who.post(path, json=body, **more)
    assert answer.is_success, answer.text
    told: dict[str, Any] = answer.json()
    return told


def begin(who: httpx2.Client, body: dict[str, Any], seats: dict[int, httpx2.Client]) -> str:
    """A new game in which these sit; its address."""
    begun = post(who, "/api/games", {**body, "sit": []})
    place = f"/api/games/{begun['id']}"
    for seat, player in seats.items():
        post(player, f"{place}/seat", {}, headers={"authorization": f"Bearer {begun['seats'][str(seat)]}"})
    return place


def settled(who: httpx2.Client, place: str) -> dict[str, Any]:
    """The game when the computer has moved."""
    while (game := who.get(place).json())["thinking"]:
        """It thinks."""
    told: dict[str, Any] = game
    return told


def make(who: httpx2.Client, place: str, move: str) -> None:
    post(who, f"{place}/moves", {"ply": settled(who, place)["ply"], "move": move})
    settled(who, place)


def ask(who: httpx2.Client, place: str) -> None:
    """To take the last move back; the computer never minds."""
    post(who, f"{place}/takeback", {"version": settled(who, place)["version"]})


if __name__ == "__main__":
    main()
