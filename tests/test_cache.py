"""Where machine code is kept: what is trusted, what is told, and what is never touched."""

import errno
import os
import shutil
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fivesquare import cache

NAME = cache.file_name("engine.claims", "one")
OTHER = cache.file_name("engine.claim", "two")
CODE = b"machine code" * 1000


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for caches of somebody who has none yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    start_anew(monkeypatch)
    yield tmp_path / "home"
    cache.folder.cache_clear()


def start_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what this process knows, as a new one would."""
    cache.folder.cache_clear()
    monkeypatch.setattr(cache, "_has_told", threading.Event())


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package in the place of ours, as far as the cache is concerned."""
    package = tmp_path / "package"
    (package / "native").mkdir(parents=True)
    (package / "engine.py").write_text("one")
    (package / "native" / "jit.py").write_text("two")
    monkeypatch.setattr(cache, "__file__", str(package / "cache.py"))
    monkeypatch.setattr(cache, "_KEPT_FOLDERS", 3)
    return package


def folder_name() -> str:
    cache.folder.cache_clear()
    return cache.folder().name


def test_what_is_kept_is_loaded_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert cache.load(NAME) is None
    cache.keep(NAME, CODE)
    cache.keep(OTHER, b"")
    assert cache.load(NAME) == CODE
    assert cache.load(OTHER) == b""
    assert capsys.readouterr().err == ""


# Which folder


def test_any_changed_added_or_renamed_source_is_another_folder(sources: Path) -> None:
    names = [folder_name()]
    (sources / "native" / "jit.py").write_text("three")
    names.append(folder_name())
    (sources / "native" / "new.py").write_text("")
    names.append(folder_name())
    (sources / "native" / "new.py").rename(sources / "native" / "newer.py")
    names.append(folder_name())
    assert len(set(names)) == 4


