"""An ELF object made into a shared library without a linker, for Linux and other systems with ELF.

What is compiled here is code and a few constants: it calls nothing outside and writes nowhere but where it
is told to. So all that is left for a linker is to place the sections, to fill in the distances between
them, and to list the functions by name. Anything else is refused.

    headers | names, symbols | constants, code     one segment, read and run
    dynamic section                                another, which the system's loader writes to

    https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html
    https://github.com/ARM-software/abi-aa/blob/main/aaelf64/aaelf64.rst
"""

import struct
from collections.abc import Collection
from typing import NamedTuple

_MAGIC = b"\x7fELF\2\1\1"  # 64 bits, little-endian, version 1
_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SEGMENT = struct.Struct("<IIQQQQQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_RELOCATION = struct.Struct("<QIIq")
_ENTRY = struct.Struct("<QQ")

_LIBRARY = 3  # what the file is
_SYMBOL_TABLE, _RELOCATIONS, _NO_BITS = 2, 4, 8  # kinds of sections
_WRITE, _ALLOC = 1, 2  # what is done with a section
_LOAD, _DYNAMIC, _STACK = 1, 2, 0x6474E551  # kinds of segments
_READ_RUN, _READ_WRITE = 5, 6
_GLOBAL_FUNCTION = 0x12
_SOME_SECTION = 1  # of a symbol that is defined: any but 0, which none has
_HASH, _STRINGS, _SYMBOLS, _STRINGS_SIZE, _SYMBOL_SIZE = 4, 5, 6, 10, 11  # in the dynamic section
_PAGE = 1 << 16  # the largest page of any machine here

_X86_64, _AARCH64 = 62, 183
_SCALES = {277: 0, 278: 0, 284: 1, 285: 2, 286: 3, 299: 4}
"""Of relocations of aarch64 that fill in the lowest 12 bits of an address: how far these are shifted."""


class _Section(NamedTuple):
    """What we read of a section's header, by the names of the specification."""

    type: int
    flags: int
    offset: int
    size: int
    link: int
    info: int
    align: int


class _Symbol(NamedTuple):
    """A symbol of the object: its section, and its place there."""

    name: str
    section: int
    value: int


def shared_library(content: bytes, names: Collection[str]) -> bytes:
    """The shared library of an object, which exports these functions and needs no other library.

    ValueError if it takes a linker to make a library of it.
    """
    machine, flags, sections = _read(content)
    symbols = _read_symbols(content, sections)
    strings, offsets = _joined(names)
    begin = _HEADER.size + 4 * _SEGMENT.size
    table = begin + len(strings)
    hashes = table + _SYMBOL.size * (1 + len(names))
    image = bytearray(hashes + 4 * (4 + len(names)))

    places = _place(image, content, sections)
    for section in sections:
        if section.type == _RELOCATIONS and section.info in places:
            for entry in _RELOCATION.iter_unpack(content[section.offset :][: section.size]):
                offset, kind, number, addend = entry
                symbol = symbols[number]
                if symbol.section not in places:
                    raise ValueError(f"what is elsewhere needs a linker: {symbol.name}")
                target = places[symbol.section] + symbol.value + addend
                _relocate(image, machine, kind, places[section.info] + offset, target)
    found = {one.name: places[one.section] + one.value for one in symbols if one.section in places}
    missing = [name for name in names if name not in found]
    if missing:
        raise ValueError(f"there is no function {missing[0]}")

    image[begin:table] = strings
    entries = [(offsets[name], _GLOBAL_FUNCTION, 0, _SOME_SECTION, found[name], 0) for name in names]
    image[table:hashes] = b"".join(_SYMBOL.pack(*entry) for entry in [(0,) * 6, *entries])
    # One bucket, which has all names: it says the first, and each says the next.
    chain = [*range(2, len(names) + 1), 0]
    struct.pack_into(f"<{4 + len(names)}I", image, hashes, 1, len(names) + 1, 1, 0, *chain)

    dynamic = b"".join(
        _ENTRY.pack(*entry)
        for entry in [
            (_HASH, hashes),
            (_STRINGS, begin),
            (_SYMBOLS, table),
            (_STRINGS_SIZE, len(strings)),
            (_SYMBOL_SIZE, _SYMBOL.size),
            (0, 0),
        ]
    )
    end, rest = len(image), len(dynamic)
    segments = [
        (_LOAD, _READ_RUN, 0, 0, 0, end, end, _PAGE),
        (_LOAD, _READ_WRITE, end, end + _PAGE, end + _PAGE, rest, rest, _PAGE),
        (_DYNAMIC, _READ_WRITE, end, end + _PAGE, end + _PAGE, rest, rest, 8),
        (_STACK, _READ_WRITE, 0, 0, 0, 0, 0, 16),  # no code runs on the stack
    ]
    sizes = (_HEADER.size, _SEGMENT.size, len(segments), _SECTION.size, 0, 0)
    header = _HEADER.pack(_MAGIC, _LIBRARY, machine, 1, 0, _HEADER.size, 0, flags, *sizes)
    image[:begin] = header + b"".join(_SEGMENT.pack(*segment) for segment in segments)
    return bytes(image) + dynamic


def _read(content: bytes) -> tuple[int, int, list[_Section]]:
    """The machine of an object, its flags and its sections."""
    if not content.startswith(_MAGIC):
        raise ValueError("this is no ELF object of 64 bits")
    _, _, machine, _, _, _, table, flags, _, _, _, size, amount, _ = _HEADER.unpack_from(content)
    headers = (_SECTION.unpack_from(content, table + number * size) for number in range(amount))
    sections = [
        _Section(type_, does, offset, length, link, info, align)
        for _, type_, does, _, offset, length, link, info, align, _ in headers
    ]
    return machine, flags, sections


def _read_symbols(content: bytes, sections: list[_Section]) -> list[_Symbol]:
    """The symbols of an object, by number."""
    [table] = [section for section in sections if section.type == _SYMBOL_TABLE]
    names = content[sections[table.link].offset :][: sections[table.link].size]
    return [
        _Symbol(names[name : names.index(0, name)].decode(), section, value)
        for name, _, _, section, value, _ in _SYMBOL.iter_unpack(content[table.offset :][: table.size])
    ]


def _joined(names: Collection[str]) -> tuple[bytes, dict[str, int]]:
    """The names one behind the other, in whole words, and where each begins."""
    strings, offsets = bytearray(1), dict[str, int]()
    for name in names:
        offsets[name] = len(strings)
        strings += name.encode() + b"\0"
    return bytes(strings) + bytes(-len(strings) % 8), offsets


def _place(image: bytearray, content: bytes, sections: list[_Section]) -> dict[int, int]:
    """Append what is to be in memory; where each section is, by its number."""
    places = {}
    for number, section in enumerate(sections):
        if section.flags & _ALLOC and section.size:
            if section.flags & _WRITE or section.type == _NO_BITS:
                raise ValueError("data that is written to needs a linker")
            image += bytes(-len(image) % max(section.align, 1))
            places[number] = len(image)
            image += content[section.offset :][: section.size]
    image += bytes(-len(image) % 16)
    return places


def _relocate(image: bytearray, machine: int, kind: int, place: int, target: int) -> None:
    """Fill in where something is, seen from a place; the image lies at an address of whole pages."""
    distance = target - place
    if (machine, kind) in ((_X86_64, 2), (_X86_64, 4), (_AARCH64, 261)):  # PC32, PLT32, PREL32
        struct.pack_into("<i", image, place, distance)
        return
    [word] = struct.unpack_from("<I", image, place)
    if machine == _AARCH64 and kind in (282, 283):  # a jump, a call
        word |= distance >> 2 & 0x3FFFFFF
    elif machine == _AARCH64 and kind == 275:  # the page of an address
        pages = (target >> 12) - (place >> 12)
        word |= (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5
    elif machine == _AARCH64 and kind in _SCALES:
        word |= (target & 0xFFF) >> _SCALES[kind] << 10
    else:
        raise ValueError(f"a relocation of kind {kind} needs a linker")
    struct.pack_into("<I", image, place, word)
