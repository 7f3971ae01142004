"""Files with stack maps of version 4, as far as mutations need to know them.

A map is read into its numbers, each with its place in the file. What they mean
is not looked at further than is needed to find the next one.
"""

from dataclasses import dataclass

from .files import SHT_RELA, Field, Image, NotApplicable

INDEX, MAP = "llvm_gcidx", "llvm_gcmap"
DICTIONARY, DERIVED, IDS, DEOPT, FRAMES, SAVED, LOCATIONS = (
    1 << bit for bit in range(7))

@dataclass
class Number:
    """A LEB128 number, or a set of bits, in a map."""

    kind: str
    at: int
    size: int
    value: int
    signed: bool = False


@dataclass
class Function:
    """The numbers of a function's map, in their order."""

    numbers: list

    def of(self, *kinds) -> list:
        return [n for n in self.numbers if n.kind in kinds]


@dataclass
class Run:
    """An entry of the index, and the functions that it leads to."""

    entry: int
    first: Field
    run: Field
    functions: list


class Reader:
    def __init__(self, image: Image, at: int):
        self.image, self.at = image, at

    def leb(self, kind: str, signed: bool = False) -> Number:
        begin, value, shift = self.at, 0, 0
        while True:
            byte = self.image.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if not byte & 128:
                break
        if signed and byte & 64:
            value -= 1 << shift
        number = Number(kind, begin, self.at - begin, value, signed)
        self.numbers.append(number)
        return number

    def function(self) -> Function:
        self.numbers = []
        flags = self.leb("flags").value
        sites = self.leb("sites").value + 1
        first = self.frame()
        if flags & FRAMES:
            for _ in range(self.leb("count").value):
                self.frame()
        locations = len(first) if flags & SAVED else 0
        if flags & LOCATIONS:
            count = self.leb("count").value
            locations += count
            for _ in range(count):
                if self.leb("location").value & 3 == 3:
                    self.leb("offset", signed=True)
        pairs = self.leb("count").value if flags & DERIVED else 0
        for _ in range(2 * pairs):
            self.leb("pair")
        self.flags = flags
        sets = []
        if flags & DICTIONARY:
            sets = [self.leb("set").value
                    for _ in range(self.leb("count").value)]
        for number in range(sites):
            if number:
                self.leb("distance")
            chosen = (sets[self.leb("choice").value] if flags & DICTIONARY
                      else self.leb("set").value)
            self.site(chosen)
        return Function(self.numbers)

    def frame(self) -> list:
        """Returns the registers that are saved, as far as they are counted
        among locations."""
        if self.leb("rule").value & 3 == 3:
            return []
        saves = self.leb("saves").value
        if not saves & 1:
            return [bit for bit in range(16) if saves >> (bit + 1) & 1]
        registers = []
        for _ in range(saves >> 1):
            registers.append(self.leb("save-register").value)
            self.leb("save-word")
        return registers

    def site(self, chosen: int) -> None:
        for flag, kind in ((IDS, "id"), (FRAMES, "frame"), (DEOPT, "deopt")):
            if not self.flags & flag:
                continue
            if chosen & 1:
                count = self.leb(kind).value
                if kind == "deopt":
                    for _ in range(count // 2):
                        self.value()
            chosen >>= 1

    def value(self) -> None:
        kind = self.leb("value").value & 7
        if kind == 3:
            self.leb("value-size")
        elif kind in (4, 5):
            self.leb("value-base")
            self.leb("value-offset", signed=True)
        elif kind == 6:
            self.at += 8


def read_runs(image: Image) -> list:
    """All runs of `image`."""
    runs = []
    maps = image.named(MAP)
    by_link = {m.link: m for m in maps}
    # Files with a section for each block have thousands of these.
    relocating = {s.info: s for s in image.sections if s.type == SHT_RELA}
    for section in image.named(INDEX):
        relocations = {}
        if image.is_object:
            table = relocating[section.index]
            relocations = {image.read("<Q", at): at for at in range(
                table.offset, table.offset + table.size, 24)}
        for offset in range(0, section.size, 8):
            at = section.offset + offset
            first, run = (
                Field(image, at + d,
                      lambda s=section, o=offset + d: s.address + o, 4,
                      relocations.get(offset + d)) for d in (0, 4))
            if image.is_object:
                # The fragment that is linked to the same code.
                place = by_link[section.link].offset + run.get()
            else:
                place = next(m.offset + run.get() - m.address for m in maps
                             if m.address <= run.get() < m.address + m.size)
            reader = Reader(image, place)
            functions = [reader.function()]
            while True:
                distance = reader.leb("distance")
                if not distance.value:
                    break
                functions.append(reader.function())
                functions[-1].numbers.insert(0, distance)
            runs.append(Run(at, first, run, functions))
    return runs


def put(image: Image, number: Number, value: int) -> None:
    """Changes a number in place; it must fit, and be no longer than it has to
    be."""
    left, encoded = value, []
    while True:
        byte = left & 127
        left >>= 7
        done = (left == 0 and (not number.signed or not byte & 64)) or (
            number.signed and left == -1 and byte & 64)
        encoded.append(byte | (0 if done else 128))
        if done:
            break
        if len(encoded) > number.size:
            raise NotApplicable
    if value == number.value or len(encoded) != number.size or (
            value < 0 and not number.signed):
        raise NotApplicable
    image.data[number.at:number.at + number.size] = bytes(encoded)
