"""Build two wheels that carry the compiled solver, one for machines of this kind and one for any machine.

    python scripts/build_wheel.py [FOLDER]

Both lie in FOLDER, or else in `dist`, and carry the solver as WebAssembly, which is the same everywhere.
The first carries it as machine code too: where it is installed, nothing has to be compiled. The other
compiles it at the first search, as what `pip wheel .` makes does.
"""

import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from fivesquare.solver.code import SHIPPED, SHIPPED_WASM, to_ship, wasm_to_ship

ROOT = Path(__file__).parent.parent
PARTS = ["pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"]


def lay_out(folder: Path) -> None:
    """The sources and the WebAssembly in an empty folder: what is made must not stay among the sources."""
    for part in PARTS:
        shutil.copy(ROOT / part, folder)
    shutil.copytree(
        ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
    )
    _put(folder, SHIPPED_WASM, wasm_to_ship())


def add_machine_code(folder: Path) -> None:
    """What makes the wheel one for machines of this kind."""
    _put(folder, SHIPPED, to_ship())


def _put(folder: Path, shipped: Path, content: bytes) -> None:
    (folder / "src" / "fivesquare" / shipped.relative_to(SHIPPED.parents[1])).write_bytes(content)


def build(sources: Path, folder: Path, *, for_any_machine: bool = False) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "wheel", "--no-deps"]
    if not for_any_machine:
        machine = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        pip += ["--config-settings", f"--build-option=--plat-name={machine}"]
    subprocess.run([*pip, "--wheel-dir", str(folder), str(sources)], check=True)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    sys.stdout.write("Compiling the solver, then building the wheels ...\n")
    with tempfile.TemporaryDirectory() as temporary:
        any_machine, this_kind = Path(temporary, "any"), Path(temporary, "kind")
        any_machine.mkdir()
        lay_out(any_machine)
        shutil.copytree(any_machine, this_kind)
        add_machine_code(this_kind)
        build(any_machine, folder, for_any_machine=True)
        build(this_kind, folder)
    sys.stdout.write(f"The wheels are in {folder}: for any machine, and for machines of this kind.\n")


if __name__ == "__main__":
    main()
