"""What it takes to install Fivesquare and to get a first answer: bytes, seconds, disk.

    python bench/installs.py wheel DIST           the wheel in a folder, in an empty environment
    python bench/installs.py play CHECKOUT        `make play` in a clone of a checkout, as on a bare machine

Nothing is kept: home, caches and environments are temporary. What is downloaded is what pip says of it.
"""

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
LOG = "pip.log"
RECORD = {
    "book": "grow",
    "board": [[5, 3, 2, 6, 1], [7, 4, 9, 2, 8], [1, 5, 3, 7, 4], [2, 8, 6, 1, 5], [9, 3, 2, 4, 7]],
    "moves": [],
}


def size(folder: Path, ending: str = "") -> float:
    """Megabytes of the files in a folder."""
    files = (file for file in folder.rglob(f"*{ending}") if file.is_file() and not file.is_symlink())
    return sum(file.stat().st_size for file in files) / 1e6


def downloaded(home: Path) -> float:
    """Megabytes that pip fetched."""
    said = re.findall(r"Downloading \S+ \(([\d.]+) (bytes|kB|MB)", (home / LOG).read_text(encoding="utf-8"))
    return sum(float(number) * {"bytes": 1e-6, "kB": 1e-3, "MB": 1}[unit] for number, unit in said)


def timed(command: list[str | Path], home: Path, where: Path) -> tuple[float, float, str]:
    """Seconds of the clock and of the processor that a command takes, and what it prints."""
    environment = {**os.environ, "HOME": str(home), "PIP_LOG": str(home / LOG)}
    for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME", "PYTHONPATH"):
        environment.pop(name, None)
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    given = json.dumps(RECORD)
    done = subprocess.run(
        command, cwd=where, env=environment, input=given, stdout=subprocess.PIPE, text=True, check=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - begun, processor, done.stdout


def write(name: str, value: float, unit: str) -> None:
    sys.stdout.write(f"{name:<46} {value:8.2f} {unit}\n")
    sys.stdout.flush()


def measure_wheel(dist: Path, home: Path) -> None:
    environment = home / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--quiet",
        "--python",
        str(environment / "bin" / "python"),
        "install",
    ]
    options = ["--constraint", str(ROOT / "constraints.txt"), "--find-links", str(dist.resolve())]
    [source] = dist.glob("*-none-any.whl")
    clock, processor, _ = timed([*pip, *options, f"fivesquare=={source.name.split('-')[1]}"], home, home)
    write("downloaded, besides the wheel", downloaded(home), "MB")
    write("pip install", clock, "s")
    write("pip install, processor", processor, "s")
    write("installed", size(environment), "MB")
    write("of this bytecode, which pip writes", size(environment, ".pyc"), "MB")
    for turn in ("first", "second"):
        clock, processor, said = timed([environment / "bin" / "fivesquare", "solve"], home, home)
        assert json.loads(said)["margin"] == 6
        write(f"{turn} answer of solve", clock, "s")
        write(f"{turn} answer of solve, processor", processor, "s")
    write("kept in the cache", size(home / ".cache"), "MB")


def measure_play(checkout: Path, home: Path) -> None:
    clone = home / "clone"
    subprocess.run(["git", "clone", "--quiet", str(checkout.resolve()), clone], check=True)
    for turn in ("first", "second"):
        clock, processor, _ = timed(["make", "play"], home, clone)
        write(f"{turn} make play", clock, "s")
        write(f"{turn} make play, processor", processor, "s")
    write("downloaded", downloaded(home), "MB")
    write("the environment", size(clone / ".venv"), "MB")
    write("kept in the cache of the solver", size(home / ".cache"), "MB")


def main() -> None:
    what, place = sys.argv[1], Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as home:
        {"wheel": measure_wheel, "play": measure_play}[what](place, Path(home))


if __name__ == "__main__":
    main()
