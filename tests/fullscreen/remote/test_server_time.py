"""The server's time, counted on from what it says."""

import time

import pytest

from fivesquare.fullscreen.remote.server_time import ServerTime


def test_time_counts_on_from_the_fastest_message(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    server = ServerTime()
    assert server.since(5.0) == 0.0
    server.hear(1000.0)
    assert server.since(990.0) == 10.0
    now = 103.0
    assert server.since(990.0) == 13.0
    server.hear(1002.0)  # it took a second longer than the one before
    assert server.since(990.0) == 13.0
    server.hear(1004.0)  # it came faster
    assert server.since(990.0) == 14.0
    assert server.since(2000.0) == 0.0


def test_a_server_whose_clock_is_set_back_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 100.0)
    server = ServerTime()
    server.hear(1000.0)
    server.hear(900.0)
    assert server.since(890.0) == 10.0
