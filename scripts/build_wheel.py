"""Build a wheel that carries the compiled solver: where it is installed, nothing has to be compiled.

    python scripts/build_wheel.py [FOLDER]

The wheel is for machines of this kind only, and lies in FOLDER, or else in `dist`. A wheel for any machine,
which compiles at the first search, is what `pip wheel .` makes.
"""

import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from fivesquare.solver.code import SHIPPED, to_ship

ROOT = Path(__file__).parent.parent
PARTS = ["pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"]


def lay_out(folder: Path) -> None:
    """The sources and the object in an empty folder: what is built from must not stay among the sources."""
    for part in PARTS:
        shutil.copy(ROOT / part, folder)
    shutil.copytree(
        ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
    )
    package = folder / "src" / "fivesquare"
    (package / SHIPPED.relative_to(SHIPPED.parents[1])).write_bytes(to_ship())


def build(sources: Path, folder: Path) -> None:
    machine = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel", "--no-deps"]
    option = f"--build-option=--plat-name={machine}"
    subprocess.run(
        [*pip, "--wheel-dir", str(folder), "--config-settings", option, str(sources)], check=True
    )


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    sys.stdout.write("Compiling the solver for all machines of this kind, then building the wheel ...\n")
    with tempfile.TemporaryDirectory() as temporary:
        lay_out(Path(temporary))
        build(Path(temporary), folder)
    sys.stdout.write(f"The wheel is in {folder}.\n")


if __name__ == "__main__":
    main()
