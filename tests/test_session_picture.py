"""The picture of a first game in the README is what a first game looks like."""

from pathlib import Path
from xml.etree import ElementTree

import record_session

ROOT = Path(__file__).parent.parent


def test_the_picture_is_current() -> None:
    assert record_session.drawn(
        record_session.shown(record_session.record())
    ) == record_session.PICTURE.read_text(encoding="utf-8")


def test_the_picture_can_be_read_on_light_and_on_dark_paper() -> None:
    picture = record_session.PICTURE.read_text(encoding="utf-8")
    ElementTree.fromstring(picture)
    assert "prefers-color-scheme:dark" in picture
    assert "docs/pictures/session.svg" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_was_erased_from_the_screen_is_not_drawn() -> None:
    lines = record_session.shown("Player 1: \x1b[1m2 2\x1b[0m\r\nThinking ...\r\x1b[KDone.\r\n")
    assert [line.plain for line in lines] == ["Player 1: 2 2", "Done."]
    row = record_session.drawn(lines)
    assert 'class="bold"' in row
    assert "Thinking" not in row
