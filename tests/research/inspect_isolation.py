"""What every test of Inspect needs: its own folders, and deaf ears for what others have to tell it."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

FOREIGN = pytest.mark.filterwarnings(
    "ignore:The 'initial' parameter is deprecated:DeprecationWarning",  # of tenacity, to Inspect
    "ignore:Unclosed <MemoryObject:ResourceWarning",  # of anyio, to Inspect
    "ignore:unclosed <socket.*raddr:ResourceWarning",  # these two of connections, which Inspect leaves to
    "ignore:unclosed transport:ResourceWarning",  # Python to close
)


@pytest.fixture(autouse=True)
def nothing_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What Inspect keeps beside its logs, it keeps here; what it forgets to close is not left to others."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    yield
    gc.collect()
