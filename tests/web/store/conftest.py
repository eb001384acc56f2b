"""Every test of a store that asks for `url` is run on each database."""

from pathlib import Path

import pytest


@pytest.fixture(params=["sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database without tables."""
    return f"sqlite:///{tmp_path}/games.db"
