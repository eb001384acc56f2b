"""Every test of the full screen sees the same terminal, whatever it is run from."""

import pytest


@pytest.fixture(autouse=True)
def _a_terminal_with_all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    for name in ("NO_COLOR", "COLORFGBG", "TEXTUAL", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_FILTERS"):
        monkeypatch.delenv(name, raising=False)
