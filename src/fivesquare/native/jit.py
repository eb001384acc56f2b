"""The door to Numba: how functions are compiled, and what a processor does in one instruction.

Importing this module imports Numba, which takes a third of a second. What is compiled becomes a
library (`linker.py`), which runs without (`loader.py`).
"""

from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic


def linked(function: Callable[..., Any], *, inline: bool = False) -> Any:
    """Compile for other compiled functions, or for an object. Runs without the GIL.

    What would let Python call it takes as long to compile as the function itself, and is left out: Python
    must not call it.
    """
    closed: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return numba.njit(nogil=True, error_model="numpy", forceinline=inline, **closed)(function)


def inlined(function: Callable[..., Any]) -> Any:
    """The same, and its code becomes part of every compiled function that calls it."""
    return linked(function, inline=True)


# --- Instructions: functions that compiled code can call, written in the terms of LLVM ---

_WORD, _BYTE, _FLOAT = ir.IntType(64), ir.IntType(8), ir.FloatType()
_instruction: Any = intrinsic  # its type would have the callers pass the context
Builder = Any
Values = Any


def _computing(compute: Callable[[Builder, Values], Any]) -> Callable[..., Any]:
    """How Numba wants the code of an instruction that answers."""
    return lambda _target, builder, _signature, arguments: compute(builder, arguments)


def _writing(write: Callable[[Builder, Values], Any]) -> Callable[..., Any]:
    """How Numba wants the code of an instruction that answers nothing."""

    def code(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        write(builder, arguments)
        return target.get_dummy_value()

    return code


def _at(builder: Builder, values: Values, kind: Any = _WORD) -> Any:
    """An address advanced by a number of elements of a type: the first two values."""
    return builder.gep(builder.inttoptr(values[0], kind.as_pointer()), [values[1]])


_OF_WORD = types.int64(types.int64)
_OF_TWO_WORDS = types.int64(types.int64, types.int64)
_WITH_TWO_WORDS = types.void(types.int64, types.int64)
_WITH_THREE_WORDS = types.void(types.int64, types.int64, types.int64)


@_instruction
def count(_context: Any, mask: Any) -> Any:
    """The number of set bits."""
    return _OF_WORD, _computing(lambda builder, values: builder.ctpop(values[0]))


@_instruction
def lowest(_context: Any, mask: Any) -> Any:
    """The index of the lowest set bit; 64 if there is none."""
    return _OF_WORD, _computing(
        lambda builder, values: builder.cttz(values[0], ir.Constant(ir.IntType(1), 0))
    )


@_instruction
def look(_context: Any, address: Any, index: Any) -> Any:
    """The 64-bit word number `index` behind an address."""
    return _OF_TWO_WORDS, _computing(lambda builder, values: builder.load(_at(builder, values)))


@_instruction
def store(_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Write the 64-bit word number `index` behind an address."""
    return _WITH_THREE_WORDS, _writing(
        lambda builder, values: builder.store(values[2], _at(builder, values))
    )


@_instruction
def look_shared(_context: Any, address: Any, index: Any) -> Any:
    """Like `look`, a word that other threads write: an atomic load."""
    return _OF_TWO_WORDS, _computing(
        lambda builder, values: builder.load_atomic(_at(builder, values), "monotonic", 8)
    )


@_instruction
def store_shared(_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Like `store`, a word that other threads read: an atomic store."""
    return _WITH_THREE_WORDS, _writing(
        lambda builder, values: builder.store_atomic(values[2], _at(builder, values), "monotonic", 8)
    )


@_instruction
def take(_context: Any, address: Any, index: Any) -> Any:
    """Add one to a word that other threads add to as well; what it was before."""
    return _OF_TWO_WORDS, _computing(
        lambda builder, values: builder.atomic_rmw(
            "add", _at(builder, values), ir.Constant(_WORD, 1), "monotonic"
        )
    )


@_instruction
def look_byte(_context: Any, address: Any, index: Any) -> Any:
    """The byte number `index` behind an address, from 0 to 255."""
    return _OF_TWO_WORDS, _computing(
        lambda builder, values: builder.zext(builder.load(_at(builder, values, _BYTE)), _WORD)
    )


@_instruction
def store_byte(_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Write the byte number `index` behind an address."""
    return _WITH_THREE_WORDS, _writing(
        lambda builder, values: builder.store(builder.trunc(values[2], _BYTE), _at(builder, values, _BYTE))
    )


@_instruction
def store_float(_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Write the 32-bit float number `index` behind an address."""
    return types.void(types.int64, types.int64, types.float32), _writing(
        lambda builder, values: builder.store(values[2], _at(builder, values, _FLOAT))
    )


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
    eight = ir.VectorType(_BYTE, 8)

    def write(builder: Builder, values: Values) -> None:
        place = builder.inttoptr(values[0], eight.as_pointer())
        builder.store(builder.zext(_eight_bits(builder, values[1]), eight), place, align=1)

    return _WITH_TWO_WORDS, _writing(write)


@_instruction
def store_eight_floats(_context: Any, address: Any, mask: Any) -> Any:
    """Write the lowest eight bits of a mask as eight 32-bit floats behind an address, each 0 or 1."""
    eight = ir.VectorType(_FLOAT, 8)

    def write(builder: Builder, values: Values) -> None:
        place = builder.inttoptr(values[0], eight.as_pointer())
        builder.store(builder.uitofp(_eight_bits(builder, values[1]), eight), place, align=4)

    return _WITH_TWO_WORDS, _writing(write)


@_instruction
def prefetch(_context: Any, address: Any, index: Any) -> Any:
    """Begin to fetch the 64-bit word number `index` behind an address, for a later `look`."""
    pointer, number = _BYTE.as_pointer(), ir.IntType(32)

    def write(builder: Builder, values: Values) -> None:
        kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
        to_read, keep_near, data = (ir.Constant(number, option) for option in (0, 3, 1))
        builder.call(function, [builder.bitcast(_at(builder, values), pointer), to_read, keep_near, data])

    return _WITH_TWO_WORDS, _writing(write)


def has_fast_deposit() -> bool:
    """Whether the processor that is compiled for has `deposit`, and not as a slow little program inside."""
    machine, processor, features = cpu_target.target_context.codegen().magic_tuple()
    has_it = machine.startswith("x86_64") and "+bmi2" in features.split(",")
    return has_it and processor not in _SLOW_DEPOSIT


_SLOW_DEPOSIT = {"bdver4", "znver1", "znver2"}


@_instruction
def deposit(_context: Any, bits: Any, mask: Any) -> Any:
    """The lowest bits of the one laid into the set bits of the other; only where there is such a thing."""
    kind = ir.FunctionType(_WORD, [_WORD, _WORD])

    def compute(builder: Builder, values: Values) -> Any:
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", fnty=kind), values)

    return _OF_TWO_WORDS, _computing(compute)
