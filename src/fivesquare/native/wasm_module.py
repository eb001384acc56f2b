"""A WebAssembly object made into a module without a linker: only its exports are missing.

What is compiled here is code alone: no data, no table, and every call stays inside. So the indices that
LLVM wrote are right as they are, and nothing that a relocation names would move. Anything else is refused.

    https://webassembly.github.io/spec/core/binary/modules.html
    https://github.com/WebAssembly/tool-conventions/blob/main/Linking.md
"""

from collections.abc import Collection, Iterator

MAGIC = b"\0asm\1\0\0\0"

# Sections of a module. They come in the order of their numbers, but for some that are refused.
_CUSTOM, _TYPES, _IMPORTS, _FUNCTIONS, _EXPORTS, _CODE = 0, 1, 2, 3, 7, 10
_ALLOWED = {_CUSTOM, _TYPES, _IMPORTS, _FUNCTIONS, _CODE}

# What a module may import: the memory that it works in, and where its stack is.
_MEMORY, _GLOBAL = 2, 3
_IMPORTABLE = {("env", "__linear_memory", _MEMORY), ("env", "__stack_pointer", _GLOBAL)}

# Relocations that leave things as they are: of a function, a type, a global, each by its index.
_BY_INDEX = {0, 6, 7}

# The symbol table, and what it says of a symbol.
_LINKING_VERSION, _SYMBOL_TABLE = 2, 8
_FUNCTION, _DATA, _SECTION = 0, 1, 3
_UNDEFINED, _EXPLICIT_NAME = 0x10, 0x40


class _Reader:
    """Reads along some bytes."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._at = 0

    @property
    def is_done(self) -> bool:
        return self._at >= len(self._content)

    def take(self, length: int) -> bytes:
        if length > len(self._content) - self._at:
            raise ValueError("a WebAssembly object that ends too soon")
        self._at += length
        return self._content[self._at - length : self._at]

    def number(self) -> int:
        """An unsigned number, seven bits a byte."""
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def name(self) -> str:
        return self.take(self.number()).decode()


def with_exports(content: bytes, names: Collection[str]) -> bytes:
    """The module of an object, which exports these functions and has nothing that only a linker reads.

    ValueError if it takes a linker to make a module of it.
    """
    sections = list(_sections(content))
    custom = [_Reader(body) for kind, body in sections if kind == _CUSTOM]
    named = {reader.name(): reader for reader in custom}
    refused = {kind for kind, _ in sections} - _ALLOWED
    if refused:
        raise ValueError(f"a section of kind {min(refused)} needs a linker")
    for kind, body in sections:
        if kind == _IMPORTS:
            _check_imports(_Reader(body))
    for name, reader in named.items():
        if name.startswith("reloc."):
            _check_relocations(reader)
    numbers = dict(_functions(named["linking"]))
    missing = [name for name in names if name not in numbers]
    if missing:
        raise ValueError(f"there is no function {missing[0]}")
    entries = [_counted(name.encode()) + b"\0" + _written(numbers[name]) for name in names]
    kept = {kind: body for kind, body in sections if kind != _CUSTOM}
    kept[_EXPORTS] = _written(len(entries)) + b"".join(entries)
    return MAGIC + b"".join(bytes([kind]) + _counted(kept[kind]) for kind in sorted(kept))


def _sections(content: bytes) -> Iterator[tuple[int, bytes]]:
    if not content.startswith(MAGIC):
        raise ValueError("this is no WebAssembly")
    reader = _Reader(content[len(MAGIC) :])
    while not reader.is_done:
        kind = reader.take(1)[0]
        yield kind, reader.take(reader.number())


def _check_imports(reader: _Reader) -> None:
    """Refuse an object that calls something outside of it, or works in a table."""
    for _ in range(reader.number()):
        module, name, kind = reader.name(), reader.name(), reader.take(1)[0]
        if (module, name, kind) not in _IMPORTABLE:
            raise ValueError(f"the import of {module}.{name} needs a linker")
        if kind == _MEMORY:
            has_most = reader.number() & 1
            reader.number()
            if has_most:
                reader.number()
        else:
            reader.take(2)  # its type, and whether it changes


def _check_relocations(reader: _Reader) -> None:
    """Refuse code that mentions data or a table: only a linker knows where these will be."""
    reader.number()  # the section
    for _ in range(reader.number()):
        kind = reader.take(1)[0]
        reader.number()  # where
        reader.number()  # what
        if kind not in _BY_INDEX:
            raise ValueError(f"a relocation of kind {kind} needs a linker")


def _functions(linking: _Reader) -> Iterator[tuple[str, int]]:
    """The names and indices of the functions, from the section `linking`."""
    if linking.number() != _LINKING_VERSION:
        raise ValueError("another version of the section `linking`")
    while not linking.is_done:
        kind = linking.take(1)[0]
        part = _Reader(linking.take(linking.number()))
        if kind == _SYMBOL_TABLE:
            yield from _symbols(part)


def _symbols(part: _Reader) -> Iterator[tuple[str, int]]:
    for _ in range(part.number()):
        kind, flags = part.take(1)[0], part.number()
        is_defined = not flags & _UNDEFINED
        if kind == _DATA:
            raise ValueError("data needs a linker")
        index = part.number()
        if kind == _SECTION or not (is_defined or flags & _EXPLICIT_NAME):
            continue
        name = part.name()
        if kind == _FUNCTION and is_defined:
            yield name, index


def _written(number: int) -> bytes:
    """An unsigned number, seven bits a byte."""
    written = bytearray()
    while number >= 128:
        written.append(number & 127 | 128)
        number >>= 7
    return bytes([*written, number])


def _counted(content: bytes) -> bytes:
    return _written(len(content)) + content
