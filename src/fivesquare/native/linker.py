"""Compiled functions as one object, which can be loaded without Numba (`loader.py`).

It needs nothing else: all that is compiled here is integers and addresses, so it calls nothing of Python's
or Numba's, and whatever it calls of ours is linked into it.
"""

from collections.abc import Mapping
from typing import Any

from llvmlite import binding as llvm
from numba.core import types


def make_object(functions: Mapping[str, Any], processor: str, features: str) -> bytes:
    """The object of these functions, under these names, for a processor with these features."""
    modules = [_module(name, function) for name, function in functions.items()]
    whole = modules[0]
    for module in modules[1:]:
        whole.link_in(module)
    for value in (*whole.functions, *whole.global_variables):
        if not value.is_declaration and value.name not in functions:
            value.linkage = "internal"
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=processor, features=features, opt=3, reloc="pic", codemodel="default"
    )
    return bytes(target.emit_object(whole))


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
