"""What a release consists of; `make release` itself checks what it has made."""

import io
import tarfile
from pathlib import Path

import make_release
import pytest


def archive(folder: Path, names: list[str], when: int, owner: str) -> Path:
    """An archive of small files, as setuptools leaves it."""
    place = folder / f"{owner}.tar.gz"
    with tarfile.open(place, "w:gz") as files:
        for name in names:
            entry = tarfile.TarInfo(name)
            entry.size, entry.mtime, entry.uname, entry.mode = len(name), when, owner, 0o600
            files.addfile(entry, io.BytesIO(name.encode()))
    return place


def test_the_same_files_are_the_same_archive(tmp_path: Path) -> None:
    one = archive(tmp_path, ["a/b", "a/c"], 1_700_000_000, "ann")
    other = archive(tmp_path, ["a/c", "a/b"], 1_600_000_000, "bob")
    made = make_release.dated(one, 1_500_000_000)
    assert made == make_release.dated(other, 1_500_000_000)
    assert made != make_release.dated(other, 1_500_000_001)
    with tarfile.open(fileobj=io.BytesIO(made)) as files:
        assert [(entry.name, entry.mtime, entry.mode) for entry in files] == [
            ("a/b", 1_500_000_000, 0o644),
            ("a/c", 1_500_000_000, 0o644),
        ]


def test_builds_that_differ_are_no_release(tmp_path: Path) -> None:
    for folder, text in (("one", "1"), ("other", "2")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "same").write_text("")
        (tmp_path / folder / "wheel").write_text(text)
    make_release.check_same(tmp_path / "one", tmp_path / "one")
    with pytest.raises(make_release.ReleaseError, match=r"differ: wheel$"):
        make_release.check_same(tmp_path / "one", tmp_path / "other")


def test_the_notes_are_what_the_changelog_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changes = tmp_path / "CHANGELOG.md"
    monkeypatch.setattr(make_release, "ROOT", tmp_path)
    changes.write_text("# Changes\n\n## Unreleased\n\n- New.\n\n## 0.8.0 (2026-01-01)\n\n- Old.\n")
    assert make_release.notes("0.9.0") == "# Fivesquare 0.9.0\n\n- New.\n"
    changes.write_text("# Changes\n\n## Unreleased\n\n## 0.8.0 (2026-01-01)\n\n- Old.\n")
    assert make_release.notes("0.8.0") == "# Fivesquare 0.8.0\n\n- Old.\n"
    with pytest.raises(make_release.ReleaseError, match=r"says nothing of 0\.9\.0"):
        make_release.notes("0.9.0")
