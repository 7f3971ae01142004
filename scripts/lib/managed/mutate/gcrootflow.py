"""The control flow of a function that place-gc-roots left, read from its text,
and which mutants of it are the same program. Knows nothing of the verifier."""

import re
from dataclasses import dataclass
from functools import cached_property

NAME = r"%[-\w.$]+"
_LABEL = re.compile(r"([-\w.$]+):")
_CALLEE = re.compile(r"(?:call|invoke) .*?@([\w.]+)\(")
_PARTS = ("new_gc_frame", "push_gc_frame", "get_gc_frame_slot",
          "pop_gc_frame", "relink_gc_frame", "save_gc_frames",
          "restore_gc_frames")


@dataclass(frozen=True)
class Dialect:
    """How a strategy's functions are written."""

    # What the names of the parts of frames begin with.
    prefix: str
    # The type of roots.
    root: str
    # What neither collects nor throws through a safepoint.
    leaves: frozenset
    # Whether an object may keep what was loaded from it.
    keeps_contents: bool = False
    # Tags of memory that never changes.
    immutable: frozenset = frozenset()

    def is_leaf(self, callee: str) -> bool:
        prefix, _, part = callee.partition(".")
        return (callee in self.leaves or prefix == "llvm"
                or prefix == self.prefix and part in _PARTS)


MANAGED = Dialect("managed", "ptr addrspace(1)", frozenset((
    "gcstress_mix", "gcstress_may_throw", "gcstress_fuel", "gcstress_digest",
    "__cxa_begin_catch", "__cxa_end_catch")))


@dataclass(frozen=True)
class Access:
    """A store to a slot or a load from one, and the number of its line."""

    line: int
    slot: int
    address: str
    # One of them is there.
    stored: str
    loaded: str


class Flow:
    """Where control goes from each line of a function."""

    def __init__(self, lines: list, dialect: Dialect = MANAGED):
        self.lines, self.dialect = lines, dialect
        starts = {}
        for number, line in enumerate(lines):
            label = _LABEL.match(line)
            if label:
                starts[label[1]] = number
        self.next = {number: [] for number in range(len(lines))}
        number = 1
        while number < len(lines):
            last = number
            # Operands of an invoke or a switch may be on lines of their own.
            while (last + 1 < len(lines) and lines[last].startswith("  ")
                   and re.match(r"   +\S|  \]", lines[last + 1])):
                last += 1
            text = " ".join(lines[number:last + 1])
            targets = [starts[name] for name in
                       re.findall(r"label %([-\w.$]+)", text)
                       if name in starts]
            if targets:
                self.next[number] = targets
            elif (not re.match(r"  (?:ret|unreachable|resume)\b", text)
                  and last + 1 < len(lines)):
                self.next[number] = [last + 1]
            number = last + 1
        self.previous = {number: [] for number in self.next}
        for number, targets in self.next.items():
            for target in targets:
                self.previous[target].append(number)

    def accesses(self) -> list:
        address = re.compile(
            rf"  ({NAME}) = call ptr @{self.dialect.prefix}\.get_gc_frame_slot"
            r"\(ptr %gcframe, i32 (\d+)\)")
        root = re.escape(self.dialect.root)
        access = re.compile(rf"  (?:store {root} (\S+)|({NAME}) = load {root})"
                            rf", ptr ({NAME}), align \d+$")
        slots = {m[1]: int(m[2]) for m in map(address.match, self.lines) if m}
        return [Access(number, slots[m[3]], m[3], m[1], m[2])
                for number, m in enumerate(map(access.match, self.lines))
                if m and m[3] in slots]

    @cached_property
    def _operands(self) -> dict:
        """Of what is computed, chosen or loaded."""
        found = (re.match(rf"  ({NAME}) = (?:load|getelementptr|phi|select|"
                          "addrspacecast|freeze|extract|insert)(.*)", line)
                 for line in self.lines)
        return {m[1]: re.findall(NAME, m[2]) for m in found if m}

    def made_of(self, name: str) -> set:
        """What a value is made of, in the end, and itself."""
        seen, pending = set(), [name]
        while pending:
            name = pending.pop()
            if name not in seen:
                seen.add(name)
                pending += self._operands.get(name, [])
        return seen

    def lines_of(self, part: str) -> list:
        """Those that call a part of a frame."""
        call = f"@{self.dialect.prefix}.{part}("
        return [i for i, line in enumerate(self.lines) if call in line]

    def is_safepoint(self, number: int) -> bool:
        callee = _CALLEE.search(self.lines[number])
        return bool(callee and not self.dialect.is_leaf(callee[1])
                    # Marked at the call.
                    and not re.search(r"__cxa_rethrow\(\) #\d",
                                      self.lines[number]))

    def block_behind(self, number: int) -> range:
        """The lines after one, to the end of its block."""
        end = number
        while end + 1 < len(self.lines) and self.next[end] == [end + 1]:
            end += 1
        return range(number + 1, end + 1)

    def reaches(self, number: int, wanted, stops, back: bool = False) -> bool:
        """Whether some path from a line has one that is wanted in front of one
        where it stops. With `back`, from there to the start."""
        seen, pending = set(), list((self.previous if back
                                     else self.next)[number])
        while pending:
            current = pending.pop()
            if current in seen:
                continue
            seen.add(current)
            if stops(current):
                continue
            if wanted(current):
                return True
            pending += (self.previous if back else self.next)[current]
        return False


def elements(flow: Flow) -> dict:
    """What is the same element of a vector, by one of its names."""
    inserted, found = {}, {}
    root = re.escape(flow.dialect.root)
    for line in flow.lines:
        match = re.match(rf"  ({NAME}) = insertelement <.*> (\S+), "
                         rf"{root} (\S+), i\d+ (\d+)", line)
        if match:
            inserted[match[1]] = (match[2], match[3], match[4])
        match = re.match(rf"  ({NAME}) = extractelement <.*> (\S+), i\d+ "
                         r"(\d+)", line)
        if not match:
            continue
        vector, name = match[2], None
        while vector in inserted and not name:
            vector, element, lane = inserted[vector]
            name = element if lane == match[3] else None
        found[match[1]] = found.get(name, name) or f"{vector}[{match[3]}]"
    return found


def may_keep(flow: Flow, keeper: str, name: str) -> bool:
    """Whether the object of one is, or keeps, that of the other."""
    return flow.dialect.keeps_contents and keeper in flow.made_of(name)


def is_stored_before(flow: Flow, access: Access) -> bool:
    """Whether the slot has the same value already, on all paths."""
    same, others = set(), set()
    pushes = set(flow.lines_of("push_gc_frame"))
    for other in flow.accesses():
        if other.stored and other.slot == access.slot:
            (same if other.stored == access.stored else others).add(other.line)
    return not flow.reaches(
        access.line, lambda i: (i in others or i <= 1
                                or i in pushes
                                or flow.lines[i].startswith(
                                    f"  {access.stored} = ")),
        lambda i: i in same, back=True)


def matters_to_list(flow: Flow, number: int) -> bool:
    """Whether anybody looks at the list of frames after a line that repairs
    it, before another one does."""
    repairs = {i for part in ("pop_gc_frame", "relink_gc_frame",
                              "restore_gc_frames")
               for i in flow.lines_of(part)}
    pushes = set(flow.lines_of("push_gc_frame"))
    return flow.reaches(
        number, lambda i: (flow.is_safepoint(i) or i in pushes
                           or flow.lines[i].startswith("  ret ")),
        lambda i: i in repairs)
