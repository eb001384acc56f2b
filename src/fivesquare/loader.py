"""Machine code without its compiler: an object that was made before, loaded and called.

Numba takes a third of a second to import, which is longer than most searches. So the compiled functions
that Python calls are kept together as one object (`native/linker.py` makes it), and LLVM, which Numba is
built on, loads it alone. Their arguments and answers are 64-bit words, addresses among them. They run
without the interpreter's lock.
"""

import ctypes
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

Function = Callable[..., int]

_engines: list[Any] = []  # code lives as long as its engine: as long as the process

# What all but very old machines have, by the first part of LLVM's name for the kind of machine.
_COMMON = {
    "x86_64": ("x86-64-v2", "cx16 popcnt sahf sse3 sse4.1 sse4.2 ssse3"),
    "aarch64": ("generic", ""),
    "arm64": ("generic", ""),
}


class Target(NamedTuple):
    """What code is made for: a kind of machine, and a processor of its, as LLVM calls them."""

    machine: str
    processor: str
    features: str


def this_processor() -> Target:
    llvm = _llvm()
    features = llvm.get_host_cpu_features().flatten()
    return Target(llvm.get_default_triple(), llvm.get_host_cpu_name(), features)


def common_processor() -> Target | None:
    """What all machines of this kind have, and more: None if we do not know that, or this one has less."""
    llvm = _llvm()
    machine = llvm.get_default_triple()
    processor, needed = _COMMON.get(machine.partition("-")[0], ("", ""))
    present = llvm.get_host_cpu_features()
    has_all = processor and all(present.get(feature) for feature in needed.split())
    return Target(machine, processor, "") if has_all else None


def load(content: bytes, arguments: Mapping[str, int]) -> dict[str, Function]:
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

    It is called as Numba's functions call each other: it writes its answer into a word that it is handed,
    and would put an exception into another. Nothing that is compiled here can raise one.
    """
    words = [ctypes.c_int64] * arguments
    kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *words)
    function = kind(address)

    def call(*arguments: int) -> int:
        answer, exception = ctypes.c_int64(), ctypes.c_void_p()
        function(ctypes.byref(answer), ctypes.byref(exception), *arguments)
        return answer.value

    return call


def _llvm() -> Any:
    from llvmlite import binding  # some hundredths of a second: only who searches waits

    return binding
