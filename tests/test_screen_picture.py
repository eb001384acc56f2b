"""The picture of the full screen in the README is what the program shows today."""

import draw_screens
import pytest


@pytest.mark.usefixtures("_state_in_a_temporary_folder")
def test_the_picture_is_current() -> None:
    drawn = draw_screens.picture(draw_screens.recorded(), "A game at the full screen of a terminal")
    assert drawn == draw_screens.PICTURE.read_text(encoding="utf-8"), "run: make docs"


def test_it_is_light_and_dark_and_still_where_no_motion_is_wanted() -> None:
    drawn = draw_screens.PICTURE.read_text(encoding="utf-8")
    assert "prefers-color-scheme:dark" in drawn
    assert "prefers-reduced-motion:reduce" in drawn
