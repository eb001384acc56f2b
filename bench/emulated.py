"""The wheel for Linux on aarch64, run on another machine by QEMU: the node total has to be the same.

    apt-get install qemu-user
    python bench/emulated.py DIST ROOT

ROOT is a folder with an aarch64 Python 3.11 and what it needs, such as Debian's packages
python3.11-minimal, libpython3.11-minimal, libpython3.11-stdlib, libc6, libffi8, libexpat1 and zlib1g for
arm64, each unpacked there by `dpkg -x`.
"""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import nodes

PROGRAM = """
import sys
from pathlib import Path
import nodes
from fivesquare import library, loader
print(loader.machine(), library._shipped(loader.machine()) is not None, "numba" in sys.modules)
print(sum(nodes.counts().values()))
"""


def main() -> None:
    dist, root = map(Path, sys.argv[1:])
    [wheel] = dist.glob("*_aarch64.whl")
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        python = root / "usr" / "bin" / "python3.11"
        paths = f"{folder}:{Path(__file__).parent}"
        done = subprocess.run(
            ["qemu-aarch64", "-L", root, python, "-c", PROGRAM],
            env={"PYTHONPATH": paths, "XDG_CACHE_HOME": f"{folder}/cache", "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=True,
        )
    there, total = done.stdout.splitlines()
    here = sum(nodes.counts().values())
    sys.stdout.write(f"{there}\naarch64: {total} positions; here: {here}\n")
    sys.exit(int(total) != here)


if __name__ == "__main__":
    main()
