"""Statepoints, and the loads and stores beside them, in the text of machine
functions."""

import re
from dataclasses import dataclass, field

REGISTER = re.compile(r"\$\w+")
_STATEPOINT = re.compile(r"^( *)(?:(.*) = )?STATEPOINT (.*?)( ::.*)?$")
# Register, base, and the offset in bytes or in words.
_ACCESSES = (
    (re.compile(r"^ *(?:renamable )?(\$\w+) = MOV64rm ([$%][\w.]+), 1, "
                r"\$noreg, (-?\d+), \$noreg(?: ::.*)?$"), "load", 1),
    (re.compile(r"^ *MOV64mr ([$%][\w.]+), 1, \$noreg, (-?\d+), \$noreg, "
                r"(?:killed )?(?:renamable )?(\$\w+)(?: ::.*)?$"), "store", 1),
    (re.compile(r"^ *(?:renamable )?(\$x\d+) = LDRXui ([$%][\w.]+), (\d+)"
                r"(?: ::.*)?$"), "load", 8),
    (re.compile(r"^ *STRXui (?:killed )?(?:renamable )?(\$x\d+), "
                r"([$%][\w.]+), (\d+)(?: ::.*)?$"), "store", 8),
)
_FRAME = re.compile(r"%stack\.|\$(?:rsp|rbp|sp|fp)$")


@dataclass(frozen=True)
class Slot:
    base: str
    offset: int

    def operand(self) -> str:
        return f"1, 8, {self.base}, {self.offset}"


@dataclass(frozen=True)
class Access:
    """An instruction that only loads or stores a register in the frame."""

    kind: str
    register: str
    slot: Slot


def read_access(line: str) -> Access:
    """None if it is none."""
    for pattern, kind, scale in _ACCESSES:
        match = pattern.match(line)
        if not match:
            continue
        if pattern is _ACCESSES[1][0]:
            base, offset, register = match.groups()
        else:
            register, base, offset = match.groups()
        if _FRAME.match(base):
            return Access(kind, register, Slot(base, int(offset) * scale))
    return None


def write_load(register: str, slot: Slot) -> str:
    if register.startswith("$x"):
        return f"    {register} = LDRXui {slot.base}, {slot.offset // 8}"
    return (f"    {register} = MOV64rm {slot.base}, 1, $noreg, {slot.offset}, "
            "$noreg")


def _width(operands: list, first: int) -> int:
    """How many operands the entry of a list takes."""
    return {"0": 3, "1": 4, "2": 2}.get(operands[first], 1)


def _take_list(operands: list, first: int) -> tuple:
    """The entries of a list that begins with 2 and its length, and the index
    after it."""
    count, position, entries = int(operands[first + 1]), first + 2, []
    for _ in range(count):
        width = _width(operands, position)
        entries.append(", ".join(operands[position:position + width]))
        position += width
    return entries, position


@dataclass
class Statepoint:
    indent: str
    defs: list
    # Everything before the list of references.
    head: list
    pointers: list
    objects: list
    # Indices into `pointers`.
    pairs: list
    tail: list
    memory: str
    callee: str = ""
    arguments: list = field(default_factory=list)

    @staticmethod
    def read(line: str):
        """None if the line is no statepoint."""
        match = _STATEPOINT.match(line)
        if not match:
            return None
        indent, defs, text, memory = match.groups()
        operands = text.split(", ")
        arguments = 4 + int(operands[2])
        deopt = arguments + 4
        position = _take_list(operands, deopt)[1]
        pointers, behind = _take_list(operands, position)
        objects, behind = _take_list(operands, behind)
        count = int(operands[behind + 1])
        numbers = [int(n) for n in
                   operands[behind + 2:behind + 2 + 2 * count]]
        return Statepoint(
            indent, defs.split(", ") if defs else [], operands[:position],
            pointers, objects, list(zip(numbers[::2], numbers[1::2])),
            operands[behind + 2 + 2 * count:], memory or "",
            operands[3], operands[4:arguments])

    def write(self) -> str:
        numbers = [str(n) for pair in self.pairs for n in pair]
        operands = [*self.head, "2", str(len(self.pointers)), *self.pointers,
                    "2", str(len(self.objects)), *self.objects,
                    "2", str(len(self.pairs)), *numbers, *self.tail]
        defs = ", ".join(self.defs) + " = " if self.defs else ""
        return f"{self.indent}{defs}STATEPOINT {', '.join(operands)}" \
               f"{self.memory}"

    def slot(self, index: int):
        """The slot of a word at `index`; None if that is something else."""
        parts = self.pointers[index].split(", ")
        if len(parts) == 4 and parts[:2] == ["1", "8"]:
            return Slot(parts[2], int(parts[3]))
        return None

    def slots_of(self, index: int) -> set:
        """The words of the entry at `index`."""
        parts = self.pointers[index].split(", ")
        if len(parts) != 4:
            return set()
        return {Slot(parts[2], int(parts[3]) + at)
                for at in range(0, int(parts[1]), 8)}

    def slots(self) -> set:
        return {slot for index in range(len(self.pointers))
                for slot in self.slots_of(index)}

    def mentions(self, place) -> bool:
        """Whether the deopt state, or another entry, is in `place`."""
        entries = ", ".join([*self.head, *self.pointers]) + ","
        return (re.search(re.escape(place) + r"\b", entries) is not None
                if isinstance(place, str)
                else f" {place.base}, {place.offset}," in entries)

    def tied(self, index: int):
        """The definition that the register at `index` is tied to, or None."""
        match = re.search(r"\(tied-def (\d+)\)", self.pointers[index])
        return int(match[1]) if match else None

    def untie(self, index: int) -> None:
        """Removes the definition of the register at `index`."""
        gone = self.tied(index)
        if gone is None:
            return
        del self.defs[gone]
        for i, entry in enumerate(self.pointers):
            number = self.tied(i)
            if number is not None and number > gone:
                self.pointers[i] = entry.replace(f"(tied-def {number})",
                                                 f"(tied-def {number - 1})")

    def drop(self, index: int) -> None:
        """Lists null in place of the pointer at `index`."""
        self.untie(index)
        self.pointers[index] = "2, 0"
