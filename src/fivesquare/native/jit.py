"""The door to Numba. What it compiles is kept on disk by `cache.py`.

Numba has a cache of its own, which this replaces: it notices an edit in the file of a function, but not in
a file that the function calls into, and runs whatever it finds. Importing this module imports Numba, which
takes a third of a second. A search does without, once it was compiled (`linker.py`).
"""

import pickle
from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.extending import intrinsic

from fivesquare import cache


def compiled(function: Callable[..., Any]) -> Any:
    """Compile when first called, and keep the machine code on disk. Runs without the GIL."""
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if _can_be_kept(function):
        dispatcher._cache = _Cache(function)
    return dispatcher


def linked(function: Callable[..., Any]) -> Any:
    """Compile for other compiled functions, or for an object.

    What would let Python call it takes as long to compile as the function itself, and is left out: Python
    must not call it.
    """
    return _linked(function, inline=False)


def inlined(function: Callable[..., Any]) -> Any:
    """The same, and its code becomes part of every compiled function that calls it."""
    return _linked(function, inline=True)


def _linked(function: Callable[..., Any], inline: bool) -> Any:
    closed: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(nogil=True, error_model="numpy", forceinline=inline, **closed)(function)


def _can_be_kept(function: Any) -> bool:
    """Whether its sources, and nothing else, decide what its machine code is."""
    is_ours = function.__module__.partition(".")[0] == __name__.partition(".")[0]
    return is_ours and function.__closure__ is None


class _Cache(NullCache):
    """What Numba asks before it compiles a function for a signature, and hands the result to."""

    def __init__(self, function: Any) -> None:
        module = function.__module__.rpartition(".")[2]
        self._function = f"{module}.{function.__qualname__}"
        self._key = f"{function.__module__}.{function.__qualname__}:{function.__code__.co_firstlineno}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The compiled function, or None."""
        target_context.refresh()
        name = self._file_name(sig, target_context.codegen())
        content = cache.load(name)
        if content is None:
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(content))
        except Exception as error:  # it is what we wrote, so the fault is not in the file
            cache.drop(name, error)
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep a compiled function, unless it holds addresses of this very process."""
        if not data.lifted and not data.library.has_dynamic_globals:
            cache.keep(self._file_name(sig, data.codegen), dumps(data._reduce()))

    def _file_name(self, signature: Any, codegen: Any) -> str:
        return cache.file_name(self._function, f"{self._key} {signature} {codegen.magic_tuple()}")


def _instruction(code: Callable[..., Any]) -> Any:
    """A function that compiled code can call, written in the compiler's own terms."""
    return intrinsic(code)


@_instruction
def count(_context: Any, mask: Any) -> Any:
    """The number of set bits."""

    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@_instruction
def lowest(_context: Any, mask: Any) -> Any:
    """The index of the lowest set bit; 64 if there is none."""

    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


@_instruction
def look(_context: Any, address: Any, index: Any) -> Any:
    """The 64-bit word number `index` behind an address."""

    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        start = builder.inttoptr(arguments[0], word.as_pointer())
        return builder.load(builder.gep(start, [arguments[1]]))

    return types.int64(types.int64, types.int64), code


@_instruction
def store(_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Write the 64-bit word number `index` behind an address."""

    def code(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        start = builder.inttoptr(arguments[0], word.as_pointer())
        builder.store(arguments[2], builder.gep(start, [arguments[1]]))
        return target.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), code


@_instruction
def look_shared(_context: Any, address: Any, index: Any) -> Any:
    """Like `look`, a word that other threads write: it is read once, and whole."""

    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        start = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        return builder.load_atomic(builder.gep(start, [arguments[1]]), "monotonic", 8)

    return types.int64(types.int64, types.int64), code


@_instruction
def store_shared(_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Like `store`, a word that other threads read: it is written once, and whole."""

    def code(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        start = builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())
        builder.store_atomic(arguments[2], builder.gep(start, [arguments[1]]), "monotonic", 8)
        return target.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), code


