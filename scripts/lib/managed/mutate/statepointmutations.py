"""Ways to make code wrong around its statepoints.

Each takes a random generator and the lines of one machine function, which it
changes. They were written from what a collector does with a statepoint, and
know nothing of how the verifier finds out. Those after which a place holds
another value return these: pairs of the number of a line and a register or
slot, as they are after the line. The mutant is the same program if nothing
reads them.
"""

import random
import re

from .files import NotApplicable
from .statepointmir import Slot, Statepoint, read_access, write_load
from .statepointuses import is_read, whole

# Registers that calls preserve.
_PRESERVED = ("$rbx", "$r12", "$r13", "$r14", "$r15", "$x19", "$x20", "$x21",
              "$x22", "$x23", "$x24", "$x25", "$x26", "$x27", "$x28")
_FRAME_POINTERS = ("$rbp", "$fp")
_FAULTING = re.compile(r"FAULTING_OP \d+, %bb\.(\d+), (.*?)(?: ::|$)")
_PARTS = {"$rbx": r"\$[er]?b[xlh]\b"}


def _statepoints(lines: list) -> list:
    """[(number of the line, Statepoint)]"""
    found = [(i, Statepoint.read(line)) for i, line in enumerate(lines)]
    return [(i, s) for i, s in found if s]


def _choose(rng: random.Random, candidates: list):
    if not candidates:
        raise NotApplicable
    return rng.choice(candidates)


def _pick(rng, lines, wanted) -> tuple:
    """A statepoint and the index of a pointer for which `wanted` holds."""
    return _choose(rng, [(i, s, k) for i, s in _statepoints(lines)
                         for k in range(len(s.pointers)) if wanted(s, k)])


def _following(lines: list, first: int) -> range:
    """The lines after `first`, up to the next call or the end of the block."""
    last = first + 1
    while last < len(lines) and lines[last].strip() and not re.search(
            r"STATEPOINT|CALL64|\bBL\b|\bBLR\b|^  bb\.|JMP|TCRETURN",
            lines[last]):
        last += 1
    return range(first + 1, last)


def _free_register(lines: list) -> str:
    """One that calls preserve and the function does not use."""
    text = "\n".join(lines)
    target = "$x" if re.search(r"\$x\d", text) else "$r"
    for name in _PRESERVED:
        parts = _PARTS.get(name, re.escape(name) + r"\b|" + re.escape(
            name.replace("$x", "$w")) + r"\b")
        if name.startswith(target) and not re.search(parts, text):
            return name
    raise NotApplicable


def drop_a_slot(rng, lines):
    i, s, k = _pick(rng, lines, lambda s, k: s.pointers[k].startswith("1, "))
    slots = s.slots_of(k)
    s.drop(k)
    lines[i] = s.write()
    # The deopt state may have the same slot.
    if any(s.mentions(slot) for slot in slots):
        return []
    return [(i, slot) for slot in slots]


def drop_a_register(rng, lines):
    i, s, k = _pick(rng, lines, lambda s, k: s.tied(k) is not None)
    mine = re.search(r"\$\w+", s.pointers[k])[0]
    s.drop(k)
    lines[i] = s.write()
    return [] if s.mentions(mine) else [(i, mine)]


def swap_a_base(rng, lines):
    i, s = _choose(rng, [(i, s) for i, s in _statepoints(lines)
                         if len({s.pointers[b] for b, _ in s.pairs}) > 1])
    k = rng.randrange(len(s.pairs))
    base, derived = s.pairs[k]
    other = _choose(rng, [b for b, _ in s.pairs
                          if s.pointers[b] != s.pointers[base]
                          and b != derived])
    s.pairs[k] = (other, derived)
    lines[i] = s.write()


def swap_base_and_derived(rng, lines):
    i, s = _choose(rng, [(i, s) for i, s in _statepoints(lines)
                         if any(b != d for b, d in s.pairs)])
    k = _choose(rng, [k for k, (b, d) in enumerate(s.pairs) if b != d])
    base, derived = s.pairs[k]
    s.pairs = [(derived, d) if b == base else (b, d) for b, d in s.pairs]
    lines[i] = s.write()


