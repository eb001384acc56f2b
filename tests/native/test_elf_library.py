"""Objects that are libraries without a linker, and those that are not."""

import ctypes
from pathlib import Path
from typing import Any

import pytest
from llvmlite import binding as llvm

from fivesquare.native.elf_library import shared_library

X86_64, AARCH64 = "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"


def elf_object(text: str, triple: str = X86_64) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(triple).create_target_machine(reloc="pic", codemodel="default")
    content: Any = machine.emit_object(llvm.parse_assembly(f'target triple = "{triple}"\n{text}'))
    return bytes(content)


PLAIN = "define i64 @f(i64 %a) { %b = add i64 %a, 1\n ret i64 %b }"
CONSTANTS = """
@d = internal constant [4 x i64] [i64 5, i64 -7, i64 11, i64 13]
define i64 @f(i64 %a) {
  %p = getelementptr [4 x i64], ptr @d, i64 0, i64 %a
  %b = load i64, ptr %p
  %c = call i64 @g(i64 %b)
  ret i64 %c
}
define i64 @g(i64 %a) noinline { %b = mul i64 %a, 3\n ret i64 %b }
"""


def test_a_library_is_loaded_and_called(tmp_path: Path) -> None:
    """With constants, and with calls from one to the other."""
    triple = llvm.get_default_triple()
    if "linux" not in triple:
        pytest.skip("this system has no ELF")
    file = tmp_path / "code.so"
    file.write_bytes(shared_library(elf_object(CONSTANTS, triple), ["g", "f"]))
    library = ctypes.CDLL(str(file))
    for name in ("f", "g"):
        library[name].restype, library[name].argtypes = ctypes.c_int64, [ctypes.c_int64]
    functions = library["f"], library["g"]
    for function in functions:
        function.restype, function.argtypes = ctypes.c_int64, [ctypes.c_int64]
    assert [functions[0](place) for place in range(4)] == [15, -21, 33, 39]
    assert functions[1](14) == 42


@pytest.mark.parametrize("triple", [X86_64, AARCH64])
def test_it_has_what_a_loader_looks_for(triple: str) -> None:
    made = shared_library(elf_object(CONSTANTS, triple), ["f", "g"])
    assert made[:4] == b"\x7fELF"
    assert int.from_bytes(made[16:18], "little") == 3  # a library
    assert int.from_bytes(made[18:20], "little") == {X86_64: 62, AARCH64: 183}[triple]
    assert b"\0f\0g\0" in made


@pytest.mark.parametrize("triple", [X86_64, AARCH64])
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("@d = global i64 5\ndefine i64 @f() { %b = load i64, ptr @d\n ret i64 %b }", "data"),
        ("@d = internal global i64 0\n" + PLAIN + "\ndefine ptr @g() { ret ptr @d }", "data"),
        ("@d = external global i64\ndefine i64 @f() { %b = load i64, ptr @d\n ret i64 %b }", "elsewhere"),
        ("declare i64 @g()\ndefine i64 @f() { %b = call i64 @g()\n ret i64 %b }", "linker: g"),
        ("define ptr @f() { ret ptr @g }\ndefine i64 @g() { ret i64 1 }", "a relocation of kind"),
        ("define i64 @g() { ret i64 1 }", "no function f"),
    ],
    ids=["data", "zeros", "outer data", "outer function", "table of addresses", "missing"],
)
def test_what_needs_a_linker_is_refused(text: str, reason: str, triple: str) -> None:
    with pytest.raises(ValueError, match=reason):
        shared_library(elf_object(text, triple), ["f"])


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(ValueError, match="no ELF object"):
        shared_library(b"MZ", ["f"])
