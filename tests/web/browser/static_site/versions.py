"""Versions of the static site that are made of one another: building each of them would take long."""

from collections.abc import Mapping
from pathlib import Path

from fivesquare.web.static_site.builder import MARK, UNVERSIONED, as_version, write
from web.built_site import version_of

Change = tuple[str, str]
"""What stands in a file, and what is to stand there instead."""


def write_changed(built: Path, folder: Path, changes: Mapping[str, Change]) -> str:
    """Write a version in which files have changed, in place of what the folder holds; its name.

    The files are named as in any version: "app/worker.js", "index.html".
    """
    files = unversioned(built)
    for name, (old, new) in changes.items():
        path = name.replace("app/", f"app/{UNVERSIONED}/")
        assert old.encode() in files[path], name
        files[path] = files[path].replace(old.encode(), new.encode())
    version, made, _ = as_version(files)
    write(folder, made)
    return version


def unversioned(built: Path) -> dict[str, bytes]:
    """The files of a site as they are before it has a version."""
    version = version_of(built)
    paths = [path for path in built.rglob("*") if path.is_file()]
    files = {path.relative_to(built).as_posix(): path.read_bytes() for path in paths}
    return {
        path.replace(version, UNVERSIONED): content.replace(version.encode(), UNVERSIONED.encode())
        if path.endswith(".html")
        else content
        for path, content in files.items()
        if path not in ("sw.js", MARK)
    }
