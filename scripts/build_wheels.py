"""Build the wheels: one for each kind of machine, with the compiled solver, and one for any other.

    python scripts/build_wheels.py [FOLDER] [--address URL]

All are built on this machine and lie in FOLDER, or else in `dist`. Each has the solver as WebAssembly,
which is the same everywhere. Where the one for any machine is installed, the extra `compile` compiles the
solver at the first search. `--address` is where the files of this commit can be read: links and pictures of
the README lead there, and are left out without it. The same sources make the same bytes, dated by
SOURCE_DATE_EPOCH.
"""

import argparse
import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from fivesquare import library

ROOT = Path(__file__).parent.parent
PARTS = ["pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"]
ANY, WASM = "any", "wasm32"
TAGS = {
    "linux-aarch64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "linux-x86_64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "macos-arm64": "macosx_11_0_arm64",
    "macos-x86_64": "macosx_11_0_x86_64",
    "windows-x86_64": "win_amd64",
}
"""For each kind of machine the platforms of its wheel: the library asks for no libc, of whatever kind."""
_EARLIEST = 315532800  # 1980: no archive can say an earlier time
_PACKAGE = "fivesquare/compiled/"


def lay_out(folder: Path, address: str = "") -> None:
    """The sources in an empty folder, with the README as a page of its own."""
    for part in PARTS:
        shutil.copy(ROOT / part, folder)
    left_out = shutil.ignore_patterns("__pycache__", "*.egg-info", library.FOLDER.name)
    shutil.copytree(ROOT / "src", folder / "src", ignore=left_out)
    readme = folder / "README.md"
    readme.write_text(on_its_own(readme.read_text(encoding="utf-8"), address), encoding="utf-8")


def on_its_own(text: str, address: str) -> str:
    """Markdown whose links and pictures do not depend on where it lies: absolute, or without them."""

    def absolute(found: re.Match[str]) -> str:
        is_picture, label, target = found.groups()
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        if address:
            return f"{is_picture}[{label}]({address.rstrip('/')}/{target})"
        return "" if is_picture else label

    return re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", absolute, text)


def build_plain(sources: Path, folder: Path) -> Path:
    """The wheel that setuptools makes, without anything compiled."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel", "--no-deps"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(sources)], check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def with_libraries(plain: Path, folder: Path, tags: str, files: Mapping[str, bytes]) -> Path:
    """A wheel for these platforms: the plain one with files of `compiled/`, by name."""
    name = plain.name.replace("-none-any", f"-none-{tags}")
    with zipfile.ZipFile(plain) as archive:
        content = {entry: archive.read(entry) for entry in archive.namelist() if not entry.endswith("/")}
    [record] = [entry for entry in content if entry.endswith(".dist-info/RECORD")]
    wheel = record.replace("RECORD", "WHEEL")
    content |= {_PACKAGE + file: data for file, data in files.items()}
    content[wheel] = _retagged(content[wheel].decode(), tags).encode()
    del content[record]
    rows = [f"{entry},sha256={_digest(data)},{len(data)}" for entry, data in sorted(content.items())]
    content[record] = "\n".join([*rows, f"{record},,", ""]).encode()
    with zipfile.ZipFile(folder / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, data in content.items():
            archive.writestr(_dated(entry), data, compresslevel=9)
    return folder / name


def _retagged(text: str, tags: str) -> str:
    kept = [
        line for line in text.splitlines() if line and not line.startswith(("Tag:", "Root-Is-Purelib:"))
    ]
    purely = "true" if tags == ANY else "false"
    return "\n".join(
        [*kept, f"Root-Is-Purelib: {purely}", *(f"Tag: py3-none-{tag}" for tag in tags.split(".")), ""]
    )


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def _dated(entry: str) -> zipfile.ZipInfo:
    when = max(_EARLIEST, int(os.environ.get("SOURCE_DATE_EPOCH", _EARLIEST)))
    info = zipfile.ZipInfo(entry, time.gmtime(when)[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o100644 << 16
    info.create_system = 3
    return info


def build(folder: Path, kinds: Sequence[str] = tuple(TAGS), address: str = "") -> list[Path]:
    """The wheels for these kinds of machines, and the one for any other."""
    folder.mkdir(parents=True, exist_ok=True)
    shipped = library.to_ship([*kinds, WASM])
    with tempfile.TemporaryDirectory() as temporary:
        sources, made = Path(temporary, "sources"), Path(temporary, "made")
        sources.mkdir()
        lay_out(sources, address)
        plain = build_plain(sources, made)
        wheels = [with_libraries(plain, folder, ANY, shipped[WASM])]
        for kind in kinds:
            files = {**shipped[kind], **shipped[WASM]}
            wheels.append(with_libraries(plain, folder, TAGS[kind], files))
    return wheels


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist"))
    parser.add_argument("--address", default="")
    given = parser.parse_args()
    sys.stdout.write("Compiling the solver for five kinds of machines, then building the wheels ...\n")
    sys.stdout.flush()
    for wheel in build(given.folder, address=given.address):
        sys.stdout.write(f"{wheel} ({wheel.stat().st_size / 1e6:.1f} MB)\n")


if __name__ == "__main__":
    main()