def _reloads(lines: list) -> list:
    """[(line of the statepoint, line of the load, Access)]"""
    found = []
    for i, s in _statepoints(lines):
        listed = {s.slot(k) for k in range(len(s.pointers))}
        for j in _following(lines, i):
            access = read_access(lines[j])
            if access and access.kind == "load" and access.slot in listed:
                found.append((i, j, access))
    return found


def keep_a_register(rng, lines):
    """Uses what a register held before the call."""
    register = _free_register(lines)
    i, j, access = _choose(rng, _reloads(lines))
    lines[j] = f"    {access.register} = COPY killed {register}"
    lines.insert(i, write_load(register, access.slot))
    return [(j + 1, access.register)]


def keep_a_copy(rng, lines):
    """Copies a register that is relocated, and uses the copy."""
    register = _free_register(lines)
    i, s, k = _pick(rng, lines, lambda s, k: s.tied(k) is not None)
    mine = re.search(r"\$\w+", s.pointers[k])[0]
    lines.insert(i + 1, f"    {mine} = COPY killed {register}")
    lines.insert(i, f"    {register} = COPY {mine}")
    return [(i + 2, mine)]


def reload_too_early(rng, lines):
    i, j, access = _choose(rng, _reloads(lines))
    lines.insert(i, lines.pop(j))
    return [(i, access.register), (j, access.register)]


def list_another_slot(rng, lines):
    every = sorted({slot for _, s in _statepoints(lines)
                    for slot in s.slots()}, key=str)
    i, s, k = _pick(rng, lines, lambda s, k: s.slot(k) is not None)
    other = _choose(rng, [slot for slot in every if slot not in s.slots()])
    s.pointers[k] = other.operand()
    lines[i] = s.write()


def reload_another_slot(rng, lines):
    """Loads from a slot that held a reference at the statepoint before."""
    candidates, before = [], {}
    sites = _statepoints(lines)
    for (i, s), (j, t) in zip(sites, sites[1:]):
        before[j] = s.slots() - t.slots()
    for i, j, access in _reloads(lines):
        candidates += [(j, access, slot) for slot in
                       sorted(before.get(i, ()), key=str)]
    j, access, slot = _choose(rng, candidates)
    lines[j] = write_load(access.register, slot)
    return [(j, access.register)]


def empty_the_record(rng, lines):
    i, s = _choose(rng, [(i, s) for i, s in _statepoints(lines) if s.pointers])
    s.defs, s.pointers, s.pairs = [], [], []
    lines[i] = s.write()


def drop_an_object(rng, lines):
    """Lists a stack object, or a word of one, less."""
    i, s, k = _choose(rng, [(i, s, k) for i, s in _statepoints(lines)
                            for k in range(len(s.objects))])
    _, slot, offset = s.objects[k].split(", ")
    del s.objects[k]
    lines[i] = s.write()
    return [(i, Slot(slot, int(offset)))]


def list_what_is_undefined(rng, lines):
    """A register of the list has nothing in it on any path."""
    i, s, k = _pick(rng, lines, lambda s, k: s.tied(k) is not None)
    mine = re.search(r"\$\w+", s.pointers[k])[0]
    lines.insert(i, f"    {mine} = IMPLICIT_DEF")


def forget_the_record(rng, lines):
    """An ordinary call in place of the statepoint."""
    i, s = _choose(rng, [(i, s) for i, s in _statepoints(lines)
                         if "@" in s.callee])
    opcode = "CALL64pcrel32" if any("csr_64" in t for t in s.tail) else "BL"
    uses = [f"implicit {a}" for a in s.arguments]
    lines[i] = f"{s.indent}{opcode} " + ", ".join(
        [s.callee, *s.tail[:1], *uses, *s.tail[1:]])


