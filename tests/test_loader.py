"""Machine code that is kept, what becomes of it when its files are damaged, and who has to wait."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fivesquare

SOURCES = Path(fivesquare.__file__).parent

COUNT_OPENINGS = """
import fivesquare as fs
from fivesquare.loader import functions
from fivesquare.packed import address_of, pack
def sources():
    from fivesquare.engine import State
    from fivesquare.native.engine import claims, unpack
    from fivesquare.native.jit import count, linked
    return {"openings": linked(lambda address: count(claims(unpack(address), State(0, 0, 1, -1))))}
packed = pack(fs.start("grow", seed=1).setup)
print(functions("openings", {"openings": 1}, sources)["openings"](address_of(packed)))
"""

COMPILE_LITTLE = """
import fivesquare as fs
from fivesquare.loader import functions
from fivesquare.packed import address_of, pack
compiled = []
def sources():
    from fivesquare.native.engine import unpack
    from fivesquare.native.jit import linked
    compiled.append("little")
    return {"cells": linked(lambda address: unpack(address).cells)}
packed = pack(fs.start("grow", seed=1).setup)
print(functions("little", {"cells": 1}, sources)["cells"](address_of(packed)))
"""


def begin(arguments: list[str], home: Path, source: Path) -> subprocess.Popen[str]:
    """A fresh Python, whose folder for caches is `home`."""
    paths = os.pathsep.join([str(source), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "XDG_CACHE_HOME": str(home), "PYTHONPATH": paths}
    environment.pop("NUMBA_CACHE_DIR", None)
    return subprocess.Popen(
        [sys.executable, "-W", "error", *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(code: str, home: Path, source: Path = SOURCES.parent, told: str = "") -> str:
    """What a fresh Python prints. It tells one line of that kind on standard error, or else nothing."""
    process = begin(["-c", code], home, source)
    out, error = process.communicate()
    assert process.returncode == 0, error
    assert error.count("\n") == (1 if told else 0), error
    assert told in error
    return out.strip()


def files(home: Path) -> list[Path]:
    """The machine code that is kept there."""
    return sorted((home / "fivesquare").glob("*/*.code"))


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package that a test may edit: the folder that holds it."""
    folder = tmp_path / "copy"
    shutil.copytree(SOURCES, folder / "fivesquare", ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_an_edit_in_the_engine_is_never_answered_with_old_machine_code(copy: Path, tmp_path: Path) -> None:
    """Only engine.py changes, which what is compiled calls into."""
    home = tmp_path / "home"
    assert run(COUNT_OPENINGS, home, copy) == str(16)
    engine = copy / "fivesquare" / "engine.py"
    edited = engine.read_text().replace("return setup.edge\n", "return setup.full\n")
    assert edited != engine.read_text()
    engine.write_text(edited)
    assert run(COUNT_OPENINGS, home, copy) == str(25)
    assert len(list((home / "fivesquare").iterdir())) == 2


def test_a_folder_that_cannot_be_written_is_done_without(copy: Path, tmp_path: Path) -> None:
    """And Numba keeps nothing elsewhere, where it could be found again after an edit."""
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    assert run(COMPILE_LITTLE, in_the_way / "cache", copy, told="Not a directory") == "25"
    kept = [path for kind in ("*.nbi", "*.nbc", "*.code") for path in tmp_path.rglob(kind)]
    assert kept == []


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
    assert run(COMPILE_LITTLE, Path("~nobody-has-this-name"), told="there is no home folder") == "25"


def test_what_was_compiled_is_not_compiled_again(tmp_path: Path) -> None:
    code = COMPILE_LITTLE + "import sys; print(compiled, 'numba' in sys.modules)"
    assert run(code, tmp_path).splitlines() == ["25", "['little'] True"]
    assert run(code, tmp_path).splitlines() == ["25", "[] False"]
    assert [path.name.rsplit(".", 2)[0] for path in files(tmp_path)] == ["little"]


def test_a_damaged_file_is_compiled_again(tmp_path: Path) -> None:
    run(COMPILE_LITTLE, tmp_path)
    [file] = files(tmp_path)
    file.write_bytes(b"")
    assert run(COMPILE_LITTLE, tmp_path, told="was damaged and is compiled again") == "25"
    assert file.stat().st_size > 0
    assert run(COMPILE_LITTLE, tmp_path) == "25"


def test_without_an_object_numba_runs_what_it_has_compiled(tmp_path: Path) -> None:
    """Such as with an LLVM that is not as we know it."""
    broken = f"""
from fivesquare import loader
def opened(*_): raise OSError
loader.opened = opened
{COMPILE_LITTLE}
"""
    told = "(Compiled code (little) needs Numba at every start here: OSError.)"
    assert run(broken, tmp_path, told=told) == "25"


def test_a_disk_that_is_full_while_compiling_is_done_without(tmp_path: Path) -> None:
    full = f"""
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
{COMPILE_LITTLE}
"""
    assert run(full, tmp_path, told="cannot be kept") == "25"
    assert files(tmp_path) == []
    assert run(COMPILE_LITTLE, tmp_path) == "25"
    assert len(files(tmp_path)) == 1


def test_two_may_compile_at_once(tmp_path: Path) -> None:
    processes = [begin(["-c", COMPILE_LITTLE], tmp_path, SOURCES.parent) for _ in range(2)]
    assert [process.communicate() for process in processes] == [("25\n", "")] * 2
    assert run(COMPILE_LITTLE, tmp_path) == "25"
