"""Make all that is released of the current commit, in a folder. Nothing is uploaded.

    python scripts/make_release.py [FOLDER] [--address URL] [--once]

    fivesquare-VERSION.tar.gz       the sources
    fivesquare-VERSION-*.whl        a wheel for each kind of machine, and one for any other
    fivesquare-VERSION.cdx.json     what an installation consists of, as CycloneDX
    RELEASE_NOTES.md                this version in CHANGELOG.md
    SHA256SUMS                      the hashes of the others

All is made twice from the files of the commit, dated by it, and has to be the same bytes (`--once` makes it
once). It is checked by `twine check`, and by a search in an environment that has nothing but the wheel.
`--address` is where the files of this commit can be read (`build_wheels.py`).
"""

import argparse
import gzip
import hashlib
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

from build_wheels import on_its_own

ROOT = Path(__file__).parent.parent
NOTES, SUMS = "RELEASE_NOTES.md", "SHA256SUMS"
_SDIST = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
_RECORD = {"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]], "moves": []}

Say = Callable[[str], object]


class ReleaseError(Exception):
    """A release that cannot be made, or is not as it should be."""


def run(*command: str | Path, where: Path = ROOT, **environment: str) -> str:
    done = subprocess.run(
        command, cwd=where, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise ReleaseError(f"{' '.join(map(str, command[:4]))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def export(folder: Path) -> str:
    """The files of the commit; the time of it, in seconds since 1970."""
    if run("git", "status", "--porcelain"):
        raise ReleaseError("there are changes that are not committed: a release is made of a commit")
    archive = folder / "commit.tar"
    run("git", "archive", "--output", archive, "HEAD")
    with tarfile.open(archive) as files:
        files.extractall(folder / "sources", filter="data")
    return run("git", "log", "-1", "--format=%ct")


def build(sources: Path, folder: Path, address: str, epoch: str) -> None:
    """The sources and the wheels."""
    made = {"SOURCE_DATE_EPOCH": epoch, "PYTHONPATH": str(sources / "src")}
    options = ["--address", address] if address else []
    run(sys.executable, sources / "scripts" / "build_wheels.py", folder, *options, where=sources, **made)
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary, "copy")
        shutil.copytree(sources, copy)
        if address:
            readme = copy / "README.md"
            readme.write_text(on_its_own(readme.read_text(encoding="utf-8"), address), encoding="utf-8")
        run(sys.executable, "-c", _SDIST, temporary, where=copy, **made)
        [archive] = Path(temporary).glob("*.tar.gz")
        (folder / archive.name).write_bytes(dated(archive, int(epoch)))


def dated(archive: Path, when: int) -> bytes:
    """An archive whose files are in order, all of one time, and nobody's."""
    content = io.BytesIO()
    with tarfile.open(archive) as old, tarfile.open(fileobj=content, mode="w") as new:
        for entry in sorted(old.getmembers(), key=lambda entry: entry.name):
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = when, 0, 0, "", ""
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            entry.pax_headers = {}
            new.addfile(entry, old.extractfile(entry) if entry.isfile() else None)
    return gzip.compress(content.getvalue(), 9, mtime=when)


def check_same(one: Path, other: Path) -> None:
    found = [{file.name: sum_of(file) for file in folder.iterdir()} for folder in (one, other)]
    if found[0] != found[1]:
        differing = sorted(name for name, _ in found[0].items() ^ found[1].items())
        raise ReleaseError(f"two builds of this commit differ: {', '.join(dict.fromkeys(differing))}")


def sum_of(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def check_description(folder: Path) -> None:
    """The README as a package index shows it: it can be rendered, and needs no file beside it."""
    run(sys.executable, "-m", "twine", "check", "--strict", *sorted(folder.glob("fivesquare-*.*[lz]")))


def install(folder: Path, environment: Path) -> None:
    """An environment with the wheel for this machine and what it needs, and a search there."""
    run(sys.executable, "-m", "venv", "--without-pip", environment)
    python, version = python_in(environment), version_in(folder)
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", python, "--quiet", "install"]
    run(*pip, "--constraint", ROOT / "constraints.txt", "--find-links", folder, f"fivesquare=={version}")
    done = subprocess.run(
        [python.with_name("fivesquare"), "solve"],
        input=json.dumps(_RECORD),
        env={**os.environ, "XDG_CACHE_HOME": str(environment / "cache"), "PYTHONPATH": ""},
        cwd=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0 or json.loads(done.stdout)["best"] != ["2,2"]:
        raise ReleaseError(f"the wheel does not solve a board:\n{done.stdout}{done.stderr}")
    if (environment / "cache").exists():
        raise ReleaseError("the wheel compiled something")


def python_in(environment: Path) -> Path:
    return environment / ("Scripts" if os.name == "nt" else "bin") / "python"


def version_in(folder: Path) -> str:
    [archive] = folder.glob("*.tar.gz")
    return archive.name.removeprefix("fivesquare-").removesuffix(".tar.gz")


def bill_of_materials(environment: Path, version: str, epoch: str) -> str:
    """What an installation consists of; the same for the same commit and constraints."""
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible"]
    options = ["--output-format", "JSON", "--pyproject", str(ROOT / "pyproject.toml")]
    bill = json.loads(run(*command, *options, python_in(environment), SOURCE_DATE_EPOCH=epoch))
    bill["metadata"]["component"] |= {"version": version, "purl": f"pkg:pypi/fivesquare@{version}"}
    return json.dumps(bill, indent=2) + "\n"


def notes(version: str) -> str:
    """What CHANGELOG.md says of a version; what is unreleased, before it says anything."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\S+)[^\n]*\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL))
    found = sections.get("Unreleased", "").strip() or sections.get(version, "").strip()
    if not found:
        raise ReleaseError(f"CHANGELOG.md says nothing of {version}")
    return f"# Fivesquare {version}\n\n{found}\n"


def make(folder: Path, address: str, *, once: bool, say: Say) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        made = Path(temporary)
        epoch = export(made)
        for number in range(1 if once else 2):
            say(f"Building the sources and six wheels{' again' if number else ''} ...")
            build(made / "sources", made / f"dist{number}", address, epoch)
        if not once:
            check_same(made / "dist0", made / "dist1")
            say("Both builds are the same bytes.")
        built = made / "dist0"
        check_description(built)
        install(built, made / "environment")
        say("twine check passed, and the wheel solves a board where nothing else is installed.")
        version = version_in(built)
        bill = bill_of_materials(made / "environment", version, epoch)
        (built / f"fivesquare-{version}.cdx.json").write_text(bill, encoding="utf-8")
        (built / NOTES).write_text(notes(version), encoding="utf-8")
        sums = [f"{sum_of(file)}  {file.name}" for file in sorted(built.iterdir())]
        (built / SUMS).write_text("\n".join([*sums, ""]), encoding="utf-8")
        folder.mkdir(parents=True, exist_ok=True)
        for old in (*folder.glob("fivesquare-*"), folder / NOTES, folder / SUMS):
            old.unlink(missing_ok=True)
        for file in sorted(built.iterdir()):
            shutil.copy(file, folder)
            say(f"{folder / file.name}")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", nargs="?", type=Path, default=Path("dist"))
    parser.add_argument("--address", default="", help="where the files of this commit can be read")
    parser.add_argument("--once", action="store_true", help="do not build twice and compare")
    given = parser.parse_args()

    def say(text: str) -> None:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    try:
        make(given.folder, given.address, once=given.once, say=say)
    except ReleaseError as error:
        sys.exit(f"make_release: {error}")


if __name__ == "__main__":
    main()
