"""Compiled functions as a library that runs without Numba (`loader.py`), for this machine or another kind.

A library needs nothing else: all that is compiled here is integers and addresses, so it calls nothing of
Python's, Numba's or the system's, and whatever it calls of ours is part of it.

    python -m fivesquare.native.linker FOLDER KIND...

writes the library of a package into a folder, once for each kind of machine named; `here` is the one at
hand, and `wasm32` is WebAssembly, which is the same everywhere. `loader.build` runs it. What Numba makes of
a function is meant for the processor of this machine, unless it is told to optimise nothing, by
NUMBA_OPT=0. So it is, and the passes here do it for each kind.
"""

import os
import sys
from collections.abc import Collection, Mapping
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

from llvmlite import binding as llvm
from numba.core import config, types

from fivesquare.native.elf_library import shared_library
from fivesquare.native.wasm_module import with_exports
from fivesquare.native.zig_linker import library_by_zig


class Target(NamedTuple):
    """What code is made for: LLVM's names of the kind of machine, of the processor, and of what it has."""

    triple: str
    processor: str
    features: str = ""


_COMMON = "x86-64-v2"  # what all but very old processors have
TARGETS = {
    "linux-aarch64": Target("aarch64-unknown-linux-gnu", "generic"),
    "linux-x86_64": Target("x86_64-unknown-linux-gnu", _COMMON),
    "macos-arm64": Target("arm64-apple-macosx11.0.0", "apple-m1"),
    "macos-x86_64": Target("x86_64-apple-macosx11.0.0", _COMMON),
    "windows-x86_64": Target("x86_64-pc-windows-msvc", _COMMON),
}
"""The kinds of machines that wheels are built for."""
WASM, HERE = "wasm32", "here"
_WASM = Target("wasm32-unknown-unknown", "")

IS_SUITED = "is_suited"
_LEAF_1 = sum(1 << bit for bit in (0, 9, 13, 19, 20, 23))  # SSE3, SSSE3, CX16, SSE4.1, SSE4.2, POPCNT
_CPUID = 'asm "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx}"(i32 1, i32 0)'
_ASKED = f"""
  %found = call {{i32, i32, i32, i32}} {_CPUID}
  %all = extractvalue {{i32, i32, i32, i32}} %found, 2
  %some = and i32 %all, {_LEAF_1}
  %is_suited = icmp eq i32 %some, {_LEAF_1}
"""
_KNOWN = "%is_suited = icmp eq i32 0, 0"


def make_library(functions: Mapping[str, Any], triple: str, processor: str, features: str) -> bytes:
    """The library of these functions, under these names, for a machine: LLVM's names of it."""
    return _library(str(_joined(functions)), list(functions), Target(triple, processor, features))


def address_here(function: Any) -> int:
    """Where Numba itself has put a function, in this process."""
    signature = _compile(function)
    library = function.overloads[signature].library
    return int(library.get_pointer_to_function(_symbol(function, signature)))


# --- Functions as one module in LLVM's language ---


def _joined(functions: Mapping[str, Any]) -> Any:
    """One module of these functions, and of all that they call."""
    first, *others = [_module(name, function) for name, function in functions.items()]
    for module in others:
        first.link_in(module)
    return first


def _module(name: str, function: Any) -> Any:
    """What the compiler makes of a function and all that it calls."""
    signature = _compile(function)
    module = llvm.parse_assembly(function.inspect_llvm(signature))
    module.get_function(_symbol(function, signature)).name = name
    return module


def _compile(function: Any) -> Any:
    """Compile a function, if it is not yet, for words; the signature."""
    signature = (types.int64,) * function.py_func.__code__.co_argcount
    function.compile(signature)
    return signature


def _symbol(function: Any, signature: Any) -> str:
    return str(function.overloads[signature].fndesc.llvm_func_name)


# --- Such a module as a library ---


def _library(text: str, names: Collection[str], target: Target) -> bytes:
    """The library of a module for a kind of machine, which exports these functions of it."""
    content = _object(text, names, target)
    if target == _WASM:
        return with_exports(content, names)
    if "apple" in target.triple or "windows" in target.triple:
        return library_by_zig(content, names, target.triple)
    return shared_library(content, names)


def _object(text: str, names: Collection[str], target: Target) -> bytes:
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    llvm.initialize_native_asmparser()  # for `_CPUID`
    is_wasm = target == _WASM
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.processor,
        features=target.features,
        opt=3,
        reloc="static" if is_wasm else "pic",
        codemodel="default",
    )
    module = llvm.parse_assembly(text)
    if IS_SUITED in names:
        module.link_in(llvm.parse_assembly(_check_for(target)))
    module.triple, module.data_layout = target.triple, str(machine.target_data)
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name not in names:
            value.linkage = "internal"
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    module.verify()
    return bytes(machine.emit_object(module))


def _check_for(target: Target) -> str:
    """A function that says whether the processor at hand has what this one has; called like Numba's."""
    is_common = target.processor == _COMMON
    if is_common and not llvm.get_default_triple().startswith("x86_64"):
        raise RuntimeError("LLVM can ask for x86-64 processors only on such a machine")
    return f"""
define i32 @{IS_SUITED}(ptr %answer, ptr %error) nounwind {'"target-cpu"="x86-64"' if is_common else ""} {{
  {_ASKED if is_common else _KNOWN}
  %word = zext i1 %is_suited to i64
  store i64 %word, ptr %answer
  ret i32 0
}}
"""


def _target(kind: str) -> Target:
    return _here() if kind == HERE else TARGETS[kind]


def _here() -> Target:
    """The machine at hand, for all processors of its kind but very old ones, unless this is such."""
    triple = llvm.get_default_triple()
    if not triple.startswith("x86_64"):
        return Target(triple, "")
    has = llvm.get_host_cpu_features()
    needed = ("cx16", "popcnt", "sahf", "sse3", "sse4.1", "sse4.2", "ssse3")
    return Target(triple, _COMMON if all(map(has.get, needed)) else "x86-64")


def main() -> None:
    folder, package, *kinds = sys.argv[1:]
    if int(vars(config)["OPT"]) != 0:
        raise RuntimeError("what is for other processors is made where NUMBA_OPT=0")
    Thread(target=_end_with_caller, daemon=True).start()
    entries = import_module(package)
    text = str(_joined({**entries.ENTRIES, **entries.WASM_ENTRIES}))
    for kind in kinds:
        if kind == WASM:
            content = _library(text, list(entries.WASM_ENTRIES), _WASM)
        else:
            content = _library(text, [*entries.ENTRIES, IS_SUITED], _target(kind))
        Path(folder, kind).write_bytes(content)


def _end_with_caller() -> None:
    """Standard input ends when the process that holds its other end does, however that ends."""
    os.read(0, 1)  # not by way of sys.stdin, which must not be in use when Python ends
    os._exit(1)


if __name__ == "__main__":
    main()
