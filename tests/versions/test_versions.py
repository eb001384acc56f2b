"""Saved games of every released version open in this one; those of a newer version are refused in one line.

`VERSION/games` are files that the terminal of that version has saved, and `VERSION/states.jsonl` is what
its `state` said of each, in the order of their names (scripts/keep_version.py). Its databases are in
`web/store/databases`.
"""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import fivesquare as fs
from fivesquare import record
from fivesquare.errors import RecordError
from fivesquare.table.resignations import is_ended
from terminal.running import run

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
VERSIONS = sorted(path.name for path in HERE.iterdir() if path.name[0].isdigit())
FILES = [path for version in VERSIONS for path in sorted((HERE / version / "games").iterdir())]
NAMES = [f"{path.parent.parent.name} {path.stem.split('-')[2]}" for path in FILES]


def told(path: Path) -> dict[str, Any]:
    """What the version that has saved a game said of it."""
    folder = path.parent
    place = sorted(folder.iterdir()).index(path)
    said: dict[str, Any] = json.loads((folder.parent / "states.jsonl").read_text().splitlines()[place])
    return said


def test_every_released_version_has_kept_files() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = {
        f"{major}.{minor}" for major, minor in re.findall(r"^## (\d+)\.(\d+)", changes, re.MULTILINE)
    }
    assert set(VERSIONS) == released
    databases = {path.stem for path in (HERE.parent / "web" / "store" / "databases").glob("*.sql")}
    assert databases == released - {"0.1", "0.2", "0.3"}  # they had no server


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_saved_game_is_what_it_was(path: Path) -> None:
    position = record.load(path)
    now, before = position.view(), told(path)
    assert {key: now[key] for key in before} == before
    written = position.to_record()
    kept = json.loads(path.read_text())
    assert {key: written[key] for key in kept if key != "book"} == {
        key: value for key, value in kept.items() if key != "book"
    }
    assert fs.Position.from_record(written).view() == now


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_saved_game_is_continued_or_replayed(path: Path, tmp_path: Path) -> None:
    file = tmp_path / path.name
    shutil.copyfile(path, file)
    position = record.load(file)
    if is_ended(position):
        result = run("replay", str(file))
        assert (result.status, result.err) == (0, "")
        return
    move = position.legal[0]
    result = run("resume", str(file), given=f"{move.replace(',', ' ')}\n")
    assert (result.status, result.err) == (0, ""), result.out
    after = record.load(file)
    assert after.moves[: len(position.moves) + 1] == (*position.moves, move)


@pytest.mark.parametrize("version", VERSIONS)
def test_they_are_all_listed(version: str, games: Path) -> None:
    shutil.copytree(HERE / version / "games", games, dirs_exist_ok=True)
    listed = run("games").out
    assert len(re.findall(r"^ *\d+ ", listed, re.MULTILINE)) == len(
        list((HERE / version / "games").iterdir())
    )


# --- Newer ones ---

NEWER = {"book": "grow", "seed": 5, "fivesquare_format": 2, "board": {"rows": [[1, 2]]}, "moves": [1, 2]}
SENTENCE = "was written by a newer version of Fivesquare than this one"


def test_a_record_of_a_newer_format_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(NEWER))
    with pytest.raises(RecordError, match=SENTENCE):
        fs.Position.from_record(NEWER)
    for command in ("resume", "replay", "review", "solve"):
        result = run(command, str(file))
        assert (result.status, result.err.count("\n")) == (1, 1)
        assert f"game.json': this {SENTENCE} (format 2; this one reads 1)" in result.err
    assert json.loads(file.read_text()) == NEWER
    assert SENTENCE in json.loads(run("state", given=json.dumps(NEWER)).out)["error"]


@pytest.mark.parametrize("format", [1, "2", None, True, 1.5])
def test_only_a_higher_number_is_a_newer_format(format: Any) -> None:  # noqa: A002
    game = {"book": "sweep", "board": [[1, 2], [3, 4]], "moves": [], "fivesquare_format": format}
    assert fs.Position.from_record(game).to_record()["fivesquare_format"] == format
