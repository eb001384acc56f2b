"""Starting is cheap because what is heavy is not imported; the seconds are in bench/results.md."""

import subprocess
import sys

import pytest

HEAVY = {"numba", "numpy", "rich", "llvmlite"}
SCRIPT = """
import sys
from fivesquare.cli.main import main
try:
    main()
except SystemExit:
    sys.stderr.write(" ".join(sys.modules))
"""


@pytest.mark.parametrize(
    "arguments", [["books"], ["play", "grow"], ["rules", "flip"], ["state"], [], ["solve", "--seed", "1"]]
)
def test_no_heavy_import_before_the_first_board(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    modules = set(done.stderr.split())
    assert "fivesquare.cli.main" in modules
    assert not modules & HEAVY