def test_the_same_sources_are_the_same_folder_wherever_and_whenever_they_were_written(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = folder_name()
    (sources / "notes.txt").write_text("not a source")
    os.utime(sources / "engine.py", (1, 1))
    elsewhere = shutil.copytree(sources, sources.with_name("elsewhere"))
    monkeypatch.setattr(cache, "__file__", str(elsewhere / "cache.py"))
    assert folder_name() == before


def test_what_nothing_compiled_uses_does_not_make_another_folder(sources: Path) -> None:
    before = folder_name()
    (sources / "terminal").mkdir()
    (sources / "terminal" / "cli.py").write_text("six")
    (sources / "position.py").write_text("six")
    assert folder_name() == before
    (sources / "research" / "native").mkdir(parents=True)
    (sources / "research" / "native" / "batch.py").write_text("seven")
    assert folder_name() != before


def test_without_source_files_nothing_is_kept(
    sources: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A package in an archive has none that could be read, and a folder without a hash could be stale."""
    shutil.rmtree(sources)
    cache.keep(NAME, CODE)
    assert not home.exists()
    assert capsys.readouterr().err == (
        f"(Compiled code cannot be kept in {sources}: there are no source files.)\n"
    )


def test_without_a_home_nothing_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "~nobody-has-this-name")
    assert cache.load(NAME) is None
    cache.keep(NAME, CODE)
    assert capsys.readouterr().err == (
        "(Compiled code cannot be kept in ~nobody-has-this-name: there is no home folder.)\n"
    )


# Whose folder


def test_our_folders_are_closed_to_others() -> None:
    before = os.umask(0)
    try:
        cache.keep(NAME, CODE)
    finally:
        os.umask(before)
    folder = cache.folder()
    for path in (folder.parent, folder):
        assert path.stat().st_mode & 0o777 == 0o700
    for path in folder.iterdir():
        assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("mode", [0o770, 0o702, 0o1777])
@pytest.mark.parametrize("which", ["the folder", "the one above"])
def test_a_folder_that_others_may_write_to_is_not_used(
    which: str, mode: int, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.keep(NAME, CODE)
    path = cache.folder() if which == "the folder" else cache.folder().parent
    path.chmod(mode)
    assert cache.load(NAME) is None
    cache.keep(OTHER, CODE)
    assert not (cache.folder() / OTHER).exists()
    assert capsys.readouterr().err == (
        f"(Compiled code cannot be kept in {path}: others may write to it (chmod go-w helps).)\n"
    )
    path.chmod(0o755)
    assert cache.load(NAME) == CODE


def test_a_folder_of_somebody_else_is_not_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.keep(NAME, CODE)
    somebody_else = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody_else)
    assert cache.load(NAME) is None
    cache.keep(OTHER, CODE)
    assert not (cache.folder() / OTHER).exists()
    assert "it belongs to another user" in capsys.readouterr().err


@pytest.mark.parametrize("which", ["the folder", "the one above"])
def test_a_link_in_the_place_of_a_folder_is_not_followed(
    which: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.keep(NAME, CODE)
    path = cache.folder() if which == "the folder" else cache.folder().parent
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    before = everything_in(tmp_path)
    assert cache.load(NAME) is None
    cache.keep(OTHER, CODE)
    assert everything_in(tmp_path) == before
    assert capsys.readouterr().err == (
        f"(Compiled code cannot be kept in {cache.folder()}: Not a directory.)\n"
    )


def test_links_above_our_folders_are_the_user_s_own(home: Path, tmp_path: Path) -> None:
    (tmp_path / "large disk").mkdir()
    home.symlink_to(tmp_path / "large disk")
    cache.keep(NAME, CODE)
    assert cache.load(NAME) == CODE


# Damage


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def cut_off_in_its_digest(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:7])


def garbage(path: Path) -> None:
    path.write_bytes(os.urandom(5000))


def one_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4321] ^= 4
    path.write_bytes(content)


def exchanged(path: Path) -> None:
    other = path.with_name(OTHER)
    content = path.read_bytes()
    path.write_bytes(other.read_bytes())
    other.write_bytes(content)


def folder_instead(path: Path) -> None:
    path.unlink()
    path.mkdir()


def full_folder_instead(path: Path) -> None:
    folder_instead(path)
    (path / "thesis.txt").write_text("five years")


def link_instead(path: Path) -> None:
    path.rename(path.with_name("moved"))
    path.symlink_to(path.with_name("moved"))


def pipe_instead(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def writable_by_all(path: Path) -> None:
    path.chmod(0o666)


def writable_by_the_group(path: Path) -> None:
    path.chmod(0o620)


def endless(path: Path) -> None:
    os.truncate(path, 1 << 40)


KINDS = [
    empty,
    cut_off,
    cut_off_in_its_digest,
    garbage,
    one_bit,
    exchanged,
    folder_instead,
    full_folder_instead,
    link_instead,
    pipe_instead,
    writable_by_all,
    writable_by_the_group,
    endless,
]


@pytest.mark.parametrize("damage", KINDS, ids=lambda damage: damage.__name__)
def test_a_damaged_file_is_dropped_told_of_once_and_made_again(
    damage: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.keep(NAME, CODE)
    cache.keep(OTHER, b"other code" * 1000)
    damage(cache.folder() / NAME)

    assert cache.load(NAME) is None
    assert not os.path.lexists(cache.folder() / NAME)
    told = capsys.readouterr().err
    assert told.startswith(f"(Compiled code in {cache.folder()} was damaged and is compiled again: ")
    assert told.count("\n") == 1
    cache.keep(NAME, CODE)
    if cache.load(OTHER) is None:
        cache.keep(OTHER, b"other code" * 1000)
    assert capsys.readouterr().err == ""

    start_anew(monkeypatch)
    assert cache.load(NAME) == CODE
    assert cache.load(OTHER) == b"other code" * 1000
    assert capsys.readouterr().err == ""


def test_a_file_that_somebody_else_put_there_is_not_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The folder was open to others once, and has been closed as was advised; the digest is no secret."""
    cache.keep(NAME, CODE)
    system_fstat = os.fstat

    def fstat(handle: int) -> os.stat_result:
        found = system_fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            return found
        return os.stat_result((*found[:4], found.st_uid + 1, *found[5:10]))

    with monkeypatch.context() as planted:
        planted.setattr(os, "fstat", fstat)
        assert cache.load(NAME) is None
    assert not (cache.folder() / NAME).exists()
    assert "another user could have written it" in capsys.readouterr().err
    cache.keep(NAME, CODE)
    assert cache.load(NAME) == CODE


def test_a_folder_in_the_place_of_a_file_loses_nothing() -> None:
    cache.keep(NAME, CODE)
    full_folder_instead(cache.folder() / NAME)
    assert cache.load(NAME) is None
    assert [path.read_text() for path in cache.folder().rglob("thesis.txt")] == ["five years"]


def test_a_folder_that_comes_in_the_way_while_compiling_is_moved() -> None:
    cache.keep(NAME, CODE)
    full_folder_instead(cache.folder() / NAME)
    cache.keep(NAME, CODE)
    assert cache.load(NAME) == CODE
    assert len(list(cache.folder().rglob("thesis.txt"))) == 1


def test_a_file_of_another_folder_of_ours_is_damaged_here(
    sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.keep(NAME, CODE)
    before = cache.folder()
    (sources / "engine.py").write_text("edited")
    start_anew(monkeypatch)
    before.rename(cache.folder())
    assert cache.load(NAME) is None
    assert "was damaged" in capsys.readouterr().err


def test_a_file_that_may_not_be_read_is_dropped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cache.keep(NAME, CODE)
    with monkeypatch.context() as patch:
        patch.setattr(cache, "_read_file", refuse(errno.EACCES))
        assert cache.load(NAME) is None
    assert not (cache.folder() / NAME).exists()
    assert "Permission denied" in capsys.readouterr().err


def test_a_line_that_nobody_hears_is_no_failure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "closed").open("w") as closed:
        pass
    for stream in (None, closed):
        monkeypatch.setattr("sys.stderr", stream)
        cache.tell("no line")


# No room


def refuse(number: int) -> Callable[..., None]:
    def refused(*_arguments: object, **_options: object) -> None:
        raise OSError(number, os.strerror(number))

    return refused


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO])
@pytest.mark.parametrize("step", ["open", "fdopen", "replace", "mkdir"])
def test_whatever_the_disk_refuses_is_one_line(
    step: str, number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, step, refuse(number))
        cache.keep(NAME, CODE)
        cache.keep(OTHER, CODE)
        assert cache.load(NAME) is None
    told = capsys.readouterr().err
    assert told == f"(Compiled code cannot be kept in {cache.folder()}: {os.strerror(number)}.)\n"

    start_anew(monkeypatch)
    cache.keep(NAME, CODE)
    assert cache.load(NAME) == CODE
    assert sorted(path.name for path in cache.folder().iterdir()) == sorted(["CACHEDIR.TAG", NAME])
    assert capsys.readouterr().err == ""


