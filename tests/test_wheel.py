"""Of the wheels that `make wheels` builds, one carries the compiled solver, for one kind of machine."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import build_wheel
import pytest

SOLVE = r"""
import sys
sys.modules["numba"] = None
import fivesquare as fs
from fivesquare.solver import code
print(fs.__file__)
print(code._shipped_wasm() is not None and code.wasm().startswith(b"\0asm"))
print(fs.solve(fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])).best)
"""


@pytest.fixture
def wheel(tmp_path: Path, shipped_code: bytes, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The wheel. What builds it is fetched by pip, so there has to be a network, or what pip has kept."""
    monkeypatch.setattr(build_wheel, "to_ship", lambda: shipped_code)
    (tmp_path / "sources").mkdir()
    build_wheel.lay_out(tmp_path / "sources")
    build_wheel.add_machine_code(tmp_path / "sources")
    try:
        build_wheel.build(tmp_path / "sources", tmp_path)
    except subprocess.CalledProcessError:
        if "CI" in os.environ or "FIVESQUARE_CI" in os.environ:
            raise
        pytest.skip("pip cannot build a wheel here; is there a network?")
    [built] = tmp_path.glob("*.whl")
    return built


def test_a_wheel_compiles_nothing_where_it_is_installed(wheel: Path, tmp_path: Path) -> None:
    machine = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    assert wheel.name.endswith(f"-py3-none-{machine}.whl")
    with zipfile.ZipFile(wheel) as content:
        content.extractall(tmp_path / "installed")
    home = tmp_path / "home"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "XDG_CACHE_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SOLVE],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    place, is_wasm, best = done.stdout.splitlines()
    assert place.startswith(str(tmp_path))
    assert (is_wasm, best, done.stderr) == ("True", "('2,2',)", "")
    assert not home.exists()