@_instruction
def look_byte(_context: Any, address: Any, index: Any) -> Any:
    """The byte number `index` behind an address, from 0 to 255."""

    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        start = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        return builder.zext(builder.load(builder.gep(start, [arguments[1]])), ir.IntType(64))

    return types.int64(types.int64, types.int64), code


@_instruction
def store_byte(_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Write the byte number `index` behind an address."""

    def code(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        byte = ir.IntType(8)
        start = builder.inttoptr(arguments[0], byte.as_pointer())
        builder.store(builder.trunc(arguments[2], byte), builder.gep(start, [arguments[1]]))
        return target.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), code


@_instruction
def store_float(_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Write the 32-bit float number `index` behind an address."""

    def code(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        start = builder.inttoptr(arguments[0], ir.FloatType().as_pointer())
        builder.store(arguments[2], builder.gep(start, [arguments[1]]))
        return target.get_dummy_value()

    return types.void(types.int64, types.int64, types.float32), code


def _eight_bits(builder: Any, mask: Any) -> Any:
    """The lowest eight bits of a mask side by side, as the processor tells eight truths at once."""
    eight = ir.VectorType(ir.IntType(32), 8)
    nothing, first = ir.Constant(eight, ir.Undefined), ir.Constant(ir.IntType(32), 0)
    alone = builder.insert_element(nothing, builder.trunc(mask, ir.IntType(32)), first)
    everywhere = builder.shuffle_vector(alone, nothing, ir.Constant(eight, [0] * 8))
    mine = ir.Constant(eight, [1 << bit for bit in range(8)])
    return builder.icmp_unsigned("==", builder.and_(everywhere, mine), mine)


@_instruction
def store_eight_bytes(_context: Any, address: Any, mask: Any) -> Any:
    """Write the lowest eight bits of a mask as eight bytes behind an address, each 0 or 1."""

    def code(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        eight = ir.VectorType(ir.IntType(8), 8)
        place = builder.inttoptr(arguments[0], eight.as_pointer())
        builder.store(builder.zext(_eight_bits(builder, arguments[1]), eight), place, align=1)
        return target.get_dummy_value()

    return types.void(types.int64, types.int64), code


@_instruction
def store_eight_floats(_context: Any, address: Any, mask: Any) -> Any:
    """Write the lowest eight bits of a mask as eight 32-bit floats behind an address, each 0 or 1."""

    def code(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        eight = ir.VectorType(ir.FloatType(), 8)
        place = builder.inttoptr(arguments[0], eight.as_pointer())
        builder.store(builder.uitofp(_eight_bits(builder, arguments[1]), eight), place, align=4)
        return target.get_dummy_value()

    return types.void(types.int64, types.int64), code


@_instruction
def prefetch(_context: Any, address: Any, index: Any) -> Any:
    """Begin to fetch the 64-bit word number `index` behind an address, for a later `look`."""

    def code(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word, number = ir.IntType(64), ir.IntType(32)
        start = builder.inttoptr(arguments[0], word.as_pointer())
        place = builder.bitcast(builder.gep(start, [arguments[1]]), ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [ir.IntType(8).as_pointer()], kind)
        to_read, keep_near, data = (ir.Constant(number, option) for option in (0, 3, 1))
        builder.call(function, [place, to_read, keep_near, data])
        return target.get_dummy_value()

    return types.void(types.int64, types.int64), code


def has_fast_deposit() -> bool:
    """Whether the processor that is compiled for has `deposit`, and not as a slow little program inside."""
    machine, processor, features = cpu_target.target_context.codegen().magic_tuple()
    has_it = machine.startswith("x86_64") and "+bmi2" in features.split(",")
    return has_it and processor not in _SLOW_DEPOSIT


_SLOW_DEPOSIT = {"bdver4", "znver1", "znver2"}


@_instruction
def deposit(_context: Any, bits: Any, mask: Any) -> Any:
    """The lowest bits of the one laid into the set bits of the other; only where there is such a thing."""

    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        function = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind)
        return builder.call(function, arguments)

    return types.int64(types.int64, types.int64), code
