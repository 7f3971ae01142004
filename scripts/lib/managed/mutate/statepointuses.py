"""Whether anything reads a value in the text of a machine function.

A mutant in which a register or slot holds another value than before is the same
program if that value is moved from place to place at most. Code that is not
optimized has many such: what it loads after a call is often not read. The rule
follows places through the text, along all branches, and takes everything that
it does not know for a read.
"""

import re
from collections import defaultdict

from .statepointmir import Slot, Statepoint, read_access

_LABEL = re.compile(r"^  bb\.(\d+)")
_SUCCESSOR = re.compile(r"%bb\.(\d+)")
_REGISTER = re.compile(r"\$(\w+)")
_DEFINED = re.compile(r"implicit-def (?:dead )?(?:early-clobber )?"
                      r"(?:renamable )?\$(\w+)")
# The place of outgoing arguments.
_ARGUMENTS = re.compile(r"= COPY \$(?:sp|rsp)$")
_COPY = re.compile(r"^ *(?:renamable )?(\$\w+) = COPY (?:killed )?"
                   r"(?:renamable )?(\$\w+)$")
# These read nothing that matters.
_SILENT = re.compile(r"^ *(?:[^:]*frame-(?:setup|destroy) |CFI_INSTRUCTION|"
                     r"EH_LABEL|DBG_|liveins:|successors:|;|$)")
# A slot may have the name of a variable after its number.
_X86_FRAME = re.compile(r"(%stack\.\d+|\$rsp|\$rbp)(?:\.[-\w.]+)?, 1, "
                        r"\$noreg, (-?\d+), \$noreg")
_A64_FRAME = re.compile(r"(LD|ST)(R|P)([BHWXSDQ])\w*? .*?(%stack\.\d+|\$sp|"
                        r"\$fp)(?:\.[-\w.]+)?, (-?\d+)(?: ::|$)")
_X86_INDEXED = re.compile(r"(%stack\.\d+|\$rsp|\$rbp)(?:\.[-\w.]+)?, \d, "
                          r"(?:killed )?(?:renamable )?(\$\w+), (-?\d+), "
                          r"\$noreg")
_A64_ADDRESS = re.compile(r"ADDXri (%stack\.\d+|\$sp|\$fp)(?:\.[-\w.]+)?, "
                          r"(-?\d+), 0")
_A64_SIZES = {"W": 4, "X": 8, "S": 4, "D": 8, "Q": 16}
_X86_SIZE = re.compile(r"\((?:volatile )?(?:load|store) \(s(\d+)\)")
_OPCODE = re.compile(r"\b([A-Z][A-Z0-9_]*[a-z0-9_]*\w*)")
_MEMORY = re.compile(r"LD|\w+(?:rm|mr|mi)")
_IMPLICIT = re.compile(r"implicit (?:killed )?\$\w+")
# What calls leave in these is nothing of before.
_CLOBBERED = {
    "csr_64": {f"$r{r}" for r in ("ax", "cx", "dx", "si", "di", "8", "9", "10",
                                  "11")},
    "csr_aarch64_aapcs": {f"$x{n}" for n in range(18)}}
_FRAME_BASE = re.compile(r"%stack\.\d+|\$(?:rsp|rbp|sp|fp)\b")


def whole(register: str) -> str:
    """The general register that `register` is a part of, as it was or wider."""
    name = register.lstrip("$")
    if re.fullmatch(r"w\d+", name):
        return "$x" + name[1:]
    if match := re.fullmatch(r"(r\d+)[dwb]", name):
        return "$" + match[1]
    if match := re.fullmatch(r"[er]?([abcd])(?:x|l|h)|[er]?([sd]i|[sb]p)l?",
                             name):
        return f"$r{match[1]}x" if match[1] else f"$r{match[2]}"
    return "$" + name


def _fills(register: str) -> bool:
    """Whether writing `register` leaves nothing of the whole one."""
    name = register.lstrip("$")
    return whole(name) == "$" + name or bool(
        re.fullmatch(r"w\d+|e\w\w|r\d+d", name))