def test_a_folder_that_is_removed_in_mid_run_is_made_again(capsys: pytest.CaptureFixture[str]) -> None:
    cache.keep(NAME, CODE)
    shutil.rmtree(cache.folder().parent)
    assert cache.load(NAME) is None
    cache.keep(NAME, CODE)
    assert cache.load(NAME) == CODE
    assert capsys.readouterr().err == ""


def test_many_at_once_never_see_half_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    """As many processes would, threads write and read the same few files."""
    seen: list[bytes | None] = []

    def work(byte: int) -> None:
        for _ in range(30):
            cache.keep(NAME, bytes([byte]) * 100_000)
            seen.append(cache.load(NAME))

    threads = [threading.Thread(target=work, args=(byte,)) for byte in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {content for content in seen if content} <= {bytes([byte]) * 100_000 for byte in range(4)}
    assert None not in seen
    assert capsys.readouterr().err == ""


# What is cleaned up


def everything_in(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every path below, with its kind and content; links are not followed."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mode,
            path.read_bytes() if path.is_file() and not path.is_symlink() else b"",
        )
        for path in sorted(folder.rglob("*"))
    }


def make_folders(sources: Path, count: int) -> list[Path]:
    """As many folders of ours as there were versions of the sources, the oldest first."""
    folders = []
    for version in range(count):
        (sources / "engine.py").write_text(f"version {version}")
        cache.folder.cache_clear()
        cache.keep(NAME, CODE)
        folders.append(cache.folder())
        os.utime(cache.folder(), (1000 + version, 1000 + version))
    return folders


