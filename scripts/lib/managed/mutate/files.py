"""ELF files with fault maps, as far as mutations need to know them."""

import re
import struct
from bisect import bisect_right
from collections import defaultdict
from pathlib import Path

from ..paths import LLVM_PREFIX
from ..ui import Failure, run

V1, SHORT, LONG = ".llvm_faultmaps", "llvm_faultmaps", "llvm_faultsites"
ET_REL = 1
SHT_RELA = 4
MASK = (1 << 64) - 1


class NotApplicable(Exception):
    """The file has nothing that this mutation could change."""


class Image:
    """An ELF file of 64 bits, little-endian, and its sections."""

    def __init__(self, data: bytes):
        self.data = bytearray(data)
        if data[:6] != b"\x7fELF\x02\x01":
            raise Failure("not a little-endian ELF file of 64 bits")
        self.is_object = self.read("<H", 16) == ET_REL
        self.machine = self.read("<H", 18)
        self.headers = self.read("<Q", 40)
        count, names = self.read("<H", 60), self.read("<H", 62)
        if count == 0:
            count = self.read("<Q", self.headers + 32)
        self.sections = [Section(self, n) for n in range(count)]
        table = self.sections[names]
        for section in self.sections:
            begin = table.offset + section.name_offset
            section.name = bytes(
                self.data[begin:self.data.index(0, begin)]).decode()

    def read(self, form: str, offset: int) -> int:
        return struct.unpack_from(form, self.data, offset)[0]

    def write(self, form: str, offset: int, value: int) -> None:
        size = struct.calcsize(form)
        value &= (1 << 8 * size) - 1
        self.data[offset:offset + size] = value.to_bytes(size, "little")

    def named(self, *names) -> list:
        return [s for s in self.sections if s.name in names and s.size]


class Section:
    """A section header; what is assigned to it is written at once."""

    FIELDS = {"name_offset": ("<I", 0), "type": ("<I", 4), "flags": ("<Q", 8),
              "address": ("<Q", 16), "offset": ("<Q", 24), "size": ("<Q", 32),
              "link": ("<I", 40), "info": ("<I", 44), "align": ("<Q", 48)}

    def __init__(self, image: Image, index: int):
        self.__dict__.update(image=image, index=index,
                             header=image.headers + 64 * index)

    def __getattr__(self, name):
        try:
            form, offset = self.FIELDS[name]
        except KeyError:
            raise AttributeError(name) from None
        return self.image.read(form, self.header + offset)

    def __setattr__(self, name, value):
        if name in self.FIELDS:
            form, offset = self.FIELDS[name]
            self.image.write(form, self.header + offset, value)
        else:
            self.__dict__[name] = value


class Field:
    """A place in the code, as an entry refers to it: by its bytes or, in an
    object, by a relocation. Addresses are those of the section in objects."""

    def __init__(self, image, position, base, width, relocation=None,
                 shift=0):
        self.image, self.position, self.base = image, position, base
        self.width, self.relocation, self.shift = width, relocation, shift

    def get(self) -> int:
        if self.relocation is not None:
            return self.image.read("<q", self.relocation + 16)
        value = self.image.read("<i" if self.width == 4 else "<q",
                                self.position)
        return (self.base() + (value >> self.shift)) & MASK

    def set(self, address: int) -> None:
        if self.relocation is not None:
            self.image.write("<q", self.relocation + 16, address)
            return
        form = "<I" if self.width == 4 else "<Q"
        kept = self.image.read(form, self.position) & ((1 << self.shift) - 1)
        self.image.write(form, self.position,
                         ((address - self.base()) << self.shift) | kept)


class Entry:
    """One entry: where it stands, and what it says."""

    def __init__(self, image, section, position, size, pc, handler, kind,
                 site=None):
        self.image, self.section = image, section
        self.position, self.size = position, size
        self.pc, self.handler, self.kind, self.site = pc, handler, kind, site

    def bytes(self) -> bytes:
        return bytes(self.image.data[self.position:self.position + self.size])

    def put(self, data: bytes) -> None:
        self.image.data[self.position:self.position + self.size] = data


def relocations_of(image: Image, section: Section) -> dict:
    """Offset in the section -> position of the relocation in the file."""
    found = {}
    for other in image.sections:
        if other.type == SHT_RELA and other.info == section.index:
            for position in range(other.offset, other.offset + other.size, 24):
                found[image.read("<Q", position)] = position
    return found


def read_entries(image: Image) -> list:
    """All entries of `image`, of both versions."""
    entries = []
    for section in image.named(SHORT):
        relocations = relocations_of(image, section) if image.is_object else {}
        for offset in range(0, section.size, 8):
            at = section.offset + offset
            if image.data[at:at + 8] == bytes(8) and not image.is_object:
                continue
            pc = Field(image, at, lambda s=section, o=offset: s.address + o, 4,
                       relocations.get(offset))
            handler = Field(image, at + 4, pc.get, 4, shift=4)
            entries.append(Entry(image, section, at, 8, pc, handler, at + 4))
    for section in image.named(LONG):
        relocations = relocations_of(image, section) if image.is_object else {}
        for offset in range(0, section.size, 16):
            at = section.offset + offset
            if image.data[at:at + 16] == bytes(16) and not image.is_object:
                continue
            pc = Field(image, at, lambda s=section, o=offset: s.address + o, 4,
                       relocations.get(offset))
            handler = Field(image, at + 4,
                            lambda s=section, o=offset: s.address + o + 4, 4,
                            relocations.get(offset + 4))
            entries.append(Entry(image, section, at, 16, pc, handler, at + 12,
                                 at + 8))
    for section in image.named(V1):
        entries += read_version_1(image, section)
    return entries


def read_version_1(image: Image, section: Section) -> list:
    entries = []
    relocations = relocations_of(image, section) if image.is_object else {}
    at, end = section.offset, section.offset + section.size
    while at + 8 <= end:
        functions = image.read("<I", at + 4)
        at += 8
        for _ in range(functions):
            number = image.read("<I", at + 8)
            address = Field(image, at, lambda: 0, 8,
                            relocations.get(at - section.offset))
            start = address.get()
            at += 16
            for _ in range(number):
                entries.append(Entry(
                    image, section, at, 12,
                    Field(image, at + 4, lambda s=start: s, 4),
                    Field(image, at + 8, lambda s=start: s, 4), at))
                at += 12
    return entries


class Disassembly:
    """Where instructions begin, by function."""

    def __init__(self, path: Path):
        self.functions = defaultdict(list)
        self.texts = {}
        name = None
        for line in run([LLVM_PREFIX / "bin/llvm-objdump", "-d",
                         "--no-show-raw-insn", path],
                        what="llvm-objdump").splitlines():
            head = re.fullmatch(r"([0-9a-f]+) <(.*)>:", line)
            code = re.match(r"\s*([0-9a-f]+):\s+(.*)", line)
            if head:
                name = head[2]
            elif code and name:
                address = int(code[1], 16)
                self.functions[name].append(address)
                self.texts[address] = code[2]
        self.names = sorted((addresses[0], name)
                            for name, addresses in self.functions.items())
        self.begins = [address for address, _ in self.names]

    def around(self, address: int) -> list:
        """The instructions of the function that `address` is in."""
        index = bisect_right(self.begins, address) - 1
        return self.functions[self.names[max(index, 0)][1]]

    def neighbour(self, address: int, step: int) -> int:
        inside = self.around(address)
        if address not in inside:
            raise NotApplicable
        index = inside.index(address) + step
        if not 0 <= index < len(inside):
            raise NotApplicable
        return inside[index]
