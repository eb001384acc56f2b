"""Every test of the full screen sees the same terminal, and waits no longer than it must."""

import asyncio

import pytest

_MOMENT = 0.002  # seconds in which the loop gets to what is ready; `settled` waits for the rest


@pytest.fixture(autouse=True)
def _a_terminal_with_all_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    for name in ("NO_COLOR", "COLORFGBG", "TEXTUAL", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_FILTERS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _no_waiting_for_an_idle_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot waits after each key until the process is idle, a second where it is searching."""

    async def wait(*_: object, **__: object) -> None:
        await asyncio.sleep(_MOMENT)

    monkeypatch.setattr("textual.app.wait_for_idle", wait)
    monkeypatch.setattr("textual.pilot.wait_for_idle", wait)


@pytest.fixture(autouse=True)
def _no_breath_between_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that types knows what it does."""
    monkeypatch.setattr("fivesquare.fullscreen.game_page.BREATH", 0.0)


@pytest.fixture(autouse=True)
def _an_empty_analysis_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one test leaves on the analysis board is not there in the next."""
    monkeypatch.setattr("fivesquare.fullscreen.analysis_page.AnalysisPage.last", None)
