"""Compiled functions as one object, which can be loaded without Numba (`loader.py`), or as WebAssembly.

Neither needs anything else: all that is compiled here is integers and addresses, so it calls nothing of
Python's or Numba's, and whatever it calls of ours is linked into it.
"""

from collections.abc import Mapping
from typing import Any

from llvmlite import binding as llvm
from numba.core import config, types

from fivesquare.native.wasm_module import with_exports

_WASM = "wasm32-unknown-unknown"


def make_object(functions: Mapping[str, Any], processor: str, features: str) -> bytes:
    """The object of these functions, under these names, for a processor with these features."""
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=processor, features=features, opt=3, reloc="pic", codemodel="default"
    )
    return bytes(target.emit_object(_linked(functions)))


def make_wasm(functions: Mapping[str, Any]) -> bytes:
    """A WebAssembly module that exports these functions, the same bytes on every machine.

    What Numba makes of a function is meant for the processor of this machine, unless it is told to optimise
    nothing, by NUMBA_OPT=0: then this does, for WebAssembly. `loader.make_wasm` runs it in such a process.
    """
    if int(vars(config)["OPT"]) != 0:
        raise RuntimeError("WebAssembly is made where NUMBA_OPT=0")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(_WASM).create_target_machine(
        opt=3, reloc="static", codemodel="default"
    )
    whole = _linked(functions)
    whole.triple, whole.data_layout = _WASM, str(target.target_data)
    passes = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(whole, passes)
    whole.verify()
    return with_exports(target.emit_object(whole), functions)


def _linked(functions: Mapping[str, Any]) -> Any:
    """One module of these functions, and of all that they call."""
    modules = [_module(name, function) for name, function in functions.items()]
    whole = modules[0]
    for module in modules[1:]:
        whole.link_in(module)
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in functions:
            value.linkage = "internal"
    return whole


def _module(name: str, function: Any) -> Any:
    """What the compiler makes of a function and all that it calls, in its own language."""
    signature = _compile(function)
    module = llvm.parse_assembly(function.inspect_llvm(signature))
    module.get_function(_symbol(function, signature)).name = name
    return module


def address_here(function: Any) -> int:
    """Where Numba itself has put a function, in this process."""
    signature = _compile(function)
    library = function.overloads[signature].library
    return int(library.get_pointer_to_function(_symbol(function, signature)))


def _compile(function: Any) -> Any:
    """Compile a function, if it is not yet, for words; the signature."""
    signature = (types.int64,) * function.py_func.__code__.co_argcount
    function.compile(signature)
    return signature


def _symbol(function: Any, signature: Any) -> str:
    return str(function.overloads[signature].fndesc.llvm_func_name)
