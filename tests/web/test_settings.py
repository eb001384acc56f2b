"""What a server is told, and what it makes of it."""

import resource
from pathlib import Path

import pytest

from fivesquare.web.settings import Settings


def test_games_are_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().database == f"sqlite:///{tmp_path}/fivesquare/games.db"
    assert Settings().database_file == tmp_path / "fivesquare" / "games.db"
    monkeypatch.setenv("XDG_DATA_HOME", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert Settings().database_file == tmp_path / ".local" / "share" / "fivesquare" / "games.db"


@pytest.mark.parametrize(
    ("database", "shown"),
    [
        ("sqlite:///games.db", "games.db"),
        ("sqlite:////srv/games.db", "/srv/games.db"),
        ("postgresql://club:sesame@db.example/games", "postgresql://db.example/games"),
        ("postgresql://db.example/games?password=sesame", "postgresql://db.example/games"),
        ("postgresql://club:se@same@db.example/games", "postgresql://db.example/games"),
    ],
)
def test_the_place_of_the_games_is_shown_without_a_password(database: str, shown: str) -> None:
    assert Settings(database=database).shown_database == shown


def test_streams_leave_descriptors_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    for hard, streams in ((1024, 768), (100, 50), (65536, 65280), (resource.RLIM_INFINITY, 2**20 - 256)):
        monkeypatch.setattr("resource.getrlimit", lambda _, hard=hard: (64, hard))
        assert Settings().most_streams == streams
