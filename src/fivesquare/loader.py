"""Loads and calls compiled functions without the compiler.

Numba takes a third of a second to import, which is longer than most searches. So the compiled functions
that Python calls are saved as objects (`native/linker.py` makes them, `cache.py` finds them again), and
LLVM, which Numba is built on, loads them alone. Their arguments and answers are 64-bit words, addresses
among them. They run without the GIL.
"""

import ctypes
import os
import sys
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from fivesquare import cache

Function = Callable[..., int]
Functions = dict[str, Function]
Sources = Callable[[], Mapping[str, Any]]

_alone = threading.Lock()
_engines: list[Any] = []  # code lives as long as its engine: as long as the process
_foreign: dict[Function, Any] = {}  # what ctypes calls, by what we call

# What all but very old machines have, by the first part of LLVM's name for the kind of machine.
_COMMON = {
    "x86_64": ("x86-64-v2", "cx16 popcnt sahf sse3 sse4.1 sse4.2 ssse3"),
    "aarch64": ("generic", ""),
    "arm64": ("generic", ""),
}

_MAKE_WASM = """
import sys
from importlib import import_module
from fivesquare.native.linker import make_wasm
sys.stdout.buffer.write(make_wasm(import_module(sys.argv[1]).ENTRIES))
"""


class Target(NamedTuple):
    """What code is compiled for: LLVM's names of the kind of machine and of the processor."""

    machine: str
    processor: str
    features: str


def this_processor() -> Target:
    llvm = _llvm()
    features = llvm.get_host_cpu_features().flatten()
    return Target(llvm.get_default_triple(), llvm.get_host_cpu_name(), features)


def common_processor() -> Target | None:
    """The baseline of this kind of machine; None if it is unknown, or this machine has less."""
    llvm = _llvm()
    machine = llvm.get_default_triple()
    processor, needed = _COMMON.get(machine.partition("-")[0], ("", ""))
    present = llvm.get_host_cpu_features()
    has_all = processor and all(present.get(feature) for feature in needed.split())
    return Target(machine, processor, "") if has_all else None


def functions(
    name: str,
    arguments: Mapping[str, int],
    sources: Sources,
    *,
    kind: str = "",
    shipped: bytes | None = None,
    on_compile: Callable[[], None] = lambda: None,
) -> Functions:
    """Compiled functions by name: shipped, loaded from the cache, or compiled now and saved there.

    `arguments` says how many each takes; `sources` imports what Numba compiles. They are saved under
    `name`, and under `kind` if the same sources are compiled in several ways. `on_compile` is called before
    they are compiled, which takes seconds. Where no object can be made or loaded, Numba runs what it has
    compiled.
    """
    with _alone:
        try:
            return load(shipped or _object(name, kind, sources, on_compile), arguments)
        except Exception as error:  # an unknown version of Numba or LLVM may fail in any way
            cache.tell(f"Compiled code ({name}) needs Numba at every start here: {type(error).__name__}.")
            return compiled_here(sources, arguments)


def _object(name: str, kind: str, sources: Sources, on_compile: Callable[[], None]) -> bytes:
    target = this_processor()
    file = cache.file_name(name, " ".join((kind, *target)))
    content = cache.load(file)
    if content is None:
        on_compile()
        content = make_object(sources, target)
        cache.keep(file, content)
    return content


def make_object(sources: Sources, target: Target) -> bytes:
    """Compile functions into an object."""
    from fivesquare.native import linker  # Numba: here it compiles

    return linker.make_object(sources(), target.processor, target.features)


def make_wasm(entries: str) -> bytes:
    """Compile the `ENTRIES` of a module into WebAssembly (`linker.make_wasm`), in a process of its own."""
    import subprocess  # a browser has no use for it, and this is the only place that has

    package = str(Path(__file__).parents[1])
    paths = os.pathsep.join([package, *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": paths, "NUMBA_OPT": "0"}
    command = [sys.executable, "-P", "-c", _MAKE_WASM, entries]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout


def compiled_here(sources: Sources, arguments: Mapping[str, int]) -> Functions:
    """The functions as Numba itself has compiled them, for this process."""
    from fivesquare.native import linker

    entries = sources()
    return {name: function_at(linker.address_here(entries[name]), arguments[name]) for name in arguments}


def load(content: bytes, arguments: Mapping[str, int]) -> Functions:
    """The functions of an object by name; `arguments` says how many each takes.

    The object must be one that was made for this machine. RuntimeError if it lacks a function.
    """
    llvm = _llvm()
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), target)
    engine.add_object_file(llvm.ObjectFileRef.from_data(content))
    engine.finalize_object()
    _engines.append(engine)
    addresses = {name: engine.get_function_address(name) for name in arguments}
    if not all(addresses.values()):
        raise RuntimeError("this object lacks a function")
    return {name: function_at(addresses[name], arguments[name]) for name in arguments}


def function_at(address: int, arguments: int) -> Function:
    """The compiled function at an address.

    It has Numba's calling convention: the result is written to a word passed by address, an exception to
    another. Nothing compiled here can raise one.
    """
    words = [ctypes.c_int64] * arguments
    kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, *words)
    function = kind(address)

    def call(*arguments: int) -> int:
        answer, exception = ctypes.c_int64(), ctypes.c_void_p()
        function(ctypes.byref(answer), ctypes.byref(exception), *arguments)
        return answer.value

    _foreign[call] = function
    return call


def bound(function: Function, *arguments: int) -> Callable[..., object]:
    """A compiled function with its first arguments laid ready: faster to call. Its answer is lost."""
    words = map(ctypes.c_int64, arguments)
    unread = ctypes.byref(ctypes.c_int64()), ctypes.byref(ctypes.c_void_p())
    return partial(_foreign[function], *unread, *words)


def _llvm() -> Any:
    from llvmlite import binding  # takes some hundredths of a second

    return binding
