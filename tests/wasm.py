"""The compiled search in WebAssembly, for the tests: what Python has in arrays lies in the module's memory.

In a browser Python's own memory is a WebAssembly memory, and the module works in that. Here Python runs as
ever, and the memory that the module can see is one of its own: so the arrays whose addresses are handed
to the search are laid out there.
"""

import ctypes
import weakref
from array import array
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest
import wasmtime

from fivesquare import library
from fivesquare.loader import Function
from fivesquare.packed import Words, pack
from fivesquare.solver import analysis, code, distance, frame, machine

PAGES = 1 << 14  # of 64 KiB: a gibibyte, of which the system gives what is written to
_STACK = 1 << 20  # bytes
_ANSWER = _STACK  # where the answer is written, and behind it an exception
_START = _STACK + 64


class WasmMemory:
    """A memory, and who has how much of it: all is given back when nobody has any."""

    def __init__(self) -> None:
        self.store = wasmtime.Store()
        self.memory = wasmtime.Memory(self.store, wasmtime.MemoryType(wasmtime.Limits(PAGES, PAGES)))
        bytes_ = self.memory.get_buffer_ptr(self.store)
        self.words = memoryview(bytes_).cast("B").cast("q")
        self._next = _START
        self._owners = 0

    def take(self, words: int, owner: object) -> int:
        """The address of so many words that are 0, until their owner is gone."""
        address = self._next
        self._next += 8 * words
        if self._next > PAGES << 16:
            raise MemoryError(f"no room for {words} words")
        self._owners += 1
        weakref.finalize(owner, self._give_back)
        return address

    def _give_back(self) -> None:
        self._owners -= 1
        if self._owners == 0:
            start = ctypes.addressof(self.memory.data_ptr(self.store).contents) + _START
            ctypes.memset(start, 0, self._next - _START)
            self._next = _START


class WasmZeros:
    """What `machine.Zeros` is, in there."""

    def __init__(self, memory: WasmMemory, words: int) -> None:
        self.words = words
        self.address = memory.take(words, self)


class WasmWords:
    """An array of words in there: as much of `array` as is used of a frame."""

    def __init__(self, memory: WasmMemory, words: Words) -> None:
        self._address = memory.take(len(words), self)
        first = self._address // 8
        self._view = memory.words[first : first + len(words)]
        self._view[:] = memoryview(words)

    def buffer_info(self) -> tuple[int, int]:
        return self._address, len(self._view)

    def __getitem__(self, place: int) -> int:
        return self._view[place]

    def __setitem__(self, place: int | slice, value: Any) -> None:
        self._view[place] = value


def bound(memory: WasmMemory, module: bytes, arguments: Mapping[str, int]) -> dict[str, Function]:
    """The functions of a module, at work in a memory; bound as a page binds them."""
    store = memory.store
    compiled = wasmtime.Module(store.engine, module)
    pointer = wasmtime.Global(
        store, wasmtime.GlobalType(wasmtime.ValType.i32(), True), wasmtime.Val.i32(_STACK)
    )
    wanted: dict[str, Any] = {"__linear_memory": memory.memory, "__stack_pointer": pointer}
    instance = wasmtime.Instance(store, compiled, [wanted[each.name or ""] for each in compiled.imports])

    def call(name: str) -> Function:
        function: Any = instance.exports(store)[name]

        def called(*words: int) -> int:
            assert len(words) == arguments[name]
            function(store, _ANSWER, _ANSWER + 8, *words)
            return memory.words[_ANSWER // 8]

        return called

    return {name: call(name) for name in arguments}


@contextmanager
def searching_in_wasm() -> Iterator[None]:
    """While it lasts, every search here runs in WebAssembly, and without threads."""
    memory = WasmMemory()

    def make_frame(*game: Any) -> Any:
        return WasmWords(memory, frame.make_frame(*game))

    def make_job(*job: Any) -> Any:
        return WasmWords(memory, frame.make_job(*job))

    def packed(words: Any) -> Any:
        return WasmWords(memory, array("q", words))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "Zeros", lambda words: WasmZeros(memory, words))
        patch.setattr(machine, "make_frame", make_frame)
        patch.setattr(analysis, "make_job", make_job)
        patch.setattr(distance, "pack", lambda setup: packed(pack(setup)))
        patch.setattr(distance, "array", lambda _kind, words: packed(words))
        patch.setattr("fivesquare.solver.analysis.HAS_THREADS", False)
        patch.setattr(code, "_handed_in", [])
        code.use(bound(memory, library.wasm(), code.ARGUMENTS))
        yield
