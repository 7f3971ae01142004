"""Damages fault maps at random, to see what llvm-managed-maps verify notices.

What is damaged, and how, is decided here from the format alone
(docs/FaultMaps.md) and from a disassembly; nothing of the verifier's rules is
known. Each mutation makes one small change to a copy of a real file: the bytes
of a table, its relocations, or its section header.

A mutation of the class DROPPED or SITE leaves a table that is as good as the
first one, unless the compiler's marks are still there, as in relocatable
objects; one that moves a PC or a handler may lead to a place that would have
been right for another program. docs/ManagedMaps.md has the survivors.
"""

import random
import re
import struct
import subprocess
from bisect import bisect_right
from collections import Counter, defaultdict
from pathlib import Path

from .paths import BUILD, LLVM_PREFIX
from .ui import Failure, run

VERIFIER = BUILD / "bin/llvm-managed-maps"
V1, SHORT, LONG = ".llvm_faultmaps", "llvm_faultmaps", "llvm_faultsites"
SUSPICION = ", suspicious]"
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


# --- Mutations ---------------------------------------------------------------
# Each takes the random numbers, the image, its entries and the disassembly.

MUTATIONS = {}


def mutation(function):
    MUTATIONS[function.__name__.replace("_", "-")] = function
    return function


@mutation
def flip_a_bit(rng, image, entries, code):
    entry = rng.choice(entries)
    bit = rng.randrange(8 * entry.size)
    if image.is_object:
        # What a relocation replaces has no meaning.
        fields = [f for f in (entry.pc, entry.handler)
                  if f.relocation is not None]
        if any(f.position <= entry.position + bit // 8 < f.position + 4
               for f in fields):
            field = rng.choice(fields)
            field.set(field.get() ^ (1 << rng.randrange(12)))
            return
    image.data[entry.position + bit // 8] ^= 1 << bit % 8


@mutation
def change_the_kind(rng, image, entries, code):
    entry = rng.choice(entries)
    old = image.data[entry.kind] & 15
    image.data[entry.kind] += rng.choice([k for k in (1, 2, 3) if k != old]) \
        - old


@mutation
def move_pc_some_bytes(rng, image, entries, code):
    move(rng.choice(entries), "pc", some_bytes(rng))


@mutation
def move_pc_to_a_neighbour(rng, image, entries, code):
    entry = rng.choice(entries)
    set_alone(entry, "pc", code.neighbour(entry.pc.get(), rng.choice((-1, 1))))


@mutation
def move_pc_in_the_function(rng, image, entries, code):
    entry = rng.choice(entries)
    set_alone(entry, "pc", another(rng, code.around(entry.pc.get()),
                                   entry.pc.get()))


@mutation
def move_pc_to_a_return(rng, image, entries, code):
    entry = rng.choice(entries)
    returns = [a for a in code.around(entry.pc.get())
               if code.texts[a].startswith("ret")]
    if not returns:
        raise NotApplicable
    set_alone(entry, "pc", rng.choice(returns))


@mutation
def move_handler_some_bytes(rng, image, entries, code):
    move(rng.choice(entries), "handler", some_bytes(rng))


@mutation
def move_handler_to_a_neighbour(rng, image, entries, code):
    entry = rng.choice(entries)
    entry.handler.set(code.neighbour(entry.handler.get(),
                                     rng.choice((-1, 1))))


@mutation
def move_handler_in_the_function(rng, image, entries, code):
    entry = rng.choice(entries)
    entry.handler.set(another(rng, code.around(entry.pc.get()),
                              entry.handler.get()))


@mutation
def move_handler_to_another_function(rng, image, entries, code):
    entry = rng.choice(entries)
    inside = code.functions[rng.choice(code.names)[1]]
    if inside == code.around(entry.pc.get()):
        raise NotApplicable
    entry.handler.set(rng.choice(inside))


@mutation
def move_entry_to_another_function(rng, image, entries, code):
    entry = rng.choice(entries)
    distance = entry.handler.get() - entry.pc.get()
    inside = code.functions[rng.choice(code.names)[1]]
    if inside == code.around(entry.pc.get()):
        raise NotApplicable
    pc = rng.choice(inside)
    entry.pc.set(pc)
    entry.handler.set(pc + distance)


@mutation
def exchange_handlers(rng, image, entries, code):
    one, two = rng.sample(entries, 2) if len(entries) > 1 else no_entries()
    first, second = one.handler.get(), two.handler.get()
    if first == second:
        raise NotApplicable
    one.handler.set(second)
    two.handler.set(first)


@mutation
def exchange_handlers_in_a_function(rng, image, entries, code):
    one = rng.choice(entries)
    inside = code.around(one.pc.get())
    others = [e for e in entries if inside[0] <= e.pc.get() <= inside[-1]
              and e.handler.get() != one.handler.get()]
    if not others:
        raise NotApplicable
    two = rng.choice(others)
    first, second = one.handler.get(), two.handler.get()
    one.handler.set(second)
    two.handler.set(first)


@mutation
def exchange_pc_and_handler(rng, image, entries, code):
    entry = rng.choice(entries)
    pc, handler = entry.pc.get(), entry.handler.get()
    entry.pc.set(handler)
    entry.handler.set(pc)


@mutation
def exchange_entries(rng, image, entries, code):
    same = [e for e in entries if e.section.index == entries[0].section.index]
    if len(same) < 2 or image.is_object:
        raise NotApplicable
    one, two = rng.sample(same, 2)
    if one.bytes() == two.bytes():
        raise NotApplicable
    first, second = one.bytes(), two.bytes()
    one.put(second)
    two.put(first)


@mutation
def repeat_an_entry(rng, image, entries, code):
    if len(entries) < 2:
        raise NotApplicable
    one, two = rng.sample(entries, 2)
    pc, handler = one.pc.get(), one.handler.get()
    two.pc.set(pc)
    two.handler.set(handler)


@mutation
def clear_a_field(rng, image, entries, code):
    entry = rng.choice(entries)
    if image.is_object:
        raise NotApplicable
    at = entry.position + 4 * rng.randrange(entry.size // 4)
    old = image.read("<I", at)
    value = rng.choice((0, 0xffffffff))
    if old == value:
        raise NotApplicable
    image.write("<I", at, value)


@mutation
def drop_an_entry(rng, image, entries, code):
    entry = rng.choice(entries)
    if entry.section.name == V1 or image.is_object:
        raise NotApplicable
    entry.put(bytes(entry.size))


@mutation
def change_the_site(rng, image, entries, code):
    sites = [e for e in entries if e.site and image.data[e.kind] & 16]
    if not sites:
        raise NotApplicable
    entry = rng.choice(sites)
    image.write("<I", entry.site,
                image.read("<I", entry.site) ^ (1 << rng.randrange(32)))


@mutation
def truncate_the_section(rng, image, entries, code):
    section = rng.choice(entries).section
    section.size -= rng.randrange(1, section.size)


@mutation
def change_a_section_header(rng, image, entries, code):
    section = rng.choice(entries).section
    field = rng.choice(("type", "flags", "address", "offset", "size", "link",
                        "align"))
    bits = {"type": 3, "flags": 8, "link": 5, "align": 4}.get(field, 12)
    if field in ("link", "address") and (field == "link") != image.is_object:
        # Nobody reads it there.
        raise NotApplicable
    setattr(section, field,
            getattr(section, field) ^ (1 << rng.randrange(bits)))


@mutation
def damage_the_code(rng, image, entries, code):
    """Another instruction stands where the entry expects its own."""
    entry = rng.choice(entries)
    if image.is_object:
        raise NotApplicable
    pc = entry.pc.get()
    source = another(rng, code.around(pc), pc)
    inside = code.around(pc)
    following = [a for a in inside if a > source]
    if not following:
        raise NotApplicable
    length = following[0] - source
    replaced = [a for a in inside if a > pc]
    if not replaced or replaced[0] - pc != length:
        raise NotApplicable
    place = file_offset(image, pc)
    other = file_offset(image, source)
    if image.data[place:place + length] == image.data[other:other + length]:
        raise NotApplicable
    image.data[place:place + length] = image.data[other:other + length]


@mutation
def retarget_a_relocation(rng, image, entries, code):
    fields = [f for e in entries for f in (e.pc, e.handler)
              if f.relocation is not None]
    if not fields:
        raise NotApplicable
    at = rng.choice(fields).relocation
    symbol, kind = image.read("<I", at + 12), image.read("<I", at + 8)
    if rng.random() < 0.5:
        image.write("<I", at + 12, max(1, symbol + rng.choice((-1, 1))))
    else:
        image.write("<I", at + 8, rng.choice([k for k in (0, 1, 2, 4, 24)
                                              if k != kind]))


@mutation
def drop_a_relocation(rng, image, entries, code):
    fields = [f for e in entries for f in (e.pc, e.handler)
              if f.relocation is not None]
    if not fields:
        raise NotApplicable
    # Somewhere else it does nothing here.
    image.write("<Q", rng.choice(fields).relocation, 1 << 30)


# --- Helpers of mutations ---------------------------------------------------

def no_entries():
    raise NotApplicable


def some_bytes(rng) -> int:
    return rng.choice((-1, 1)) * rng.randrange(1, 16)


def another(rng, addresses: list, this: int) -> int:
    others = [a for a in addresses if a != this]
    if not others:
        raise NotApplicable
    return rng.choice(others)


def set_alone(entry: Entry, name: str, address: int) -> None:
    """Moves the PC and leaves the handler where it is."""
    handler = entry.handler.get()
    entry.pc.set(address)
    entry.handler.set(handler)


def move(entry: Entry, name: str, distance: int) -> None:
    if name == "pc":
        set_alone(entry, name, entry.pc.get() + distance)
    else:
        entry.handler.set(entry.handler.get() + distance)


def file_offset(image: Image, address: int) -> int:
    for section in image.sections:
        if section.flags & 4 and \
                0 <= address - section.address < section.size:
            return section.offset + address - section.address
    raise NotApplicable


# --- Running -----------------------------------------------------------------

class Subject:
    """A file that is sound, and copies of it that are not."""

    def __init__(self, path: Path, verifier: Path = VERIFIER):
        self.path, self.verifier = path, verifier
        self.data = path.read_bytes()
        self.code = Disassembly(path)
        if not read_entries(Image(self.data)):
            raise Failure(f"{path} has no fault map")
        code, text = self.verify(path)
        if code or SUSPICION in text:
            raise Failure(f"{path} is not sound to begin with: {text}")

    def verify(self, path: Path) -> tuple:
        done = subprocess.run([self.verifier, "verify", path],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, timeout=600)
        if done.returncode not in (0, 1):
            raise Failure(f"the verifier ended with code {done.returncode} "
                          f"on {path}")
        return done.returncode, done.stdout + done.stderr

    def mutate(self, name: str, rng: random.Random) -> bytes:
        """A mutant; raises NotApplicable."""
        image = Image(self.data)
        MUTATIONS[name](rng, image, read_entries(image), self.code)
        if image.data == self.data:
            raise NotApplicable
        return bytes(image.data)


class Tally:
    """Mutants by class: how many there are, how many do not pass, and how many
    others the verifier suspects."""

    def __init__(self):
        self.made, self.flagged, self.suspected = \
            Counter(), Counter(), Counter()
        self.survivors = []

    def add(self, other: "Tally") -> None:
        for mine, its in ((self.made, other.made),
                          (self.flagged, other.flagged),
                          (self.suspected, other.suspected)):
            mine.update(its)
        self.survivors += other.survivors

    def rate(self, *names) -> float:
        """The share of mutants that are flagged or suspected."""
        names = names or list(self.made)
        return (sum(self.flagged[n] + self.suspected[n] for n in names)
                / max(sum(self.made[n] for n in names), 1))

    def print(self) -> None:
        print(f"  {'class':34} {'mutants':>8} {'flagged':>8} "
              f"{'suspected':>10} {'unnoticed':>10}")
        rows = [(name, self.made[name], self.flagged[name],
                 self.suspected[name]) for name in MUTATIONS
                if self.made[name]]
        rows.append(("all", self.made.total(), self.flagged.total(),
                     self.suspected.total()))
        for name, made, flagged, suspected in rows:
            left = made - flagged - suspected
            print(f"  {name:34} {made:8} {100 * flagged / max(made, 1):7.1f}%"
                  f" {100 * suspected / max(made, 1):9.1f}%"
                  f" {100 * left / max(made, 1):9.1f}%")


def run_mutations(paths: list, seed: int, count: int, work: Path,
                  names: list = None, verifier: Path = VERIFIER,
                  keep: Path = None) -> Tally:
    """Makes `count` mutants of the files, each class as often."""
    subjects = [Subject(Path(path), verifier) for path in paths]
    tally = Tally()
    names = names or list(MUTATIONS)
    for number in range(count):
        name = names[number % len(names)]
        for attempt in range(20):
            rng = random.Random(f"{seed}/{number}/{attempt}")
            subject = rng.choice(subjects)
            try:
                mutant = subject.mutate(name, rng)
                break
            except NotApplicable:
                mutant = None
        if mutant is None:
            continue
        path = work / "mutant"
        path.write_bytes(mutant)
        code, text = subject.verify(path)
        tally.made[name] += 1
        if code:
            tally.flagged[name] += 1
            continue
        if SUSPICION in text:
            tally.suspected[name] += 1
            continue
        tally.survivors.append((name, number, subject.path))
        if keep:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{name}-{number}-{subject.path.name}").write_bytes(mutant)
    return tally
