"""The compiled search is one object: shipped, kept or made, it does what Numba's own code does."""

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
from fivesquare import cache
from fivesquare.loader import common_processor, load, this_processor
from fivesquare.native import linker
from fivesquare.solver import Solver, code, warm_up
from fivesquare.solver.native import ENTRIES

SOURCES = Path(fivesquare.__file__).parent

SOLVE = """
import sys
import fivesquare as fs
position = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
print(fs.solve(position).best, sorted({"numba", "numpy"} & set(sys.modules)))
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
def kept(tmp_path: Path) -> Path:
    """A folder for caches in which the search is kept: the file."""
    warm_up()
    place = tmp_path / "fivesquare" / cache.folder().name
    shutil.copytree(cache.folder(), place)
    (tmp_path / "fivesquare").chmod(0o700)
    [file] = place.glob("solver.*.code")
    return file


def test_every_function_takes_as_many_words_as_is_written() -> None:
    taken = {name: function.py_func.__code__.co_argcount for name, function in ENTRIES.items()}
    assert taken == code.ARGUMENTS
    assert set(code.Code._fields) == set(code.ARGUMENTS)


# --- The same as Numba's own code ---


@pytest.fixture
def numba_takes_over(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The object cannot be made; what is told of it."""
    told: list[str] = []

    def fail(*_: object) -> bytes:
        raise RuntimeError("no object")

    monkeypatch.setattr("fivesquare.loader.make_object", fail)
    monkeypatch.setattr(cache, "load", lambda _name: None)
    monkeypatch.setattr(cache, "tell", told.append)
    monkeypatch.setattr(cache, "keep", lambda *_: pytest.fail("nothing is to be kept"))
    code._code.cache_clear()
    yield told
    code._code.cache_clear()


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
            ]
        )
    return results


def test_the_object_does_what_numba_does(numba_takes_over: list[str]) -> None:
    theirs = found()
    assert numba_takes_over == ["Compiled code (solver) needs Numba at every start here: RuntimeError."]
    assert "numba" in sys.modules
    code._code.cache_clear()
    target = this_processor()
    content = linker.make_object(ENTRIES, target.processor, target.features)
    ours = code.Code(**load(content, code.ARGUMENTS))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("fivesquare.solver.machine.code", lambda: ours)
        patch.setattr("fivesquare.solver.distance.code", lambda: ours)
        assert found() == theirs


# --- Where it comes from ---


def test_what_is_kept_needs_neither_numba_nor_numpy(kept: Path, tmp_path: Path) -> None:
    before = kept.stat().st_mtime_ns
    assert run(SOLVE, tmp_path) == (f"{ANSWER} []", "")
    assert kept.stat().st_mtime_ns == before


def test_what_was_made_is_kept(kept: Path, tmp_path: Path) -> None:
    kept.unlink()
    assert run(SOLVE, tmp_path) == (f"{ANSWER} ['numba', 'numpy']", "")
    assert run(SOLVE, tmp_path) == (f"{ANSWER} []", "")


def test_what_is_kept_and_was_damaged_is_made_again(kept: Path, tmp_path: Path) -> None:
    kept.write_bytes(kept.read_bytes()[:-1])
    answer, told = run(SOLVE, tmp_path)
    assert answer == f"{ANSWER} ['numba', 'numpy']"
    assert "was damaged and is compiled again" in told
    assert run(SOLVE, tmp_path) == (f"{ANSWER} []", "")


# --- Shipped with a wheel ---


@pytest.fixture
def wheel(tmp_path: Path, shipped_code: bytes) -> Path:
    """What a wheel unpacks to: the folder that holds the package, with the object in it."""
    folder = tmp_path / "wheel"
    shutil.copytree(SOURCES, folder / "fivesquare", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / code.SHIPPED.relative_to(SOURCES.parent)).write_bytes(shipped_code)
    return folder


def test_what_is_shipped_compiles_nothing_and_keeps_nothing(wheel: Path, tmp_path: Path) -> None:
    home = tmp_path / "another home"
    forbidden = "import sys; sys.modules['numba'] = None\n"
    asked = "from fivesquare.solver import is_warm; print(is_warm())\n"
    assert run(forbidden + asked + SOLVE, home, wheel) == (f"True\n{ANSWER} ['numba']", "")
    assert not home.exists()


@pytest.mark.parametrize("place", [0.0, 0.001, 0.5, 0.999])
def test_what_is_shipped_and_damaged_is_not_run(
    place: float, wheel: Path, kept: Path, tmp_path: Path
) -> None:
    """One bit somewhere behind the label: in the digest, near the beginning, in the middle, at the end."""
    shipped = wheel / code.SHIPPED.relative_to(SOURCES.parent)
    content = bytearray(shipped.read_bytes())
    label = content.index(b"\n") + 1
    content[label + int(place * (len(content) - label))] ^= 4
    shipped.write_bytes(content)
    answer, told = run(SOLVE, tmp_path, wheel)
    assert answer == f"{ANSWER} []"  # what is kept is used instead
    assert told == "(The compiled solver of this installation is damaged and is not used.)\n"
    assert kept.exists()


def test_what_is_shipped_for_other_sources_is_left_alone(wheel: Path, tmp_path: Path) -> None:
    engine = wheel / "fivesquare" / "engine.py"
    engine.write_text(engine.read_text() + "\n# edited\n")
    asked = "from fivesquare.solver import is_warm; print(is_warm())"
    assert run(asked, tmp_path / "home", wheel) == ("False", "")


def test_what_is_shipped_for_another_machine_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    here = common_processor()
    assert here is not None
    monkeypatch.setattr("fivesquare.loader._COMMON", {})
    assert common_processor() is None
    monkeypatch.setattr(
        "fivesquare.loader._COMMON", {here.machine.partition("-")[0]: ("old", "never-made")}
    )
    assert common_processor() is None
