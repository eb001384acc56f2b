"""The compiled functions are one library: shipped, saved or made, it does what Numba's own code does."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nodes
import pytest

import fivesquare
import fivesquare as fs
from fivesquare import cache, library, perft
from fivesquare.loader import Functions, Library, bind, machine
from fivesquare.solver import Solver, code, is_warm, warm_up
from fivesquare.solver.native.module import ENTRIES

SOURCES = Path(fivesquare.__file__).parent

SOLVE = """
import sys
import fivesquare as fs
position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
print(fs.solve(position).best, sorted({"numba", "numpy", "llvmlite"} & set(sys.modules)))
"""
ANSWER = "('2,2',)"


def run(program: str, home: Path, source: Path = SOURCES.parent) -> tuple[str, str]:
    """What a fresh Python prints and tells, whose folder for caches is `home`."""
    paths = os.pathsep.join([str(source), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "XDG_CACHE_HOME": str(home), "PYTHONPATH": paths}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip(), done.stderr


@pytest.fixture
def forgotten() -> Iterator[None]:
    """What is shipped or saved is looked for again, and again afterwards."""

    def forget() -> None:
        library._loaded.clear()
        library._shipped.cache_clear()
        code._code.cache_clear()
        perft._walk.cache_clear()

    forget()
    yield
    forget()


def content() -> bytes:
    """The library for this machine."""
    warm_up()
    found = cache.load(library._saved_as(machine()))
    assert found is not None
    return found


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A folder for caches in which the library is saved: the file."""
    content()
    place = tmp_path / "fivesquare" / cache.folder().name
    shutil.copytree(cache.folder(), place)
    (tmp_path / "fivesquare").chmod(0o700)
    [file] = place.glob("library.*.code")
    return file


def test_every_function_takes_as_many_words_as_is_written() -> None:
    taken = {name: function.py_func.__code__.co_argcount for name, function in ENTRIES.items()}
    assert taken == {**code.ARGUMENTS, **perft.ARGUMENTS}
    assert set(code.Code._fields) == set(code.ARGUMENTS)


# --- The same as Numba's own code ---


def found() -> list[object]:
    """All that the functions find out, positions counted, in every kind of game."""
    results: list[object] = [nodes.counts()]
    for position in [*nodes.other_books(), *map(fs.start, fs.CATALOGUE)]:
        if position.book.name:
            position = fs.start(position.book, seed=1, size=(4, 4))
        solver = Solver(position.book, position.board, threads=1)  # a second one would count its own
        solution = solver.solve(position)
        solver.grow()
        hunch = solver.look_ahead(position, depth=3, each=True)
        results.append(
            [
                solution,
                solution.nodes,
                solution.line,
                hunch._replace(seconds=0.0),
                solver.moves_to_win(position, 1),
                Solver(position, threads=1).label([position]).values,
                perft.perft(position.setup, position.state, 4),
            ]
        )
    return results


def test_the_library_does_what_numba_does(forgotten: None, monkeypatch: pytest.MonkeyPatch) -> None:
    content()
    ours = found()
    told: list[str] = []

    def fail(*_: object) -> dict[str, bytes]:
        raise RuntimeError("no library")

    monkeypatch.setattr(library, "build", fail)
    monkeypatch.setattr(library, "_found", lambda: None)
    monkeypatch.setattr(cache, "tell", told.append)
    monkeypatch.setattr(cache, "keep", lambda *_: pytest.fail("nothing is to be kept"))
    code._code.cache_clear()
    perft._walk.cache_clear()
    assert found() == ours
    assert set(told) == {"Compiled code (library) needs Numba at every start here: RuntimeError."}
    assert "numba" in sys.modules


# --- Where it comes from ---


def test_what_is_saved_needs_no_compiler(saved: Path, tmp_path: Path) -> None:
    before = saved.stat().st_mtime_ns
    assert run(SOLVE, tmp_path) == (f"{ANSWER} []", "")
    assert saved.stat().st_mtime_ns == before


