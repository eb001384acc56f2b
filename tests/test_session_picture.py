"""The picture of a first game in the README is what a first game looks like."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def script() -> ModuleType:
    spec = spec_from_file_location("record_session", ROOT / "scripts" / "record_session.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_is_current(script: ModuleType) -> None:
    assert script.drawn(script.shown(script.record())) == script.PICTURE.read_text(encoding="utf-8")


def test_the_picture_can_be_read_on_light_and_on_dark_paper(script: ModuleType) -> None:
    picture = script.PICTURE.read_text(encoding="utf-8")
    ElementTree.fromstring(picture)
    assert "prefers-color-scheme:dark" in picture
    assert "docs/pictures/session.svg" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_was_erased_from_the_screen_is_not_drawn(script: ModuleType) -> None:
    lines = script.shown("Player 1: \x1b[1m2 2\x1b[0m\r\nThinking ...\r\x1b[KDone.\r\n")
    assert [line.plain for line in lines] == ["Player 1: 2 2", "Done."]
    row = script.drawn(lines)
    assert 'class="bold"' in row
    assert "Thinking" not in row
