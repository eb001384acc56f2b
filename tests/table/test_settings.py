"""What is remembered from one run to the next is never needed, and never in the way."""

from pathlib import Path

import pytest

from fivesquare.table import settings


@pytest.fixture
def file(place: Path) -> Path:
    return place / "state" / "fivesquare" / "memory.json"


def test_what_is_remembered_is_recalled(file: Path) -> None:
    assert settings.recall("book") is None
    settings.store(book="grow", compiling=14)
    settings.store(book="flip")
    assert (settings.recall("book"), settings.recall("compiling")) == ("flip", 14)
    assert file.read_text() == '{"book": "flip", "compiling": 14}\n'


@pytest.mark.parametrize("text", ["", "[]", "nonsense", '{"book": ', "\0", "[" * 10000])
def test_a_damaged_memory_is_an_empty_one(text: str, file: Path) -> None:
    file.parent.mkdir(parents=True)
    file.write_text(text)
    assert settings.recall("book") is None
    settings.store(book="grow")
    assert settings.recall("book") == "grow"


def test_where_nothing_can_be_kept_nothing_is_said(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(place / "file"))
    settings.store(book="grow")
    assert settings.recall("book") is None
    assert capsys.readouterr() == ("", "")
