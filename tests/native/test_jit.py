"""The cache of machine code, and who has to wait for the compiler."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fivesquare
from fivesquare.native import jit

SOURCES = Path(fivesquare.__file__).parent

COUNT_OPENINGS = """
import fivesquare as fs
from fivesquare.native.perft import perft
position = fs.start("grow", seed=1)
print(perft(position.setup, position.state, 2))
"""

COMPILE_LITTLE = """
import fivesquare as fs
from fivesquare.native import engine as compiled
packed = compiled.pack(fs.start("grow", seed=1).setup)
print(compiled.unpack(packed.ctypes.data).cells)
"""


def run(code: str, cache: Path, source: Path = SOURCES.parent) -> str:
    """What a fresh Python prints."""
    paths = os.pathsep.join([str(source), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": paths}
    environment.pop("NUMBA_CACHE_DIR", None)
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stderr == ""
    return result.stdout.strip()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package that a test may edit: the folder that holds it."""
    folder = tmp_path / "copy"
    shutil.copytree(SOURCES, folder / "fivesquare", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_an_edit_in_the_engine_is_never_answered_with_old_machine_code(copy: Path, tmp_path: Path) -> None:
    """The function that is called lies in perft.py; only engine.py, which it calls into, changes."""
    cache = tmp_path / "cache"
    assert run(COUNT_OPENINGS, cache, copy) == str(16 * 15)
    engine = copy / "fivesquare" / "engine.py"
    edited = engine.read_text().replace("return setup.edge\n", "return setup.full\n")
    assert edited != engine.read_text()
    engine.write_text(edited)
    assert run(COUNT_OPENINGS, cache, copy) == str(25 * 24)
    assert len(list((cache / "fivesquare").iterdir())) == 2


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package in the place of ours, as far as the cache is concerned."""
    folder = tmp_path / "package"
    (folder / "books").mkdir(parents=True)
    (folder / "native").mkdir()
    (folder / "native" / "jit.py").write_text("one")
    (folder / "books" / "grow.py").write_text("two")
    monkeypatch.setattr(jit, "__file__", str(folder / "native" / "jit.py"))
    return folder


def folder_name() -> str:
    return jit.cache_folder.__wrapped__().name


def test_any_changed_added_or_renamed_source_is_another_cache_folder(sources: Path) -> None:
    names = [folder_name()]
    (sources / "books" / "grow.py").write_text("three")
    names.append(folder_name())
    (sources / "new.py").write_text("")
    names.append(folder_name())
    (sources / "new.py").rename(sources / "newer.py")
    names.append(folder_name())
    assert len(set(names)) == 4


def test_the_same_sources_are_the_same_cache_folder(sources: Path) -> None:
    before = folder_name()
    (sources / "notes.txt").write_text("not a source")
    assert folder_name() == before


def test_a_folder_that_cannot_be_written_is_done_without(copy: Path, tmp_path: Path) -> None:
    """And Numba keeps nothing elsewhere, where it could be found again after an edit."""
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    assert run(COMPILE_LITTLE, in_the_way / "cache", copy) == "25"
    assert list(tmp_path.rglob("*.nbi")) == []


def test_only_the_folders_used_last_are_kept(tmp_path: Path) -> None:
    for age in range(6):
        folder = tmp_path / str(age)
        folder.mkdir()
        os.utime(folder, (1000 - age, 1000 - age))
    jit._forget_old_folders(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0", "1"]


def test_folders_that_another_process_removes_at_the_same_time_are_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there").mkdir()
    monkeypatch.setattr(Path, "iterdir", lambda home: iter([home / "gone", home / "there"]))
    jit._forget_old_folders(tmp_path)
    assert (tmp_path / "there").is_dir()


def test_numba_s_own_settings_stay_as_they_were(tmp_path: Path) -> None:
    code = f"""
import numba
def settings():
    return {{name: value for name, value in vars(numba.config).items() if name.isupper()}}
before = settings()
{COMPILE_LITTLE}
print(before == settings())
"""
    assert run(code, tmp_path).splitlines() == ["25", "True"]


def test_is_cached_tells_whether_the_compiler_has_run(tmp_path: Path) -> None:
    code = "from fivesquare.native import jit; print(jit.is_cached('engine'))"
    assert run(code, tmp_path) == "False"
    assert run(COMPILE_LITTLE + code, tmp_path).splitlines() == ["25", "True"]
    assert run(code, tmp_path) == "True"


def test_playing_imports_neither_numpy_nor_numba(tmp_path: Path) -> None:
    code = """
import sys
import fivesquare as fs
from fivesquare import record
for book in fs.CATALOGUE:
    position = fs.start(book, seed=1)
    while not position.is_over:
        position = position.play(position.legal[0])
    record.parse_record(record.format_record(position.to_record()))
    assert position.outcome
print(sorted({name.partition(".")[0] for name in sys.modules} & {"numpy", "numba", "llvmlite"}))
"""
    assert run(code, tmp_path) == "[]"


def test_without_a_home_nothing_is_kept_and_everything_works() -> None:
    code = COMPILE_LITTLE + "from fivesquare.native import jit; print(jit.is_cached('engine'))"
    assert run(code, Path("~nobody-has-this-name")).splitlines() == ["25", "False"]