def test_only_the_folders_used_last_are_kept(sources: Path) -> None:
    folders = make_folders(sources, 6)
    assert [path.exists() for path in folders] == [False, False, False, True, True, True]


def test_what_we_did_not_make_is_never_touched(sources: Path, tmp_path: Path) -> None:
    """A repository, folders that only look like ours, links to folders elsewhere: all older than ours."""
    first = make_folders(sources, 1)[0]
    ours = first.parent
    elsewhere = tmp_path / "elsewhere"
    shutil.copytree(first, elsewhere / first.name)
    (ours / "0123456789abcdef-cpython-311").symlink_to(elsewhere / first.name)
    (ours / "link").symlink_to(elsewhere)
    marked = elsewhere / ("5" * 16 + "-cpython-311")
    shutil.copytree(first, marked)
    (marked / "CACHEDIR.TAG").write_text(cache._MARK_TEXT.format(name=marked.name))
    os.utime(marked, (1, 1))
    (ours / marked.name).symlink_to(marked)
    (ours / "fivesquare" / ".git").mkdir(parents=True)
    (ours / "fivesquare" / "src").mkdir()
    (ours / "fivesquare" / "src" / NAME).write_text("import this")
    for name in (
        "0" * 16,
        "0" * 16 + "-cpython-311",
        "1" * 15 + "-cpython-311",
        "2" * 16 + "-cpython-311.bak",
    ):
        (ours / name).mkdir()
        (ours / name / NAME).write_bytes(CODE)
    shutil.copytree(first, ours / ("3" * 16 + "-cpython-311"))  # its mark names another folder
    (ours / "notes.txt").write_text("mine")
    for path in ours.iterdir():
        os.utime(path, (1, 1), follow_symlinks=False)
    shutil.rmtree(first)
    before = everything_in(tmp_path / "home"), everything_in(elsewhere)
    folders = make_folders(sources, 5)
    for path in folders:
        shutil.rmtree(path, ignore_errors=True)
    assert (everything_in(tmp_path / "home"), everything_in(elsewhere)) == before


def test_a_folder_of_ours_that_holds_something_else_keeps_it(sources: Path, tmp_path: Path) -> None:
    first = make_folders(sources, 1)[0]
    (first / "notes.txt").write_text("mine")
    (first / "src").mkdir()
    (first / "src" / "thesis.txt").write_text("five years")
    (tmp_path / "elsewhere").mkdir()
    (first / OTHER).symlink_to(tmp_path / "elsewhere")
    os.utime(first, (1, 1))
    make_folders(sources, 5)
    assert sorted(path.name for path in first.iterdir()) == ["CACHEDIR.TAG", "notes.txt", "src"]
    assert (first / "src" / "thesis.txt").read_text() == "five years"
    assert (tmp_path / "elsewhere").is_dir()


def test_folders_that_another_process_removes_at_the_same_time_are_no_failure(
    sources: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is always a step ahead: a folder listed is gone, a file to be removed was just removed."""
    folders = make_folders(sources, 3)
    paths_in, unlink = cache._paths_in, os.unlink

    def paths_too_many(path: Path) -> list[Path]:
        found = paths_in(path)
        return [path / ("4" * 16 + "-cpython-311"), *found] if folders[0] in found else found

    def too_late(path: Path) -> None:
        unlink(path)
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)

    monkeypatch.setattr(cache, "_paths_in", paths_too_many)
    monkeypatch.setattr(os, "unlink", too_late)
    (sources / "native" / "new.py").write_text("")
    cache.folder.cache_clear()
    cache.keep(NAME, CODE)
    assert cache.load(NAME) == CODE
    assert list(folders[0].iterdir()) == []
    assert capsys.readouterr().err == ""


def test_a_mark_that_is_lost_is_put_back() -> None:
    cache.keep(NAME, CODE)
    mark = cache.folder() / "CACHEDIR.TAG"
    text = mark.read_text()
    assert text.startswith("Signature: 8a477f597d28d172789f06886806bc55\n")
    assert cache.folder().name in text
    for damage in (Path.unlink, empty, full_folder_instead):
        damage(mark)
        cache.keep(OTHER, CODE)
        assert mark.read_text() == text
