"""`make wheels` builds a wheel for each kind of machine, with the compiled solver, on one."""

import base64
import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import build_wheels
import pytest

from fivesquare.loader import machine

SOLVE = r"""
import sys
for heavy in ("numba", "llvmlite", "numpy"):
    sys.modules[heavy] = None
import fivesquare as fs
from fivesquare import library, perft
print(fs.__file__)
print(library.wasm().startswith(b"\0asm"))
position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
print(fs.solve(position).best, perft.perft(position.setup, position.state, 2))
"""
FIRST_BYTES = {
    "linux-aarch64": b"\x7fELF",
    "linux-x86_64": b"\x7fELF",
    "macos-arm64": b"\xcf\xfa\xed\xfe",
    "macos-x86_64": b"\xcf\xfa\xed\xfe",
    "windows-x86_64": b"MZ",
}
README = "![A board](docs/a.svg) See [the docs](docs/index.md) or [elsewhere](https://example.org/)."


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheels by kind of machine. What builds them is fetched by pip, so there has to be a network, or
    what pip has kept."""
    try:
        any_machine, *others = build_wheels.build(tmp_path_factory.mktemp("wheels"))
    except subprocess.CalledProcessError:
        if "CI" in os.environ or "FIVESQUARE_CI" in os.environ:
            raise
        pytest.skip("pip cannot build a wheel here; is there a network?")
    return {"any": any_machine, **dict(zip(build_wheels.TAGS, others, strict=True))}


def test_the_wheel_for_this_machine_compiles_nothing(wheels: dict[str, Path], tmp_path: Path) -> None:
    """Nor does it need what compiles."""
    with zipfile.ZipFile(wheels[machine()]) as content:
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
    place, is_wasm, answer = done.stdout.splitlines()
    assert place.startswith(str(tmp_path))
    assert (is_wasm, answer, done.stderr) == ("True", "('2,2',) 60", "")
    assert not home.exists()


@pytest.mark.parametrize("kind", build_wheels.TAGS)
def test_each_kind_of_machine_has_its_library(kind: str, wheels: dict[str, Path]) -> None:
    with zipfile.ZipFile(wheels[kind]) as content:
        names = content.namelist()
        [digest] = [name for name in names if name.endswith(".digest") and ".wasm" not in name]
        library = content.read(digest.removesuffix(".digest"))
        label = content.read(digest).decode().splitlines()
        [metadata] = [content.read(name).decode() for name in names if name.endswith("METADATA")]
        [tags] = [content.read(name).decode() for name in names if name.endswith("/WHEEL")]
    assert library.startswith(FIRST_BYTES[kind])
    assert b"look_ahead\0" in library
    assert (label[0], label[2]) == (kind, f"sha256 {hashlib.sha256(library).hexdigest()}")
    assert wheels[kind].name.endswith(f"-py3-none-{build_wheels.TAGS[kind]}.whl")
    assert tags.count("Tag: py3-none-") == len(build_wheels.TAGS[kind].split("."))
    assert "Root-Is-Purelib: false" in tags
    needed = [line for line in metadata.splitlines() if re.match("Requires-Dist: [^;]*$", line)]
    assert sorted(line.split()[1].partition(">")[0] for line in needed) == ["click", "rich"]


def test_the_wheel_for_any_machine_has_no_machine_code(wheels: dict[str, Path]) -> None:
    with zipfile.ZipFile(wheels["any"]) as content:
        compiled = [name for name in content.namelist() if "compiled/" in name]
    assert compiled == ["fivesquare/compiled/fivesquare.wasm", "fivesquare/compiled/fivesquare.wasm.digest"]
    assert wheels["any"].name.endswith("-py3-none-any.whl")


def test_the_record_of_a_wheel_is_true(wheels: dict[str, Path]) -> None:
    with zipfile.ZipFile(wheels[machine()]) as content:
        [record] = [name for name in content.namelist() if name.endswith("/RECORD")]
        rows = [line.rsplit(",", 2) for line in content.read(record).decode().splitlines()]
        assert sorted(row[0] for row in rows) == sorted(content.namelist())
        for name, digest, size in rows:
            if name != record:
                data = content.read(name)
                found = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
                assert (digest, size) == (f"sha256={found}", str(len(data)))


def test_the_readme_is_a_page_of_its_own() -> None:
    there = "https://example.org/raw"
    assert build_wheels.on_its_own(README, f"{there}/") == (
        f"![A board]({there}/docs/a.svg) See [the docs]({there}/docs/index.md) "
        "or [elsewhere](https://example.org/)."
    )
    assert build_wheels.on_its_own(README, "") == " See the docs or [elsewhere](https://example.org/)."