def forget_a_store(rng, lines):
    """Leaves in a slot what was there before, which is no reference that the
    statepoint before relocated."""
    candidates, before = [], set()
    for i, s in _statepoints(lines):
        for j in range(i - 1, -1, -1):
            if Statepoint.read(lines[j]) or lines[j].startswith("  bb."):
                break
            access = read_access(lines[j])
            if (access and access.kind == "store" and access.slot in s.slots()
                    and access.slot not in before):
                candidates.append(j)
        before = s.slots()
    del lines[_choose(rng, candidates)]


def _blocks(lines: list) -> list:
    """[(number, line of the first instruction, line after the last one)]"""
    labels = [(i, re.match(r"  bb\.(\d+)", line))
              for i, line in enumerate(lines)]
    labels = [(i, int(match[1])) for i, match in labels if match]
    ends = [i for i, _ in labels[1:]] + [len(lines)]
    found = []
    for (i, number), end in zip(labels, ends):
        first = i + 1
        while first < end and re.match(r" *(?:successors|liveins):|\s*$",
                                       lines[first]):
            first += 1
        found.append((number, first, end))
    return found


def _place(s: Statepoint, k: int):
    """The register or the slot of a pointer, or None."""
    if s.tied(k) is not None:
        return re.search(r"\$\w+", s.pointers[k])[0]
    return s.slot(k)


def collect_in_a_handler(rng, lines):
    """A statepoint that lists nothing, where a null check ends that failed."""
    faults = [match for match in map(_FAULTING.search, lines) if match]
    candidates = []
    for number, first, end in _blocks(lines):
        leading = [match[2] for match in faults if int(match[1]) == number]
        live = re.findall(r"\$\w+", "".join(
            line for line in lines[first - 3:first] if "liveins:" in line))
        if not leading or any(whole(r) not in _PRESERVED + _FRAME_POINTERS
                              for r in live):
            continue
        found = filter(None, map(Statepoint.read, lines[first:end]))
        s = next(found, None)
        if not s:
            continue
        # The pointer that was checked is null.
        null = set(re.findall(r"\$\w+", " ".join(leading)))
        candidates += [(first, s, _place(s, k)) for k in range(len(s.pointers))
                       if _place(s, k) and _place(s, k) not in null]
    first, s, place = _choose(rng, candidates)
    # Convention, flags, deopt state, references, objects and pairs.
    lines.insert(first, "    STATEPOINT 0, 0, 0, " + ", ".join(
        [s.callee, *["2, 0"] * 6, *s.tail]))
    return [(first, place)]


def drop_a_root_of_a_handler(rng, lines):
    """What only the handlers of null checks use."""
    without, block = list(lines), None
    if not any(map(_FAULTING.search, lines)):
        raise NotApplicable
    for i, line in enumerate(lines):
        if line.strip().startswith("successors:"):
            block = i
        if match := _FAULTING.search(line):
            without[block] = re.sub(rf"%bb\.{match[1]}\(\w+\)(?:, )?", "",
                                    without[block])
    candidates = [(i, k) for i, s in _statepoints(lines)
                  for k in range(len(s.pointers)) if _place(s, k)]
    for i, k in rng.sample(candidates, min(len(candidates), 60)):
        s = Statepoint.read(lines[i])
        place = _place(s, k)
        s.drop(k)
        if s.mentions(place):
            continue
        mutant = s.write()
        every, some = ([*of[:i], mutant, *of[i + 1:]]
                       for of in (lines, without))
        if is_read(every, [(i, place)]) and not is_read(some, [(i, place)]):
            lines[i] = mutant
            return [(i, place)]
    raise NotApplicable


# Those that need implicit null checks.
OF_HANDLERS = ("collect-in-a-handler", "drop-a-root-of-a-handler")
MUTATIONS = {f.__name__.replace("_", "-"): f for f in (
    drop_a_slot, drop_a_register, swap_a_base, swap_base_and_derived,
    keep_a_register, keep_a_copy, reload_too_early, list_another_slot,
    reload_another_slot, empty_the_record, drop_an_object,
    list_what_is_undefined, forget_the_record, forget_a_store,
    collect_in_a_handler, drop_a_root_of_a_handler)}
