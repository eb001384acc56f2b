"""Files: what is read and what is not, and writing that cannot destroy."""

import errno
import os
import stat
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare import files
from fivesquare.files import DatabaseLock, LockedFile, make_folder, named, put_link, read_text, write_whole

# --- Reading ---


def test_a_file_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    write_whole(path, "Liebe Käthe,\n")
    assert read_text(path) == "Liebe Käthe,\n"
    assert path.read_bytes() == "Liebe Käthe,\n".encode()


def test_a_byte_order_mark_is_forgiven(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(b"\xef\xbb\xbfDear Ada,\n")
    assert read_text(path) == "Dear Ada,\n"


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for name, problem in (
        ("absent", "No such file or directory"),
        ("bytes", "not a text file"),
        ("pipe", "it is not a regular file"),
        ("loop", "Too many levels of symbolic links"),
        ("x" * 300, "File name too long"),
    ):
        with pytest.raises(fs.FileError) as caught:
            read_text(tmp_path / name)
        assert str(caught.value) == f"cannot read {named(tmp_path / name)}: {problem}"
    with pytest.raises(fs.FileError, match=r"cannot read .*: it is a folder"):
        read_text(tmp_path)
    with pytest.raises(fs.FileError, match=r"cannot read '/dev/zero': it is not a regular file"):
        read_text(Path("/dev/zero"))


@pytest.mark.parametrize("name", ["\0", "\ud800"])
def test_what_cannot_be_a_name_is_said_to_be_none(name: str, tmp_path: Path) -> None:
    with pytest.raises(fs.FileError, match="cannot be the name of a file"):
        read_text(tmp_path / name)
    with pytest.raises(fs.FileError, match="cannot be the name of a file"):
        write_whole(tmp_path / name, "")


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    path.write_text("x" * 20)
    assert read_text(path, largest=20) == "x" * 20
    with pytest.raises(fs.FileError, match=r"cannot read .*: it is larger than 19 bytes"):
        read_text(path, largest=19)


def test_of_a_long_name_the_end_is_shown() -> None:
    assert named("a\nb") == "'a\\nb'"
    assert named("x" * 5000 + "game.json").endswith("xgame.json'")
    assert len(named("x" * 5000)) < 210


# --- Writing ---


def test_a_file_is_replaced_and_nothing_lies_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    write_whole(path, "one")
    write_whole(path, "two")
    assert path.read_text() == "two"
    assert list(tmp_path.iterdir()) == [path]


class BrokenDiskError(Exception):
    """Not a kind of error that anybody catches."""


@pytest.mark.parametrize("step", ["open", "fsync", "dup", "replace"])
def test_a_failing_write_leaves_the_old_file_whole_and_no_litter(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "letter.txt"
    write_whole(path, "one")

    def fail(*_arguments: object, **_options: object) -> None:
        raise BrokenDiskError

    with monkeypatch.context() as broken:
        broken.setattr(Path if step == "replace" else os, step, fail)
        with pytest.raises(BrokenDiskError):
            write_whole(path, "two")
    assert path.read_text() == "one"
    assert list(tmp_path.iterdir()) == [path]


def test_the_new_file_is_complete_on_disk_before_it_takes_the_old_one_s_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def seen_fsync(handle: int) -> None:
        steps.append("fsync")
        fsync(handle)

    def seen_replace(self: Path, target: Path) -> Path:
        assert self.read_text() == "Dear Ada,\n"
        steps.append("replace")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", seen_fsync)
    monkeypatch.setattr(Path, "replace", seen_replace)
    write_whole(tmp_path / "letter.txt", "Dear Ada,\n")
    assert steps == ["fsync", "replace", "fsync"]


def test_a_folder_that_cannot_be_synced_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refuse)
    write_whole(tmp_path / "letter.txt", "Dear Ada,\n")
    assert (tmp_path / "letter.txt").read_text() == "Dear Ada,\n"


def test_what_the_system_refuses_to_write_names_the_file(tmp_path: Path) -> None:
    for path, problem in (
        (tmp_path / "nowhere" / "x.svg", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(fs.FileError) as caught:
            write_whole(path, "")
        assert str(caught.value) == f"cannot write {named(path)}: {problem}"
    assert list(tmp_path.iterdir()) == []


def test_the_longest_name_there_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    write_whole(path, "one")
    assert path.read_text() == "one"


def test_writing_through_a_link_replaces_what_it_leads_to(tmp_path: Path) -> None:
    path, link = tmp_path / "letter.txt", tmp_path / "link.txt"
    link.symlink_to(path)
    for text in ("one", "two"):
        write_whole(link, text)
        assert link.is_symlink()
        assert path.read_text() == text


def test_a_link_takes_the_place_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, target = tmp_path / "game.json", tmp_path / "mine.json"
    path.write_text("ours")
    target.write_text("theirs")
    monkeypatch.chdir(tmp_path)
    put_link(path, Path("mine.json"))
    assert path.readlink() == target  # wherever we are later
    assert path.read_text() == "theirs"


def test_a_link_that_cannot_be_put_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_text("ours")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(fs.FileError, match=r"cannot write .*: Permission denied"):
        put_link(path, tmp_path / "mine.json")
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]
    assert path.read_text() == "ours"


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444, 0o666])
def test_the_mode_of_a_file_is_kept(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("one")
    path.chmod(mode)
    write_whole(path, "two")
    assert path.read_text() == "two"
    assert stat.S_IMODE(path.stat().st_mode) == mode


def test_a_new_file_has_the_mode_that_new_files_have(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_whole(tmp_path / "ours", "")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_our_own_folders_are_for_nobody_else(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir(mode=0o755)
    folder = tmp_path / "there" / "fivesquare" / "games"
    for _ in range(2):
        make_folder(folder)
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (folder, folder.parent, tmp_path / "there")]
    assert modes == [0o700, 0o700, 0o755]


def test_a_folder_where_something_else_is_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(fs.FileError, match=r"cannot make .*file': there is something else of that name"):
        make_folder(tmp_path / "file")
    with pytest.raises(fs.FileError, match=r"cannot make .*deeper': Not a directory"):
        make_folder(tmp_path / "file" / "deeper")


# --- Holding ---


def test_who_holds_a_file_writes_it(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("one")
    hold = LockedFile(path)
    assert hold.text == "one"
    for text in ("two", "three"):
        hold.write(text)
        assert path.read_text() == text
    hold.release()
    hold.release()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["game.json", "link.json", "hard.json"])
@pytest.mark.parametrize("written", [False, True])
def test_nobody_else_gets_hold_of_it(name: str, written: bool, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("one")
    hold = LockedFile(path)
    if written:
        hold.write("two")
    (tmp_path / "link.json").symlink_to(path)
    (tmp_path / "hard.json").hardlink_to(path)
    for create in (False, True):
        with pytest.raises(fs.BusyFileError, match=r"\.json' is in use by another process"):
            LockedFile(tmp_path / name, create=create)
    hold.release()
    LockedFile(tmp_path / name).release()


def test_a_file_that_is_made_to_be_held_goes_if_nothing_was_written(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.json"
    with pytest.raises(fs.FileError, match=r"cannot read .*: No such file or directory"):
        LockedFile(path)
    hold = LockedFile(path, create=True)
    assert (hold.text, path.read_text()) == ("", "")
    hold.release()
    assert not path.exists()
    hold = LockedFile(path, create=True)
    hold.write("one")
    hold.release()
    assert path.read_text() == "one"
    LockedFile(path, create=True).release()
    assert path.read_text() == "one"


def test_an_empty_file_that_was_there_before_stays(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.touch()
    LockedFile(path, create=True).release()
    assert path.exists()


def test_what_something_else_has_changed_is_neither_written_nor_removed(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    hold = LockedFile(path, create=True)
    hold.write("one")
    path.write_text("Dear Ada,\n")
    with pytest.raises(fs.FileError, match=r"cannot write .*: something else has changed it"):
        hold.write("two")
    with pytest.raises(fs.FileError, match=r"cannot remove .*: something else has changed it"):
        hold.remove()
    assert path.read_text() == "Dear Ada,\n"
    path.unlink()
    hold.write("two")
    assert path.read_text() == "two"
    hold.remove()
    hold.remove()
    hold.release()
    assert list(tmp_path.iterdir()) == []


def test_a_new_file_that_something_else_has_written_stays(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    hold = LockedFile(path, create=True)
    path.write_text("Dear Ada,\n")
    hold.release()
    assert path.read_text() == "Dear Ada,\n"


def test_a_write_that_fails_lets_nobody_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "game.json"
    hold = LockedFile(path, create=True)
    hold.write("one")
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(fs.FileError, match=r"cannot write .*game.json': No space left on device"):
            hold.write("two")
    with pytest.raises(fs.BusyFileError):
        LockedFile(path)
    hold.write("three")
    hold.release()
    assert path.read_text() == "three"


def test_where_there_are_no_locks_nobody_overwrites_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_handle: int, _how: int) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.flock", refuse)
    path = tmp_path / "game.json"
    path.write_text("")
    one, two = LockedFile(path), LockedFile(path)
    one.write("one")
    with pytest.raises(fs.FileError, match="something else has changed it"):
        two.write("two")
    assert path.read_text() == "one"
    one.release()
    two.release()


@pytest.mark.parametrize("refusal", [errno.EACCES, errno.EROFS])
def test_a_file_that_may_only_be_read_can_be_held(
    refusal: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_text("one")
    system_open = os.open

    def refuse(name: Path, flags: int) -> int:
        if flags & os.O_RDWR:
            raise OSError(refusal, os.strerror(refusal))
        return system_open(name, flags)

    monkeypatch.setattr(os, "open", refuse)
    hold = LockedFile(path)
    with pytest.raises(fs.BusyFileError):
        LockedFile(path)
    hold.release()


def test_a_file_that_is_replaced_before_it_is_locked_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    path.write_text("one")
    lock = files._lock
    news = ["three", "two"]

    def lock_late(handle: int) -> bool:
        if news:
            path.unlink()
            path.write_text(news.pop())
        return lock(handle)

    monkeypatch.setattr(files, "_lock", lock_late)
    hold = LockedFile(path)
    assert hold.text == "three"
    monkeypatch.undo()
    with pytest.raises(fs.BusyFileError):
        LockedFile(path)
    hold.release()


# --- Locking what others write ---


def test_a_lock_is_on_the_file_and_lasts_while_it_is_opened_and_closed_elsewhere(tmp_path: Path) -> None:
    path, hard = tmp_path / "games.db", tmp_path / "hard.db"
    lock = DatabaseLock(path)
    hard.hardlink_to(path)
    path.open("rb").close()
    for name in (path, hard):
        with pytest.raises(fs.BusyFileError, match=r"\.db' is in use by another process"):
            DatabaseLock(name)
    lock.release()
    lock.release()
    DatabaseLock(hard).release()


def test_where_there_are_no_such_locks_nothing_is_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    with monkeypatch.context() as other_system:
        other_system.delattr("fcntl.F_OFD_SETLK")
        one, two = DatabaseLock(path), DatabaseLock(path)
        one.release()
        two.release()

    def refuse(*_arguments: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.fcntl", refuse)
    DatabaseLock(path).release()


@pytest.mark.parametrize("create", [False, True])
def test_only_regular_files_can_be_held(create: bool, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, problem in ((tmp_path, "it is a folder"), (tmp_path / "pipe", "it is not a regular file")):
        with pytest.raises(fs.FileError, match=problem):
            LockedFile(path, create=create)
    assert (tmp_path / "pipe").is_fifo()


# --- Faults of the system (tests/faults goes through all of them) ---


def test_a_lock_that_could_not_be_taken_is_not_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("one")

    def fail(*_arguments: object) -> bool:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(files, "_is_at", fail)
        with pytest.raises(fs.FileError, match="Input/output error") as caught:
            LockedFile(path)
    assert caught.value.is_passing
    LockedFile(path).release()


def test_a_private_file_stays_private_where_modes_cannot_be_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "secret.txt"
    path.touch(0o600)

    def refuse(*_arguments: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "fchmod", refuse)
    monkeypatch.setattr(os, "chmod", refuse)
    write_whole(path, "two")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("two", 0o600)
