"""Builds the site: its files, one version over all of them, and a folder that holds the old or the new."""

import gzip
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import brotli

from fivesquare import __version__
from fivesquare.web.embeds import board_script
from fivesquare.web.pages.assets import assets
from fivesquare.web.pages.bundle import bundle
from fivesquare.web.static_site import documentation
from fivesquare.web.static_site.contents.licences import licences
from fivesquare.web.static_site.contents.python_archive import python_files
from fivesquare.web.static_site.contents.rendered_pages import rendered_pages
from fivesquare.web.static_site.contents.static_files import static_files
from fivesquare.web.static_site.errors import SiteError

_SCRIPTS = Path(__file__).parent / "scripts"
UNVERSIONED = "0" * 12
"""Stands for the version until all files are known."""

_DOCS = "docs/"
_OF_WORKER = ("documents.js", "search.js")
_EMBED = "fivesquare-board.js"
MARK = "fivesquare-site.json"
_LEFT_BY_SYSTEMS = {".DS_Store", "Thumbs.db", "desktop.ini"}

_BROTLI = {False: {"quality": 9, "lgwin": 24}, True: {"quality": 11, "lgwin": 24}}
"""How a host would compress by itself, and how it is done for good."""

Files = dict[str, bytes]
"""The files of a site, by their paths in it."""


class Built(NamedTuple):
    """What has been built."""

    folder: Path
    version: str
    files: Files
    first_visit: int
    """How many bytes a first visit loads, all that is kept for later included, if the host compresses."""


def build_site(
    folder: Path,
    *,
    base: str = "/",
    has_docs: bool | None = None,
    compress: bool = False,
    on_step: Callable[[str], object] = lambda _: None,
) -> Built:
    """Build the site into a folder, in place of an older one; SiteError if it holds something else.

    `base` is the folder of the host that the site lies in; only the page for unknown addresses needs it.
    The documentation is part of it if `has_docs`, by default wherever its sources are at hand. If
    `compress`, each file that gains by it lies there compressed as well.
    """
    _check_place(folder)
    on_step("Trimming and compiling Python for the browser")
    app = {**_scripts(), **python_files()}
    is_documented = documentation.can_be_built() if has_docs is None else has_docs
    on_step("Rendering pages")
    files = {
        **{f"app/{UNVERSIONED}/{name}": content for name, content in app.items()},
        **rendered_pages(UNVERSIONED, base=base, documentation=_DOCS if is_documented else ""),
        **static_files(),
        _EMBED: board_script.board_script().encode(),
        **{f"licences/{name}": content for name, content in licences().items()},
    }
    if is_documented:
        on_step("Building the documentation")
        files |= _documentation()
    version, files, kept = as_version(files)
    packed = {path: brotli.compress(content, **_BROTLI[compress]) for path, content in files.items()}
    first_visit = sum(len(packed[path]) for path in kept)
    if compress:
        files |= _compressed(files, packed)
    files[MARK] = _mark(version, files)
    on_step("Writing files")
    write(folder.resolve(), files)
    return Built(folder, version, files, first_visit)


def _scripts() -> Files:
    """What pages begin with, as one file, and what the worker loads."""
    modules = {name: asset.body for name, asset in assets().items() if name.endswith(".js")}
    for folder in (_SCRIPTS, board_script.SCRIPTS):
        modules |= {path.name: path.read_bytes() for path in folder.glob("*.js")}
    boot = bundle("boot.js", lambda name: modules[name].decode())
    return {"boot.js": boot.encode(), **{name: modules[name] for name in _OF_WORKER}}


