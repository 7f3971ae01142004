"""What other encodings would take for the safepoints of version 3 tables.

The models count what these formats store to find the references of a frame,
and nothing else: no frame descriptors of other purposes, no headers of a
program. They are given slots, as these compilers keep references there while a
call is running.
"""

import lzma
import struct
from dataclasses import dataclass, field

# Kinds of locations of version 3.
REGISTER, DIRECT, INDIRECT = 1, 2, 3
UNKNOWN_SIZE = (1 << 64) - 1
WORD = 8


@dataclass
class Site:
    offset: int
    # Offsets of references from the stack pointer, in bytes.
    slots: set = field(default_factory=set)


@dataclass
class Function:
    frame_size: int
    sites: list


def parse(table: bytes) -> list:
    """The functions of one table, as an object has it."""
    version, functions, constants, records = struct.unpack_from(
        "<BxxxIII", table)
    if version != 3:
        raise ValueError(f"version {version} of stack maps is not 3")
    at = 16
    heads = [struct.unpack_from("<QQQ", table, at + 24 * i)
             for i in range(functions)]
    at += 24 * functions + 8 * constants
    result = []
    for _, size, count in heads:
        sites = []
        for _ in range(count):
            _, offset, locations = struct.unpack_from("<QIxxH", table, at)
            at += 16
            site = Site(offset)
            for i in range(locations):
                kind, _, _, place = struct.unpack_from(
                    "<BxHHxxi", table, at + 12 * i)
                # The first three are constants; values of deoptimization
                # state count, too.
                if kind == INDIRECT:
                    site.slots.add(place)
            at = _aligned(at + 12 * locations, 8)
            live = struct.unpack_from("<xxH", table, at)[0]
            at = _aligned(at + 4 + 4 * live, 8)
            sites.append(site)
        result.append(Function(0 if size == UNKNOWN_SIZE else size, sites))
    if sum(len(f.sites) for f in result) != records:
        raise ValueError("a table's functions have other numbers of records "
                         "than it")
    return result


def _aligned(at: int, alignment: int) -> int:
    return (at + alignment - 1) // alignment * alignment


def xz(table: bytes) -> int:
    return len(lzma.compress(table, preset=9 | lzma.PRESET_EXTREME))


def go(functions: list) -> int:
    """runtime.stackmap and a pcdata table for each function: bitmaps of the
    locals, and pairs of zigzag varints (change of index, distance)."""
    total = 0
    for function in functions:
        words = (function.frame_size + WORD - 1) // WORD
        bitmaps = {frozenset(site.slots) for site in function.sites}
        total += 8 + len(bitmaps) * ((words + 7) // 8)
        # Where the function's pcdata and funcdata begin.
        total += 8
        last_pc, last = 0, None
        numbers = {}
        for site in function.sites:
            slots = frozenset(site.slots)
            number = numbers.setdefault(slots, len(numbers))
            if number == last:
                continue
            total += _varint(abs(number - (last or 0)) * 2)
            total += _varint(site.offset - last_pc)
            last_pc, last = site.offset, number
        total += 1
    return total


def ocaml(functions: list) -> int:
    """A frame descriptor for each safepoint: return address, frame size, number
    of live slots, their offsets; aligned to a word."""
    return sum(_aligned(8 + 2 + 2 + 2 * len(site.slots), WORD)
               for function in functions for site in function.sites)


def wasmtime(functions: list) -> int:
    """Sorted addresses and positions of 4 bytes for each safepoint, and data of
    words of 4 bytes: frame size, length, bits for the words of the frame. The
    data of neighbours that agree are shared."""
    total = 0
    for function in functions:
        last = None
        for site in function.sites:
            total += 8
            slots = frozenset(site.slots)
            if slots and slots != last:
                bits = max(slots) // WORD + 1
                total += 8 + 4 * ((bits + 31) // 32)
            last = slots
    return total


def _varint(value: int) -> int:
    return max(1, (value.bit_length() + 6) // 7)