def _frame_words(line: str):
    """The words of the frame that an instruction accesses; None if that is not
    known."""
    if match := _X86_FRAME.search(line):
        bits = _X86_SIZE.search(line)
        size = int(bits[1]) // 8 if bits else 16
        base, offset = match[1], int(match[2])
    elif match := _A64_FRAME.search(line):
        size = _A64_SIZES.get(match[3])
        if size is None:
            return None
        base, offset = match[4], int(match[5]) * size
        size *= 2 if match[2] == "P" else 1
    else:
        return None
    return {Slot(base, offset & ~7 | at)
            for at in range(0, (offset & 7) + size, 8)} if size <= 8 else {
        Slot(base, offset + at) for at in range(-8, size, 8)}


def _object_at(text: str):
    """Where an object begins whose address an instruction computes, or in which
    it has an index; None if it does nothing of the kind."""
    if match := _A64_ADDRESS.search(text):
        return Slot(match[1], int(match[2]))
    match = _X86_INDEXED.search(text)
    if match and ("LEA64r " in text or match[2] != "$noreg"):
        return Slot(match[1], int(match[3]))
    return None


def _step(line: str, places: set):
    """The places that hold the value after `line`; None if it reads it."""
    if _SILENT.match(line) or not places:
        return places
    access, copy = read_access(line), _COPY.match(line)
    if access and access.kind == "load":
        value = access.slot in places
        return _move(places, whole(access.register), value)
    if access:
        return _move(places, access.slot, whole(access.register) in places)
    if copy:
        source, target = copy[2], copy[1]
        if _fills(target) and whole(source) == source:
            return _move(places, whole(target), source in places)
    text, _, memory = line.partition(" :: ")
    defined, _, rest = text.rpartition(" = ")
    written = {"$" + r for r in _REGISTER.findall(defined)}
    written |= {"$" + r for r in _DEFINED.findall(rest)}
    rest = _DEFINED.sub("", rest)
    if any(whole(r) in places for r in _REGISTER.findall(rest)):
        return None
    slots = {p for p in places if isinstance(p, Slot)}
    if _ARGUMENTS.search(line):
        pass
    elif slots and _FRAME_BASE.search(_IMPLICIT.sub("", rest)):
        if Statepoint.read(line):
            if any(f" {s.base}, {s.offset}," in rest for s in slots):
                return None
            # Wider entries.
            if any(f" {s.base}, {s.offset - 8}," in rest and
                   f"1, 16, {s.base}, {s.offset - 8}," in rest for s in slots):
                return None
        elif address := _object_at(rest):
            if any(s.base == address.base and s.offset >= address.offset
                   for s in slots):
                return None
        else:
            words = _frame_words(line)
            if words is None or words & slots:
                return None
    elif "store" in memory and "load" not in memory:
        # It reads no slot, and may not change all of one.
        pass
    elif slots and "%ir." not in memory and (
            memory or any(_MEMORY.match(o) for o in _OPCODE.findall(text))):
        # Its address may have been computed.
        return None
    gone = {whole(r) for r in written if _fills(r)}
    for mask, registers in _CLOBBERED.items():
        if f" {mask}," in text:
            gone |= registers
    return places - gone


def _move(places: set, target, value: bool) -> set:
    return places | {target} if value else places - {target}


def is_read(lines: list, differences: list) -> bool:
    """Whether what differs is read. `differences` are pairs of the number of a
    line and a place that holds another value after that line."""
    starts = defaultdict(set)
    for number, place in differences:
        starts[number].add(whole(place) if isinstance(place, str) else place)
    labels, successors, block = {}, defaultdict(list), None
    for number, line in enumerate(lines):
        if match := _LABEL.match(line):
            block = int(match[1])
            labels[block] = number
        elif line.strip().startswith("successors:"):
            successors[block] = [int(n) for n in _SUCCESSOR.findall(line)]
    order = sorted(labels.items(), key=lambda item: item[1])
    ends = {b: e for (b, _), e in zip(order, [n for _, n in order[1:]]
                                      + [len(lines)])}
    arriving = {b: set() for b in labels}
    pending = set(labels)
    while pending:
        block = pending.pop()
        places = set(arriving[block])
        for number in range(labels[block] + 1, ends[block]):
            places = _step(lines[number], places)
            if places is None:
                return True
            places = places | starts.get(number, set())
        for to in successors[block]:
            if not places <= arriving.get(to, set()):
                arriving.setdefault(to, set()).update(places)
                pending.add(to)
    return False