def _documentation() -> Files:
    """The documentation, whose pages link to the games."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "docs"
        documentation.build(folder, site="../")
        return {
            f"{_DOCS}{path.relative_to(folder).as_posix()}": path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }


# --- One version over all ---


class OneVersion(NamedTuple):
    """All files of one version; `kept` has the digests of those that a browser keeps."""

    version: str
    files: Files
    kept: Mapping[str, str]


def as_version(unversioned: Mapping[str, bytes]) -> OneVersion:
    """The version that these files are, with its name in place of UNVERSIONED, and its service worker."""
    version = _digest_of(unversioned)
    files = _with_version(unversioned, version)
    kept = _kept(files)
    files["sw.js"] = _service_worker(version, kept)
    return OneVersion(version, files, kept)


def _digest_of(files: Mapping[str, bytes]) -> str:
    total = hashlib.sha256()
    for path, content in sorted(files.items()):
        total.update(path.encode() + b"\0" + hashlib.sha256(content).digest())
    return total.hexdigest()[: len(UNVERSIONED)]


def _with_version(files: Mapping[str, bytes], version: str) -> Files:
    """The files as they are called, and as they call each other, in this version."""
    return {
        path.replace(UNVERSIONED, version): content.replace(UNVERSIONED.encode(), version.encode())
        if path.endswith(".html")
        else content
        for path, content in files.items()
    }


def _kept(files: Mapping[str, bytes]) -> dict[str, str]:
    """What a browser keeps, with the digests that it checks: everything but what is only read elsewhere."""
    return {
        path: hashlib.sha256(content).hexdigest()[:32]
        for path, content in sorted(files.items())
        if not path.startswith(("licences/", _DOCS, _EMBED))
    }


def _compressed(files: Files, packed: Files) -> Files:
    """The files that are smaller by Brotli and gzip, under the names that hosts look for."""
    zipped = {path: gzip.compress(content, 9, mtime=0) for path, content in files.items()}
    made = {f"{path}.br": packed[path] for path in files} | {f"{path}.gz": zipped[path] for path in files}
    return {path: content for path, content in made.items() if len(content) < 0.9 * len(files[path[:-3]])}


def _service_worker(version: str, kept: Mapping[str, str]) -> bytes:
    text = (_SCRIPTS / "sw.js").read_text(encoding="utf-8")
    listed = json.dumps(kept, separators=(",", ":"))
    return text.replace("%VERSION%", version).replace("%FILES%", listed).encode()


def _mark(version: str, files: Mapping[str, bytes]) -> bytes:
    """What tells a site from other folders, and its files from those that someone has added."""
    mark = {"fivesquare": __version__, "version": version, "files": sorted({*files, MARK})}
    return json.dumps(mark, indent=1).encode() + b"\n"


# --- The folder ---


def _check_place(folder: Path) -> None:
    """Refuse a folder in which something would be lost, and one that cannot be made or replaced."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise SiteError(f"{folder} is not a folder")
    foreign = _foreign_files(folder)
    if foreign:
        more = f" and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        raise SiteError(
            f"{folder} holds files that are not of a site of Fivesquare ({foreign[0]}{more}), and would be "
            "lost: build into another folder, and copy its content over"
        )
    place = next(parent for parent in folder.resolve().parents if parent.exists())
    if not place.is_dir():
        raise SiteError(f"{place} is not a folder")
    if not os.access(place, os.W_OK | os.X_OK):
        raise SiteError(f"{place} is not writable, and the site is made there")


def _foreign_files(folder: Path) -> list[str]:
    """The files in a folder that no build of a site has written, by their paths in it."""
    try:
        ours = set(json.loads((folder / MARK).read_bytes())["files"])
    except (OSError, ValueError, KeyError, TypeError):
        ours = set()
    paths = (path for path in sorted(folder.rglob("*")) if path.is_symlink() or not path.is_dir())
    names = [path.relative_to(folder).as_posix() for path in paths if path.name not in _LEFT_BY_SYSTEMS]
    return [name for name in names if name not in ours]


def write(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write beside the folder, then put it in place: an interrupted build leaves the old site as it was."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    old = new.with_name(f"{new.name}.old")
    try:
        for path, content in files.items():
            target = new / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        new.chmod(0o755)
        if folder.exists():
            folder.rename(old)
        new.rename(folder)
    except BaseException:
        if old.exists() and not folder.exists():
            old.rename(folder)
        shutil.rmtree(new, ignore_errors=True)
        raise
    shutil.rmtree(old, ignore_errors=True)