def test_what_was_damaged_is_made_again_and_saved(saved: Path, tmp_path: Path) -> None:
    saved.write_bytes(saved.read_bytes()[:-1])
    answer, told = run(SOLVE, tmp_path)
    assert answer == f"{ANSWER} []"  # another process has compiled
    assert "was damaged and is compiled again" in told
    assert run(f"import sys; sys.modules['numba'] = None\n{SOLVE}", tmp_path)[1] == ""


def test_without_the_compiler_one_line_says_what_to_install(tmp_path: Path) -> None:
    code = "import sys; sys.modules['numba'] = None; from fivesquare.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "solve"],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": str(SOURCES.parent)},
        input='{"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]], "moves": []}',
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    needed = "Compiling the solver needs numba, which is not installed"
    assert done.stderr.splitlines()[-1] == f"fivesquare: {needed}: pip install 'fivesquare[compile]'"
    assert "Traceback" not in done.stderr


# --- Shipped with a wheel ---


def ship(folder: Path, kind: str = "") -> None:
    folder.mkdir(exist_ok=True)
    for name, part in library.files(kind or machine(), content()).items():
        (folder / name).write_bytes(part)


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """What a wheel unpacks to: the folder that holds the package, with the library in it."""
    folder = tmp_path / "wheel"
    shutil.copytree(
        SOURCES, folder / "fivesquare", ignore=shutil.ignore_patterns("__pycache__", "compiled")
    )
    ship(folder / "fivesquare" / "compiled")
    return folder


def test_what_is_shipped_compiles_nothing_and_keeps_nothing(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "another home"
    forbidden = "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\n"
    asked = "from fivesquare.solver import is_warm; print(is_warm())\n"
    assert run(forbidden + asked + SOLVE, home, wheel) == (f"True\n{ANSWER} ['numba', 'numpy']", "")
    assert not home.exists()


@pytest.mark.parametrize("place", [0.0, 0.5, 0.999])
def test_what_is_shipped_and_damaged_is_not_run(
    place: float, wheel: Path, saved: Path, tmp_path: Path
) -> None:
    """One bit somewhere."""
    [shipped] = (wheel / "fivesquare" / "compiled").glob("fivesquare.*[!t]")
    damaged = bytearray(shipped.read_bytes())
    damaged[int(place * len(damaged))] ^= 4
    shipped.write_bytes(damaged)
    answer, told = run(SOLVE, tmp_path, wheel)
    assert answer == f"{ANSWER} []"  # what is saved is used instead
    assert told == "(The compiled solver of this installation is damaged and is not used.)\n"
    assert saved.exists()


def test_what_is_shipped_for_other_sources_is_left_alone(wheel: Path, tmp_path: Path) -> None:
    engine = wheel / "fivesquare" / "engine.py"
    engine.write_text(engine.read_text() + "\n# edited\n")
    asked = "from fivesquare.solver import is_warm; print(is_warm())"
    assert run(asked, tmp_path / "home", wheel) == ("False", "")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgotten: None) -> Path:
    """The folder that a wheel ships libraries in, and nothing is saved."""
    content()
    monkeypatch.setattr(library, "FOLDER", tmp_path / "compiled")
    library._loaded.clear()
    library._shipped.cache_clear()
    code._code.cache_clear()
    return tmp_path / "compiled"


@pytest.mark.parametrize("kind", ["linux-riscv64", "macos-arm64"])
def test_what_is_shipped_for_another_machine_is_left_alone(
    kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(folder, kind)
    ours = content()
    monkeypatch.setattr(cache, "load", lambda _name: None)
    library._loaded.clear()
    assert not is_warm()
    for name, part in library.files(machine(), ours).items():
        (folder / name).write_bytes(part)
    library._shipped.cache_clear()
    assert is_warm()


def test_what_is_shipped_for_newer_processors_is_left_alone(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ship(folder)

    def bind_on_an_old_processor(one: Library, arguments: dict[str, int]) -> Functions:
        found = bind(one, arguments)
        return {name: (lambda: 0) if name == "is_suited" else found[name] for name in found}

    monkeypatch.setattr(cache, "load", lambda _name: None)
    monkeypatch.setattr(library, "bind", bind_on_an_old_processor)
    library._loaded.clear()
    assert not is_warm()
