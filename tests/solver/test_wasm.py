"""The search as WebAssembly: the same bytes everywhere, the same answers and positions as machine code."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nodes
import pytest
from llvmlite import binding as llvm

import fivesquare as fs
from fivesquare import cache, library, loader
from fivesquare.native import linker
from fivesquare.native.wasm_module import with_exports
from fivesquare.solver import Progress, Solver, code, is_warm
from node_counts import NODES
from solver_oracle import random_book, random_position
from wasm import searching_in_wasm

POSITIONS = 300


@pytest.fixture
def forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What was shipped is looked for again, and again afterwards."""
    library._shipped.cache_clear()
    yield
    library._shipped.cache_clear()


# --- The same answers ---


def test_it_enters_as_many_positions() -> None:
    with searching_in_wasm():
        assert nodes.counts() == NODES


def found(seed: int) -> list[object]:
    """All that the functions find out about random positions of random games."""
    chance, results = random.Random(seed), list[object]()
    for _ in range(POSITIONS // 3):
        book = random_book(chance, most_cells=chance.choice([9, 20, 64]))
        position = random_position(chance, book, free=min(book.size.cells, 10))
        solver = Solver(position.book, position.board, threads=1)
        solution = solver.solve(position)
        results.append((position.to_record(), solution, solution.nodes, solution.line))
        results.append(Solver(position, threads=1).label([position]).values)
        solver.grow()
        if not position.is_over:
            hunch = solver.look_ahead(position, seconds=None, depth=2, each=True)
            results.append((hunch._replace(seconds=0.0), solver.moves_to_win(position, 1), solver.nodes))
    return results


@pytest.mark.parametrize("seed", range(3))
def test_random_positions_of_random_games(seed: int) -> None:
    expected = found(seed)
    with searching_in_wasm():
        assert found(seed) == expected


# --- Without threads ---


def long_game() -> fs.Position:
    """Nobody solves this in a second."""
    return fs.start("chain", size=(8, 8))


def test_without_threads_the_clock_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.solver.team._SLICE", 10_000)  # so that a slow machine looks twice too
    seen: list[Progress] = []
    with searching_in_wasm():
        solution = fs.solve(long_game(), value_only=True, seconds=0.5, progress=seen.append)
    assert not solution.exact
    assert 0.5 <= solution.seconds < 10
    assert len(seen) > 1
    assert seen[0].nodes < seen[-1].nodes <= solution.nodes


@pytest.mark.parametrize("limit", [0, 10, 30_000, 900_000])
def test_a_number_of_positions_ends_a_search_where_it_does_elsewhere(limit: int) -> None:
    def ended() -> object:
        solver = Solver(long_game(), threads=1)
        solution = solver.solve(long_game(), nodes=limit)
        return solution, solution.nodes, solution.at_least, solution.at_most

    expected = ended()
    with searching_in_wasm():
        assert ended() == expected


def test_slices_change_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    position = fs.start("grow", seed=1, size=(5, 6)).play("1,1")
    expected = fs.solve(position, threads=1)
    monkeypatch.setattr("fivesquare.solver.team._SLICE", 1000)
    with searching_in_wasm():
        solver = Solver(position)
        solution = solver.solve(position)
    assert solution.nodes > 30_000  # several slices
    assert (solution.worth, solution.each) == (expected.worth, expected.each)


# --- Functions handed in ---


def test_what_is_handed_in_is_used_and_nothing_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {name: (lambda *_words: 7) for name in code.ARGUMENTS}
    monkeypatch.setattr(code, "_handed_in", [])
    monkeypatch.setattr(code, "_code", lambda: pytest.fail("nothing is to be loaded"))
    monkeypatch.setattr(library, "is_ready", lambda: False)
    assert not is_warm()
    code.use(given)
    assert is_warm()
    assert code.code()._asdict() == given
    with pytest.raises(KeyError, match="ask"):
        code.use({})
    assert code.code()._asdict() == given


# --- Where it comes from ---


def test_the_bytes_are_the_same_on_every_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """As far as one machine can tell: Numba is told of two processors that differ."""
    made = library.wasm()
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    assert loader.build("fivesquare.solver.native.module", ["wasm32"])["wasm32"] == made


def test_it_is_made_once(forgotten: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = library.wasm()
    calls: list[object] = []

    def make(*asked: object) -> dict[str, bytes]:
        calls.append(asked)
        return {"wasm32": made}

    monkeypatch.setattr(library, "FOLDER", tmp_path)
    monkeypatch.setattr(library, "build", make)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache.folder.cache_clear()
    try:
        assert library.wasm() == library.wasm() == made
    finally:
        cache.folder.cache_clear()
    assert calls == [("fivesquare.solver.native.module", ["wasm32"])]
    assert [file.name.split(".")[0] for file in tmp_path.rglob("*.code")] == ["wasm"]


@pytest.fixture
def shipped(forgotten: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The module in the folder of a wheel."""
    files = library.files("wasm32", library.wasm())
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(library, "FOLDER", tmp_path)
    library._shipped.cache_clear()
    return tmp_path / "fivesquare.wasm"


def test_what_is_shipped_is_used(shipped: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "load", lambda _name: pytest.fail("it is there"))
    assert library.wasm() == shipped.read_bytes()


@pytest.mark.parametrize("damage", ["sources", "module", "digest"])
def test_what_is_shipped_for_other_sources_or_damaged_is_not(
    damage: str, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = list[str]()
    file = shipped if damage == "module" else shipped.with_name("fivesquare.wasm.digest")
    content = bytearray(file.read_bytes())
    content[10 if damage == "sources" else -2] ^= 1
    file.write_bytes(content)
    monkeypatch.setattr(cache, "load", lambda _name: b"compiled")
    monkeypatch.setattr(cache, "tell", told.append)
    assert library.wasm() == b"compiled"
    assert len(told) == (0 if damage == "sources" else 1)


# --- Objects that are no modules without a linker ---


def wasm_object(text: str) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("wasm32-unknown-unknown").create_target_machine(reloc="static")
    module = llvm.parse_assembly(f'target triple = "wasm32-unknown-unknown"\n{text}')
    content: Any = target.emit_object(module)
    return bytes(content)


PLAIN = "define i64 @f(i64 %a) { %b = add i64 %a, 1\n ret i64 %b }"


def test_plain_code_is_a_module() -> None:
    module = with_exports(wasm_object(PLAIN), ["f"])
    assert module.startswith(b"\0asm")
    assert b"\x01f\0\0" in module  # one letter, a function, the first


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("@d = global i64 5\ndefine i64 @f() { %b = load i64, ptr @d\n ret i64 %b }", "section of kind 1"),
        ("@d = global i64 5\n" + PLAIN, "section of kind 1"),
        ("@d = external global i64\ndefine i64 @f() { %b = load i64, ptr @d\n ret i64 %b }", "relocation"),
        ("declare i64 @g()\ndefine i64 @f() { %b = call i64 @g()\n ret i64 %b }", "import of env.g"),
        ("define ptr @f() { ret ptr @g }\ndefine i64 @g() { ret i64 1 }", "needs a linker"),
        ("define i64 @f(ptr %g) { %b = call i64 %g()\n ret i64 %b }", "indirect_function_table"),
        ("define i64 @g() { ret i64 1 }", "no function f"),
    ],
    ids=["data", "unused data", "outer data", "outer function", "table", "call by table", "missing"],
)
def test_what_needs_a_linker_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        with_exports(wasm_object(text), ["f"])


@pytest.mark.parametrize("length", [0, 4, 8, 20, 60])
def test_what_is_no_object_is_refused(length: int) -> None:
    with pytest.raises((ValueError, KeyError)):
        with_exports(wasm_object(PLAIN)[:length], ["f"])


def test_numba_must_not_have_optimised_anything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NUMBA_OPT", raising=False)
    monkeypatch.setattr("sys.argv", ["linker", str(tmp_path), "fivesquare.solver.native.module", "wasm32"])
    with pytest.raises(RuntimeError, match="NUMBA_OPT"):
        linker.main()
